import { dirname } from "node:path";
import { errorCode, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { LedgerProblem } from "../problem.ts";
import type { LineTarget } from "../rescue/rejoin.ts";
import type { FileEnd } from "./copy-file.ts";
import { closeUnless, takeLock } from "./lock.ts";
import { refuseOtherFile } from "./other-file.ts";

/** Opens a ledger file, existing or new, for raw lines. Throws a Failure with a LedgerProblem if it is locked. */
export async function openFileForLines({ path, holder, files }: FileEnd): Promise<LineTarget> {
  await refuseOtherFile(path, files);
  await files.makeFolder(dirname(path));
  const lock = await takeLock(files, `${path}.lock`, { path, holder });
  return closeUnless(lock, async () => ({
    location: path,
    bytes: (await files.read(path)) ?? Buffer.alloc(0),
    async complete({ bytes }) {
      try {
        // All or nothing: the existing lines are a prefix of the new ones.
        await replaceFile(files, path, bytes);
      } catch (error) {
        const cause = errorCode(error);
        throw new Failure<LedgerProblem>({ code: "ledger_not_written", path, cause }, { cause: error });
      }
      return (await files.read(path)) ?? Buffer.alloc(0);
    },
    close: () => lock.close(),
  }));
}
