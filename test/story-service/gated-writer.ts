import type { Recording, StoryOrder } from "../../src/story-service/ports.ts";

/** Work that is done when a test says so, in the order in which it was asked for. */
function gate<Order, Result>() {
  const orders: Order[] = [];
  const waiting: { resolve(result: Result): void; reject(error: Error): void }[] = [];
  const waiters = new Set<() => void>();
  return {
    /** What was asked for so far. */
    orders: orders as readonly Order[],
    ask: (order: Order) =>
      new Promise<Result>((resolve, reject) => {
        orders.push(order);
        waiting.push({ resolve, reject });
        for (const waiter of waiters) waiter();
      }),
    /** Resolves once it was asked so many times in all. */
    asked: (times: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (orders.length < times) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
    /** Answers the longest waiting order. */
    answer: (result: Result) => waiting.shift()?.resolve(result),
    fail: (error: Error) => waiting.shift()?.reject(error),
  };
}

export function gatedWriter(title = "Late") {
  const { ask, answer, ...rest } = gate<StoryOrder, { title: string; text: string }>();
  return {
    ...rest,
    covers: () => true,
    write: ask,
    answer: () => answer({ title, text: "It came in the end." }),
  };
}

export function gatedNarrator(recording: Recording) {
  const { ask, answer, ...rest } = gate<unknown, Recording>();
  return { ...rest, covers: () => true, narrate: ask, answer: () => answer(recording) };
}

/** A promise that a test resolves. */
export function deferred<Value>() {
  let resolve = (_: Value): void => undefined;
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve: (value: Value) => resolve(value) };
}
