import process from "node:process";
import {
  fileLedger,
  type LedgerPlace,
  type NamedLedger,
  postgresLedger,
  readNamedLedger,
} from "../../../course/course-place.ts";
import { olderCopy, openCopyTarget, openLines, type ReadLedger, readLedger } from "../../../course/ledger.ts";
import { refuseDamage } from "../../../ledger/file/read-log.ts";
import { checkIdentity } from "../../../ledger/format/identity.ts";
import { wholeLedger } from "../../../ledger/locked-lines.ts";
import type { LedgerProblem } from "../../../ledger/problem.ts";
import { closing } from "../../../shared/closing.ts";
import { Failure } from "../../../shared/failure.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import type { PostgresAddress } from "../../../shared/postgres/address.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { openCourseAlone, stateFolderOf } from "../../course-session.ts";
import { type CommandResult, ended } from "../../io.ts";
import { usage } from "../../problem.ts";

/**
 * `ledger verify <plan or ledger>`: recomputes the whole chain and reports its head, or where it is broken. Like a run, it refuses a ledger that is
 * older than the copy that this machine has seen, and a plan's ledger that belongs to another course: anyone who checks backups relies on the exit
 * code.
 */
export async function verifyLedger(file: string, context: Context): Promise<CommandResult> {
  const { place, course } = await placeOf(file, context);
  const path = place.location;
  const found = await read(place);
  const { events, state, head, tail } = found;
  refuseDamage(found, path);
  const { io } = context;
  io.say(
    `${showText(path)}: intact; ${pluralize(events.length, "event")}, ${pluralize(state.jobs.size, "job")}, head ${head.seq} ${head.hash}`,
  );
  if (tail.kind === "torn") {
    io.say(
      `the last ${pluralize(tail.fragment.length, "byte is", "bytes are")} a record that was cut off; the next run sets it aside`,
    );
  }
  if (tail.kind === "unterminated") io.say("the last line has no line feed yet; the next run adds it");
  const [first] = events;
  if (first?.type === "ledger.opened") {
    if (course !== null) checkIdentity(events, { course, service: first.service }, path);
    const older = await olderCopy(found, place, stateFolderOf(context));
    if (older !== null) throw new Failure<LedgerProblem>(older);
  }
  return ended({ ledger: path, events: events.length, head, tail: tail.kind });
}

/** `ledger show <plan or ledger>`: prints every event, one per line. */
export async function showLedger(file: string, context: Context): Promise<CommandResult> {
  const { place } = await placeOf(file, context);
  const path = place.location;
  const found = await read(place);
  const { events } = found;
  const { io } = context;
  for (const event of events) {
    const { seq, at, type, hash, ...rest } = event;
    const where = "job" in event && typeof event.job === "string" ? event.job : "";
    io.say(
      `${String(seq).padStart(5)}  ${at}  ${type.padEnd(18)} ${showText(where)}  ${showText(factsOf(rest))}`,
    );
  }
  refuseDamage(found, path);
  return ended({ ledger: path, events });
}

const shownElsewhere = new Set(["job", "edition", "request", "requestHash", "run"]);

function factsOf(body: Record<string, unknown>): string {
  return Object.entries(body)
    .filter(([name]) => !shownElsewhere.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}

/** `ledger copy <plan or ledger> <ledger>`: copies the lines unchanged to another location, verified on both sides. */
export async function copyLedgerTo(file: string, to: string, context: Context): Promise<CommandResult> {
  const { io, world } = context;
  const { place } = await placeOf(file, context);
  const target = readNamedLedger(to);
  await refuseItself(place, target);
  const means = { processId: process.pid, world };
  const source = await openLines(place, { ...means, expected: "ledger" });
  return closing(source, async () => {
    const { events, head, lines } = wholeLedger(source);
    const opened = await openCopyTarget(target, events, means);
    await closing(opened, () => opened.complete(lines));
    const copy = opened.location;
    io.say(
      `${showText(source.location)} was copied to ${showText(copy)}: ${pluralize(events.length, "event")}, head ${head.seq} ${head.hash}`,
    );
    io.say(
      "From now on, use only one of the two ledgers: the other ledger would buy the same lessons again.",
    );
    return ended({ from: source.location, to: copy, events: events.length, head });
  });
}

/** Throws a Failure if a ledger would be copied onto itself; otherwise its own lock would be reported as another run's. */
async function refuseItself(from: LedgerPlace, to: NamedLedger): Promise<void> {
  if (from.kind !== "file" || typeof to !== "string") return;
  // One that can't be looked at is reported when it is opened.
  const identify = (path: string): Promise<string | null> => realFiles.identify(path).catch(() => null);
  const [one, two] = await Promise.all([from.location, to].map(identify));
  if (one === null || one !== two) return;
  throw usage(
    `${showText(from.location)} is the ledger itself: name another place for the copy.`,
    "Nothing was copied.",
  );
}

async function read(place: LedgerPlace): Promise<ReadLedger> {
  const result = await readLedger(place);
  if (result === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path: place.location });
  return result;
}

/** A ledger is given directly (`.jsonl`, or the address of a database) or by its course's plan. */
async function placeOf(file: string, context: Context): Promise<FoundLedger> {
  if (file.endsWith(".jsonl")) return { place: fileLedger(file), course: null };
  const named = readNamedLedger(file);
  if (typeof named !== "string") {
    return { place: postgresLedger(named, named.ledger ?? (await onlyLedgerAt(named))), course: null };
  }
  const { plan, place } = await openCourseAlone(file, context);
  return { place: place.ledger, course: plan.course };
}

interface FoundLedger {
  readonly place: LedgerPlace;
  /** The course that it must belong to; null if no plan was named. */
  readonly course: string | null;
}

async function onlyLedgerAt(address: PostgresAddress): Promise<string> {
  const { listLedgers } = await import("../../../ledger/postgres/postgres-ledger.ts");
  const found = await listLedgers(address);
  const [only] = found;
  const { location } = address;
  if (only === undefined) throw new Failure<LedgerProblem>({ code: "ledger_missing", path: location });
  if (found.length === 1) return only;
  throw usage(
    `${showText(location)} holds several ledgers; choose one by adding # and its name: ${found.map(showText).join(", ")}.`,
    "",
  );
}
