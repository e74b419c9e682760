import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { messagesIn } from "../../src/cli/problems/texts.ts";
import { type Contents, type Keys, planText } from "./fixtures.ts";

/** A plan with a mistake, and every line that a person gets for it. */
export interface Mistake {
  readonly says: string;
  readonly plan: string | Uint8Array;
  readonly files?: Contents;
  readonly lines: readonly string[];
}

interface Written extends Pick<Mistake, "says" | "files" | "lines"> {
  readonly plan: Partial<Record<Keys | "added", string>>;
}

const written = parse(readFileSync(join(import.meta.dirname, "mistakes.yaml"), "utf8")) as Readonly<
  Record<string, readonly Written[]>
>;

/** The mistakes of `mistakes.yaml`, by what they are about. */
export const mistakesByKind = new Map(
  Object.entries(written).map(([kind, some]): [string, readonly Mistake[]] => [
    kind,
    some.map(({ plan: { added, ...changes }, ...mistake }) => ({
      ...mistake,
      plan: planText(changes, ...(added === undefined ? [] : [added])),
    })),
  ]),
);

/** Files that are no plan, or no text, as a whole. */
export const mistakesOfFiles: readonly Mistake[] = [
  {
    says: "a file of words that is not UTF-8, at the byte",
    plan: planText(
      { topics: "topics: [{ topic: A walk, words: [w] }]" },
      "words: { w: { es: { file: words.csv } } }",
    ),
    files: { "words.csv": Buffer.from("word,gloss\nni\u00f1o,boy\n", "latin1") },
    lines: ['words.csv:2:3: error: "words.csv" is not UTF-8 text from here on; save it as UTF-8'],
  },
  {
    says: "a second document",
    plan: `${planText()}---\ntitle: Runs\n`,
    lines: [
      'plan.yaml:7:1: error: a second YAML document begins here; a plan is one document: remove the "---"',
    ],
  },
  {
    says: "an empty file",
    plan: "",
    lines: [
      "plan.yaml:1:1: error: a plan is a map of keys such as course, title and topics, but nothing was found",
    ],
  },
  {
    says: "a plan that is not UTF-8, at the byte",
    plan: Buffer.from(planText({ title: "title: Paseos por la monta\u00f1a" }), "latin1"),
    lines: ['plan.yaml:2:27: error: "plan.yaml" is not UTF-8 text from here on; save it as UTF-8'],
  },
  {
    says: "a plan with NUL characters, as a disk leaves after a power cut",
    plan: planText({ title: 'title: "Walks\0\0\0' }),
    lines: ['plan.yaml:2:14: error: "plan.yaml" is not UTF-8 text from here on; save it as UTF-8'],
  },
  {
    says: "a plan of more than a mebibyte",
    plan: planText({}, `# ${"x".repeat(1_048_576)}`),
    lines: ['plan.yaml:1:1: error: "plan.yaml" is larger than 1 MiB; split it or shorten it'],
  },
];

/** Limits have their own tests, beside what they limit, and spreadsheets in `test/spreadsheet`. */
export const reportedElsewhere: readonly string[] = [
  ...Object.keys(messagesIn("plan")).filter((code) => code.startsWith("sheet_")),
  "text_too_long",
  "too_many_words",
  "too_many_jobs",
  "too_many_problems",
  "bad_name",
  "too_many_prompts",
  "recalled_left_out",
];
