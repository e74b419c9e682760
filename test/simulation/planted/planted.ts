import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { readEmphasis } from "../emphasis.ts";

/** A change of the program's source: an exact piece of text in a file below `src`, and its replacement. */
const changeSchema = z.strictObject({ file: z.string(), from: z.string(), to: z.string() });

const bugSchema = z
  .strictObject({
    name: z.string(),
    seed: z.int().default(1),
    emphasis: z.string().transform(readEmphasis).nullable().default(null),
    ...changeSchema.partial().shape,
    changes: z.array(changeSchema).default([]),
  })
  .transform(({ file = "", from = "", to = "", changes, ...bug }) => ({
    ...bug,
    changes: changes.length > 0 ? changes : [{ file, from, to }],
  }));

export type SourceChange = z.infer<typeof changeSchema>;
export type SourceBug = z.infer<typeof bugSchema>;

const tableSchema = z.strictObject({ file: z.array(bugSchema), postgres: z.array(bugSchema) });

/** Mistakes in the program's own source, by where the ledger of the histories is that find them. */
export const sourceBugs = tableSchema.parse(
  parse(readFileSync(join(import.meta.dirname, "planted.yaml"), "utf8")),
);
