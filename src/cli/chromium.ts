import { type ChildProcess, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import type { OpenPrinter, PdfPrinter } from "../package/pdf/print-pdfs.ts";
import type { Plan } from "../plan/plan.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../shared/files/make-folder.ts";
import { parseJson } from "../shared/parse-json.ts";
import type { Context } from "./context.ts";

/**
 * The printer for a plan's PDF files. It uses the Chromium given by `COURSEBINDER_CHROMIUM`, or else the first one found in the usual places. Null if
 * there is no Chromium or the plan has no PDF files.
 */
export async function findPrinter(
  { formats }: Pick<Plan, "formats">,
  { environment, interrupt }: Pick<Context, "environment" | "interrupt">,
): Promise<OpenPrinter | null> {
  if (!formats.includes("pdf")) return null;
  const program = await findChromium(environment.chromium, process.platform);
  if (program === null) return null;
  return () => openPdfPrinter(program, interrupt);
}

const usual: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
    "/usr/bin/chromium-headless-shell",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  ],
};

/** The path of Chromium or Chrome: the one given by the user, or else the first one found in the usual places. Null: there is none. */
export async function findChromium(named: string | null, platform: NodeJS.Platform): Promise<string | null> {
  for (const path of named === null ? (usual[platform] ?? []) : [named]) {
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Not found there: try the next place.
    }
  }
  return null;
}

/** Far longer than a thousand-page book takes: only a browser that hangs is stopped. */
const pageLimitMs = 120_000;
const startLimitMs = 30_000;

const flags = [
  "--headless",
  "--remote-debugging-pipe",
  "--disable-gpu",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--no-first-run",
  "--no-default-browser-check",
  "--font-render-hinting=none",
  "--lang=en-US",
  // Resolves no host names: pages to be printed need nothing from outside.
  "--host-resolver-rules=MAP * ~NOTFOUND",
];

// The language of the user's environment would affect the choice of fonts, and so the bytes of a file.
const locale = { LC_ALL: "C.UTF-8", LANGUAGE: "en" };

// The variables that programs, fonts and temporary files are found by. No others are passed on, least of all a credential.
const handedOn = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "FONTCONFIG_FILE", "FONTCONFIG_PATH"];

/**
 * Prints with a single Chromium, which is started with its own profile. Once `signal` aborts, Chromium and its child processes are killed. Rejects if
 * Chromium doesn't start.
 */
export async function openPdfPrinter(program: string, signal?: AbortSignal): Promise<PdfPrinter> {
  const profile = await makeTemporaryFolder("chromium");
  const child = spawn(program, [...flags, ...sandboxFlags(), `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    // A process group of its own, so that it can be ended with all its children.
    detached: process.platform !== "win32",
    env: { ...Object.fromEntries(handedOn.map((name) => [name, process.env[name]])), ...locale },
  });
  const [, , , commands, answers] = child.stdio;
  const pipe = new DevtoolsPipe(commands as Writable, answers as Readable);
  const exited = new Promise<Error>((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, by) => resolve(new Error(`it ended with ${code ?? by}`)));
  });
  void exited.then((error) => pipe.end(error));
  const end = (error: Error): void => {
    pipe.end(error);
    kill(child);
  };
  const stop = (): void => end(new Error("stopped"));
  signal?.addEventListener("abort", stop, { once: true });
  const close = async (): Promise<void> => {
    signal?.removeEventListener("abort", stop);
    stop();
    await exited;
    await removeTemporaryFolder(profile);
  };
  const within = <Result>(limitMs: number, work: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(() => end(new Error(`it took longer than ${limitMs / 1_000} s`)), limitMs);
    return work.finally(() => clearTimeout(timer));
  };
  try {
    if (signal?.aborted === true) stop();
    const answer = await within(startLimitMs, pipe.send("Browser.getVersion"));
    return {
      version: memberOf(answer, "product"),
      print: (html) => within(pageLimitMs, printPage(pipe, html)),
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

async function printPage(pipe: DevtoolsPipe, html: string): Promise<Buffer> {
  const made = await pipe.send("Target.createTarget", { url: "about:blank" });
  const targetId = memberOf(made, "targetId");
  const attached = await pipe.send("Target.attachToTarget", { targetId, flatten: true });
  const sessionId = memberOf(attached, "sessionId");
  const send = (method: string, params: object = {}) => pipe.send(method, params, sessionId);
  await send("Emulation.setScriptExecutionDisabled", { value: true });
  // The id of a target's main frame is the target's.
  await send("Page.setDocumentContent", { frameId: targetId, html });
  const printed = await send("Page.printToPDF", {
    preferCSSPageSize: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
  await pipe.send("Target.closeTarget", { targetId });
  return Buffer.from(memberOf(printed, "data"), "base64");
}

function memberOf(result: unknown, name: string): string {
  const value = (result as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (typeof value !== "string") throw new Error(`it answered without ${name}`);
  return value;
}

// As root, such as in a container, Chromium refuses to start with its sandbox. The pages are this program's own and run no scripts.
function sandboxFlags(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** Chromium's DevTools protocol over a pair of pipes, where each message ends with a zero byte. No port is opened. */
class DevtoolsPipe {
  readonly #out: Writable;
  readonly #waiting = new Map<unknown, { resolve(result: unknown): void; reject(error: Error): void }>();
  #next = 1;
  #ended: Error | null = null;

  constructor(out: Writable, answers: Readable) {
    this.#out = out;
    let rest = "";
    answers.setEncoding("utf8").on("data", (piece: string) => {
      rest += piece;
      // A file arrives in hundreds of pieces; only the last one ends the message.
      if (!piece.includes("\0")) return;
      const messages = rest.split("\0");
      rest = messages.pop() ?? "";
      for (const message of messages) this.#take(message);
    });
    // If the process ends, its exit event reports that.
    out.on("error", () => undefined);
    answers.on("error", () => undefined);
  }

  /**
   * Sends a command to a page, or to the browser itself, and resolves with its result. Rejects if Chromium refuses it, or with the error that `end`
   * was given.
   */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Rejects all pending commands, and every later one. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  // Messages without a pending id are events, which nothing here needs.
  #take(message: string): void {
    const { id, result, error } = parsed(message);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(String(error.message)));
  }
}

/** Parses a message of the protocol. Empty if it isn't one: a program other than Chromium may write anything. */
function parsed(message: string): { id?: unknown; result?: unknown; error?: { message?: unknown } } {
  return parseJson(message) ?? {};
}
