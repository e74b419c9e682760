import { EventEmitter, once } from "node:events";
import { setTimeout as passed } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { signalAfter } from "../../src/shared/timer.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** As whatever waits for an event does: nothing else holds the signals. */
async function waits(): Promise<unknown> {
  const signal = AbortSignal.any([signalAfter(100)]);
  await once(new EventEmitter(), "never", { signal }).catch(() => undefined);
  return (signal.reason as Error).name;
}

test("a signal among others aborts in time, however often the garbage collector runs", async () => {
  const collecting = setInterval(collectGarbage, 10);
  expect(await Promise.race([waits(), passed(5_000)])).toBe("TimeoutError");
  clearInterval(collecting);
});
