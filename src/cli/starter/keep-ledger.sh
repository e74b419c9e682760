#!/usr/bin/env bash
# Commits and pushes what was paid for, on top of what others have pushed: "ledger" pushes the ledger alone, "all" also the stories and books.
# It only reads the files and never stashes, merges or checks them out, because a run may be writing them.
set -euo pipefail
cd "$(git rev-parse --show-toplevel)"
branch="${GITHUB_REF_NAME:-$(git symbolic-ref --short HEAD)}"
export GIT_AUTHOR_NAME="course run" GIT_AUTHOR_EMAIL="course-run@users.noreply.github.com"
export GIT_COMMITTER_NAME="$GIT_AUTHOR_NAME" GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
export GIT_INDEX_FILE="$scratch/index"

for try in 1 2 3 4 5; do
  [ "$try" = 1 ] || sleep "$try"
  tip="$(git ls-remote origin "refs/heads/$branch" | cut -f1)" || continue
  if [ -n "$tip" ]; then
    git fetch --quiet origin "$tip" || continue
    git read-tree "$tip"
    # The pushed ledger must be the beginning of this one. Two ledgers that diverged would each buy again what the other one has.
    for ledger in out/*/ledger.jsonl; do
      git cat-file -e "$tip:$ledger" 2>/dev/null || continue
      git cat-file blob "$tip:$ledger" > "$scratch/pushed"
      if ! cmp --silent --bytes="$(wc -c < "$scratch/pushed")" "$scratch/pushed" "$ledger"; then
        echo "$ledger in the repository has events that this run's ledger lacks. Nothing was pushed. Keep both files, and see: coursebinder ledger --help" >&2
        exit 1
      fi
    done
  else
    git read-tree --empty
  fi
  # Torn records and rescue files belong to the ledger, and so does the runner's copy of it.
  kept=(out/*/ledger.jsonl out/*/ledger.jsonl.torn-* out/*/ledger.jsonl.rescue-* out/.memory/*.json*)
  [ "${1:-all}" = ledger ] || kept+=(out/*/stories out/*/books)
  for path in "${kept[@]}"; do
    # One at a time: git add adds nothing if one of several paths is missing.
    [ -e "$path" ] || continue
    git add --force -- "$path"
    [ -d "$path" ] || git ls-files --error-unmatch -- "$path" > "$scratch/added"
  done
  # Leave out files that a run is still writing; the next push has them.
  git rm --cached -f --quiet --ignore-unmatch -- ':(glob)out/**/*.part'
  tree="$(git write-tree)"
  if [ -n "$tip" ] && [ "$tree" = "$(git rev-parse "$tip^{tree}")" ]; then exit 0; fi
  commit="$(git commit-tree "$tree" ${tip:+-p "$tip"} -m "Keep what was paid for")"
  if git push --quiet origin "$commit:refs/heads/$branch"; then exit 0; fi
done
echo "What was paid for could not be pushed. Before the next run, commit the files from the artifact what-was-paid-for." >&2
exit 1
