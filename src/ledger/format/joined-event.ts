import * as z from "zod";
import type { EventBody, LedgerEvent } from "./event.ts";

/** An event's place in the ledger that it was joined from; `joined`: its place in an earlier one before that. */
const joinedSchema = z.looseObject({ hash: z.string(), joined: z.unknown().optional() });

/** An event's hash in the ledger that it was joined from; null if it was not joined. */
export function joinedHashOf(event: EventBody | LedgerEvent): string | null {
  return joinedHashesOf(event)[0] ?? null;
}

/** Like `joinedHashOf`, for every ledger that it passed through, the latest first. */
export function joinedHashesOf(event: EventBody | LedgerEvent): string[] {
  if (!("joined" in event)) return [];
  const hashes: string[] = [];
  let place: unknown = event.joined;
  for (let read = joinedSchema.safeParse(place); read.success; read = joinedSchema.safeParse(place)) {
    hashes.push(read.data.hash);
    place = read.data.joined;
  }
  return hashes;
}
