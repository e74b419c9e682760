import { join } from "node:path";
import { replaceFileWith } from "../../shared/files/atomic-file.ts";
import { type Files, writeAll } from "../../shared/files/files.ts";
import type { EventBody, LedgerEvent } from "../format/event.ts";
import { type Head, isChained, readLine, writeLine } from "../format/line.ts";

/** A story that a ledger knows to exist, with its job. */
export interface AcceptedStory {
  readonly edition: string;
  readonly job: string;
  readonly id: string;
}

export interface RescueParts {
  /** The ledger's own id, which the file's name begins with. */
  readonly ledger: string;
  /** A UUID for this rescue file. */
  readonly name: string;
  /** Candidate folders, the best first. */
  readonly folders: readonly string[];
  readonly files: Files;
  /** Reads the ledger's own file, needed only if the lines can't be reproduced from the events. */
  readonly readFile: () => Promise<Buffer>;
}

/** This part of the name identifies rescue files with whole ledgers. */
export const rescuedInfix = ".rescued-";

/**
 * Writes a whole ledger to another file, because its own name was taken away while it was locked: all its lines, byte for byte, then the
 * events that could no longer be recorded, chained as usual. `ledger rejoin` restores from it what is missing.
 */
export class RescuedLedger {
  readonly #parts: RescueParts;
  readonly #events: LedgerEvent[];
  readonly #lines: string[];
  #path: string | null = null;

  private constructor(parts: RescueParts, events: readonly LedgerEvent[], lines: readonly string[]) {
    this.#parts = parts;
    this.#events = [...events];
    this.#lines = [...lines];
  }

  static async of(events: readonly LedgerEvent[], parts: RescueParts): Promise<RescuedLedger> {
    return new RescuedLedger(parts, events, await linesOf(events, parts.readFile));
  }

  /** Where it was last written; null if no folder could take it. */
  get path(): string | null {
    return this.#path;
  }

  get head(): Head {
    return this.#events.at(-1) ?? { seq: 0, hash: "" };
  }

  get accepted(): AcceptedStory[] {
    return this.#events.flatMap((event) => {
      if (event.type !== "creation.accepted" && event.type !== "creation.resolved") return [];
      const { edition, job, id } = event;
      return id === null ? [] : [{ edition, job, id }];
    });
  }

  /** Adds events that could not be recorded and durably writes everything to the first folder that can take it. Never rejects. */
  async keep(at: string, unrecorded: readonly EventBody[]): Promise<void> {
    for (const body of unrecorded) {
      const { line } = writeLine(this.head, at, body);
      const result = readLine(this.head, line.slice(0, -1));
      if (!result.ok) continue;
      this.#events.push(result.event);
      this.#lines.push(line.slice(0, -1));
    }
    const { folders } = this.#parts;
    this.#path = null;
    for (const folder of folders) this.#path ??= await this.#writeInto(folder).catch(() => null);
  }

  async #writeInto(folder: string): Promise<string> {
    const { ledger, name, files } = this.#parts;
    const path = join(folder, `${ledger}${rescuedInfix}${name}.jsonl`);
    await files.makeFolder(folder);
    await replaceFileWith(files, path, async (file) => {
      for (let from = 0; from < this.#lines.length; from += linesAtOnce) {
        const lines = this.#lines.slice(from, from + linesAtOnce);
        await writeAll(file, Buffer.from(lines.map((line) => `${line}\n`).join("")));
      }
    });
    return path;
  }
}

/** Write in chunks: a long ledger may exceed the maximum length of a string. */
const linesAtOnce = 1_000;

/**
 * The lines of the events, without their line feeds. An event that another program serialized differently is taken from the file, if that
 * still has it.
 */
async function linesOf(
  events: readonly LedgerEvent[],
  readFile: RescueParts["readFile"],
): Promise<readonly string[]> {
  const lines = events.map((event) => JSON.stringify(event));
  if (areChained(events, lines)) return lines;
  const read = (await readFile().catch(() => Buffer.alloc(0))).toString().split("\n").slice(0, events.length);
  return areChained(events, read) ? read : lines;
}

function areChained(events: readonly LedgerEvent[], lines: readonly string[]): boolean {
  return events.every((event, index) => isChained(events[index - 1] ?? null, event, lines[index] ?? ""));
}

/** What must be kept of an event that was not appended. An intention that was not written was never sent, so it is dropped. */
export function unrecorded(body: EventBody): EventBody | null {
  return body.type === "creation.intended" ? null : body;
}

/**
 * The event to add after one that was written before the ledger was found to be gone: an intention is followed by proof that it was not
 * sent.
 */
export function unsent(body: EventBody): EventBody | null {
  if (body.type !== "creation.intended") return null;
  const { edition, job, attempt } = body;
  return { type: "creation.unsent", edition, job, attempt, cause: "the ledger was gone" };
}
