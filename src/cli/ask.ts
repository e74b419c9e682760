import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";

/** Asks a yes-or-no question in a terminal. Anything but yes, the end of the input too, is no. */
export async function askYesNo(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
    output.write("\n");
  }
}
