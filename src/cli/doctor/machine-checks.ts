import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { openSqlite, type SqliteMissing } from "../../shared/sqlite.ts";
import { leastNode } from "../../shared/version.ts";
import type { Context } from "../context.ts";
import { rehearsalDataFolder, stateFolderOf } from "../course/state-folder.ts";
import { describeCause, describeMissingSqlite, sqliteRemedy } from "../messages/cause-words.ts";
import { forgetting } from "../messages/ledger/ledger-words.ts";
import { rightsCommand } from "../messages/shell.ts";
import { type Finding, ok, problem, skipped, warning } from "./finding.ts";
import { describeFound } from "./found-words.ts";

/** Checks the version of Node that runs this program. */
export function nodeFinding(running = process.versions.node, least = leastNode): Finding {
  if (compareVersions(running, least) >= 0) return ok("node", `${running}; ${least} or newer is needed`);
  return problem("node", `${running} is too old: ${least} or newer is needed`, {
    remedy: `install Node ${least} or newer (https://nodejs.org), and see with: node --version`,
    exitCode: exitCodes.stopped,
  });
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(".").map((part) => Number.parseInt(part, 10)));
  for (const [at, part] of (b ?? []).entries()) {
    const difference = (a?.[at] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Warns if there is no SQLite. */
export function* sqliteFindings(): Generator<Finding> {
  try {
    openSqlite(":memory:").close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { cause } = error.problem as SqliteMissing;
    const found = `${describeMissingSqlite(cause)}, so the local service can't start and no Anki file can be written`;
    yield warning("sqlite", found, sqliteRemedy);
  }
}

/** Whether TLS certificates are verified: if not, no command calls a service. */
export function certificatesFinding({ environment }: Pick<Context, "environment">): Finding {
  if (!environment.tlsChecksOff) return ok("certificates", "are checked");
  return problem("certificates", "NODE_TLS_REJECT_UNAUTHORIZED=0 switches their check off", {
    remedy:
      "unset NODE_TLS_REJECT_UNAUTHORIZED; where the network has a certificate authority of its own, name its file with NODE_EXTRA_CA_CERTS",
    exitCode: exitCodes.invalid,
  });
}

/** Checks the folder with this machine's mirrors: without it a run buys nothing. */
export async function stateFolderFinding(context: Context): Promise<Finding> {
  const name = "state-folder";
  const folder = stateFolderOf(context);
  const exitCode = exitCodes.ledger;
  if (folder === null) {
    const found = `this account has no home to keep one in, so ${forgetting}`;
    return problem(name, found, { remedy: "name a folder with COURSEBINDER_STATE", exitCode });
  }
  const room = await roomIn(folder);
  if (room.ok) return ok(name, describeFolder(folder, room));
  const found = `${describeRefusal(folder, room)}, so ${forgetting}`;
  const remedy = "see to that, or name another folder with COURSEBINDER_STATE";
  return problem(name, found, { remedy, exitCode });
}

/** Checks where runs write, and the free space. `folder`: the course's, or `--out` itself if no course is given. */
export async function* outFindings(folder: string): AsyncGenerator<Finding> {
  const room = await roomIn(folder);
  if (!room.ok) {
    const remedy = `see to that (${rightsCommand(room.at)}), or name another folder with --out or COURSEBINDER_OUT`;
    yield problem("out-folder", describeRefusal(folder, room), { remedy, exitCode: exitCodes.stopped });
    yield skipped("disk", "the folder can't be written");
    return;
  }
  yield ok("out-folder", describeFolder(folder, room));
  yield await diskFinding(room.at);
}

/** A long story's audiobook has some 15 MB, and a package contains it again. */
const easyBytes = 1024 ** 3;
/** Below this, not even a short course fits, with its ledger and its package. */
const leastBytes = 64 * 1024 ** 2;

async function diskFinding(at: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(at);
    if (blocks === 0) return skipped("disk", "the system does not tell how much is free");
    return roomFinding(bavail * bsize);
  } catch (error) {
    return skipped("disk", `the system does not tell the free space (${describeCause(errorCode(error))})`);
  }
}

/** Judges the free space. */
export function roomFinding(freeBytes: number): Finding {
  const found = `${describeBytes(freeBytes)} free`;
  if (freeBytes >= easyBytes) return ok("disk", found);
  const remedy = "make room, or name a folder on another disk with --out";
  if (freeBytes >= leastBytes) {
    return warning("disk", `${found}; a course with audiobooks may take more`, remedy);
  }
  return problem("disk", `only ${found}`, { remedy, exitCode: exitCodes.stopped });
}

function describeBytes(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`;
}

/** Checks what a rehearsal needs in addition: the service's own folder, and a narrator. */
export async function* rehearsalFindings(context: Context): AsyncGenerator<Finding> {
  const folder = rehearsalDataFolder(context.shared);
  const room = await roomIn(folder);
  yield room.ok
    ? ok("local-service", `its folder ${describeFolder(folder, room)}`)
    : problem("local-service", `its folder ${describeRefusal(folder, room)}`, {
        remedy: "see to that, or name another folder with --out or COURSEBINDER_OUT",
        exitCode: exitCodes.stopped,
      });
  yield await narratorFinding(context);
}

async function narratorFinding({ environment, world }: Context): Promise<Finding> {
  const name = "narrator";
  const { modelsIn } = await import("../service/models.ts");
  const { engineAtHand } = await import("../../shared/speech/speech-engine.ts");
  try {
    const { narrator } = modelsIn(environment.models, { log: world.log }).servers;
    if (narrator !== null) return ok(name, `${narrator.url}, model ${narrator.model}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const remedy = "set STORY_WRITER_URL, STORY_NARRATOR_URL and their _MODEL right, or unset them";
    return problem(name, describeFound(error.problem), { remedy, exitCode: exitCodes.invalid });
  }
  const engine = engineAtHand();
  if (engine === "package") return ok(name, "eSpeak NG is built in");
  if (engine === "program") return ok(name, "the program espeak-ng is installed");
  const found = "there is no speech engine, so rehearsals have no audiobooks";
  return warning(
    name,
    found,
    "install the program espeak-ng (apt install espeak-ng, brew install espeak-ng, winget install eSpeak-NG.eSpeak-NG)",
  );
}

