import { isAbsolute, relative, resolve } from "node:path";
import type { Place } from "../plan/plan.ts";
import { closing } from "../shared/closing.ts";
import type { changesExitCode, ExitCode } from "../shared/exit-codes.ts";
import { errorCode, isSystemError } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { openToAppend } from "../shared/files/open-file.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { cleanLine, quote, shorten } from "../shared/text.ts";
import type { Context } from "./context.ts";
import type { CiFacts, CommandResult, Next } from "./io.ts";
import { text } from "./parser/options.ts";
import { describeCause } from "./problems/causes.ts";
import { codeSpan, escapeMarkdown } from "./render/blocks.ts";
import { describeSize } from "./render/run.ts";
import { summaryMarkOf } from "./summary-mark.ts";

/** What continuous integration reads of the document of `--json`; what a command doesn't tell is left out. */
interface CiDocument {
  readonly exitCode: number;
  readonly course?: string;
  readonly edition?: string;
  readonly jobs?: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly credits?: Readonly<Record<string, number | null>> | null;
  readonly package?: { readonly path: string; readonly bytes: number; readonly sha256: string } | null;
  readonly problems?: readonly CiProblem[];
}

/** A problem with the plan has its own place; a problem with a job has the job's place. */
export interface CiProblem {
  readonly code: string;
  readonly message: string;
  readonly severity?: string;
  readonly next?: string | null;
  readonly advice?: string;
  readonly job?: string | null;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The commands that report to continuous integration. */
export const reportingVerbs: ReadonlySet<string> = new Set(["check", "plan", "run", "package"]);

/**
 * Tells continuous integration how a command ended: through GitHub Actions' own files and commands, or, on every other system, through the files given by
 * `--summary` and `--outputs`. A file that can't be written is reported, but has no other effect.
 */
export async function reportToCi(result: CommandResult, context: Context): Promise<void> {
  const { json } = result;
  const ci = result.ci ?? null;
  const { io, raw, environment } = context;
  const { actions } = environment;
  const document = json as unknown as CiDocument;
  const named = { summary: text(raw, "summary"), outputs: text(raw, "outputs") };
  const summary = actions === null && named.summary === null ? "" : stepSummary(document, ci);
  const outputs = `${outputLines(document, ci?.changes ?? 0).join("\n")}\n`;
  if (actions !== null) {
    const { workspace } = actions;
    const places = ci?.places ?? new Map();
    for (const line of annotations({ problems: document.problems ?? [], places, workspace })) io.warn(line);
  }
  const mark = summaryMarkOf(document.course ?? "", ci?.bill?.content ?? summary);
  const writings = [
    { path: actions?.summaryFile ?? null, write: (path: string) => append(path, summary) },
    { path: actions?.outputFile ?? null, write: (path: string) => append(path, outputs) },
    { path: named.summary, write: (path: string) => replaceFile(realFiles, path, `${mark}\n${summary}`) },
    { path: named.outputs, write: (path: string) => replaceFile(realFiles, path, outputs) },
  ];
  for (const { path, write } of writings) {
    if (path === null) continue;
    try {
      await write(path);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      io.warn(
        `${quote(path)} could not be written (${describeCause(errorCode(error))}). Everything else continues.`,
      );
    }
  }
}

async function append(path: string, text: string): Promise<void> {
  const file = await openToAppend(path);
  await closing(file, () => file.writeFile(text));
}

/** GitHub refuses a step's summary of 1 MiB, and a comment of 65,536 characters: this fits both. */
const bytesMost = 60_000;
const problemsMost = 50;
const linesMost = 200;

const headlines: Readonly<Record<ExitCode | typeof changesExitCode, string>> = {
  0: "Everything requested is done.",
  1: "An unexpected error: this is a bug.",
  2: "The command line or the plan is invalid. Nothing was bought.",
  3: "The budget, the balance or the key's cap does not cover the cost.",
  4: "Finished, but not every lesson is complete.",
  5: "The outcome of a creation is uncertain: a person must resolve it.",
  6: "The credential is missing, was refused, or lacks a scope.",
  7: "Stopped early. The next run continues from here.",
  8: "The ledger can't be used. Nothing more is bought.",
  10: "There is something to buy.",
};

/**
 * A command's outcome as Markdown, for a step's page or a comment: the bill, the result, the problems, and what to do.
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
    ...(facts === null ? [] : whatToDo(facts.next)),
    ...block("Lessons", facts?.lessons ?? []),
  ];
  return cut(sections).join("\n\n").concat("\n");
}

/** Only a command that can be pasted stands in a block of its own. */
function whatToDo({ next, advice }: Next): string[] {
  if (next === null && advice === undefined) return [];
  return ["## What to do", next === null ? escapeMarkdown(advice ?? "") : fenced([next], "sh")];
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
  const shown = problems.slice(0, problemsMost).map(({ message, next, advice }) => {
    const [first = "", ...rest] = message.split("\n");
    // Lines to paste into the plan stay lines.
    const lines = rest.length === 0 ? "" : `\n\n${indented(fenced(rest, "yaml"))}`;
    return `- ${escapeMarkdown(first)}${lines}${next == null ? (advice === undefined ? "" : `\n  - ${escapeMarkdown(advice)}`) : `\n  - ${codeSpan(next)}`}`;
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
  return kept.length === sections.length ? kept : [...kept, "The rest did not fit here; it is in the log."];
}

/** GitHub shows no more of one kind for a step. */
const annotationsMost = 10;
const messageCharacters = 2_000;

interface Annotated {
  readonly problems: readonly CiProblem[];
  /** Where the plan has each job. */
  readonly places: ReadonlyMap<string, Place>;
  /** The folder of the checkout: annotations name files relative to it. */
  readonly workspace: string | null;
}

/**
 * GitHub Actions workflow commands that show problems beside the plan's own lines: at most ten of each kind; if there are more problems, the tenth
 * command says how many are left.
 */
export function annotations({ problems, places, workspace }: Annotated): string[] {
  const kindOf = ({ severity }: CiProblem) => (severity === "warning" ? "warning" : "error");
  return (["error", "warning"] as const).flatMap((kind) => {
    const all = problems.filter((problem) => kindOf(problem) === kind);
    const shown = all.length > annotationsMost ? all.slice(0, annotationsMost - 1) : all;
    const lines = shown.map((problem) => {
      const place = placeOf(problem, places);
      return command(kind, place === null ? [] : propertiesOf(place, workspace), messageOf(problem));
    });
    const left = all.length - shown.length;
    return left === 0
      ? lines
      : [...lines, command(kind, [], `${left} more are in the step's summary and log.`)];
  });
}

function placeOf(problem: CiProblem, places: Annotated["places"]): Place | null {
  const { file, line, column, job } = problem;
  if (file !== undefined && line !== undefined && column !== undefined) return { file, line, column };
  return job == null ? null : (places.get(job) ?? null);
}

// The place of a plan's problem is the annotation's, so its message need not repeat it.
function messageOf({ message, file, line, column, next, advice }: CiProblem): string {
  const prefix = `${file}:${line}:${column}: `;
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  const then = next ?? advice ?? null;
  return shorten(then === null ? text : `${text}\nnext: ${then}`, messageCharacters);
}

function propertiesOf({ file, line, column }: Place, workspace: string | null): string[] {
  const path = workspace === null ? file : relative(workspace, resolve(file));
  // A file outside the checkout has no lines that GitHub could show.
  if (path.startsWith("..") || isAbsolute(path)) return [];
  return [`file=${escapeProperty(path)}`, `line=${line}`, `col=${column}`];
}

function command(kind: "error" | "warning", properties: readonly string[], message: string): string {
  const all = [...properties, "title=coursebinder"].join(",");
  return `::${kind} ${all}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * The outputs that later steps of a job can read, as lines of `name=value`: a value is always a single line, so that no value can begin another output.
 * `changes`: how many stories would be bought or were bought.
 */
export function outputLines(document: CiDocument, changes: number): string[] {
  const { exitCode, credits, package: written } = document;
  const uncertain = isCounts(document.jobs) ? document.jobs.uncertain : undefined;
  return [
    ["package", written?.path ?? ""],
    ["spent", String(credits?.spent ?? "")],
    ["uncertain", String(uncertain ?? 0)],
    ["has-changes", String(changes > 0)],
    ["exit-code", String(exitCode)],
  ].map(([name = "", value = ""]) => `${name}=${cleanLine(value)}`);
}

function isCounts(jobs: CiDocument["jobs"]): jobs is Readonly<Record<string, unknown>> {
  return jobs !== undefined && !Array.isArray(jobs);
}
