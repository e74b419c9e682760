import process from "node:process";
import type { OutputConfiguration } from "commander";
import { exitCodes } from "../shared/exit-codes.ts";
import { type Context, makeContext } from "./context.ts";
import { failed, saying } from "./failed.ts";
import {
  type AtOnce,
  asksForJson,
  type CommandResult,
  exitCodeUnwritten,
  type Io,
  type Tone,
  watchOutput,
  withVersion,
} from "./io.ts";
import { readEnvironment } from "./parser/environment.ts";
import type { RawOptions } from "./parser/options.ts";
import { buildProgram, type Runner, unknownVariables } from "./parser/program.ts";
import type { CommandProblem } from "./problem.ts";

/** Runs a command line and returns its exit code. With `--json`, stdout always gets exactly one document. */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  interrupt: AbortSignal,
  atOnce: AtOnce = { tell: null },
): Promise<number> {
  const environment = readEnvironment(env);
  const watched = watchOutput();
  const json = asksForJson(argv);
  let outcome: CommandResult | number = exitCodes.done;
  let acting: Context | null = null;
  let unread: Awaited<ReturnType<typeof noticesOfVariables>> = [];
  const [verb = ""] = argv;
  // Help and completion show the flags of other verbs.
  const isAboutAll = /^(?:-|help$|complete$|$)/.test(verb);
  const runner: Runner = async (given, work) => {
    const io = makeIo(given.raw, env);
    unread = await noticesOfVariables(env);
    for (const { message } of unread) io.warn(message);
    acting = await makeContext(given, { io, environment, interrupt, atOnce });
    outcome = await work(acting);
  };
  const program = await buildProgram(output, runner, isAboutAll ? undefined : verb);
  // The help of a command takes no flags.
  const words = verb === "help" ? argv.filter((word) => !word.startsWith("-")) : argv;
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    outcome = await failed(error, { io: makeIo({ json, quiet: false }, env), acting });
  }
  atOnce.ended = typeof outcome === "number" ? outcome : outcome.exitCode;
  if (json && typeof outcome !== "number") {
    const notices = [outcome.json.notices ?? [], unread].flat();
    const told = unread.length === 0 ? outcome.json : { ...outcome.json, notices };
    process.stdout.write(`${JSON.stringify(withVersion(told))}\n`);
  }
  // Waits for the output: exiting earlier would cut it off.
  const fault = await watched.fault();
  if (fault !== null) outcome = await unwritten(outcome, fault);
  await tellCi(outcome, acting);
  return typeof outcome === "number" ? outcome : outcome.exitCode;
}

async function noticesOfVariables(env: NodeJS.ProcessEnv) {
  const unknown = unknownVariables(env);
  if (unknown.length === 0) return [];
  // Loaded only for a notice, since most command lines have none.
  const { describeProblem } = await import("./problems/problems.ts");
  return unknown.map((problem) => ({ code: problem.code, message: describeProblem(problem) }));
}

/** Reports on stderr that stdout could not be written. The outcome then counts as a failure. */
async function unwritten(outcome: CommandResult | number, cause: string): Promise<CommandResult | number> {
  const problem: CommandProblem = { code: "output_unwritten", cause };
  const { text, document } = await saying(problem);
  process.stderr.write(`${text}\n`);
  if (typeof outcome === "number") return exitCodeUnwritten(outcome);
  const exitCode = exitCodeUnwritten(outcome.exitCode);
  const problems = [outcome.json.problems ?? [], document.json.problems].flat();
  return { ...outcome, exitCode, json: { ...outcome.json, ok: false, exitCode, problems } };
}

async function tellCi(outcome: CommandResult | number, acting: Context | null): Promise<void> {
  if (acting === null || typeof outcome === "number") return;
  const { environment, raw, verb } = acting;
  if (environment.actions === null && raw.summary === undefined && raw.outputs === undefined) return;
  const { reportingVerbs, reportToCi } = await import("./ci.ts");
  if (reportingVerbs.has(verb)) await reportToCi(outcome, acting);
}

/** The codes of green, red and amber. */
const colours: Readonly<Record<Tone, number>> = { good: 32, bad: 31, waiting: 33 };

/** Whether a stream shows colours: a terminal, unless `--no-color` or the usual variables say otherwise. */
function hasColours({ isTTY }: NodeJS.WriteStream, { color }: RawOptions, env: Colouring): boolean {
  if (color === false || (env.NO_COLOR ?? "") !== "") return false;
  return env.FORCE_COLOR === undefined ? isTTY === true && env.TERM !== "dumb" : env.FORCE_COLOR !== "0";
}

type Colouring = Readonly<Record<string, string | undefined>>;

function makeIo(raw: RawOptions, env: Colouring): Io {
  const json = raw.json === true;
  const quiet = raw.quiet === true;
  const painter = (stream: NodeJS.WriteStream) => (text: string, tone?: Tone) =>
    tone === undefined || !hasColours(stream, raw, env) ? text : `\u001b[${colours[tone]}m${text}\u001b[39m`;
  const line = (stream: NodeJS.WriteStream) => (text: string, tone?: Tone) => {
    stream.write(`${painter(stream)(text, tone)}\n`);
  };
  const out = line(process.stdout);
  const err = line(process.stderr);
  return {
    say: (text, tone) => (json ? undefined : out(text, tone)),
    note: (text, tone) => (quiet ? undefined : err(text, tone)),
    warn: err,
    paint: painter(process.stdout),
    print: (text) => void process.stdout.write(`${text}\n`),
    json,
    quiet,
    live: process.stderr.isTTY === true,
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    stderr: process.stderr,
  };
}

/** Writes as `console` would, but without buffering: the program exits by itself. */
const output: OutputConfiguration = {
  writeErr: (text) => void process.stderr.write(text),
  writeOut: (text) => void process.stdout.write(text),
};
