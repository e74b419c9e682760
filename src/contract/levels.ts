import * as z from "zod";

const levelStatuses = ["available", "native", "unavailable"] as const;

/** Labels run from 0.0 to 0.5 and from 1.0 to 10.9; 0.6 to 0.9 do not exist (2.6). They stay strings. */
export const displayLevelPattern = /^(0\.[0-5]|[1-9]\.[0-9]|10\.[0-9])$/;

/** The effective levels (2.6). No extra members are allowed, and a null label never becomes a number. */
export const levelsSchema = z.strictObject({
  calculatedAt: z.iso.datetime(),
  languages: z.array(
    z.strictObject({
      code: z.string(),
      status: z.enum(levelStatuses),
      displayLevel: z.string().regex(displayLevelPattern).nullable(),
      native: z.boolean(),
      explanationUrl: z.url(),
    }),
  ),
});

export type Levels = z.infer<typeof levelsSchema>;
