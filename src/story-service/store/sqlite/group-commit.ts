/** Makes many writes durable with few fsyncs, without blocking the thread. */
export interface GroupCommit {
  /** Records a write and returns its number. */
  wrote(): number;
  /** Resolves once every write up to that number is durable. Rejects if the disk fails; a later call retries. */
  settled(upTo: number): Promise<void>;
}

const done = Promise.resolve();

/**
 * Runs one `sync` at a time: a write that arrives during a sync may have missed it, so it waits for the next one, together with all others that
 * arrived meanwhile. After a failed sync, `rewrite` runs before the next one: what the disk may have lost is written again, never assumed to be
 * durable.
 */
export function groupCommit(sync: () => Promise<void>, rewrite: () => void | Promise<void>): GroupCommit {
  let written = 0;
  let durable = 0;
  let covered = 0;
  let current: Promise<void> = done;
  let next: Promise<void> | null = null;
  let isRefused = false;
  let isUnderWay = false;

  const visit = async (): Promise<void> => {
    if (isRefused) await rewrite();
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
