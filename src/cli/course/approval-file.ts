import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Approval, approvalSchema } from "../../run/quote/approval.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { CommandProblem } from "../problem.ts";
import { refuseForeignFile } from "./protected-file.ts";

/** Reads a bill written by `plan --save`; null if none is given. Throws a Failure if the file is not such a bill. */
export async function readApproval(path: string | null): Promise<Approval | null> {
  if (path === null) return null;
  try {
    return approvalSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    const cause =
      error instanceof SyntaxError || !("code" in (error as object))
        ? "it is no saved plan"
        : errorCode(error);
    throw new Failure<CommandProblem>({ code: "approval_unreadable", path, cause }, { cause: error });
  }
}

export async function writeApproval(path: string, approval: Approval): Promise<void> {
  await realFiles.makeFolder(dirname(path));
  // Check again: the file may have been created while the plan was quoted.
  await refuseForeignFile(path, { kind: "saved-plan", flag: "--save" });
  await replaceFile(realFiles, path, `${JSON.stringify(approval, null, 2)}\n`);
}
