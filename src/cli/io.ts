import process from "node:process";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { documentsVersion } from "../documents/versions.ts";
import { changesExitCode, exitCodes } from "../shared/exit-codes.ts";
import { errorCode } from "../shared/failure.ts";
import { thisSystem } from "../shared/files/windows.ts";

/** What a line means to a person at a terminal: that something is done, has failed, or is waiting or uncertain. */
export type Tone = "good" | "bad" | "waiting";

/** Colours a part of a line by its tone. */
export type Paint = (text: string, tone?: Tone) => string;

/** The output channels of a command. A tone appears as a colour if the terminal shows colours; the line's text always conveys the same meaning. */
export interface Io {
  /** Results for people; silent with `--json`. */
  say(line: string, tone?: Tone): void;
  /** Progress and notices; silent with `--quiet`. */
  note(line: string, tone?: Tone): void;
  /** Always shown: problems, and the ids of stories that could not be recorded. */
  warn(line: string, tone?: Tone): void;
  /** Colours a part of a line for stdout, if stdout shows colours. */
  readonly paint: Paint;
  /** Always on stdout: for the one command that keeps running after its document. */
  print(line: string): void;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Whether stderr is a terminal that can show a live bar. */
  readonly live: boolean;
  /** Whether a user can be asked, since stdin and stderr are terminals. */
  readonly canAsk: boolean;
  readonly stderr: Writable & { readonly columns?: number };
}

/** The next step: one command that can be pasted, or else advice that no command covers. At most one of the two. */
export interface Next {
  readonly next: string | null;
  readonly advice?: string;
}

/** What is reported to continuous integration besides the `--json` document. */
export interface CiFacts {
  /** The summary: the page that the command makes for people, as Markdown. */
  readonly markdown: () => string;
  /** The part of the page's content that identifies it; left out: all of it. */
  readonly content?: string;
  /** How many stories would be bought, or were. */
  readonly changes: number;
}

/** A command's result: the exit code, and the one document that `--json` prints. A bare exit code means that the command has printed its own document. */
export interface CommandResult {
  readonly exitCode: number;
  readonly json: Readonly<Record<string, unknown>>;
  /** Facts for reports to continuous integration. Left out: none. */
  readonly ci?: CiFacts;
}

/** A command's result, and its last lines for people, if a second signal ends the command at once. */
export interface LastWords extends CommandResult {
  readonly lines: readonly string[];
}

/** Set by a command once it has something to report. */
export interface AtOnce {
  /** Called at the second signal, so it must not wait for anything. Null: nothing. */
  tell: (() => LastWords | null) | null;
  /** The exit code of a command whose document is being printed; left out: not yet. */
  ended?: number;
}

/** A command's document with its version, as printed. */
export function withVersion(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { schema: documentsVersion, ...document };
}

/** Makes a command's result from its exit code and the other members of its document. */
export function ended(
  members: Readonly<Record<string, unknown>> = {},
  exitCode: number = exitCodes.done,
): CommandResult {
  return { exitCode, json: { ok: exitCode === exitCodes.done, exitCode, ...members } };
}

/** Thrown to end a command early, after its messages have been printed; carries the command's result. */
export class EndedEarly extends Error {
  readonly result: CommandResult;

  constructor(result: CommandResult) {
    super("the command has ended");
    this.result = result;
  }
}

/** The codes for a reader that has closed its end of a pipe or socket, as `head -1` does after one line. */
const readerGone: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET"]);

/** Watches stdout from this call on. If stdout fails, the command still finishes its work. */
export function watchOutput(stdout: NodeJS.WriteStream = process.stdout) {
  let first: string | null = null;
  const onError = (error: Error): void => {
    first ??= errorCode(error);
  };
  stdout.on("error", onError);
  return {
    /**
     * Resolves once all output has been written or given up: with the system's code for the failure, or null if everything was written or the reader has
     * closed its end.
     */
    async fault(): Promise<string | null> {
      await new Promise<void>((resolve) => {
        stdout.write("", () => resolve());
      });
      // A stream emits its error after calling back.
      await setImmediate();
      stdout.off("error", onError);
      // A closed terminal fails with EIO.
      return first === null || readerGone.has(first) || stdout.isTTY === true ? null : first;
    },
  };
}

