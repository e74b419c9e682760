import { dirname } from "node:path";
import { Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files, OpenFile } from "../../shared/files/files.ts";
import { asFailure } from "../held-ledger.ts";
import { checkExpected, type Expected, type LockedLines, refuseOtherContent } from "../locked-lines.ts";
import type { LedgerProblem } from "../problem.ts";
import { closeUnless, takeLock } from "./lock.ts";
import { refuseOtherFile } from "./read-file.ts";

interface FilePlace {
  readonly path: string;
  /** The lock's holder, named in the error that a concurrent run gets. */
  readonly holder: string;
  readonly expected?: Expected;
  readonly files: Files;
}

/**
 * Opens a ledger file, existing or new, for whole lines. Throws a Failure with a LedgerProblem if it is locked, or not as expected. Where its folder is
 * missing there is nothing to lock: both are made once there is something to write.
 */
export async function openFileLines({
  path,
  holder,
  expected = "either",
  files,
}: FilePlace): Promise<LockedLines> {
  const read = async (): Promise<Buffer> => (await files.read(path)) ?? Buffer.alloc(0);
  const lock = (): Promise<OpenFile> => takeLock(files, `${path}.lock`, { path, holder });
  // Before taking the lock, which would leave its file behind.
  await refuseOtherFile(path, files);
  if (expected !== "either") checkExpected(await read(), expected, path);
  let held = (await files.identify(dirname(path))) === null ? null : await lock();
  const open = async (): Promise<LockedLines> => {
    const bytes = await read();
    checkExpected(bytes, expected, path);
    return {
      location: path,
      bytes,
      async complete({ bytes: whole }) {
        try {
          await files.makeFolder(dirname(path));
          held ??= await lock();
          if (!(await read()).equals(bytes))
            throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
          // All or nothing: the existing lines are a prefix of the new ones.
          await replaceFile(files, path, whole);
        } catch (error) {
          throw asFailure(error, path);
        }
        refuseOtherContent(await read(), whole, path);
      },
      close: async () => held?.close(),
    };
  };
  return held === null ? open() : closeUnless(held, open);
}
