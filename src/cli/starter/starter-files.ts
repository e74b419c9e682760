import { planJsonSchema } from "../../plan/schema.ts";
import { billFiles } from "./bill-workflow.ts";
import type { StarterFile } from "./starter-file.ts";
import { workflowFiles } from "./starter-workflow.ts";

const plan = `# yaml-language-server: $schema=./course.schema.json
# A first course: two short Spanish stories. Look at it with
#   coursebinder check course.yaml
# and try it for nothing with
#   coursebinder run course.yaml --local

course: first-course              # names the folder and the package
title: First Course
# author: The Spanish department  # stands beside the title on a reader's shelf
# edition: "{isoYear}-W{isoWeek}" # makes a new set of lessons each week; without it the set is made once
# rotate: 3                       # each edition takes the next three of a longer list of topics; plan --next 8 shows them
# review: { required: 1 }         # the package takes only lessons that somebody has approved: coursebinder review course.yaml
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

# moved: [{ from: night-train, to: late-train }]   # a topic that got another id keeps the stories that were bought for it
# removed: [night-train]                           # a bought topic that left the plan on purpose; before that is said nothing new is bought
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
node_modules/
`;

/** All files that `init` writes. `version`: of this program. */
export function starterFiles(version: string): readonly StarterFile[] {
  return [
    { path: "course.yaml", content: plan },
    { path: "course.schema.json", content: `${JSON.stringify(planJsonSchema(), null, 1)}\n` },
    { path: "words/market.es.csv", content: words },
    { path: ".gitattributes", content: attributes },
    { path: ".gitignore", content: ignore },
    ...workflowFiles(version),
    ...billFiles(version),
  ];
}
