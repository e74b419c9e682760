import { readFileSync } from "node:fs";

/**
 * A file that ships with the program: it is read at once, as Node reads its code, and not through `Files`. Nothing writes it, and the program does not
 * go on without it.
 */
export function readShipped(file: URL | string): Buffer {
  return readFileSync(file);
}
