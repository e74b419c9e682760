import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import * as z from "zod";
import type { PdfPrinter } from "../../package/pdf/print-pdfs.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../shared/files/make-folder.ts";

/** Far more than a book of a thousand pages takes; it only ends a browser that hangs. */
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
  // No name leads anywhere: what is printed is complete.
  "--host-resolver-rules=MAP * ~NOTFOUND",
];

// Which font has a character, and so the bytes of a file, depends on the language of whoever starts the browser.
const locale = { LC_ALL: "C.UTF-8", LANGUAGE: "en" };

// What finds programs, fonts and temporary files; nothing else is handed on, least of all a credential.
const handedOn = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "FONTCONFIG_FILE", "FONTCONFIG_PATH"];

const versionSchema = z.object({ product: z.string() });
const targetSchema = z.object({ targetId: z.string() });
const sessionSchema = z.object({ sessionId: z.string() });
const framesSchema = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
const pdfSchema = z.object({ data: z.string() });

/**
 * Prints with a single Chromium, which is started with its own profile. Once `signal` aborts, Chromium and its child processes are killed. Rejects if
 * Chromium doesn't start.
 */
export async function openPdfPrinter(program: string, signal?: AbortSignal): Promise<PdfPrinter> {
  const profile = await makeTemporaryFolder("chromium");
  const child = spawn(program, [...flags, ...sandboxFlags(), `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    // A group of its own, so that it can be ended with all its children.
    detached: process.platform !== "win32",
    env: { ...Object.fromEntries(handedOn.map((name) => [name, process.env[name]])), ...locale },
  });
  const [, , , commands, answers] = child.stdio;
  const pipe = new DevtoolsPipe(commands as Writable, answers as Readable);
  const exited = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      pipe.end(error);
      resolve();
    });
    child.once("exit", (code, by) => {
      pipe.end(new Error(`it ended with ${code ?? by}`));
      resolve();
    });
  });
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
  const within = async <Result>(limitMs: number, work: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(() => end(new Error(`it took longer than ${limitMs / 1_000} s`)), limitMs);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    if (signal?.aborted === true) stop();
    const { product } = versionSchema.parse(
      await within(startLimitMs, pipe.send({ method: "Browser.getVersion" })),
    );
    return { version: product, print: (html) => within(pageLimitMs, printPage(pipe, html)), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

async function printPage(pipe: DevtoolsPipe, html: string): Promise<Buffer> {
  const made = await pipe.send({ method: "Target.createTarget", params: { url: "about:blank" } });
  const { targetId } = targetSchema.parse(made);
  const attached = await pipe.send({
    method: "Target.attachToTarget",
    params: { targetId, flatten: true },
  });
  const { sessionId } = sessionSchema.parse(attached);
  const send = (method: string, params: object = {}) => pipe.send({ method, params, sessionId });
  await send("Emulation.setScriptExecutionDisabled", { value: true });
  const { frameTree } = framesSchema.parse(await send("Page.getFrameTree"));
  await send("Page.setDocumentContent", { frameId: frameTree.frame.id, html });
  const printed = await send("Page.printToPDF", {
    preferCSSPageSize: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
  await pipe.send({ method: "Target.closeTarget", params: { targetId } });
  return Buffer.from(pdfSchema.parse(printed).data, "base64");
}

// As root, such as in a container, Chromium doesn't start with its sandbox. The pages are this program's own, and run no scripts.
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

const answerSchema = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Command {
  readonly method: string;
  readonly params?: object;
  /** Of the page; left out for the browser itself. */
  readonly sessionId?: string;
}

/** Chromium's DevTools protocol over a pair of pipes, where each message ends with a zero byte. No port is opened. */
class DevtoolsPipe {
  readonly #out: Writable;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #ended: Error | null = null;

  constructor(out: Writable, answers: Readable) {
    this.#out = out;
    let pieces: Buffer[] = [];
    answers.on("data", (piece: Buffer) => {
      let rest = piece;
      for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
        this.#take(Buffer.concat([...pieces, rest.subarray(0, end)]).toString("utf8"));
        pieces = [];
        rest = rest.subarray(end + 1);
      }
      if (rest.length > 0) pieces.push(rest);
    });
    // A process that ended is noticed by its exit.
    out.on("error", () => undefined);
    answers.on("error", () => undefined);
  }

  /** Sends a command, and resolves with its result. Rejects if Chromium refuses it, or with the error that `end` was given. */
  send({ method, params = {}, sessionId }: Command): Promise<unknown> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Rejects what is still waited for, and all that is sent from now on. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  // What isn't an answer is an event, and none is waited for.
  #take(message: string): void {
    const read = answerSchema.safeParse(parsed(message));
    const waiting = read.success ? this.#waiting.get(read.data.id) : undefined;
    if (!read.success || waiting === undefined) return;
    this.#waiting.delete(read.data.id);
    if (read.data.error === undefined) waiting.resolve(read.data.result);
    else waiting.reject(new Error(read.data.error.message));
  }
}

/** A message as JSON. Null if it is none: a program that isn't Chromium may write anything. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
