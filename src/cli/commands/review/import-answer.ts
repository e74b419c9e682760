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
  const retry = commandLine("review", againFor(file, context), "--yes");
  show(read, judged, context);
  const { records } = countVerdicts(judged);
  if (records === 0) return result(judged, { retry, context });
  if (raw.yes !== true && !mayAsk(context)) {
    io.warn(`Nothing was recorded: --yes records ${pluralize(records, "entry", "entries")}.`);
    io.say(`next     ${retry}`);
    return result(judged, { retry, context, unrecorded: exitCodes.invalid });
  }
  if (raw.yes !== true && !(await isConfirmed(records, context))) {
    io.warn("Nothing was recorded.");
    return result(judged, { retry, context, unrecorded: exitCodes.stopped });
  }
  const done = await recordAnswer(course, read);
  // Somebody at the desk may have decided between the two.
  if (JSON.stringify(done) !== JSON.stringify(judged)) show(read, done, context);
  return result(done, { retry, context });
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

function result(
  judged: readonly JudgedEntry[],
  { unrecorded, retry, context }: { unrecorded?: ExitCode; retry: string; context: Context },
): CommandResult {
  const { refused } = countVerdicts(judged);
  const exitCode = unrecorded ?? (refused > 0 ? exitCodes.failed : exitCodes.done);
  if (unrecorded === undefined) context.io.say(describeRecorded(judged));
  const entries = judged.map(({ entry, verdict }) => ({
    ...{ job: entry.job, kind: entry.kind, id: entry.id },
    ...(verdict.kind === "records" ? { recorded: unrecorded === undefined } : {}),
    ...(verdict.kind === "recorded" ? { recorded: true, before: true } : {}),
    ...(verdict.kind === "refused"
      ? { recorded: false, ...verdict.refusal, message: refusalText(verdict.refusal) }
      : {}),
  }));
  const next = unrecorded === undefined ? {} : { next: retry };
  return { exitCode, json: { ok: exitCode === exitCodes.done, exitCode, entries, ...next } };
}
