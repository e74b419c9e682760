import { fileURLToPath } from "node:url";
import { readShipped } from "./files/shipped-file.ts";

// Two folders up, both from the source file and from the compiled one.
const packaged = JSON.parse(readShipped(new URL("../../package.json", import.meta.url)).toString("utf8")) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

/** The folder of this program's package. */
export const programFolder: string = fileURLToPath(new URL("../../", import.meta.url));

/** The version in `package.json`. */
export const version: string = packaged.version;

/** The oldest supported Node version, such as `20.19`. */
export const leastNode: string = packaged.engines.node.replace(/^>=\s*/, "");
