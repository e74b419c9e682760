import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { columnsOf, wrapForTerminal } from "./render/terminal.ts";

/**
 * Asks a yes-or-no question in a terminal. Anything but yes counts as no, including the end of the input and a stop before the answer. `isUsual`: Enter
 * alone means yes.
 */
export async function promptYesNo(
  question: string,
  {
    input,
    output,
    stop,
    isUsual = false,
  }: {
    input: Readable;
    output: Writable & { readonly columns?: number };
    stop: AbortSignal;
    isUsual?: boolean;
  },
): Promise<boolean> {
  if (stop.aborted) return false;
  const lines = createInterface({ input, output });
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("no")));
  const close = (): void => lines.close();
  const asked = wrapForTerminal(`${question} ${isUsual ? "[Y/n]" : "[y/N]"}`, columnsOf(output));
  stop.addEventListener("abort", close, { once: true });
  try {
    const answer = await Promise.race([lines.question(`${asked} `), closed]);
    return /^y(es)?$/i.test(answer.trim()) || (isUsual && answer.trim() === "");
  } finally {
    stop.removeEventListener("abort", close);
    lines.close();
    output.write("\n");
  }
}

/** Opens the user's browser, without a shell. If that fails, the user can still find the address in the terminal. */
export function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", address]
        : ["xdg-open", address];
  const child = spawn(program ?? "", args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
