import { readFileSync } from "node:fs";

/** The version in `package.json`, two folders up from the source as from the compiled file. */
export const version: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;
