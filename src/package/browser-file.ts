import { bundledScript, readShipped } from "../shared/files/shipped-file.ts";
import { remembered } from "../shared/remembered.ts";

type Script = "reader.js" | "scorm-lesson.js";

const here = new URL("./browser/", import.meta.url);

const read = remembered((href: string) => readShipped(new URL(href)).toString("utf8"));

/** A script for the package's pages, as bundled from `browser/` by `src/build.mjs`. */
export function browserScript(name: Script): string {
  return read(bundledScript(new URL(name, here)).href);
}

/** Style sheets from `browser/styles/`, joined into one in the order in which they are named. */
export function styleOf(...names: readonly string[]): string {
  return names.map((name) => read(new URL(`styles/${name}.css`, here).href)).join("");
}
