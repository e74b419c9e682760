#!/usr/bin/env bash
# Makes a bill the comment of a pull request: one comment, changed only when the bill changes.
set -euo pipefail
file="$1"
[ -f "$file" ] || exit 0
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
# The first line of a bill has its course and a digest of the rest.
mark="$(head -n 1 "$file")"
kind="$(printf '%s' "$mark" | cut -d ' ' -f 1-4)"
found="$(gh api --paginate "$comments" --jq '.[] | select(.user.type == "Bot") | "\(.id) \(.body | split("\n")[0])"' | tr -d '\r' | grep -F " $kind " | tail -n 1 || true)"
if [ "${found#* }" = "$mark" ]; then
  echo "The bill is as it was: nothing is commented."
elif [ -n "$found" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/${found%% *}" -F "body=@$file" --silent
else
  gh api --method POST "$comments" -F "body=@$file" --silent
fi
