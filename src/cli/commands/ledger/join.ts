import process from "node:process";
import {
  fileLedger,
  type LedgerPlace,
  postgresLedger,
  readNamedLedger,
} from "../../../course/course-place.ts";
import { openLines } from "../../../course/ledger.ts";
import { type LogResult, refuseDamage } from "../../../ledger/file/read-log.ts";
import { checkIdentity, identityIn } from "../../../ledger/format/identity.ts";
import { type Join, type JoinConflict, joinLedgers } from "../../../ledger/format/join.ts";
import { type LockedLines, wholeLedger } from "../../../ledger/locked-lines.ts";
import type { LedgerProblem } from "../../../ledger/problem.ts";
import { ledgerName } from "../../../ledger/store.ts";
import { missingCorrections } from "../../../run/corrections.ts";
import { Failure } from "../../../shared/failure.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { openCourseAlone } from "../../course-session.ts";
import { type CommandResult, ended } from "../../io.ts";
import { commandLine, repeatedFlagsFor } from "../../next.ts";
import { usage } from "../../problem.ts";
import { textIn } from "../../problems/texts.ts";

/**
 * `ledger join <plan> <other ledger>`: merges the events that only the other ledger has into the course's own ledger. The other stays unchanged. Sends
 * nothing.
 */
export async function joinLedger(file: string, other: string, context: Context): Promise<CommandResult> {
  const session = await openCourseAlone(file, context);
  const { place } = session;
  const { course } = session.plan;
  const means = { processId: process.pid, world: context.world };
  const from = placeOfOther(other, course, context);
  await refuseItself(from, place.ledger);
  const source = await openLines(from, { ...means, expected: "ledger" });
  let joined: Join;
  let theirs: LogResult;
  try {
    theirs = wholeLedger(source);
    const target = await openLines(place.ledger, means);
    try {
      joined = await takeIn(theirs, { target, from: source.location, course }, context);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  // Opened once, like a run, so that its mirror has all of it.
  const identity = identityIn(theirs.events);
  if (identity !== null) await (await session.hold(true, identity.service)).close();
  const missing = await missingCorrections(joined.events, { files: realFiles, folder: place.folder });
  const about = { file, from: source.location, ledger: place.ledger.location, missing };
  return resultOf(joined, about, context);
}

/** Throws a Failure if both names refer to the same ledger; otherwise its own lock would be reported as another run's. */
async function refuseItself(other: LedgerPlace, own: LedgerPlace): Promise<void> {
  const identify = async ({ kind, location }: LedgerPlace): Promise<string | null> =>
    // One that can't be looked at is reported when it is opened.
    kind === "file" ? realFiles.identify(location).catch(() => null) : location;
  const [one, two] = await Promise.all([other, own].map(identify));
  if (one === null || one === undefined || one !== two) return;
  throw usage(
    `${showText(own.location)} is the course's own ledger: there is nothing to join. Name the other ledger.`,
  );
}

function placeOfOther(other: string, course: string, { shared }: Context): LedgerPlace {
  const named = readNamedLedger(other);
  if (typeof named === "string") return fileLedger(named);
  return postgresLedger(named, named.ledger ?? ledgerName({ course, service: shared.local ? "local" : "" }));
}

interface Into {
  readonly target: LockedLines;
  readonly from: string;
  readonly course: string;
}

async function takeIn(theirs: LogResult, { target, from, course }: Into, { world }: Context): Promise<Join> {
  const { location: path } = target;
  const { events, lines, tail } = target.found;
  refuseDamage(target.found, path);
  if (tail.kind !== "clean")
    throw new Failure<LedgerProblem>({ code: "ledger_not_copied", path, why: "torn" });
  const identity = identityIn(events);
  if (identity === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  checkIdentity(events, { ...identity, course }, path);
  checkIdentity(theirs.events, identity, from);
  const join = joinLedgers(events, theirs.events, new Date(world.now()).toISOString());
  if (join.added > 0) await target.complete(Buffer.concat([lines, Buffer.from(join.lines)]));
  return join;
}

function resultOf(
  { common, added, conflicts }: Join,
  { file, from, ledger, missing }: { file: string; from: string; ledger: string; missing: readonly string[] },
  context: Context,
): CommandResult {
  const { io } = context;
  io.say(
    added === 0
      ? `${showText(ledger)} has everything that ${showText(from)} has.`
      : `${showText(ledger)} now has ${pluralize(added, "event")} from ${showText(from)}; ${pluralize(common, "event was", "events were")} already in both.`,
  );
  for (const file of missing) io.warn(textIn("ledger", "correction_missing", { file }));
  for (const conflict of conflicts) io.warn(describeConflict(conflict));
  if (added > 0)
    io.say(`Continue with ${showText(ledger)} only: the other ledger does not have all of these events.`);
  io.say(`next     ${commandLine("run", repeatedFlagsFor(file, context))}`);
  return ended({ ledger, from, common, added, conflicts, corrections: { missing } });
}

/** A fact on which two joined ledgers disagree, and which version applies from now on. */
function describeConflict({ code, edition, job, ...facts }: JoinConflict): string {
  const stories =
    "attempts" in facts
      ? facts.attempts.map(({ attempt, id }) => id ?? `the story made by creation ${attempt}, if any`)
      : [];
  return textIn("ledger", `conflict_${code}`, { ...facts, stories, lesson: `${edition}/${job}` });
}
