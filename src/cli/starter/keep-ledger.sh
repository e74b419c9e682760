#!/usr/bin/env bash
# Pushes what was paid for, on top of whatever has been pushed meanwhile: "ledger" alone, or "all" with stories and books.
# The files themselves are only read, never stashed, merged or checked out: a run may be writing them.
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
    # What was pushed must be the beginning of what is here: two ledgers that went on apart would each buy again what the other one has.
    for ledger in out/*/ledger.jsonl; do
      git cat-file -e "$tip:$ledger" 2>/dev/null || continue
      git cat-file blob "$tip:$ledger" > "$scratch/pushed"
      if ! cmp --silent --bytes="$(wc -c < "$scratch/pushed")" "$scratch/pushed" "$ledger"; then
        echo "$ledger in the repository has gone on without this run: nothing was pushed. Keep both, and see: coursebinder ledger --help" >&2
        exit 1
      fi
    done
  else
    git read-tree --empty
  fi
  # Whatever is set aside or rescued beside the ledger belongs to it, and so does the runner's copy of it.
  kept=(out/*/ledger.jsonl out/*/ledger.jsonl.torn-* out/*/ledger.jsonl.rescue-* out/.memory/*.json*)
  [ "${1:-all}" = ledger ] || kept+=(out/*/stories out/*/books)
  for path in "${kept[@]}"; do
    # Each by itself: git adds none of several where one is missing.
    [ -e "$path" ] || continue
    git add --force -- "$path"
    [ -d "$path" ] || git ls-files --error-unmatch -- "$path" > "$scratch/added"
  done
  # What a run is still writing is whole the next time.
  git rm --cached -f --quiet --ignore-unmatch -- ':(glob)out/**/*.part'
  tree="$(git write-tree)"
  if [ -n "$tip" ] && [ "$tree" = "$(git rev-parse "$tip^{tree}")" ]; then exit 0; fi
  commit="$(git commit-tree "$tree" ${tip:+-p "$tip"} -m "Keep what was paid for")"
  if git push --quiet origin "$commit:refs/heads/$branch"; then exit 0; fi
done
echo "What was paid for is not in the repository: put it there from the artifact what-was-paid-for before the next run." >&2
exit 1
