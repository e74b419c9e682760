import { actions, installing, packedProgram } from "./pinned.ts";
import type { StarterFile } from "./starter-file.ts";

const keeper = ".github/keep-ledger.sh";

/** A workflow that makes the course each week and commits the ledger to the repository after every creation. `version`: of this program. */
export function workflowFiles(version: string): readonly StarterFile[] {
  return [
    { path: ".github/workflows/course.yml", content: workflow(version) },
    { path: keeper, content: keepLedger },
  ];
}

const workflow = (
  version: string,
): string => `# Makes the course once a week; for a new set of lessons each week let the plan say edition: "{isoYear}-W{isoWeek}".
# The ledger, the stories and the books are committed: they are the memory of what was paid for.
#
# Once, before the first run:
#   1. Put the program into the repository, as ${packedProgram(version)} with its digest beside it: coursebinder init has printed the command.
#      With a package-lock.json (npm install --package-lock-only --ignore-scripts ./${packedProgram(version)}) all that it needs is pinned too.
#   2. Set the variable STORY_API_URL and the secret STORY_API_KEY, of a key with a monthly cap.
#   3. Run this workflow by hand with "begin": it makes the empty ledger. A run without its ledger never begins another one.
name: course
on:
  schedule: [{ cron: "0 5 * * 1" }]
  workflow_dispatch:
    inputs:
      begin: { description: Make the empty ledger and nothing else, type: boolean, default: false }
# One run at a time: two runs with two copies of the ledger would not know of each other.
concurrency: { group: course, cancel-in-progress: false }
permissions: {}
jobs:
  course:
    runs-on: ubuntu-latest
    timeout-minutes: 350
    permissions: { contents: write } # to push the ledger, and nothing else
    env: { COURSEBINDER_STATE: out/.memory } # this machine's copy of the ledger, which is pushed with it
    steps:
      - uses: ${actions.checkout}
        with: { persist-credentials: true } # the ledger is pushed while the run goes on
      - uses: ${actions.setupNode}
        with: { node-version: 22, package-manager-cache: false }
${installing(version)}
      - name: Begin the ledger
        if: inputs.begin
        env:
          STORY_API_URL: \${{ vars.STORY_API_URL }}
        run: node_modules/.bin/coursebinder ledger create course.yaml
      - name: Make the course
        id: course # its outputs: package, spent, uncertain, has-changes, exit-code
        if: "!inputs.begin"
        env:
          STORY_API_URL: \${{ vars.STORY_API_URL }}
          STORY_API_KEY: \${{ secrets.STORY_API_KEY }}
          # Pushes the ledger after each creation, before the next: a runner that is lost forgets the one in the middle at most. A ledger in a
          # database forgets none: COURSEBINDER_LEDGER: \${{ secrets.COURSEBINDER_LEDGER }} (postgres://...) instead of this line.
          COURSEBINDER_AFTER_CREATION: bash ${keeper} ledger
        run: node_modules/.bin/coursebinder run course.yaml --ledger-must-exist --deadline 5h
      - name: Keep what was paid for
        if: always()
        run: bash ${keeper} all
      - uses: ${actions.uploadArtifact}
        if: always()
        with: { name: package, path: "out/*/*.zip", if-no-files-found: ignore }
      - uses: ${actions.uploadArtifact}
        if: failure()
        with:
          name: what-was-paid-for
          path: |
            out/*/ledger.jsonl*
            out/.memory/*.jsonl
            out/*/stories
            out/*/books
          if-no-files-found: ignore
`;

const keepLedger = `#!/usr/bin/env bash
# Pushes what was paid for, on top of whatever has been pushed meanwhile: "ledger" alone, or "all" with stories and books.
# The files themselves are only read, never stashed, merged or checked out: a run may be writing them.
set -euo pipefail
cd "$(git rev-parse --show-toplevel)"
branch="\${GITHUB_REF_NAME:-$(git symbolic-ref --short HEAD)}"
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
  kept=(out/*/ledger.jsonl out/*/ledger.jsonl.torn-* out/*/ledger.jsonl.rescue-* out/.memory/*.jsonl)
  [ "\${1:-all}" = ledger ] || kept+=(out/*/stories out/*/books)
  for path in "\${kept[@]}"; do
    # Each by itself: git adds none of several where one is missing.
    [ -e "$path" ] || continue
    git add --force -- "$path"
    [ -d "$path" ] || git ls-files --error-unmatch -- "$path" > "$scratch/added"
  done
  # What a run is still writing is whole the next time.
  git rm --cached -f --quiet --ignore-unmatch -- ':(glob)out/**/*.part'
  tree="$(git write-tree)"
  if [ -n "$tip" ] && [ "$tree" = "$(git rev-parse "$tip^{tree}")" ]; then exit 0; fi
  commit="$(git commit-tree "$tree" \${tip:+-p "$tip"} -m "Keep what was paid for")"
  if git push --quiet origin "$commit:refs/heads/$branch"; then exit 0; fi
done
echo "What was paid for is not in the repository: put it there from the artifact what-was-paid-for before the next run." >&2
exit 1
`;
