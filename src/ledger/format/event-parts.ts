import * as z from "zod";

// Members that events of several kinds have.

// Checks the shape only, like `isUuid`: an id issued by the service must stay readable whatever its version digit.
export const uuid = z.guid();
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const credits = z.number().nonnegative();

export const inEdition = { edition: z.string() };
export const ofJob = { ...inEdition, job: z.string() };
export const savedFile = { file: z.string(), bytes: z.int().nonnegative(), sha256: hash };
/**
 * Marks an event that `ledger rebuild` restored; it bought nothing. `happenedAt`: the best known time of the original, in UTC, while the
 * event's own time is that of the rebuild.
 */
export const putBack = { rebuilt: z.literal(true).optional(), happenedAt: z.string().optional() };
