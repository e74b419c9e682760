import { errorCode } from "../shared/failure.ts";
import { readAtMost } from "../shared/files/read-at-most.ts";
import { planLimits } from "./plan-limits.ts";
import type { PlanProblem } from "./problem.ts";

export interface FileToRead {
  readonly path: string;
  /** Its name as the author wrote it, for places. */
  readonly name: string;
  /** Where the file is named; for a plan, the start of the file itself. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
}

export type TextResult =
  | { readonly ok: true; readonly text: string; readonly sizeBytes: number }
  | { readonly ok: false; readonly problem: PlanProblem };

export type BytesResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: PlanProblem };

/** Reads a file of at most 1 MiB. Never reads more, whatever the file is. */
export async function readPlanBytes(file: FileToRead): Promise<BytesResult> {
  const where = { severity: "error", place: file.place } as const;
  let bytes: Buffer | null;
  try {
    bytes = await readAtMost(file.path, planLimits.fileBytes);
  } catch (error) {
    const problem = { code: "unreadable_file", path: file.name, reason: errorCode(error) } as const;
    return { ok: false, problem: { ...where, ...problem } };
  }
  if (bytes !== null) return { ok: true, bytes };
  const problem = { code: "file_too_large", path: file.name, mostBytes: planLimits.fileBytes } as const;
  return { ok: false, problem: { ...where, ...problem } };
}

/** As `readPlanBytes`, for a UTF-8 text, without its byte order mark. */
export async function readPlanFile(file: FileToRead): Promise<TextResult> {
  const read = await readPlanBytes(file);
  if (!read.ok) return read;
  const { bytes } = read;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, text, sizeBytes: bytes.length };
  } catch {
    return { ok: false, problem: notUtf8(bytes, file.name) };
  }
}

/** The problem of a text that is not UTF-8, at its first bad byte. */
export function notUtf8(bytes: Buffer, path: string): PlanProblem {
  return { severity: "error", place: { file: path, ...placeOfBadByte(bytes) }, code: "not_utf8", path };
}

/** The place of the first byte that is not valid UTF-8. */
function placeOfBadByte(bytes: Buffer): { readonly line: number; readonly column: number } {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isUtf8Start(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  const before = new TextDecoder("utf-8").decode(bytes.subarray(0, low), { stream: true });
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}

/** Whether the bytes are the start of a UTF-8 text; an incomplete character at the end is allowed. */
function isUtf8Start(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
