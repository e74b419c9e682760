import type { changesExitCode, ExitCode } from "../../shared/exit-codes.ts";
import { codeSpan, escapeMarkdown } from "../messages/blocks/escape-markdown.ts";
import { describeSize } from "../messages/run/size-words.ts";
import type { CiDocument, CiFacts, CiProblem } from "./ci-facts.ts";

/** GitHub refuses a step's summary of 1 MiB, and a comment of 65,536 characters: this fits both. */
const bytesMost = 60_000;
const problemsMost = 50;
const linesMost = 200;

const headlines: Readonly<Record<ExitCode | typeof changesExitCode, string>> = {
  0: "Everything asked for is done.",
  1: "An unexpected error: this is a bug.",
  2: "The command line or the plan is invalid. Nothing was bought.",
  3: "Money: the budget, the balance or the key's cap does not cover it.",
  4: "Finished, but not with every lesson.",
  5: "The outcome of a creation is uncertain: a person must settle it.",
  6: "The credential is missing, refused or lacks a scope.",
  7: "Stopped early. The next run goes on from here.",
  8: "The ledger can't be used. Nothing more is bought.",
  10: "There is something to buy.",
};

/**
 * A command's outcome as Markdown, for the page of a step or a comment: bill, result, problems, what to do.
 * Everything from outside is escaped.
 */
export function stepSummary(document: CiDocument, facts: CiFacts | null): string {
  if (facts?.bill !== undefined) return `${facts.bill.markdown}\n`;
  const { exitCode, problems = [] } = document;
  const title = facts?.title ?? document.course ?? "coursebinder";
  const edition = document.edition === undefined ? "" : `, edition ${escapeMarkdown(document.edition)}`;
  const sections = [
    `# ${escapeMarkdown(title)}${edition}`,
    `**${headlines[exitCode as keyof typeof headlines] ?? `Exit code ${exitCode}.`}**`,
    ...resultOf(document),
    ...block("Bill", facts?.billLines ?? []),
    ...problemsOf(problems),
    ...(facts === null ? [] : ["## What to do", fenced([facts.next], "sh")]),
    ...block("Lessons", facts?.lessons ?? []),
  ];
  return cut(sections).join("\n\n").concat("\n");
}

function resultOf({ jobs, credits, package: written }: CiDocument): string[] {
  const rows: string[] = [];
  const counts = jobs === undefined || Array.isArray(jobs) ? {} : (jobs as Readonly<Record<string, unknown>>);
  for (const name of ["done", "failed", "uncertain", "active", "pending", "total"])
    if (typeof counts[name] === "number")
      rows.push(`| lessons ${jobWords[name] ?? name} | ${counts[name]} |`);
  for (const name of ["quoted", "spent", "committed", "budget"])
    if (typeof credits?.[name] === "number")
      rows.push(`| credits ${creditWords[name] ?? name} | ${credits[name]} |`);
  return [
    ...(rows.length === 0 ? [] : [["| | |", "| --- | --: |", ...rows].join("\n")]),
    ...(written == null
      ? []
      : [
          `Package: ${codeSpan(written.path)}, ${describeSize(written.bytes)}, SHA-256 ${codeSpan(written.sha256)}`,
        ]),
  ];
}

const jobWords: Readonly<Record<string, string>> = {
  active: "still being made",
  pending: "not started",
  total: "in all",
};
const creditWords: Readonly<Record<string, string>> = { quoted: "of this bill", budget: "of budget" };

function problemsOf(problems: readonly CiProblem[]): string[] {
  if (problems.length === 0) return [];
  const shown = problems.slice(0, problemsMost).map(({ message, next }) => {
    const [first = "", ...rest] = message.split("\n");
    // Lines to paste into the plan stay lines.
    const lines = rest.length === 0 ? "" : `\n\n${indented(fenced(rest, "yaml"))}`;
    return `- ${escapeMarkdown(first)}${lines}${next == null ? "" : `\n  - ${codeSpan(next)}`}`;
  });
  const left = problems.length - shown.length;
  return ["## Problems", [...shown, ...(left === 0 ? [] : [`- and ${left} more, in the log`])].join("\n")];
}

function block(name: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, linesMost);
  const left = lines.length - shown.length;
  return [`## ${name}`, fenced(left === 0 ? shown : [...shown, `and ${left} more lines`], "text")];
}

/** Text as it is: no line of it can end the fence. */
function fenced(lines: readonly string[], language: string): string {
  const text = lines.join("\n");
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

/** As many sections as fit, from the first: a section that doesn't is left out whole, since half a fence would swallow the rest. */
function cut(sections: readonly string[]): string[] {
  let bytes = 0;
  const kept = sections.filter((section) => {
    const size = Buffer.byteLength(section) + 2;
    if (bytes + size > bytesMost) return false;
    bytes += size;
    return true;
  });
  return kept.length === sections.length
    ? kept
    : [...kept, "Something more is in the log: it would not fit here."];
}
