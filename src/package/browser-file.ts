import { readFileSync } from "node:fs";

// What is bundled lies beside the compiled code. Code that runs from its source, as in tests, takes what was built last.
const folder = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/package/browser/" : "./browser/",
  import.meta.url,
);

const files = new Map<string, string>();

/** A script of the package's pages, as `src/build.mjs` bundled it from `browser/`. */
export function browserFile(name: "reader.js" | "scorm-lesson.js"): string {
  const text = files.get(name) ?? readFileSync(new URL(name, folder), "utf8");
  files.set(name, text);
  return text;
}
