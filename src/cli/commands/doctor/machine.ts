import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import process from "node:process";
import type { Plan } from "../../../plan/plan.ts";
import { type ExitCode, exitCodes } from "../../../shared/exit-codes.ts";
import { errorCode, Failure } from "../../../shared/failure.ts";
import { engineAtHand } from "../../../shared/speech/speech-engine.ts";
import { openSqlite, type SqliteMissing } from "../../../shared/sqlite.ts";
import { leastNode } from "../../../shared/version.ts";
import { findChromium, openPdfPrinter } from "../../chromium.ts";
import type { Context } from "../../context.ts";
import { forgetting } from "../../problems/ledger.ts";
import { type Finding, finding, findingOf } from "./finding.ts";

/** Checks the version of Node that runs this program. */
export function nodeFinding(running = process.versions.node, least = leastNode): Finding {
  const isNew = running.localeCompare(least, "en", { numeric: true }) >= 0;
  return finding("node", isNew ? "ok" : "problem", { running, least });
}

/** Warns if there is no SQLite. */
export function* sqliteFindings(): Generator<Finding> {
  try {
    openSqlite(":memory:").close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { cause } = error.problem as SqliteMissing;
    yield finding("sqlite", "warning", { cause });
  }
}

/** `at`: the nearest existing folder, in which the rest would be created, or whatever is in the way. */
type Room =
  | { readonly ok: true; readonly at: string; readonly isThere: boolean }
  | { readonly ok: false; readonly at: string; readonly cause: string };

/** Whether a folder can be written to or created. Creates nothing. */
async function roomIn(folder: string): Promise<Room> {
  const whole = resolve(folder);
  for (let at = whole; ; at = dirname(at)) {
    try {
      if (!(await stat(at)).isDirectory()) return { ok: false, at, cause: "ENOTDIR" };
      await access(at, constants.W_OK | constants.X_OK);
      return { ok: true, at, isThere: at === whole };
    } catch (error) {
      const cause = errorCode(error);
      // A path component that isn't a folder is found and named on the way up.
      const isMissing = cause === "ENOENT" || cause === "ENOTDIR";
      if (!isMissing || at === dirname(at)) return { ok: false, at, cause };
    }
  }
}

/** The finding about a folder. `folder`: null if this machine has no place for it. */
export async function folderFinding(
  name: string,
  folder: string | null,
  exitCode: ExitCode = exitCodes.stopped,
): Promise<Finding> {
  const forgotten = { folder, forgetting: forgetting() };
  if (folder === null) return finding(name, "problem", forgotten, { exitCode });
  const room = await roomIn(folder);
  if (room.ok) return finding(name, "ok", { folder, isThere: room.isThere }, { as: "folder" });
  const { at, cause } = room;
  const place = at === resolve(folder) ? "" : at;
  return finding(name, "problem", { ...forgotten, place, at, cause }, { exitCode });
}

export async function narratorFinding({ environment, world }: Context): Promise<Finding> {
  const name = "narrator";
  const { modelsIn } = await import("../../service/local-service.ts");
  try {
    const { narrator } = modelsIn(environment.models, { log: world.log }).servers;
    if (narrator !== null) return finding(name, "ok", { ...narrator }, { as: "narrator_server" });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const remedy = "correct STORY_WRITER_URL, STORY_NARRATOR_URL and their _MODEL variables, or unset them";
    return { ...findingOf(name, error.problem), remedy };
  }
  const engine = engineAtHand();
  return finding(name, engine === "package" || engine === "program" ? "ok" : "warning", { engine });
}

/**
 * Whether this machine can print PDF files, and with which program: starts the browser and ends it. `plan`: the user's plan, or null. If it has no PDF
 * files, nothing is started.
 */
export async function pdfFinding(plan: Plan | null, { environment, interrupt }: Context): Promise<Finding> {
  const name = "pdf";
  const { chromium: named } = environment;
  const isNeeded = plan?.formats.includes("pdf") === true;
  const program = await findChromium(named, process.platform);
  if (program === null) {
    const state = isNeeded || named !== null ? "warning" : "skipped";
    const facts = { named, isNeeded, install: howToGet(process.platform) };
    return finding(name, state, facts, { as: "pdf_missing" });
  }
  if (plan !== null && !isNeeded) return finding(name, "skipped", { program });
  try {
    const printer = await openPdfPrinter(program, interrupt);
    await printer.close();
    return finding(name, "ok", { program, version: printer.version });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return finding(name, "warning", { program, why });
  }
}

function howToGet(platform: NodeJS.Platform): string {
  return platform === "darwin" || platform === "win32"
    ? "install Google Chrome (https://www.google.com/chrome)"
    : "install it (apt install chromium)";
}
