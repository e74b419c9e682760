import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { columnsOf, wrapForTerminal } from "./messages/wrap.ts";

/** Asks a yes-or-no question in a terminal. Anything but yes counts as no, including the end of the input and a stop before the answer. */
export async function promptYesNo(
  question: string,
  {
    input,
    output,
    stop,
  }: { input: Readable; output: Writable & { readonly columns?: number }; stop: AbortSignal },
): Promise<boolean> {
  if (stop.aborted) return false;
  const lines = createInterface({ input, output });
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  const close = (): void => lines.close();
  const asked = wrapForTerminal(`${question} [y/N]`, columnsOf(output));
  stop.addEventListener("abort", close, { once: true });
  try {
    const answer = await Promise.race([lines.question(`${asked} `), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    stop.removeEventListener("abort", close);
    lines.close();
    output.write("\n");
  }
}
