import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Pepper, Peppers } from "./peppers.ts";

/**
 * A sign-in secret may be short and chosen by a person, so each guess must cost time and 16 MiB. It is keyed with the pepper first: with the database
 * alone, nothing can be guessed.
 */
const cost = { N: 16_384, r: 8, p: 1 } as const;
const hashBytes = 32;
const saltBytes = 16;

export interface HashedPassword {
  readonly salt: string;
  readonly hash: string;
}

export async function hashPassword(password: string, pepper: Peppers): Promise<HashedPassword> {
  const salt = randomBytes(saltBytes).toString("hex");
  const { current } = pepper;
  return { salt, hash: current.mark + (await slowHash(password, salt, current)).toString("hex") };
}

/** Takes equally long for an unknown account, for which `known` is null. */
export async function isPassword(
  password: string,
  known: HashedPassword | null,
  pepper: Peppers,
): Promise<boolean> {
  const used = pepper.all.find((one) => known !== null && markOf(known) === one.mark);
  const hash = await slowHash(password, known?.salt ?? "nobody", used ?? pepper.current);
  if (known === null || used === undefined) return false;
  return timingSafeEqual(hash, Buffer.from(known.hash.slice(used.mark.length), "hex"));
}

/** Whether it is kept under the current pepper. */
export function isCurrent(known: HashedPassword, { current }: Peppers): boolean {
  return markOf(known) === current.mark;
}

/** What a hash begins with, up to a point. */
function markOf({ hash }: HashedPassword): string {
  return hash.slice(0, hash.indexOf(".") + 1);
}

/** With more waiting, which takes some seconds, it is better to retry later. */
const waitingMost = 64;

let waiting = 0;
let lastHash: Promise<unknown> = Promise.resolve();

/** Whether the queue of hashes is full. */
export function isHashingBusy(): boolean {
  return waiting >= waitingMost;
}

/**
 * One at a time: each hash occupies a thread of the process's small pool, on which files are also written and synced, so a burst of sign-ins must
 * leave the other threads free.
 */
async function slowHash(password: string, salt: string, { key }: Pepper): Promise<Buffer> {
  const keyed = createHmac("sha256", key).update(password.normalize("NFC")).digest();
  waiting += 1;
  const hash = lastHash.then(() => scryptOf(keyed, salt, hashBytes, cost));
  lastHash = hash.catch(() => undefined);
  try {
    return await hash;
  } finally {
    waiting -= 1;
  }
}

const scryptOf = promisify<Buffer, string, number, typeof cost, Buffer>(scrypt);
