import type { Files, OpenFile } from "../../../src/shared/files/files.ts";

/**
 * What goes wrong. `short-write`: half of the bytes are written and no error is given, as a filling disk does. `gone`: the process ends
 * before the operation.
 */
export type FaultKind = "EIO" | "ENOSPC" | "short-write" | "gone";

export interface Fault {
  readonly kind: FaultKind;
  /** The number of the operation, from 1. */
  readonly at: number;
  /** Whether everything after it goes wrong as well. */
  readonly forGood: boolean;
}

/** Files on which one operation, or all from one on, go wrong. It counts the operations and knows what was left open. */
export class FaultyFiles implements Files {
  readonly operations: string[] = [];
  readonly open = new Set<OpenFile>();
  /** Whether the fault has happened. */
  struck = false;
  readonly #real: Files;
  readonly #fault: Fault | null;

  constructor(real: Files, fault: Fault | null) {
    this.#real = real;
    this.#fault = fault;
  }

  async read(path: string): Promise<Buffer | null> {
    this.#enter("read");
    return this.#real.read(path);
  }

  async openAppend(path: string): Promise<OpenFile> {
    this.#enter("openAppend");
    return this.#wrap(await this.#real.openAppend(path));
  }

  async openNew(path: string): Promise<OpenFile> {
    this.#enter("openNew");
    return this.#wrap(await this.#real.openNew(path));
  }

  async rewrite(path: string, offset: number, bytes: Uint8Array): Promise<void> {
    this.#enter("rewrite");
    return this.#real.rewrite(path, offset, bytes);
  }

  async rename(from: string, to: string): Promise<void> {
    this.#enter("rename");
    return this.#real.rename(from, to);
  }

  async remove(path: string): Promise<void> {
    this.#enter("remove");
    return this.#real.remove(path);
  }

  async makeFolder(path: string): Promise<void> {
    this.#enter("makeFolder");
    return this.#real.makeFolder(path);
  }

  async syncFolder(path: string): Promise<void> {
    this.#enter("syncFolder");
    return this.#real.syncFolder(path);
  }

  async identify(path: string): Promise<string | null> {
    this.#enter("identify");
    return this.#real.identify(path);
  }

  async list(path: string): Promise<string[]> {
    this.#enter("list");
    return this.#real.list(path);
  }

  #wrap(file: OpenFile): OpenFile {
    this.open.add(file);
    return {
      write: async (bytes) => {
        const short = this.#enter("write") === "short-write";
        return file.write(short ? bytes.subarray(0, bytes.length >> 1) : bytes);
      },
      read: async () => {
        this.#enter("file.read");
        return file.read();
      },
      datasync: async () => {
        this.#enter("datasync");
        return file.datasync();
      },
      truncate: async (sizeBytes) => {
        this.#enter("truncate");
        return file.truncate(sizeBytes);
      },
      size: async () => {
        this.#enter("size");
        return file.size();
      },
      readAt: async (offset, lengthBytes) => {
        this.#enter("readAt");
        return file.readAt(offset, lengthBytes);
      },
      identity: async () => {
        this.#enter("identity");
        return file.identity();
      },
      tryLock: () => {
        this.#enter("tryLock");
        return file.tryLock();
      },
      // Even where closing reports an error the descriptor is gone.
      close: async () => {
        this.open.delete(file);
        await file.close();
        this.#enter("close");
      },
    };
  }

  /** Counts an operation; fails it where it is the one. Gives `short-write` where the operation is to be half done. */
  #enter(operation: string): "short-write" | null {
    this.operations.push(operation);
    const fault = this.#fault;
    if (fault === null) return null;
    const number = this.operations.length;
    const strikes = number === fault.at || (number > fault.at && (fault.forGood || fault.kind === "gone"));
    if (!strikes || (fault.kind === "short-write" && operation !== "write")) return null;
    this.struck = true;
    if (fault.kind === "short-write") return "short-write";
    throw Object.assign(new Error(`${fault.kind} at operation ${number}, ${operation}`), {
      code: fault.kind,
    });
  }
}
