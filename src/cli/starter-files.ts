/** What `init` writes: a small course that runs as it is, and what a repository needs to keep its ledger whole. */
export interface StarterFile {
  readonly path: string;
  readonly content: string;
}

const plan = `# A first course: two short Spanish stories. Look at it with
#   coursebinder check course.yaml
# and try it for nothing with
#   coursebinder run course.yaml --local

course: first-course              # names the folder and the package
title: First Course
# edition: "{isoYear}-W{isoWeek}" # makes a new set of lessons each week; without it the set is made once
budget: { credits: 60 }           # the ceiling for one edition; nothing is made when the price does not fit
languages: [es]
difficulties: [2]                 # 1 is first words, 10 is native
defaults: { length: short, audiobook: true }

words:                            # lists of words that stories must use, at most twenty a story; vocabulary: {} spreads longer ones
  market: { es: { file: words/market.es.csv } }

topics:                           # their order is the order of the lessons
  - id: market
    topic: Una mañana en el mercado
    words: [market]
  - id: night-train
    topic: El tren nocturno
`;

const words = `word,gloss
pan,bread
monedero,purse
puesto,stall
barato,cheap
`;

// A ledger is hashed byte by byte: a tool that rewrites line endings or merges two copies line by line would break it.
const attributes = `# The ledger is hashed byte by byte: no tool may rewrite its line endings or merge it.
*.jsonl -text merge=binary
`;

const ignore = `# Rehearsals, and what can be built again; the ledger, the stories and the books are what was paid for: keep them.
out/local/
out/*/*.zip
out/*/report.html
*.lock
`;

const workflow = `# Makes the course once a week; for a new set of lessons each week let the plan say edition: "{isoYear}-W{isoWeek}". The ledger, the stories and the books are committed: they are the memory of what was paid for.
name: course
on:
  schedule: [{ cron: "0 5 * * 1" }]
  workflow_dispatch:
# One run at a time: two runs with two copies of the ledger would not know of each other.
concurrency: { group: course, cancel-in-progress: false }
permissions: { contents: write }
jobs:
  course:
    runs-on: ubuntu-latest
    timeout-minutes: 350
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - name: Make the course
        env:
          STORY_API_URL: \${{ vars.STORY_API_URL }}
          STORY_API_KEY: \${{ secrets.STORY_API_KEY }}
        # After the first run add --ledger-must-exist: a run without its ledger must not begin a new one.
        run: npx --yes coursebinder run course.yaml --deadline 5h
      - name: Keep what was paid for
        if: always()
        run: |
          git config user.name "course run"
          git config user.email "course-run@users.noreply.github.com"
          # Each by itself: git adds none of several where one is missing. Whatever is set aside or rescued beside the ledger belongs to it.
          for kept in out/*/ledger.jsonl out/*/ledger.jsonl.torn-* out/*/ledger.jsonl.rescue-* out/*/stories out/*/books; do
            if [ -e "$kept" ]; then git add --force -- "$kept"; fi
          done
          git diff --cached --quiet || git commit -m "Keep the ledger of this run"
          # Somebody may have pushed during the run; what they changed stands in other files.
          for try in 1 2 3 4 5; do
            if git push; then exit 0; fi
            git pull --rebase --autostash || git rebase --abort || true
          done
          echo "The ledger is not in the repository: put it there from the artifact what-was-paid-for before the next run." >&2
          exit 1
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: package, path: "out/*/*.zip", if-no-files-found: ignore }
      - uses: actions/upload-artifact@v4
        if: failure()
        with:
          name: what-was-paid-for
          path: |
            out/*/ledger.jsonl*
            out/*/stories
            out/*/books
          if-no-files-found: ignore
`;

export const starterFiles: readonly StarterFile[] = [
  { path: "course.yaml", content: plan },
  { path: "words/market.es.csv", content: words },
  { path: ".gitattributes", content: attributes },
  { path: ".gitignore", content: ignore },
  { path: ".github/workflows/course.yml", content: workflow },
];
