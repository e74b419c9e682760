import { createHash } from "node:crypto";
import { isAbsolute, relative, resolve } from "node:path";
import type { Place } from "../plan/plan.ts";
import { closing } from "../shared/closing.ts";
import { errorCode, isSystemError } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { openToAppend } from "../shared/files/open-file.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { cleanLine, quote, shorten } from "../shared/text.ts";
import type { Context } from "./context.ts";
import { summaryMark } from "./course/protected-file.ts";
import type { CiFacts, CommandResult, Next } from "./io.ts";
import { text } from "./parser/options.ts";
import { describeCause } from "./problems/texts.ts";
import { itemOf, markdownPage, nextBlock, section } from "./render/blocks.ts";
import { headline, packageBlock } from "./render/report.ts";

/** The members of the `--json` document that reports to continuous integration use; a command leaves out those that it doesn't have. */
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
export interface CiProblem extends Partial<Next>, Partial<Place> {
  readonly code: string;
  readonly message: string;
  readonly severity?: string;
  readonly job?: string | null;
}

/** The commands that report to continuous integration. */
export const reportingVerbs: ReadonlySet<string> = new Set(["check", "plan", "run", "package"]);

/**
 * Reports a command's outcome to continuous integration: through GitHub Actions' own files and commands, or, on every other system, through the files
 * given by `--summary` and `--outputs`. If a file can't be written, that is reported but has no other effect.
 */
export async function reportToCi(result: CommandResult, context: Context): Promise<void> {
  const ci = result.ci ?? null;
  const { io, raw, environment } = context;
  const { actions } = environment;
  const document = result.json as unknown as CiDocument;
  const summary = stepSummary(document, ci);
  const outputs = `${outputLines(document, ci?.changes ?? 0).join("\n")}\n`;
  if (actions !== null) {
    const { workspace } = actions;
    for (const line of annotations(document.problems ?? [], workspace)) io.warn(line);
  }
  const mark = summaryMarkOf(document.course ?? "", ci?.content ?? summary);
  const replace = (path: string, content: string) => replaceFile(realFiles, path, content);
  const writings = [
    [actions?.summaryFile ?? null, append, summary],
    [actions?.outputFile ?? null, append, outputs],
    [text(raw, "summary"), replace, `${mark}\n${summary}`],
    [text(raw, "outputs"), replace, outputs],
  ] as const;
  for (const [path, write, content] of writings) {
    if (path === null) continue;
    try {
      await write(path, content);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      io.warn(
        `${quote(path)} could not be written (${describeCause(errorCode(error))}). Everything else continues.`,
      );
    }
  }
}

const hashCharacters = 16;

/** The first line of a summary in a file of its own. The same content always gives the same line, so that an earlier comment can be found again. */
function summaryMarkOf(course: string, content: string): string {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, hashCharacters);
  return `${summaryMark} ${course.replace(/[^a-z0-9-]/g, "")} ${hash} -->`;
}

async function append(path: string, content: string): Promise<void> {
  const file = await openToAppend(path);
  await closing(file, () => file.writeFile(content));
}

const problemsMost = 50;

/** A command's outcome as Markdown, for a step's page or a comment: the command's own page, or else how it ended, and why. */
export function stepSummary(document: CiDocument, facts: CiFacts | null): string {
  if (facts !== null) return `${facts.markdown()}\n`;
  const { exitCode, course = "coursebinder", edition, problems = [], package: written = null } = document;
  const title = edition === undefined ? course : `${course}, edition ${edition}`;
  const items = problems.slice(0, problemsMost).map(({ message, next = null, advice = "" }) => {
    const then = nextBlock({ next, advice });
    return itemOf(message, then === null ? [] : [then]);
  });
  const left = problems.length - items.length;
  if (left > 0) items.push(itemOf(`and ${left} more, in the log`));
  const blocks = [
    headline(exitCode),
    ...section("Problems", items.length === 0 ? null : { kind: "list", items }),
    ...section("Package", written && packageBlock(written)),
  ];
  return `${markdownPage(title, blocks, "it is in the log")}\n`;
}

const messageCharacters = 2_000;

/**
 * GitHub Actions workflow commands that show problems beside the plan's own lines. GitHub shows the first ten of each kind, and the step's summary has
 * all of them. `workspace`: the folder of the checkout, relative to which annotations name files.
 */
export function annotations(problems: readonly CiProblem[], workspace: string | null): string[] {
  return problems.map((problem) => {
    const kind = problem.severity === "warning" ? "warning" : "error";
    return command(kind, propertiesOf(problem, workspace), messageOf(problem));
  });
}

// The annotation already has the place of a plan's problem, so its message need not repeat it.
function messageOf({ message, file, line, column, next = null, advice }: CiProblem): string {
  const prefix = `${file}:${line}:${column}: `;
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  const then = next ?? advice;
  return shorten(then === undefined ? text : `${text}\nnext: ${then}`, messageCharacters);
}

function propertiesOf({ file, line, column }: CiProblem, workspace: string | null): string[] {
  if (file === undefined) return [];
  const path = workspace === null ? file : relative(workspace, resolve(file));
  // GitHub can't show lines of a file outside the checkout.
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
  const { exitCode, credits, jobs, package: written } = document;
  const uncertain = jobs !== undefined && "uncertain" in jobs ? jobs.uncertain : 0;
  return [
    ["package", written?.path ?? ""],
    ["spent", String(credits?.spent ?? "")],
    ["uncertain", String(uncertain)],
    ["has-changes", String(changes > 0)],
    ["exit-code", String(exitCode)],
  ].map(([name = "", value = ""]) => `${name}=${cleanLine(value)}`);
}
