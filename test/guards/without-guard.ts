import { join } from "node:path";
import type { Plugin } from "vitest/config";
import type { Guard } from "./guard.ts";

const sources = join(import.meta.dirname, "..", "..", "src");

/** Removes a guard from its file as it is loaded. Throws if its text does not occur there exactly once. */
export function withoutGuard({ file, text, without }: Guard): Plugin {
  const path = join(sources, file);
  return {
    name: "without-guard",
    enforce: "pre",
    transform(code, id) {
      if (id.split("?")[0] !== path) return null;
      if (code.split(text).length !== 2) throw new Error(`${file} does not have this once: ${text}`);
      return { code: code.replace(text, () => without), map: null };
    },
  };
}
