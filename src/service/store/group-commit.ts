/** Makes many writes durable with few visits to the disk, none of which holds up the thread. */
export interface GroupCommit {
  /** Says that something was written. */
  wrote(): void;
  /** Resolves once everything written before the call is on the disk. Once the disk has refused it rejects, for good. */
  settled(): Promise<void>;
}

const done = Promise.resolve();

/**
 * One `sync` at a time: a write that comes while one is under way may have missed it, and waits for the next, together with all others that
 * came meanwhile.
 */
export function groupCommit(sync: () => Promise<void>): GroupCommit {
  let written = 0;
  let durable = 0;
  let current: Promise<void> = done;
  let next: Promise<void> | null = null;

  const begin = (): Promise<void> => {
    next = null;
    const upTo = written;
    current = sync().then(() => {
      durable = upTo;
    });
    return current;
  };
  return {
    wrote() {
      written += 1;
    },
    settled() {
      if (durable === written) return done;
      // After a refusal `current` stays rejected: what the disk may have lost is never taken for kept.
      next ??= current.then(begin);
      return next;
    },
  };
}
