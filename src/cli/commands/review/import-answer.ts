import process from "node:process";
import { DeskCourse, type DeskSource } from "../../../review/desk-course.ts";
import {
  type AnswerRefusal,
  type JudgedEntry,
  judgeAnswer,
  type MailedEntry,
  type MetDecision,
  recordAnswer,
  type Verdict,
} from "../../../review/mail/judge-answer.ts";
import { type ReadAnswer, readAnswerFile } from "../../../review/mail/read-answer.ts";
import type { ReviewerPage } from "../../../review/mail/reviewer-page.ts";
import { type ExitCode, exitCodes } from "../../../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../../../shared/failure.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten, showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { type CommandResult, ended } from "../../io.ts";
import { commandLine, repeatedFlagsFor } from "../../next.ts";
import type { CommandProblem } from "../../problem.ts";
import { textIn } from "../../problems/texts.ts";
import { wordFor } from "../../problems/words.ts";
import { promptYesNo } from "../../prompt.ts";
import { describeSize } from "../../render/run.ts";
import { formatTable } from "../../render/terminal.ts";

interface Imported {
  /** The plan's file, and the answer's. */
  readonly file: string;
  readonly answer: string;
  readonly source: DeskSource;
}

/**
 * `review <plan> --import <file>`: shows what a reviewer decided by mail and what would be recorded, and records it if the user agrees. The file's checks
 * detect damage and editing by hand; anyone who wants to forge an answer can, just as anyone can give any name at the desk.
 */
export async function importAnswer(
  { file, source, answer: path }: Imported,
  context: Context,
): Promise<CommandResult> {
  const { io, raw } = context;
  const read = await readFileOf(path);
  const course = new DeskCourse(source);
  const judged = judgeAnswer(read, await course.now());
  const next = commandLine("review", repeatedFlagsFor(file, context), "--yes");
  show(read, judged, context);
  const { records } = countVerdicts(judged);
  if (records === 0) return recordedAs({ read, file }, judged, context);
  if (raw.yes !== true && !mayAsk(context)) {
    io.warn(`Nothing was recorded. Add --yes to record ${pluralize(records, "entry", "entries")}.`);
    io.say(`next     ${next}`);
    return unrecorded(read, judged, { exitCode: exitCodes.invalid, next });
  }
  if (raw.yes !== true && !(await isConfirmed(records, context))) {
    io.warn("Nothing was recorded.");
    return unrecorded(read, judged, { exitCode: exitCodes.stopped, next });
  }
  const done = await recordAnswer({ course, world: context.world }, read);
  // Somebody at the desk may have decided between the two.
  if (JSON.stringify(done) !== JSON.stringify(judged)) show(read, done, context);
  return recordedAs({ read, file }, done, context);
}

async function readFileOf(path: string): Promise<ReadAnswer> {
  const read = await readAnswerFile(path).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw new Failure<CommandProblem>({
      code: "input_unreadable",
      kind: "answer",
      path,
      cause: errorCode(error),
    });
  });
  if (typeof read !== "string") return read;
  throw new Failure<CommandProblem>({ code: "input_unreadable", kind: "answer", path, cause: read });
}

function mayAsk({ io }: Context): boolean {
  return io.canAsk && !io.json && !io.quiet;
}

function isConfirmed(records: number, { io, interrupt }: Context): Promise<boolean> {
  const question = `Record ${pluralize(records, "entry", "entries")}?`;
  return promptYesNo(question, { input: process.stdin, output: io.stderr, stop: interrupt });
}

function show(read: ReadAnswer, judged: readonly JudgedEntry[], { io }: Context): void {
  for (const line of [...describeAnswer(read), ...answerTable(read, judged)]) io.say(line);
}

/** Nothing was recorded: `exitCode` says why, `next` would record it. */
function unrecorded(
  read: ReadAnswer,
  judged: readonly JudgedEntry[],
  { exitCode, next }: { exitCode: ExitCode; next: string },
): CommandResult {
  const entries = judged.map((one) => entryDocument(one, false));
  return ended({ who: read.answer.who, entries, next }, exitCode);
}

function recordedAs(
  { read, file }: { read: ReadAnswer; file: string },
  judged: readonly JudgedEntry[],
  context: Context,
): CommandResult {
  const exitCode = countVerdicts(judged).refused > 0 ? exitCodes.failed : exitCodes.done;
  context.io.say(describeRecorded(judged));
  const conflicts = countConflicts(judged);
  const desk = commandLine("review", repeatedFlagsFor(file, withoutImport(context)));
  if (conflicts > 0)
    context.io.say(`next     resolve ${pluralize(conflicts, "conflict")} at the desk: ${desk}`);
  const entries = judged.map((one) => entryDocument(one, true));
  const next = conflicts === 0 ? {} : { next: desk };
  return ended({ who: read.answer.who, entries, ...next }, exitCode);
}

function withoutImport(context: Context): Context {
  const { import: _, ...raw } = context.raw;
  return { ...context, raw };
}

