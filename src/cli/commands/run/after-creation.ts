import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { CoursePlace } from "../../../course/course-place.ts";
import type { AfterCreation, Progress } from "../../../run/run-context.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { errorCode } from "../../../shared/failure.ts";
import { cleanLine, shorten } from "../../../shared/text.ts";
import { startTimer } from "../../../shared/timer.ts";
import type { Context } from "../../context.ts";
import { withoutSecrets } from "../../parser/environment.ts";
import { text } from "../../parser/options.ts";

/** Long enough for a push to a slow server. */
const commandMs = 5 * 60_000;

type AboutCourse = Readonly<{ course: string; place: CoursePlace; tell: (progress: Progress) => void }>;

/**
 * The command given by `--after-creation`; null if not given. It comes from the command line or the flag's environment variable, never from a plan. The
 * command gets facts about the creation in `COURSEBINDER_*` variables, but none of this program's secrets.
 */
export function afterCreationIn({ raw }: Pick<Context, "raw">, about: AboutCourse): AfterCreation | null {
  const command = text(raw, "afterCreation");
  if (command === null) return null;
  const onLine = (line: string): void => about.tell({ kind: "commandSaid", line });
  return (recorded) => {
    const env = { ...withoutSecrets(process.env), ...variablesFor(recorded, about) };
    return runInShell(command, { env, mostMs: commandMs, onLine });
  };
}

function variablesFor(
  { recordName: { edition, job }, outcome, story }: Parameters<AfterCreation>[0],
  { course, place }: AboutCourse,
): Record<string, string> {
  return {
    COURSEBINDER_COURSE: course,
    COURSEBINDER_EDITION: edition,
    COURSEBINDER_JOB: job,
    COURSEBINDER_OUTCOME: outcome,
    COURSEBINDER_FOLDER: resolve(place.folder),
    ...(story === null ? {} : { COURSEBINDER_STORY: story }),
    ...(place.ledger.kind === "file" ? { COURSEBINDER_LEDGER_FILE: resolve(place.ledger.location) } : {}),
  };
}

/** The time between SIGTERM and SIGKILL, and for output that a background process keeps open. */
const graceMs = 2_000;
const linesMost = 100;
const lineCharacters = 400;

interface ShellOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly mostMs: number;
  /** Called with each line of the command's output, cleaned, up to a hundred. */
  readonly onLine: (line: string) => void;
}

// On Windows, a process group of its own would open a window.
const hasGroups = process.platform !== "win32";

/**
 * Runs a command in the shell, for at most `mostMs` plus two grace periods. Null on success, else the cause; never rejects. Runs the command in its own
 * process group, so that Ctrl-C in the terminal does not interrupt the command, and so that one signal ends the command with all its child processes.
 */
export async function runInShell(
  command: string,
  { env, mostMs, onLine }: ShellOptions,
): Promise<string | null> {
  const child = spawn(command, { shell: true, detached: hasGroups, stdio: ["ignore", "pipe", "pipe"], env });
  let lineCount = 0;
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      lineCount += 1;
      const clean = shorten(cleanLine(line), lineCharacters);
      if (lineCount <= linesMost && clean !== "") onLine(clean);
    });
  }
  let isLate = false;
  const timers = [
    startTimer(mostMs, () => {
      isLate = true;
      endGroup(child, "SIGTERM");
      timers.push(startTimer(graceMs, () => endGroup(child, "SIGKILL")));
    }),
  ];
  child.on("exit", () => {
    const closeStreams = (): void => void [child.stdout.destroy(), child.stderr.destroy()];
    timers.push(startTimer(graceMs, closeStreams));
  });
  const failure = await endOf(child);
  for (const timer of timers) clearTimeout(timer);
  return isLate ? `it took longer than ${formatDuration(mostMs)}` : failure;
}

function endOf(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(errorCode(error)));
    child.on("close", (code, signal) => resolve(failureOf(code, signal)));
  });
}

function failureOf(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return `signal ${signal}`;
  return code === 0 ? null : `exit code ${code}`;
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    // It has just ended.
  }
}
