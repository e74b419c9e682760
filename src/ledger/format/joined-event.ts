import { z } from "zod";
import type { EventBody, LedgerEvent } from "./event.ts";

/** Where an event stood in the ledger that it came from; `joined`: where it had stood in yet another one before. */
const joinedSchema = z.looseObject({ hash: z.string(), joined: z.unknown().optional() });

/** The hash of an event in the ledger that it was joined from; null where it was not joined. */
export function joinedHashOf(event: EventBody | LedgerEvent): string | null {
  return joinedHashesOf(event)[0] ?? null;
}

/** As `joinedHashOf`, in every ledger that it came through, the last first. */
export function joinedHashesOf(event: EventBody | LedgerEvent): string[] {
  if (event.joined === undefined) return [];
  const hashes: string[] = [];
  let place: unknown = event.joined;
  for (let read = joinedSchema.safeParse(place); read.success; read = joinedSchema.safeParse(place)) {
    hashes.push(read.data.hash);
    place = read.data.joined;
  }
  return hashes;
}
