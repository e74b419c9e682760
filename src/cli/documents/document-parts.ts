import * as z from "zod";
import { exitCodes } from "../../shared/exit-codes.ts";
import { documentsVersion } from "./version.ts";

/** In credits of the service. */
export const amount = z.number();

/** In every document, also on failure. */
export const common = {
  schema: z.literal(documentsVersion),
  ok: z.boolean(),
  /** See the table of exit codes. */
  exitCode: z
    .int()
    .min(0)
    .max(Math.max(...Object.values(exitCodes))),
};

/** `next`: the command to type about it; null, or left out, if none helps. */
export const problem = z.looseObject({
  job: z.string().nullable().optional(),
  code: z.string(),
  message: z.string(),
  next: z.string().nullable().optional(),
});

export const notice = z.object({
  job: z.string().nullable().optional(),
  code: z.string(),
  message: z.string(),
});

export const jobCounts = z.object({
  total: z.int(),
  done: z.int(),
  pending: z.int(),
  active: z.int(),
  failed: z.int(),
  uncertain: z.int(),
  /** Of `uncertain`: creations that no job of the plan has. */
  uncertainOrphans: z.int(),
});

const names = z.array(z.string());

/** How the plan differs from what was bought. */
export const edits = z.object({
  new: names,
  changed: z.array(z.object({ job: z.string(), has: z.string().nullable() })),
  moved: z.array(z.object({ job: z.string(), was: z.string() })),
  removed: names,
  excluded: names,
  left: names,
  basis: z
    .looseObject({ edition: z.string(), inherited: names, changed: names, new: names, left: names })
    .nullable(),
});

/** Which sentence times a recording has. */
export const times = z.looseObject({ job: z.string(), level: z.string(), why: z.string().nullable() });

/** What was found in the lessons. */
export const quality = z.looseObject({
  held: names,
  damaged: names,
  findings: z.array(
    z.looseObject({ job: z.string(), check: z.string(), severity: z.string(), message: z.string() }),
  ),
  volumes: z.array(z.looseObject({ volume: z.string(), check: z.string(), message: z.string() })),
  lessons: z.array(z.looseObject({ job: z.string() })),
});
