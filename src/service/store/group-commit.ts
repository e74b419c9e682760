/** Makes many writes durable with few visits to the disk, none of which holds up the thread. */
export interface GroupCommit {
  /** Says that something is written, and returns its number. */
  wrote(): number;
  /** Resolves once every write up to that number is on the disk. Once the disk has refused it rejects, for good. */
  settled(upTo: number): Promise<void>;
}

const done = Promise.resolve();

/**
 * One `sync` at a time: a write that comes while one is under way may have missed it, and waits for the next, together with all others that
 * came meanwhile.
 */
export function groupCommit(sync: () => Promise<void>): GroupCommit {
  let written = 0;
  let durable = 0;
  let covered = 0;
  let current: Promise<void> = done;
  let next: Promise<void> | null = null;

  const begin = (): Promise<void> => {
    next = null;
    const upTo = written;
    covered = upTo;
    current = sync().then(() => {
      durable = upTo;
    });
    return current;
  };
  return {
    wrote() {
      written += 1;
      return written;
    },
    settled(upTo) {
      if (durable >= upTo) return done;
      // After a refusal `current` stays rejected: what the disk may have lost is never taken for kept.
      if (covered >= upTo) return current;
      next ??= current.then(begin);
      return next;
    },
  };
}