function entryDocument({ entry, verdict }: JudgedEntry, isDone: boolean): object {
  const { job, kind, id } = entry;
  switch (verdict.kind) {
    case "records": {
      const { overrules, meanwhile } = verdict;
      return { job, kind, id, recorded: isDone, overrules, meanwhile };
    }
    case "recorded":
      return { job, kind, id, recorded: true, before: true };
    case "refused":
      return { job, kind, id, recorded: false, ...verdict.refusal, message: refusalText(verdict.refusal) };
  }
}

/** Larger attachments are refused by many mail servers. */
const mailBytesMost = 20 * 1024 * 1024;
/** The most of a reason or a comment that a table's row shows, in UTF-16 units. */
const textShown = 60;

/** Describes what an exported page contains and how large it is; if the recordings were left out, also says how much they would add. */
export function describeExport({
  path,
  bytes,
  withSound,
  page: { lessons, recordings, soundBytes },
}: {
  readonly path: string;
  readonly bytes: number;
  readonly withSound: boolean;
  readonly page: Pick<ReviewerPage, "lessons" | "recordings" | "soundBytes">;
}): string[] {
  const facts = { path, lessons, recordings, soundSize: describeSize(soundBytes), size: describeSize(bytes) };
  const shown = withSound && recordings > 0 ? pluralize(recordings, "recording") : "";
  const page = textIn("review", "page", { ...facts, shown, isLarge: bytes > mailBytesMost });
  return withSound || recordings === 0 ? [page] : [page, textIn("review", "sound", facts)];
}

/** Whose answer it is, in one line. */
function describeAnswer({ answer: { who, exported } }: ReadAnswer): string[] {
  return [textIn("review", "answer", { who, ...exported, day: exported.at.slice(0, 10) })];
}

/** What becomes of each entry, as a table. */
function answerTable({ answer }: ReadAnswer, judged: readonly JudgedEntry[]): string[] {
  const rows = judged.map(({ entry, verdict }) => [
    showText(entry.job),
    wordFor("decisions", entry.kind) ?? entry.kind,
    showText(answer.who),
    describeVerdict(verdict),
    wordsOf(entry),
  ]);
  return formatTable([["lesson", "decision", "who", "outcome", ""], ...rows]);
}

function wordsOf(entry: MailedEntry): string {
  if (entry.kind === "corrected") return entry.changes.map(({ text }) => quoted(text)).join(" ");
  const text = entry.kind === "comment" ? entry.text : entry.why;
  return text === null ? "" : quoted(text);
}

function quoted(text: string): string {
  return `“${shorten(showText(text.replaceAll("\n", " ")), textShown)}”`;
}

function describeVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case "recorded":
      return "is recorded already";
    case "refused":
      return `refused: ${refusalText(verdict.refusal)}`;
    case "records":
      return ["to record", ...overruling(verdict.overrules), ...meeting(verdict.meanwhile)].join("; ");
  }
}

function overruling(overrules: readonly MetDecision[]): string[] {
  const decisions = overrules.map(({ who, kind }) => `${showText(who)} (${kind})`);
  return decisions.length === 0 ? [] : [`overrules ${decisions.join(" and ")}`];
}

function meeting(meanwhile: readonly MetDecision[]): string[] {
  return meanwhile.length === 0
    ? []
    : [`but ${didByWhom(meanwhile)} in the meantime: resolve this conflict at the desk`];
}

function didByWhom(met: readonly MetDecision[]): string {
  return met.map(({ who, kind }) => `${showText(who)} ${kind} it`).join(" and ");
}

/** Why something is not recorded. */
function refusalText(refusal: AnswerRefusal): string {
  const changed =
    refusal.why !== "outdated" || refusal.changed === "replaced"
      ? null
      : refusal.changed.map((part) => wordFor("answeredParts", part) ?? part).join(", ");
  const of = "of" in refusal ? shorten(refusal.of, textShown) : "";
  return textIn("review", `refused_${refusal.why}`, { ...refusal, of, changed });
}

/** How many entries are to be recorded, and how many are refused. */
function countVerdicts(judged: readonly JudgedEntry[]): Readonly<Record<Verdict["kind"], number>> {
  const count = (kind: Verdict["kind"]): number =>
    judged.filter(({ verdict }) => verdict.kind === kind).length;
  return { records: count("records"), recorded: count("recorded"), refused: count("refused") };
}

/** How many entries contradict what others have decided since the page was made. */
function countConflicts(judged: readonly JudgedEntry[]): number {
  return judged.filter(({ verdict }) => verdict.kind === "records" && verdict.meanwhile.length > 0).length;
}

/** What was done, in one line. */
function describeRecorded(judged: readonly JudgedEntry[]): string {
  const { records, recorded, refused } = countVerdicts(judged);
  const before = recorded === 0 ? "" : `, ${recorded} recorded before`;
  return `done     ${records} recorded${before}, ${refused} refused`;
}
