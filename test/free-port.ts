import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import process from "node:process";

// Below what systems give to whoever asks for any port, so that no other server and no connection gets it before the one that it is for listens, or
// while that one is started again. Each worker of a test run has its own part.
const partSize = 4_000;
const parts = 5;
const first = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % parts) * partSize;
let next = randomInt(partSize);

/** A port of the loopback address on which nobody listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < partSize; tries++) {
    const port = first + next;
    next = (next + 1) % partSize;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free from ${first} to ${first + partSize - 1}`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
