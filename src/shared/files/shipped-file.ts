import { readFileSync } from "node:fs";

/**
 * A file that ships with the program. It is read synchronously and not through `Files`, just as Node reads the program's code. Nothing writes to it,
 * and the program can't continue without it.
 */
export function readShipped(file: URL | string): Buffer {
  return readFileSync(file);
}
