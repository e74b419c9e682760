import type { Writer } from "../../src/story-service/ports.ts";

/** A writer that answers when a test says so, in the order in which it was asked. */
export interface GatedWriter extends Writer {
  /** What it was asked about so far. */
  readonly topics: readonly string[];
  /** Resolves once it was asked so many times in all. */
  asked(times: number): Promise<void>;
  /** Answers the longest waiting order. */
  answer(): void;
}

export function gatedWriter(title = "Late"): GatedWriter {
  const topics: string[] = [];
  const answers: (() => void)[] = [];
  const waiters = new Set<() => void>();
  return {
    topics,
    covers: () => true,
    write: ({ topic }) =>
      new Promise((resolve) => {
        topics.push(topic);
        answers.push(() => resolve({ title, text: "It came in the end." }));
        for (const waiter of waiters) waiter();
      }),
    asked: (times) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (topics.length < times) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
    answer: () => answers.shift()?.(),
  };
}

/** A promise that a test resolves. */
export function deferred<Value>() {
  let resolve = (_: Value): void => undefined;
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve: (value: Value) => resolve(value) };
}
