import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vitest/config";
import { parse } from "yaml";
import { z } from "zod";
import { hasPooler } from "../ledger/postgres/database/pooler.ts";
import { spread } from "../share.ts";

const guardSchema = z.strictObject({
  /** What the guard ensures, as a sentence. */
  name: z.string(),
  test: z.string(),
  title: z.string().optional(),
  /** Whether its test needs a pooler before the database. */
  pooler: z.boolean().default(false),
  file: z.string(),
  from: z.string(),
  to: z.string(),
});

/** A guard in the money path, and the test that fails without it. */
export type Guard = z.infer<typeof guardSchema>;

export const everyGuard: readonly Guard[] = z
  .array(guardSchema)
  .parse(parse(readFileSync(join(import.meta.dirname, "guards.yaml"), "utf8")))
  .filter(({ pooler }) => !pooler || hasPooler());

/** The guards that this run removes: every fourth, or all of them with `npm run test:every`. */
export const guards = spread(everyGuard, 4);

const sources = join(import.meta.dirname, "..", "..", "src");

/** Removes a guard from its file as it is loaded. Throws if its text does not occur there exactly once. */
export function withoutGuard({ file, from, to }: Guard): Plugin {
  const path = join(sources, file);
  return {
    name: "without-guard",
    enforce: "pre",
    transform(code, id) {
      if (id.split("?")[0] !== path) return null;
      if (code.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
      return { code: code.replace(from, () => to), map: null };
    },
  };
}
