import process from "node:process";
import { fileLedger, type LedgerPlace, postgresLedger, readNamedLedger } from "../../course/course-place.ts";
import { openCopyTarget, openLines, readLedger, refuseOlderCopy } from "../../course/ledger.ts";
import { eventsIn, type LogResult, refuseDamage } from "../../ledger/file/read-log.ts";
import type { Price, Setting } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import { checkIdentity, isBegunAlone, ledgerName } from "../../ledger/format/identity.ts";
import { type Join, type JoinConflict, joinLedgers } from "../../ledger/format/join.ts";
import { type LockedLines, wholeLedger } from "../../ledger/locked-lines.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { matchLessons } from "../../run/match.ts";
import type { BoughtElsewhere, RunNotice, RunProblem } from "../../run/problem.ts";
import { consentTo, type LostLedger } from "../../run/purchases-elsewhere.ts";
import { quoteAll } from "../../run/quote.ts";
import { exitCodeFor, uncertainIn } from "../../run/report.ts";
import { type Restored, restoreLedger } from "../../run/restore.ts";
import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { showText } from "../../shared/text.ts";
import type { Facts } from "../../shared/written-text.ts";
import type { Context } from "../context.ts";
import { knownServiceOf, openCourseAlone, serviceOf, stateFolderOf } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import { commandLine, repeatedFlagsFor } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { usage } from "../problem.ts";
import { describeProblem, noticeDocument } from "../problems/problems.ts";
import { textIn } from "../problems/texts.ts";
import { openSession } from "../service/connection.ts";

export const verbs: Verbs = {
  "ledger verify": (context, [file = ""]) => verifyLedger(file, context),
  "ledger show": (context, [file = ""]) => showLedger(file, context),
  "ledger create": (context, [file = ""]) => createLedger(file, context),
  "ledger join": (context, [file = "", other = ""]) => joinLedger(file, other, context),
  "ledger copy": (context, [file = "", to = ""]) => copyLedgerTo(file, to, context),
  "ledger restore": (context, [file = ""]) => restore(file, context),
  // Former names.
  "ledger rejoin": (context, [file = ""]) => restore(file, context),
  "ledger rebuild": (context, [file = ""]) => restore(file, context),
};

/**
 * `ledger verify <plan or ledger>`: recomputes the whole chain and reports its head, or where it is broken. Like a run, it refuses a ledger that is
 * older than the copy that this machine has seen, and a plan's ledger that belongs to another course: anyone who checks backups relies on the exit
 * code.
 */
export async function verifyLedger(file: string, context: Context): Promise<CommandResult> {
  const { place, course } = await placeOf(file, context);
  const path = place.location;
  const found = await read(place);
  const { state, head, torn } = found;
  refuseDamage(found, path);
  const { io } = context;
  io.say(
    `${showText(path)}: intact; ${pluralize(head.seq, "event")}, ${pluralize(state.jobs.size, "job")}, head ${head.seq} ${head.hash}`,
  );
  if (torn !== null) {
    io.say(
      `the last ${pluralize(torn.fragment.length, "byte is", "bytes are")} a record that was cut off; the next run sets it aside`,
    );
  }
  const { opened } = state;
  if (opened !== null) {
    if (course !== null) checkIdentity(state, { course, service: opened.service }, path);
    await refuseOlderCopy(found, place, stateFolderOf(context));
  }
  return ended({ ledger: path, events: head.seq, head, tail: torn === null ? "clean" : "torn" });
}

/** `ledger show <plan or ledger>`: prints every event, one per line. */
export async function showLedger(file: string, context: Context): Promise<CommandResult> {
  const { place } = await placeOf(file, context);
  const path = place.location;
  const found = await read(place);
  const events = eventsIn(found);
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
  if (place.kind === "file" && typeof target === "string" && (await isSameFile(place.location, target))) {
    const again = `${showText(place.location)} is the ledger itself: name another place for the copy.`;
    throw usage(again, "Nothing was copied.");
  }
  const options = { processId: process.pid, world };
  const source = await openLines(place, { ...options, expected: "ledger" });
  return closing(source, async () => {
    const whole = wholeLedger(source);
    const { state, head, lines } = whole;
    // The copy would lack lessons that were paid for, and nobody would notice that where it goes.
    await refuseOlderCopy(whole, place, stateFolderOf(context));
    const opened = await openCopyTarget(target, state, options);
    await closing(opened, () => opened.complete(lines));
    const copy = opened.location;
    io.say(
      `${showText(source.location)} was copied to ${showText(copy)}: ${pluralize(head.seq, "event")}, head ${head.seq} ${head.hash}`,
    );
    io.say(
      "From now on, use only one of the two ledgers: the other ledger would buy the same lessons again.",
    );
    return ended({ from: source.location, to: copy, events: head.seq, head });
  });
}

