import { dirname } from "node:path";
import process from "node:process";
import { type CoursePlace, placeOfCourse } from "../../../course/course-place.ts";
import {
  fileLedger,
  type LedgerPlace,
  postgresLedger,
  readNamedLedger,
} from "../../../course/ledger/ledger-place.ts";
import { openLedger, openLines } from "../../../course/ledger/open-ledger.ts";
import { readLog } from "../../../ledger/file/read-log.ts";
import { checkIdentity, identityIn } from "../../../ledger/format/identity.ts";
import { type Join, joinLedgers } from "../../../ledger/format/join.ts";
import { type LockedLines, type WholeLedger, wholeLedger } from "../../../ledger/locked-lines.ts";
import { ledgerName } from "../../../ledger/postgres/ledger-name.ts";
import type { LedgerProblem } from "../../../ledger/problem.ts";
import type { LedgerIdentity } from "../../../ledger/store.ts";
import { type TakenOverlays, takeOverlays } from "../../../run/correct/corrections-on-disk.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { Failure } from "../../../shared/failure.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { loadPlanAlone } from "../../course/load-plan.ts";
import { stateFolderOf } from "../../course/state-folder.ts";
import type { CommandResult } from "../../io.ts";
import {
  describeConflict,
  describeMissingOverlay,
  describeOverlays,
} from "../../messages/ledger/join-words.ts";
import { againFor, commandLine } from "../../messages/next-command.ts";
import type { CommandProblem } from "../../problem.ts";
import { refusePlan } from "../check.ts";

/**
 * `ledger join <plan> <other ledger>`: merges what only the other ledger has into the course's own, with the files of the corrections
 * beside it. The other stays unchanged. Sends nothing.
 */
export async function joinLedger(file: string, other: string, context: Context): Promise<CommandResult> {
  const loaded = await loadPlanAlone(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { course } = loaded.plan;
  const place = placeOfCourse(course, context.shared);
  const means = { processId: process.pid, world: context.world };
  const from = placeOfOther(other, course, context);
  await refuseItself(from, place.ledger);
  const source = await openLines(from, { ...means, expected: "ledger" });
  const folders = {
    files: realFiles,
    from: from.kind === "file" ? dirname(from.location) : null,
    to: place.folder,
  };
  let joined: Joined;
  let theirs: WholeLedger;
  try {
    theirs = wholeLedger(source);
    const target = await openLines(place.ledger, means);
    try {
      const into = { target, from: source.location, course, folders };
      joined = await takeIn(theirs, into, context);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  await remember(place, identityIn(theirs.events), context);
  return resultOf(joined, { file, from: source.location, ledger: place.ledger.location }, context);
}

/** Throws a Failure if both names refer to the same ledger; otherwise its own lock would be reported as another run's. */
async function refuseItself(other: LedgerPlace, own: LedgerPlace): Promise<void> {
  const identify = async ({ kind, location }: LedgerPlace): Promise<string | null> =>
    // One that can't be looked at is reported when it is opened.
    kind === "file" ? realFiles.identify(location).catch(() => null) : location;
  const [one, two] = await Promise.all([other, own].map(identify));
  if (one === null || one === undefined || one !== two) return;
  throw new Failure<CommandProblem>({ code: "ledger_joins_itself", path: own.location });
}

function placeOfOther(other: string, course: string, { shared }: Context): LedgerPlace {
  const named = readNamedLedger(other);
  if (typeof named === "string") return fileLedger(named);
  return postgresLedger(named, named.ledger ?? ledgerName({ course, service: shared.local ? "local" : "" }));
}

interface Joined {
  readonly join: Join;
  readonly overlays: TakenOverlays;
}

interface Into {
  readonly target: LockedLines;
  readonly from: string;
  readonly course: string;
  readonly folders: Parameters<typeof takeOverlays>[1];
}

async function takeIn(
  theirs: WholeLedger,
  { target, from, course, folders }: Into,
  { world }: Context,
): Promise<Joined> {
  const { location: path } = target;
  const { events, tail, damage } = readLog(target.bytes);
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  if (tail.kind !== "clean") throw new Failure<LedgerProblem>({ code: "ledger_torn", path });
  const identity = identityIn(events);
  if (identity === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  checkIdentity(events, { ...identity, course }, path);
  checkIdentity(theirs.events, identity, from);
  const join = joinLedgers(events, theirs.events, new Date(world.now()).toISOString());
  // Before any line names them.
  const overlays = await takeOverlays(join.events, folders);
  if (join.lines.length === 0) return { join, overlays };
  const added = Buffer.from(join.lines.map((line) => `${line}\n`).join(""));
  const bytes = Buffer.concat([target.bytes, added]);
  await target.complete({ bytes, events: [...events, ...join.events] });
  return { join, overlays };
}

/** Opens the joined ledger once, like a run, so that its mirror has all of it. */
async function remember(
  place: CoursePlace,
  identity: LedgerIdentity | null,
  context: Context,
): Promise<void> {
  if (identity === null) return;
  const store = await openLedger(place.ledger, {
    identity,
    mustExist: true,
    rescuePath: place.rescuePath,
    stateFolder: stateFolderOf(context),
    processId: process.pid,
    world: context.world,
  });
  await store.close();
}

function resultOf(
  { join: { common, added, conflicts }, overlays }: Joined,
  { file, from, ledger }: { file: string; from: string; ledger: string },
  context: Context,
): CommandResult {
  const { io } = context;
  io.say(
    added === 0
      ? `${showText(ledger)} has everything that ${showText(from)} has.`
      : `${showText(ledger)} has ${pluralize(added, "event")} of ${showText(from)} now; ${pluralize(common, "event")} stood in both.`,
  );
  for (const line of describeOverlays(overlays)) io.say(line);
  for (const file of overlays.missing) io.warn(describeMissingOverlay(file));
  for (const conflict of conflicts) io.warn(describeConflict(conflict));
  if (added > 0) io.say(`Go on with ${showText(ledger)} only: the other knows nothing of what this one has.`);
  io.say(`next     ${commandLine("run", againFor(file, context))}`);
  const { done: exitCode } = exitCodes;
  return {
    exitCode,
    json: { ok: true, exitCode, ledger, from, common, added, conflicts, corrections: overlays },
  };
}
