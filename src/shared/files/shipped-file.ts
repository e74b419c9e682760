import { readFileSync } from "node:fs";

/**
 * A file that ships with the program. It is read synchronously and not through `Files`, just as Node reads the program's code. Nothing writes to it,
 * and the program can't continue without it.
 */
export function readShipped(file: URL | string): Buffer {
  return readFileSync(file);
}

/** Where the build puts a page's script: beside the compiled code. Code that runs from its source, as in tests, takes the latest build. */
export function bundledScript(script: URL): URL {
  return import.meta.url.endsWith(".ts")
    ? new URL(script.href.replace(/\/src\/(?!.*\/src\/)/, "/dist/"))
    : script;
}