/** Whether two names refer to the same file: its own lock would be reported as another run's. If a name can't be examined, opening it reports that. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const identify = (path: string): Promise<string | null> => realFiles.identify(path).catch(() => null);
  const [first, second] = await Promise.all([identify(one), identify(other)]);
  return first !== null && first === second;
}

async function read(place: LedgerPlace): Promise<LogResult> {
  const result = await readLedger(place);
  if (result === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path: place.location });
  return result;
}

/**
 * Finds a ledger that is named directly (a `.jsonl` file, or a database's address) or by its course's plan. `course`: the one that the ledger must belong
 * to; null if no plan was named.
 */
async function placeOf(
  file: string,
  context: Context,
): Promise<{ readonly place: LedgerPlace; readonly course: string | null }> {
  if (file.endsWith(".jsonl")) return { place: fileLedger(file), course: null };
  const named = readNamedLedger(file);
  if (typeof named !== "string") {
    return { place: postgresLedger(named, named.ledger ?? (await onlyLedgerAt(named))), course: null };
  }
  const { plan, place } = await openCourseAlone(file, context);
  return { place: place.ledger, course: plan.course };
}

async function onlyLedgerAt(address: PostgresAddress): Promise<string> {
  const { listLedgers } = await import("../../ledger/postgres/postgres-ledger.ts");
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

/**
 * `ledger create <plan>`: begins a ledger once, so that every run can use `--ledger-must-exist`. Idempotent: an existing ledger of
 * the course stays unchanged, so a scheduled job can repeat the command. Throws a Failure if the ledger belongs to another course or service, or,
 * without `--new-ledger`, if this machine knows that lessons were bought with a ledger of the course.
 */
export async function createLedger(file: string, context: Context): Promise<CommandResult> {
  const session = await openCourseAlone(file, context);
  const { plan: written, place } = session;
  const { location: path } = place.ledger;
  const found = await session.lookAtLedger();
  const { state } = found;
  checkIdentity(state, { course: written.course, service: serviceOf(context) }, path);
  const result = (done: string, again: readonly BoughtElsewhere[]): CommandResult => {
    context.io.say(`${showText(path)} ${done}. From now on, use --ledger-must-exist for every run.`);
    context.io.say(`next     ${commandLine("run", repeatedFlagsFor(file, context), "--ledger-must-exist")}`);
    return ended({ ledger: path, paidAgain: again.map(({ job, credits }) => ({ job, credits })) });
  };
  if (!isBegunAlone(found)) return result("already exists, and was left as it was", []);
  const plan = matchLessons(written, state);
  const lost = await session.lost(plan, state);
  if (lost !== null && context.raw.newLedger !== true) throw new Failure<LostLedger>(lost);
  const store = await session.hold(false);
  await closing(store, async () => {
    const who = context.environment.user;
    // A ledger with nothing but its opening counts as missing, so also record that a person has begun it.
    await store.append(consentTo(lost, { state, who, edition: plan.edition }));
  });
  const again = lost?.again ?? [];
  if (again.length > 0)
    context.io.warn(describeProblem({ code: "paid_again", again } satisfies RunNotice as RunNotice));
  return result("was created", again);
}

/**
 * `ledger join <plan> <other ledger>`: merges the events that only the other ledger has into the course's own ledger. The other stays unchanged. Sends
 * nothing.
 */
export async function joinLedger(file: string, other: string, context: Context): Promise<CommandResult> {
  const session = await openCourseAlone(file, context);
  const { place } = session;
  const { course } = session.plan;
  const options = { processId: process.pid, world: context.world };
  const from = placeOfOther(other, course, context);
  const { ledger: own } = place;
  const isOwn =
    from.kind === "file" && own.kind === "file"
      ? await isSameFile(from.location, own.location)
      : from.location === own.location;
  if (isOwn) {
    const itself = `${showText(own.location)} is the course's own ledger: there is nothing to join.`;
    throw usage(`${itself} Name the other ledger.`);
  }
  const source = await openLines(from, { ...options, expected: "ledger" });
  const { theirs, joined } = await closing(source, async () => {
    const theirs = wholeLedger(source);
    const target = await openLines(own, options);
    const joined = await closing(target, () =>
      takeIn(theirs, { target, from: source.location, course }, context),
    );
    return { theirs, joined };
  });
  // Opened once, as by a run, so that its mirror gets all of it.
  const { opened } = theirs.state;
  if (opened !== null) await (await session.hold(true, opened.service)).close();
  const { io } = context;
  const { common, added, conflicts } = joined;
  const [ledger, others] = [showText(own.location), showText(source.location)];
  io.say(
    added === 0
      ? `${ledger} has everything that ${others} has.`
      : `${ledger} now has ${pluralize(added, "event")} from ${others}; ${pluralize(common, "event was", "events were")} already in both.`,
  );
  for (const conflict of conflicts) io.warn(describeConflict(conflict));
  if (added > 0) io.say(`Continue with ${ledger} only: the other ledger does not have all of these events.`);
  io.say(`next     ${commandLine("run", repeatedFlagsFor(file, context))}`);
  return ended({ ledger: own.location, from: source.location, common, added, conflicts });
}

function placeOfOther(other: string, course: string, { shared }: Context): LedgerPlace {
  const named = readNamedLedger(other);
  if (typeof named === "string") return fileLedger(named);
  return postgresLedger(named, named.ledger ?? ledgerName({ course, service: shared.local ? "local" : "" }));
}

async function takeIn(
  theirs: LogResult,
  { target, from, course }: { target: LockedLines; from: string; course: string },
  { world }: Context,
): Promise<Join> {
  const { location: path } = target;
  const { state, lines } = wholeLedger(target);
  const { opened } = state;
  if (opened === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  checkIdentity(state, { ...opened, course }, path);
  checkIdentity(theirs.state, opened, from);
  const join = joinLedgers(eventsIn(target.found), eventsIn(theirs), new Date(world.now()).toISOString());
  if (join.added > 0) await target.complete(Buffer.concat([lines, Buffer.from(join.lines)]));
  return join;
}

function describeConflict({ code, edition, job, attempts }: JoinConflict): string {
  const stories = attempts.map(({ attempt, id }) => id ?? `the story made by creation ${attempt}, if any`);
  return textIn("ledger", `conflict_${code}`, { stories, lesson: `${edition}/${job}` });
}

/** `ledger restore <plan>`: brings back a ledger that is missing or older than what this machine has seen of it. Buys nothing. */
export async function restore(file: string, context: Context): Promise<CommandResult> {
  const session = await openCourseAlone(file, context);
  const { plan } = session;
  const { ledger, folder, rescuePath } = session.place;
  const { world, environment, io } = context;
  const asked: RunProblem[] = [];
  const restored = await restoreLedger(plan, {
    service: knownServiceOf(context),
    location: ledger.location,
    rescuePath,
    folder,
    stateFolder: stateFolderOf(context),
    files: realFiles,
    open: () => openLines(ledger, { processId: process.pid, world }),
    quote: (settings) => quoteAtService(settings, asked, context),
    serviceOfNew: () => serviceOf(context),
    who: environment.user,
    world,
  });
  const opened = (await readLedger(ledger))?.state.opened;
  // Opened once, as by a run, so that the mirror gets all of it.
  const store = await session.hold(true, opened?.service ?? "");
  await store.close();
  const { state } = store;
  const matched = matchLessons(plan, state);
  const problems = [...asked, ...uncertainIn(matched, matched.lessons)];
  // Uncertain creations are left to `resolve`: the restoration itself succeeded.
  const exitCode = exitCodeFor(asked);
  const isUncertain = problems.some(({ code }) => code === "creation_uncertain");
  const next = commandLine(isUncertain ? "resolve" : "run", repeatedFlagsFor(file, context));
  for (const line of describeRestored(restored, ledger.location)) io.say(line);
  io.say(`next     ${next}`);
  for (const problem of problems) io.warn(describeProblem(problem));
  const documented = problems.map(noticeDocument);
  return ended({ ...restored, ledger: ledger.location, problems: documented, next }, exitCode);
}

/** The service's prices; null if it can't be called, in which case the problems say why. */
async function quoteAtService(
  settings: readonly Setting[],
  problems: RunProblem[],
  context: Context,
): Promise<ReadonlyMap<string, Price> | null> {
  if (context.raw.offline === true) return null;
  const session = await openSession(context, null);
  return closing(session, async () => {
    const quoted = await quoteAll(settings, session.context);
    problems.push(...session.context.stops.problems);
    return quoted && new Map(quoted.map(({ setting, price }) => [settingName(setting), price]));
  });
}

/** What `ledger restore` has restored, and what it could not. */
function describeRestored(done: Restored, path: string): string[] {
  const { from, events, recorded, lessons, unreadable, unpriced } = done;
  const isWhole = events + recorded.length + lessons.length === 0;
  const part = (name: string, facts: Facts): string =>
    textIn("ledger", `restored_${name}`, { path, ...facts });
  return [
    ...(isWhole ? [part("whole", {})] : []),
    ...(from === null ? [] : [part("from", { from, events })]),
    ...recorded.map((answer) => part("answer", { ...answer })),
    ...(lessons.length === 0 ? [] : [part("lessons", { lessons })]),
    ...lessons.map((lesson) => part("lesson", { ...lesson })),
    ...unreadable.map((file) => part("unread", { file })),
    ...(lessons.length === 0 ? [] : [part("changed", {})]),
    ...(unpriced === 0 ? [] : [part("price", { unpriced })]),
  ];
}
