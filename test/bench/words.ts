import { markedLanguages, type Score, scoreOf } from "../lessons/words/sentences.ts";

/**
 * How well words are found in the forms that learners meet, in sentences that were marked by hand (test/lessons/words/sentences). `npm run bench:words`,
 * with `-- --all` for what is wrong and missed.
 */
const share = (part: number, whole: number) => (whole === 0 ? "-" : (part / whole).toFixed(3));

function row(name: string, scores: readonly Score[]): string {
  const sum = (of: (score: Score) => number) => scores.reduce((all, score) => all + of(score), 0);
  const [claimed, right] = [sum(({ claimed }) => claimed), sum(({ right }) => right)];
  const [regular, found] = [sum(({ regular }) => regular), sum(({ found }) => found)];
  const cells = [
    name,
    sum(({ sentences }) => sentences),
    claimed,
    share(right, claimed),
    regular,
    share(found, regular),
    `${sum(({ foundParts }) => foundParts)}/${sum(({ parts }) => parts)}`,
    sum(({ possible }) => possible),
    sum(({ idle }) => idle),
  ];
  return cells.map((cell, index) => String(cell).padStart(widths[index] ?? 8)).join("");
}

const widths = [6, 11, 9, 11, 10, 9, 8, 10, 10];
const heads = [
  "lang",
  "sentences",
  "claimed",
  "precision",
  "inflected",
  "recall",
  "parts",
  "possible",
  "look-alike",
];

async function main(): Promise<void> {
  const scores: Score[] = [];
  for (const lang of markedLanguages()) scores.push(await scoreOf(lang));
  const lines = [
    heads.map((head, index) => head.padStart(widths[index] ?? 8)).join(" "),
    ...scores.map((score) => row(score.lang, [score])),
    row("all", scores),
    "precision: of what is claimed, exact or inflected. recall: of the regular forms that are not the list's own. possible: not claimed, and",
    "the word; look-alike: not claimed, and not the word.",
  ];
  if (process.argv.includes("--all")) {
    for (const { lang, wrong, missed } of scores) {
      lines.push(
        ...wrong.map((line) => `${lang} wrong:  ${line}`),
        ...missed.map((line) => `${lang} missed: ${line}`),
      );
    }
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

await main();
