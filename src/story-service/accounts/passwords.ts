import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

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

export async function hashPassword(password: string, pepper: Buffer): Promise<HashedPassword> {
  const salt = randomBytes(saltBytes).toString("hex");
  return { salt, hash: (await slowHash(password, salt, pepper)).toString("hex") };
}

/** Takes equally long for an unknown account, for which `known` is null. */
export async function isPassword(
  password: string,
  known: HashedPassword | null,
  pepper: Buffer,
): Promise<boolean> {
  const hash = await slowHash(password, known?.salt ?? "nobody", pepper);
  return known !== null && timingSafeEqual(hash, Buffer.from(known.hash, "hex"));
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
async function slowHash(password: string, salt: string, pepper: Buffer): Promise<Buffer> {
  const keyed = createHmac("sha256", pepper).update(password.normalize("NFC")).digest();
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
