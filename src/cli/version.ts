import { readFileSync } from "node:fs";

// Two folders up from the source as from the compiled file.
const packaged = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

/** The version in `package.json`. */
export const version: string = packaged.version;

/** The oldest Node that this program runs on, such as `20.19`. */
export const leastNode: string = packaged.engines.node.replace(/^>=\s*/, "");
