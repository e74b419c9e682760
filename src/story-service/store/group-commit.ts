/** Makes many writes durable with few visits to the disk, none of which holds up the thread. */
export interface GroupCommit {
  /** Says that something is written, and returns its number. */
  wrote(): number;
  /** Resolves once every write up to that number is on the disk. Rejects where the disk refuses; asked again later, it tries again. */
  settled(upTo: number): Promise<void>;
}

const done = Promise.resolve();

/**
 * One `sync` at a time: a write that comes while one is under way may have missed it, and waits for the next, together with all others that
 * came meanwhile. After a refusal `rewrite` goes before the next `sync`: what the disk may have lost is written again, never taken for kept.
 */
export function groupCommit(sync: () => Promise<void>, rewrite: () => void): GroupCommit {
  let written = 0;
  let durable = 0;
  let covered = 0;
  let current: Promise<void> = done;
  let next: Promise<void> | null = null;
  let isRefused = false;
  let isUnderWay = false;

  const visit = async (): Promise<void> => {
    if (isRefused) rewrite();
    isRefused = true;
    await sync();
    isRefused = false;
  };
  const begin = (): Promise<void> => {
    next = null;
    const upTo = written;
    covered = upTo;
    isUnderWay = true;
    current = visit()
      .then(() => {
        durable = upTo;
      })
      .finally(() => {
        isUnderWay = false;
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
      if (isUnderWay && covered >= upTo) return current;
      next ??= current.then(begin, begin);
      return next;
    },
  };
}
