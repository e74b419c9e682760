import { dirname } from "node:path";
import { type Approval, approvalFormat, approvalSchema } from "../../run/approve.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { readAtMost } from "../../shared/files/read-at-most.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { CommandProblem } from "../problem.ts";
import { refuseForeignFile } from "./protected-file.ts";

/** Reads a bill written by `plan --save`; null if none is given. Throws a Failure if the file is not such a bill. */
export async function readApproval(path: string | null): Promise<Approval | null> {
  if (path === null) return null;
  try {
    const written: unknown = JSON.parse(await textOf(path));
    if (isOfOtherVersion(written)) throw unreadable(path, "another version of coursebinder wrote it");
    return approvalSchema.parse(written);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const isNone = error instanceof SyntaxError || !("code" in (error as object));
    throw unreadable(path, isNone ? "it is no saved plan" : errorCode(error), error);
  }
}

/** The bill of a hundred thousand lessons has less. */
const bytesMost = 64 * 1024 * 1024;

async function textOf(path: string): Promise<string> {
  const bytes = await readAtMost(path, bytesMost);
  if (bytes === null) throw unreadable(path, "it is too long for one");
  return bytes.toString("utf8");
}

function unreadable(path: string, cause: string, error?: unknown): Failure<CommandProblem> {
  return new Failure<CommandProblem>({ code: "approval_unreadable", path, cause }, { cause: error });
}

function isOfOtherVersion(written: unknown): boolean {
  const { coursebinder, format } = (written ?? {}) as Readonly<Record<string, unknown>>;
  return coursebinder === "approval" && format !== approvalFormat;
}

export async function writeApproval(path: string, approval: Approval): Promise<void> {
  await realFiles.makeFolder(dirname(path));
  // Check again: the file may have been created while the plan was quoted.
  await refuseForeignFile(path, { kind: "saved-plan", flag: "--save" });
  await replaceFile(realFiles, path, `${JSON.stringify(approval, null, 2)}\n`);
}
