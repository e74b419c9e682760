import process from "node:process";
import { CommanderError, type OutputConfiguration } from "commander";
import type { RunProblem } from "../run/problem.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { type AnyProblem, errorCode, errorPath, Failure, isSystemError } from "../shared/failure.ts";
import { showText } from "../shared/text.ts";
import type { AtOnce } from "./at-once.ts";
import { type Context, makeContext } from "./context.ts";
import { withVersion } from "./documents/version.ts";
import type { CommandResult, Io } from "./io.ts";
import { readEnvironment } from "./parser/environment.ts";
import { type RawOptions, wantsJson } from "./parser/options.ts";
import { buildProgram } from "./parser/program.ts";
import type { CommandProblem } from "./problem.ts";
import { exitCodeUnwritten, watchOutput } from "./written-output.ts";

/** Runs a command line and returns its exit code. With `--json`, stdout always gets exactly one document. */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  interrupt: AbortSignal,
  atOnce: AtOnce = { tell: null },
): Promise<number> {
  const environment = readEnvironment(env);
  const output = watchOutput();
  const wrap = await wrapper();
  // Checked before parsing, so that errors in the flags are also reported as JSON.
  const json = asksForJson(argv);
  let outcome: CommandResult | number = exitCodes.done;
  let acting: Context | null = null;
  const program = buildProgram(outputFor(json), async (given, work) => {
    const io = makeIo(given.raw, wrap);
    acting = await makeContext(given, { io, environment, interrupt, atOnce });
    outcome = await work(acting);
  });
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    outcome = await failed(error, { io: makeIo({ json, quiet: false }, wrap), acting });
  }
  if (json && typeof outcome !== "number")
    process.stdout.write(`${JSON.stringify(withVersion(outcome.json))}\n`);
  // Waits for what was written: exiting earlier would truncate it.
  const fault = await output.fault();
  if (fault !== null) outcome = await unwritten(outcome, fault);
  await tellCi(outcome, acting);
  return typeof outcome === "number" ? outcome : outcome.exitCode;
}

/** Says on stderr that stdout could not be written; the outcome is a failure then. */
async function unwritten(outcome: CommandResult | number, cause: string): Promise<CommandResult | number> {
  const problem: CommandProblem = { code: "output_unwritten", cause };
  const { text, document } = await saying(problem);
  process.stderr.write(`${text}\n`);
  if (typeof outcome === "number") return exitCodeUnwritten(outcome);
  const exitCode = exitCodeUnwritten(outcome.exitCode);
  const problems = [outcome.json.problems ?? [], document.json.problems].flat();
  return { ...outcome, exitCode, json: { ...outcome.json, ok: false, exitCode, problems } };
}

function asksForJson(argv: readonly string[]): boolean {
  const format = argv.indexOf("--format");
  return (
    argv.includes("--json") ||
    argv.includes("--format=json") ||
    (format !== -1 && argv[format + 1] === "json")
  );
}

async function tellCi(outcome: CommandResult | number, acting: Context | null): Promise<void> {
  if (acting === null || typeof outcome === "number") return;
  const { environment, raw, verb } = acting;
  if (environment.actions === null && raw.summary === undefined && raw.outputs === undefined) return;
  const { reportingVerbs, reportToCi } = await import("./ci/report-to-ci.ts");
  if (reportingVerbs.has(verb)) await reportToCi(outcome, acting);
}

/** `acting`: the input of the verb; null if it did not start. */
async function failed(
  error: unknown,
  { io, acting }: { io: Io; acting: Context | null },
): Promise<CommandResult | number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done;
    const message = error.message.replace(/^error: /, "");
    const problem: CommandProblem = { code: "usage", message };
    return (await saying(problem)).document;
  }
  if (error instanceof Failure) {
    const { text, document, next } = await saying(error.problem, acting);
    io.warn(text);
    if (next !== null) io.say(`next     ${next}`);
    return document;
  }
  if (isSystemError(error) || errorCode(error) === "ENOSPC") {
    const problem: RunProblem = { code: "disk_failed", cause: errorCode(error), path: errorPath(error) };
    const { text, document } = await saying(problem);
    io.warn(text);
    return document;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.warn(
    `This is a bug in coursebinder. What was sent is in the ledger.\n${text.split("\n").map(showText).join("\n")}`,
  );
  const exitCode = exitCodes.bug;
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode, json: { ok: false, exitCode, problems: [{ code: "bug", message }] } };
}

// Load the messages for problems only when one occurs.
async function saying(
  problem: AnyProblem,
  acting: Context | null = null,
): Promise<{ text: string; document: CommandResult; next: string | null }> {
  const { exitCodeOfFailure, describeFailure, nextAfterFailure } = await import(
    "./messages/failure-words.ts"
  );
  const exitCode = exitCodeOfFailure(problem);
  const text = describeFailure(problem);
  const next = acting === null ? null : nextAfterFailure(problem, acting);
  const problems = [{ code: problem.code, message: text, ...(next === null ? {} : { next }) }];
  return { text, next, document: { exitCode, json: { ok: false, exitCode, problems } } };
}

/** Breaks a line for a terminal. */
type Wrap = (line: string, terminal: NodeJS.WriteStream) => string;

// Loads what measures widths only if there is a terminal.
async function wrapper(): Promise<Wrap> {
  if (process.stdout.isTTY !== true && process.stderr.isTTY !== true) return (line) => line;
  const { columnsOf, wrapForTerminal } = await import("./messages/wrap.ts");
  return (line, terminal) => wrapForTerminal(line, columnsOf(terminal));
}

function makeIo(raw: RawOptions, wrap: Wrap): Io {
  const json = wantsJson(raw);
  const quiet = raw.quiet === true;
  const line = (stream: NodeJS.WriteStream) => (text: string) => {
    stream.write(`${stream.isTTY === true ? wrap(text, stream) : text}\n`);
  };
  const out = line(process.stdout);
  const err = line(process.stderr);
  return {
    say: (text) => (json ? undefined : out(text)),
    note: (text) => (quiet ? undefined : err(text)),
    warn: err,
    print: (text) => void process.stdout.write(`${text}\n`),
    isRead: process.stdout.isTTY === true,
    json,
    quiet,
    live: process.stderr.isTTY === true,
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    stderr: process.stderr,
  };
}

function outputFor(json: boolean): OutputConfiguration {
  return {
    writeErr: (text) => void process.stderr.write(text),
    // Help is no result: with --json, stdout is only for the document.
    writeOut: (text) => void (json ? process.stderr : process.stdout).write(text),
  };
}