/** The exit code of a command whose output could not be written: the command's own exit code, if that already means failure. */
export function exitCodeUnwritten(code: number): number {
  return code === exitCodes.done || code === changesExitCode ? exitCodes.stopped : code;
}

/**
 * Quotes a value as one word for the shell of this machine, whatever it contains.
 *
 * On Windows, it uses double quotes, the only quotes that cmd.exe and PowerShell share. A backtick keeps PowerShell from expanding `$` and from taking
 * a typographic quote for the closing quote. cmd.exe does neither and keeps the backtick, so that in cmd.exe such a line names a file that doesn't
 * exist, and runs nothing. Within quotes, nothing prevents cmd.exe from expanding `%name%` if that variable is set. The program receives a doubled `"`,
 * or a doubled backslash before a quote, as a single character.
 */
export function quoted(value: string, { isWindows } = thisSystem): string {
  if (!isWindows) return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  if (/^(--[a-z-]+|[\w./\\][\w@+=:./\\-]*)$/.test(value)) return value;
  const escaped = value.replace(/[`$\u201c-\u201e]/g, "`$&").replace(/\\+(?="|$)/g, "$&$&");
  return `"${escaped.replaceAll('"', '""')}"`;
}

const atOnceMessage = "Stopped at once.";
const serverMessage = `${atOnceMessage} Everything that was answered is kept; the next start continues with what is unfinished.`;

/** Whether the result is one JSON document. Determined before the flags are parsed, so that errors in them are reported as a JSON document, too. */
export function asksForJson(argv: readonly string[]): boolean {
  return argv.includes("--json");
}

/**
 * The first Ctrl-C, SIGTERM or closed terminal requests an orderly stop; the second ends the process at once. A creation in flight then counts as
 * uncertain, as after a crash. The returned `atOnce` can give last words, which are then still printed, and with `--json` a document is printed in any
 * case. A signal before this call, while Node itself starts, ends the process as it ends any program: with the system's status, and without output.
 */
export function watchSignals(argv: readonly string[]): { interrupt: AbortSignal; atOnce: AtOnce } {
  const json = asksForJson(argv);
  const [verb = "", next = ""] = argv;
  const isServer = verb === "review" || (verb === "serve" && (next === "" || next.startsWith("-")));
  const message = isServer ? serverMessage : atOnceMessage;
  const controller = new AbortController();
  const atOnce: AtOnce = { tell: null };
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      // If its document is being printed, there is no second one.
      process.exit(atOnce.ended ?? sayLast(lastWordsOf(atOnce) ?? stopped(message, argv), { message, json }));
    }
    // First, so that a line that is being redrawn is removed before the message.
    controller.abort();
    process.stderr.write("Stopping once the work in progress is done.\nInterrupt again to stop at once.\n");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  // A closed reader of our output is no reason to interrupt a creation in flight.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return { interrupt: controller.signal, atOnce };
}

function lastWordsOf({ tell }: AtOnce): LastWords | null {
  try {
    return tell?.() ?? null;
  } catch {
    // Whatever fails in the command's last words, the process ends at once.
    return null;
  }
}

/** Prints the last words, and returns their exit code. */
function sayLast(
  { exitCode, lines, json: document }: LastWords,
  { message, json }: { message: string; json: boolean },
): number {
  process.stderr.write(`${message}\n`);
  const people = json ? process.stderr : process.stdout;
  for (const line of lines) people.write(`${line}\n`);
  if (json) process.stdout.write(`${JSON.stringify(withVersion(document))}\n`);
  return exitCode;
}

/** The last words of a command that has none yet: what was typed, to be typed again, unless an address in it may have a password. */
function stopped(message: string, argv: readonly string[]): LastWords {
  const problems = [{ code: "interrupted", message }];
  const words = ["coursebinder", ...argv.filter((word) => word !== "--json")];
  if (words.some((word) => /:.*@|postgres|password/i.test(word)))
    return { ...ended({ problems }, exitCodes.stopped), lines: [] };
  const next = words.map((word) => quoted(word)).join(" ");
  return { ...ended({ problems, next }, exitCodes.stopped), lines: [`next     ${next}`] };
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
