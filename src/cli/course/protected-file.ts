import { stat } from "node:fs/promises";
import { errorCode, Failure } from "../../shared/failure.ts";
import { piecesOf } from "../../shared/files/file-pieces.ts";
import { readAtMost } from "../../shared/files/open-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { CommandProblem } from "../problem.ts";

/** The beginning of every summary in a file of its own. */
export const summaryMark = "<!-- coursebinder summary";

const mebibyte = 1024 * 1024;
/** Much longer than a log's first line or a page's head. */
const startBytes = 64 * 1024;

/** Recognizes earlier outputs of each kind by their beginning. */
const isOurs = {
  "saved-plan": (text) => /^\{\s*"coursebinder":\s*"approval"/.test(text),
  summary: (text) => text.startsWith(summaryMark),
  outputs: (text) => text.startsWith("package="),
  events: (text) => {
    const { events, hash } = membersOf(text.slice(0, text.indexOf("\n")));
    return typeof events === "number" && hash === undefined;
  },
  log: (text) => {
    const { level, time, hash } = membersOf(text.slice(0, text.indexOf("\n")));
    return typeof level === "number" && typeof time === "string" && hash === undefined;
  },
  "reviewer-page": (text) => text.includes('<meta name="generator" content="coursebinder review">'),
  report: (text) => text.startsWith("<!doctype html>") && text.includes(": run report</title>"),
} satisfies Readonly<Record<string, (text: string) => boolean>>;

/** The kinds of files that commands write to a path that the user gives, or to a path at which another file may already exist. */
export type OutputKind = keyof typeof isOurs;

/** Throws a Failure if writing would destroy a file that is not an earlier output of the same kind, such as a ledger. Follows links; changes nothing. */
export async function refuseForeignFile(
  path: string,
  { kind, flag }: Readonly<{ kind: OutputKind; flag: string }>,
): Promise<void> {
  if (await isForeignFile(path, kind))
    throw new Failure<CommandProblem>({ code: "not_overwritten", flag, path, kind });
}

type InputKind = Extract<CommandProblem, { code: "input_unreadable" }>["kind"];

/** Reads a file that was given to a command. Throws `input_unreadable`. */
export async function readInput(path: string, kind: InputKind, most: number): Promise<Buffer> {
  const bytes = await readAtMost(path, most).catch((error: unknown) => {
    throw unreadable(path, kind, errorCode(error));
  });
  if (bytes === null) throw unreadable(path, kind, `it is larger than ${most / mebibyte} MiB`);
  return bytes;
}

export function unreadable(path: string, kind: InputKind, cause: string): Failure<CommandProblem> {
  return new Failure<CommandProblem>({ code: "input_unreadable", kind, path, cause });
}

/** Whether a path holds anything other than an earlier output of the same kind. An empty file may be overwritten. */
export async function isForeignFile(path: string, kind: OutputKind): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (found === null) return false;
  // A log may go to a terminal, a pipe or a null device, none of which must be replaced.
  if (!found.isFile()) return found.isDirectory() || !(kind === "log" || kind === "events");
  if (found.size === 0) return false;
  const pieces: Buffer[] = [];
  // A piece is valid until the next one is requested.
  for await (const piece of (await piecesOf(path, realFiles, { from: 0, to: startBytes })) ?? [])
    pieces.push(Buffer.from(piece));
  return !isOurs[kind](Buffer.concat(pieces).toString("utf8"));
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
