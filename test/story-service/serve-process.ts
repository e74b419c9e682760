import { type Running, type Start, start } from "../fixtures.ts";
import { undo } from "./fixtures.ts";

/** `coursebinder serve` as an operator starts it, in a process of its own. */
export interface Serving {
  readonly running: Running;
  /** The interface's base address. */
  readonly url: string;
  readonly appUrl: string;
  readonly listensAt: string;
  /** Of the demo account, where this start shows them. */
  readonly key: string;
  readonly signIn: { readonly account: string; readonly secret: string };
  stop(): Promise<void>;
}

/** Starts it on a free port, with these arguments more, and stops it after the test. */
export async function serveProcess(args: readonly string[], options: Omit<Start, "args">): Promise<Serving> {
  const running = start({ args: ["serve", "--json", "--port", "0", ...args], ...options });
  const stop = async (): Promise<void> => {
    if (running.process.exitCode === null) running.process.kill("SIGTERM");
    await running.finished;
  };
  undo.push(stop);
  return { ...JSON.parse(await running.lineMatching(/^\{.*"url"/)), running, stop };
}
