import type { Files, OpenFile } from "../../../src/shared/files/files.ts";

/** What goes wrong. `short-write`: half of the bytes are written and no error is given, as a filling disk does. `gone`: the process ends. */
export type FaultKind = "EIO" | "ENOSPC" | "short-write" | "gone";

export interface Fault {
  readonly kind: FaultKind;
  /** The number of the operation, from 1. */
  readonly at: number;
  /** Whether everything after it goes wrong as well. */
  readonly forGood: boolean;
}

/** Files on which one operation, or all from one on, go wrong. */
export interface FaultyFiles extends Files {
  readonly operations: string[];
  /** What was opened and not closed. */
  readonly open: Set<OpenFile>;
  /** Whether the fault has happened. */
  struck: boolean;
}

const ofFolders = "read openAppend rewrite rename remove makeFolder syncFolder identify list".split(" ");
const ofFiles = ["datasync", "truncate", "size", "readAt", "identity"] as const;

type Method = (...args: unknown[]) => Promise<unknown>;

export function faultyFiles(real: Files, fault: Fault | null): FaultyFiles {
  /** Counts an operation; fails it where it is the one. Gives `short-write` where the operation is to be half done. */
  const enter = (operation: string): "short-write" | null => {
    files.operations.push(operation);
    const number = files.operations.length;
    if (fault === null || number < fault.at || (number > fault.at && !fault.forGood)) return null;
    if (fault.kind === "short-write" && operation !== "write") return null;
    files.struck = true;
    if (fault.kind === "short-write") return "short-write";
    const text = `${fault.kind} at operation ${number}, ${operation}`;
    throw Object.assign(new Error(text), { code: fault.kind });
  };
  const entering = (target: object, names: readonly string[]): object =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (...args: unknown[]): Promise<unknown> => {
          enter(name);
          const result = await (Reflect.get(target, name) as Method).apply(target, args);
          return name.startsWith("open") ? wrap(result as OpenFile) : result;
        },
      ]),
    );
  const wrap = (file: OpenFile): OpenFile => {
    files.open.add(file);
    return {
      ...(entering(file, ofFiles) as OpenFile),
      write: async (bytes) =>
        file.write(enter("write") === "short-write" ? bytes.subarray(0, bytes.length >> 1) : bytes),
      read: async () => {
        enter("file.read");
        return file.read();
      },
      tryLock: () => {
        enter("tryLock");
        return file.tryLock();
      },
      // Even where closing reports an error the descriptor is gone.
      close: async () => {
        files.open.delete(file);
        await file.close();
        enter("close");
      },
    };
  };
  const files: FaultyFiles = {
    ...(entering(real, ofFolders) as Files),
    operations: [],
    open: new Set(),
    struck: false,
  };
  return files;
}
