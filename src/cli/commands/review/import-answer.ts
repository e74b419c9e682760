import process from "node:process";
import { DeskCourse, type DeskSource } from "../../../review/desk-course.ts";
import { previewAnswer, recordAnswer } from "../../../review/mail/import-answer.ts";
import type { JudgedEntry } from "../../../review/mail/judge-answer.ts";
import { type ReadAnswer, readAnswerFile } from "../../../review/mail/read-answer.ts";
import { type ExitCode, exitCodes } from "../../../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../../../shared/failure.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import {
  answerTable,
  countConflicts,
  countVerdicts,
  describeAnswer,
  describeRecorded,
  refusalText,
} from "../../messages/lessons/answer-words.ts";
import { againFor, commandLine } from "../../messages/next-command.ts";
import type { CommandProblem } from "../../problem.ts";
import { promptYesNo } from "../../prompt.ts";

interface Imported {
  /** The plan's file, and the answer's. */
  readonly file: string;
  readonly answer: string;
  readonly source: DeskSource;
}

/**
 * `review <plan> --import <file>`: shows what a reviewer decided by mail and what would be recorded, asks, and records it. The file's checks
 * detect damage and editing by hand; whoever wants to forge an answer can, as anybody can give any name at the desk.
 */
export async function importAnswer(
  { file, source, answer: path }: Imported,
  context: Context,
): Promise<CommandResult> {
  const { io, raw } = context;
  const read = await readFileOf(path);
  const course = new DeskCourse(source);
  const judged = await previewAnswer(course, read);
  const next = commandLine("review", againFor(file, context), "--yes");
  show(read, judged, context);
  const { records } = countVerdicts(judged);
  if (records === 0) return recordedAs({ read, file }, judged, context);
  if (raw.yes !== true && !mayAsk(context)) {
    io.warn(`Nothing was recorded: --yes records ${pluralize(records, "entry", "entries")}.`);
    io.say(`next     ${next}`);
    return unrecorded(read, judged, { exitCode: exitCodes.invalid, next });
  }
  if (raw.yes !== true && !(await isConfirmed(records, context))) {
    io.warn("Nothing was recorded.");
    return unrecorded(read, judged, { exitCode: exitCodes.stopped, next });
  }
  const done = await recordAnswer(course, read);
  // Somebody at the desk may have decided between the two.
  if (JSON.stringify(done) !== JSON.stringify(judged)) show(read, done, context);
  return recordedAs({ read, file }, done, context);
}

async function readFileOf(path: string): Promise<ReadAnswer> {
  const read = await readAnswerFile(path).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw new Failure<CommandProblem>({ code: "answer_unreadable", path, why: errorCode(error) });
  });
  if (typeof read !== "string") return read;
  throw new Failure<CommandProblem>({ code: "answer_unreadable", path, why: read });
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
  return { exitCode, json: { ok: false, exitCode, who: read.answer.who, entries, next } };
}

function recordedAs(
  { read, file }: { read: ReadAnswer; file: string },
  judged: readonly JudgedEntry[],
  context: Context,
): CommandResult {
  const exitCode = countVerdicts(judged).refused > 0 ? exitCodes.failed : exitCodes.done;
  context.io.say(describeRecorded(judged));
  const conflicts = countConflicts(judged);
  const desk = commandLine("review", againFor(file, withoutImport(context)));
  if (conflicts > 0)
    context.io.say(`next     settle ${pluralize(conflicts, "conflict")} at the desk: ${desk}`);
  const entries = judged.map((one) => entryDocument(one, true));
  const next = conflicts === 0 ? {} : { next: desk };
  return {
    exitCode,
    json: { ok: exitCode === exitCodes.done, exitCode, who: read.answer.who, entries, ...next },
  };
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
