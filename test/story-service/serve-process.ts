import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Running, type Start, start } from "../fixtures.ts";
import { type Reader, readerAt } from "./call.ts";
import { keyOfAnn, tempFolder, undo } from "./fixtures.ts";

/** `coursebinder serve` as an operator starts it, in a process of its own, called with the key of its demo account, or with Ann's where there is none. */
export interface Serving extends Reader {
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

interface ServeOptions extends Omit<Start, "args"> {
  /** The configuration file's text. */
  readonly config?: string;
}

/** A configuration with one account, whose limits no test meets. */
export const accountOfAnn = (credits = "credits: 1000"): string =>
  `limits: { calls: 100000/1m, paidStarts: 100000/1m }
accounts: [{ id: ann, ${credits}, keys: [{ name: main, secret: ${keyOfAnn} }] }]
`;

/** Starts it on a free port, with these arguments more, and stops it after the test. */
export async function serveProcess(
  args: readonly string[],
  { config, ...options }: ServeOptions = {},
): Promise<Serving> {
  const cwd = options.cwd ?? (await tempFolder());
  const file = join(cwd, "service.yaml");
  if (config !== undefined) writeFileSync(file, config);
  const configured = config === undefined ? [] : ["--config", file];
  const all = ["serve", "--json", "--port", "0", ...configured, ...args];
  const running = start({ args: all, ...options, cwd });
  const stop = async (): Promise<void> => {
    if (running.process.exitCode === null) running.process.kill("SIGTERM");
    await running.finished;
  };
  undo.push(stop);
  const shown: Omit<Serving, "running" | "stop" | keyof Reader> = JSON.parse(
    await running.lineMatching(/^\{.*"url"/),
  );
  const { url, key = keyOfAnn } = shown;
  return { ...readerAt(url, key), ...shown, running, stop };
}
