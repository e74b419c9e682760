import type { Readable, Writable } from "node:stream";
import * as z from "zod";

const answerSchema = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface Command {
  readonly method: string;
  readonly params?: object;
  /** Of the page; left out for the browser itself. */
  readonly sessionId?: string;
}

/** Chromium's DevTools protocol over a pair of pipes, where each message ends with a zero byte. No port is opened. */
export class DevtoolsPipe {
  readonly #out: Writable;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #ended: Error | null = null;

  constructor(out: Writable, answers: Readable) {
    this.#out = out;
    let pieces: Buffer[] = [];
    answers.on("data", (piece: Buffer) => {
      let rest = piece;
      for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
        this.#take(Buffer.concat([...pieces, rest.subarray(0, end)]).toString("utf8"));
        pieces = [];
        rest = rest.subarray(end + 1);
      }
      if (rest.length > 0) pieces.push(rest);
    });
    // A process that ended is noticed by its exit.
    out.on("error", () => undefined);
    answers.on("error", () => undefined);
  }

  /** Sends a command, and resolves with its result. Rejects if Chromium refuses it, or with the error that `end` was given. */
  send({ method, params = {}, sessionId }: Command): Promise<unknown> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Rejects what is still waited for, and all that is sent from now on. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  // What isn't an answer is an event, and none is waited for.
  #take(message: string): void {
    const read = answerSchema.safeParse(parsed(message));
    const waiting = read.success ? this.#waiting.get(read.data.id) : undefined;
    if (!read.success || waiting === undefined) return;
    this.#waiting.delete(read.data.id);
    if (read.data.error === undefined) waiting.resolve(read.data.result);
    else waiting.reject(new Error(read.data.error.message));
  }
}

/** A message as JSON. Null if it is none: a program that isn't Chromium may write anything. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
