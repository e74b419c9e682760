#!/usr/bin/env bash
# Shows a bill in one comment on a pull request, and updates the comment only if the bill changes.
set -euo pipefail
file="$1"
[ -f "$file" ] || exit 0
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
# The first line of a bill names its course and contains a digest of the rest.
mark="$(head -n 1 "$file")"
kind="$(printf '%s' "$mark" | cut -d ' ' -f 1-4)"
found="$(gh api --paginate "$comments" --jq '.[] | select(.user.type == "Bot") | "\(.id) \(.body | split("\n")[0])"' | tr -d '\r' | grep -F " $kind " | tail -n 1 || true)"
if [ "${found#* }" = "$mark" ]; then
  echo "The bill is unchanged, so the comment stays as it is."
elif [ -n "$found" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/${found%% *}" -F "body=@$file" --silent
else
  gh api --method POST "$comments" -F "body=@$file" --silent
fi
