import { dirname } from "node:path";
import { errorCode, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { type LineTarget, refuseOtherContent } from "../copy-ledger.ts";
import type { LedgerProblem } from "../problem.ts";
import type { FileEnd } from "./copy-file.ts";
import { takeLock } from "./lock.ts";
import { refuseOtherFile } from "./other-file.ts";

/**
 * Opens a ledger file, existing or new, for raw lines. Throws a Failure with a LedgerProblem if it is locked. Where its folder is missing there is nothing
 * to lock: both are made once there is something to write.
 */
export async function openFileForLines({ path, holder, files }: FileEnd): Promise<LineTarget> {
  await refuseOtherFile(path, files);
  const isThere = (await files.identify(dirname(path))) !== null;
  let lock = isThere ? await takeLock(files, `${path}.lock`, { path, holder }) : null;
  const bytes = (await files.read(path)) ?? Buffer.alloc(0);
  return {
    location: path,
    bytes,
    async complete({ bytes: whole }) {
      try {
        await files.makeFolder(dirname(path));
        lock ??= await takeLock(files, `${path}.lock`, { path, holder });
        const now = (await files.read(path)) ?? Buffer.alloc(0);
        if (!now.equals(bytes)) throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
        // All or nothing: the existing lines are a prefix of the new ones.
        await replaceFile(files, path, whole);
      } catch (error) {
        if (error instanceof Failure) throw error;
        const cause = errorCode(error);
        throw new Failure<LedgerProblem>({ code: "ledger_not_written", path, cause }, { cause: error });
      }
      refuseOtherContent((await files.read(path)) ?? Buffer.alloc(0), whole, path);
    },
    close: async () => lock?.close(),
  };
}
