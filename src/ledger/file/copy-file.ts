import { dirname } from "node:path";
import { errorCode, Failure } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import type { CopySource, CopyTarget, WholeLedger } from "../copy-ledger.ts";
import type { LedgerProblem } from "../problem.ts";
import { closeUnless, takeLock } from "./lock.ts";
import { refuseOtherFile } from "./other-file.ts";
import { readLog } from "./read-log.ts";

export interface FileEnd {
  readonly path: string;
  /** The lock's holder, named in the error that a concurrent run gets. */
  readonly holder: string;
  readonly files: Files;
}

/** Opens a ledger file as the source of a copy. Never changes the file. Throws a Failure with a LedgerProblem. */
export async function openFileSource({ path, holder, files }: FileEnd): Promise<CopySource> {
  await refuseOtherFile(path, files);
  if ((await files.read(path)) === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  const lock = await takeLock(files, `${path}.lock`, { path, holder });
  return closeUnless(lock, async () => ({
    location: path,
    ledger: wholeLedger((await files.read(path)) ?? Buffer.alloc(0), path),
    close: () => lock.close(),
  }));
}

/** Opens a path as the target of a copy. Throws a Failure with a LedgerProblem if it already has a ledger. */
export async function openFileTarget({ path, holder, files }: FileEnd): Promise<CopyTarget> {
  await refuseOtherFile(path, files);
  // Check before taking the lock, which would leave its lock file behind.
  await refuseTaken(path, files);
  await files.makeFolder(dirname(path));
  const lock = await takeLock(files, `${path}.lock`, { path, holder });
  return closeUnless(lock, async () => {
    await refuseTaken(path, files);
    return {
      location: path,
      async write({ lines }) {
        try {
          await replaceFile(files, path, lines.map((line) => `${line}\n`).join(""));
        } catch (error) {
          const cause = errorCode(error);
          throw new Failure<LedgerProblem>({ code: "ledger_not_written", path, cause }, { cause: error });
        }
        return wholeLedger((await files.read(path)) ?? Buffer.alloc(0), path).lines;
      },
      close: () => lock.close(),
    };
  });
}

async function refuseTaken(path: string, files: Pick<Files, "read">): Promise<void> {
  const found = await files.read(path);
  if (found !== null && found.length > 0)
    throw new Failure<LedgerProblem>({ code: "ledger_not_empty", path });
}

function wholeLedger(bytes: Buffer, path: string): WholeLedger {
  const { events, head, tail, damage } = readLog(bytes);
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  // A torn record may contain a story's id. A run sets it aside and reports it; a copy would lose it.
  if (tail.kind === "torn") throw new Failure<LedgerProblem>({ code: "ledger_torn", path });
  if (events.length === 0) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  const text = bytes.toString();
  return { lines: (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n"), events, head };
}