/** `at`: the existing folder in which the rest would be created, or whatever is in the way. */
type Room =
  | { readonly ok: true; readonly at: string; readonly isThere: boolean }
  | { readonly ok: false; readonly at: string; readonly cause: string };

/** Linux's own file systems, /proc and /sys: they take no other files, whatever their folders' modes. */
const systemsOwn: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

/** Whether a folder can be written to or created. Creates nothing. */
async function roomIn(folder: string): Promise<Room> {
  const whole = resolve(folder);
  for (let at = whole; ; at = dirname(at)) {
    try {
      if (!(await stat(at)).isDirectory()) return { ok: false, at, cause: "ENOTDIR" };
      await access(at, constants.W_OK | constants.X_OK);
      if (systemsOwn.has((await statfs(at)).type)) return { ok: false, at, cause: "EROFS" };
      return { ok: true, at, isThere: at === whole };
    } catch (error) {
      const cause = errorCode(error);
      // A path component that is not a folder is found, and named, on the way up.
      const isMissing = cause === "ENOENT" || cause === "ENOTDIR";
      if (!isMissing || at === dirname(at)) return { ok: false, at, cause };
    }
  }
}

function describeFolder(folder: string, { isThere }: Extract<Room, { ok: true }>): string {
  return `${folder} ${isThere ? "can be written" : "can be made"}`;
}

function describeRefusal(folder: string, { at, cause }: Extract<Room, { ok: false }>): string {
  const place = at === resolve(folder) ? "" : ` because of ${at}`;
  return `${folder} can't be used${place} (${describeCause(cause)})`;
}
