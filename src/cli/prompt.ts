import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import type { Io } from "./io.ts";

/** Whether a user may be asked: not without a terminal, nor where only a document or nothing is to be shown. */
export function mayAsk({ canAsk, json, quiet }: Pick<Io, "canAsk" | "json" | "quiet">): boolean {
  return canAsk && !json && !quiet;
}

/**
 * Asks a yes-or-no question in a terminal. Anything but yes counts as no, including the end of the input and a stop before the answer. `isUsual`: Enter
 * alone means yes.
 */
export async function promptYesNo(
  question: string,
  { stderr: output }: Pick<Io, "stderr">,
  stop: AbortSignal,
  { isUsual = false, input = process.stdin }: { isUsual?: boolean; input?: Readable } = {},
): Promise<boolean> {
  if (stop.aborted) return false;
  const lines = createInterface({ input, output });
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("no")));
  const close = (): void => lines.close();
  const asked = `${question} ${isUsual ? "[Y/n]" : "[y/N]"} `;
  stop.addEventListener("abort", close, { once: true });
  try {
    const answer = await Promise.race([lines.question(asked), closed]);
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
