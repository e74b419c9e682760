import { actions, installing } from "./pinned.ts";
import type { StarterFile } from "./starter-file.ts";

const commenter = ".github/comment-bill.sh";

/** A workflow that comments the bill of a pull request which changes the plan. `version`: of this program. */
export function billFiles(version: string): readonly StarterFile[] {
  return [
    { path: ".github/workflows/bill.yml", content: billWorkflow(version) },
    { path: commenter, content: commentBill },
  ];
}

const billWorkflow = (
  version: string,
): string => `# Comments what a pull request that changes the plan would cost, once for each change of the bill; buys nothing.
# Set the secret STORY_API_QUOTE_KEY to a key that has the scope account:read alone. Pull requests of forks have no secrets: they are only checked.
name: bill
on:
  pull_request:
    paths: ["*.yaml", "words/**", "tools/**", "package-lock.json"]
permissions: {}
jobs:
  bill:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: { contents: read, pull-requests: write } # to comment, and nothing else
    steps:
      - uses: ${actions.checkout}
        with: { persist-credentials: false }
      - uses: ${actions.setupNode}
        with: { node-version: 22, package-manager-cache: false }
${installing(version)}
      - name: Check the plan
        run: node_modules/.bin/coursebinder check course.yaml
      - name: Price the plan
        id: bill
        env:
          STORY_API_URL: \${{ vars.STORY_API_URL }}
          STORY_API_KEY: \${{ secrets.STORY_API_QUOTE_KEY }}
        run: |
          if [ -z "$STORY_API_KEY" ]; then exit 0; fi
          node_modules/.bin/coursebinder plan course.yaml --summary bill.md
      - name: Comment the bill
        if: "!cancelled() && github.event.pull_request.head.repo.full_name == github.repository"
        env:
          GH_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.pull_request.number }}
        run: bash ${commenter} bill.md
`;

const commentBill = `#!/usr/bin/env bash
# Makes a bill the comment of a pull request: one comment, changed only when the bill changes.
set -euo pipefail
file="$1"
[ -f "$file" ] || exit 0
comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
# The first line of a bill has its course and a digest of the rest.
mark="$(head -n 1 "$file")"
kind="$(printf '%s' "$mark" | cut -d ' ' -f 1-4)"
found="$(gh api --paginate "$comments" --jq '.[] | select(.user.type == "Bot") | "\\(.id) \\(.body | split("\\n")[0])"' | tr -d '\\r' | grep -F " $kind " | tail -n 1 || true)"
if [ "\${found#* }" = "$mark" ]; then
  echo "The bill is as it was: nothing is commented."
elif [ -n "$found" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/\${found%% *}" -F "body=@$file" --silent
else
  gh api --method POST "$comments" -F "body=@$file" --silent
fi
`;
