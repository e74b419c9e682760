import type { CallError } from "../../client/port.ts";
import { jobOf } from "../../course/select-jobs.ts";
import { type Between, sumOfAttempts } from "../../ledger/format/charges.ts";
import { settingOf } from "../../ledger/format/fold.ts";
import { latestOf } from "../../ledger/format/job-status.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { nameToday, recordKey } from "../../run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../run/match.ts";
import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import { accessProblem } from "../../run/quote.ts";
import {
  type BalanceEvidence,
  type Contrary,
  checkStory,
  declaredCreations,
  type EvidenceResult,
  gatherEvidence,
  isDeclared,
  type Known,
  type OpenCreation,
  openCreations,
  seenIds,
  settleOpen,
  type TimeDiffers,
  type Weighed,
  weigh,
} from "../../run/resolve.ts";
import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { isUuid } from "../../shared/world.ts";
import type { Facts } from "../../shared/written-text.ts";
import type { Context } from "../context.ts";
import { type CourseSession, openCourse } from "../course-session.ts";
import { type CommandResult, EndedEarly, ended } from "../io.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import { readCallOptions, text, texts } from "../parser/options.ts";
import { badValue, type CommandProblem, usage } from "../problem.ts";
import { describeCallError } from "../problems/causes.ts";
import { describeContrary } from "../problems/command.ts";
import { describeProblem } from "../problems/problems.ts";
import { textIn } from "../problems/texts.ts";
import { quoted } from "../render/shell.ts";
import { openCallContext, openConnection } from "../service/connection.ts";

/** `resolve <plan> [job...]`: lists uncertain creations with the evidence, or resolves one or more as the user decides. */
export async function resolve(
  file: string,
  names: readonly string[],
  context: Context,
): Promise<CommandResult> {
  const course = await openCourse(file, context);
  const stories = texts(context.raw, "story");
  const notCreated = context.raw.notCreated === true;
  if (stories.length === 0 && !notCreated) return list(course, { file, names }, context);
  return settle(course, { file, settlements: readSettlements(names, stories) }, context);
}

async function list(
  course: CourseSession,
  { file, names }: { file: string; names: readonly string[] },
  context: Context,
): Promise<CommandResult> {
  const { io } = context;
  const state = await course.readState();
  const plan = matchLessons(course.plan, state);
  const all = openCreations(state, await course.rescued(state));
  checkNames(names, all, plan);
  const open = all.filter((one) => names.length === 0 || names.some((name) => isNamed(one, name, plan)));
  const again = repeatedFlagsFor(file, context);
  const { result, known } = await askEvidence(open, state, context);
  const shown = open.map((one) => ({
    one,
    job: nameToday(one.recordName, plan),
    evidence: { result, ...weigh(one, known) },
    name: settlingName(one, all, plan),
  }));
  if (open.length === 0) io.say("No creation is uncertain.");
  for (const { one, job, evidence, name } of shown) {
    for (const line of describeOpenCreation(one, evidence, { again, job, name })) io.say(line);
  }
  io.say(
    `next     ${open.length === 0 ? commandLine("run", again) : "resolve each with --story or --not-created, as shown"}`,
  );
  return ended({
    uncertain: shown.map(({ one, job, evidence }) => ({ job, ...documentOf(one, evidence) })),
  });
}

function documentOf(
  open: OpenCreation,
  { result, balance, unknownBooks, contrary }: Evidence,
): Record<string, unknown> {
  const { intended, attempt } = open.attempt;
  const evidence = result?.ok ? result.evidence : null;
  return {
    edition: open.recordName.edition,
    attempt,
    at: intended.at,
    price: intended.price,
    request: intended.request,
    cause: open.cause,
    status: open.outcome?.status ?? null,
    answer: open.outcome?.answer ?? null,
    named: open.named.map(({ id }) => id),
    salvaged: open.salvaged,
    rescued: open.rescued,
    balanceBefore: intended.balanceBefore,
    balanceNow: evidence?.balanceNow ?? null,
    explained: balance?.explained ?? null,
    unexplained: balance?.unexplained ?? null,
    newestBooks: evidence?.newestBooks ?? null,
    unknownBooks: evidence?.newestBooks == null ? null : unknownBooks,
    speaksForStory: contrary,
  };
}

/** What the service shows about an open creation, weighed with the ledger. */
interface Evidence extends Weighed {
  readonly result: Asked["result"];
}

/** An uncertain creation with what is known of it, and what each hint does and does not prove. `name`: how the user refers to it when settling. */
function describeOpenCreation(
  open: OpenCreation,
  evidence: Evidence,
  { again, job, name }: { again: RepeatedFlags; job: string; name: string },
): string[] {
  const { intended, attempt } = open.attempt;
  const { request, price } = intended;
  const { answer, received } = open.outcome ?? {};
  const bytes =
    received === undefined ? "" : `; the ledger keeps the raw answer, ${pluralize(received.bytes, "byte")}`;
  const line = (part: string, facts: Facts): string => textIn("resolve", part, facts);
  return [
    line("head", { job, edition: open.recordName.edition, at: intended.at, attempt }),
    line("asked", request),
    line("at_stake", { ...price }),
    line("because", { cause: open.cause }),
    ...(answer == null ? [] : [line("answer", { answer })]),
    ...open.named.map((one) => line("named", { ...one, bytes })),
    ...open.salvaged.map((id) => line("found", { id })),
    ...open.rescued.map(({ file, outcome, id }) => line("rescued", { file, outcome, id })),
    ...describeRemote(open, evidence),
    ...evidence.contrary.map((one) => `  against  ${describeContrary(one)}`),
    ...describeHowToSettle(open, evidence, { again, name: quoted(name) }),
  ];
}

// Each line works when pasted; while ID or the reason is still a placeholder, it changes nothing.
function describeHowToSettle(
  open: OpenCreation,
  { contrary }: Evidence,
  { again, name }: { again: RepeatedFlags; name: string },
): string[] {
  const line = (words: string): string => commandLine("resolve", again, `${name} ${words}`);
  const ids = [...new Set(seenIds(open).map(({ id }) => id))];
  const reason = contrary.length === 0 ? "" : " --reason ''";
  const stories = ids.map((id) => `${line(`--story ${id}`)}   if this is the right story`);
  const lines = [
    ...stories,
    `${line("--story ID")}   if the service's own list shows the story; replace ID with its id`,
    `${line(`--not-created${reason}`)}   if you have made sure that the service has no such story${reason === "" ? "" : "; say between the quotes how you know"}`,
  ];
  return lines.map((text, index) => `  ${index === 0 ? "resolve" : "       "}   ${text}`);
}

function describeRemote({ attempt }: OpenCreation, { result, balance, unknownBooks }: Evidence): string[] {
  if (result === null) return [textIn("resolve", "unasked")];
  if (!result.ok) {
    const why = result.callError === null ? "interrupted" : describeCallError(result.callError);
    return [textIn("resolve", "balance_unknown", { why })];
  }
  const { writing } = attempt.intended.price;
  const { newestBooks } = result.evidence;
  return [
    ...(balance === null ? [textIn("resolve", "balance_unlimited")] : describeBalance(balance, writing)),
    ...(newestBooks === null
      ? [textIn("resolve", "books_hidden")]
      : [
          textIn("resolve", "books", {
            newest: newestBooks.length,
            unknown: unknownBooks.length,
            unknownBooks,
          }),
          textIn("resolve", "books_prove"),
        ]),
  ];
}

function describeBalance(
  { before, now, explained, unexplained }: BalanceEvidence,
  writing: number,
): string[] {
  const between = ({ least, most }: Between) => (least === most ? String(least) : `${least} to ${most}`);
  const facts = { explained: between(explained), unexplained: between(unexplained) };
  return [
    textIn("resolve", "balance", { before, now, fall: before - now, ...facts }),
    textIn("resolve", "balance_proves", { writing }),
  ];
}

/** The user's decision about one open creation: the story that it created, or null if none. */
interface Settlement {
  readonly name: string;
  readonly story: string | null;
}

/** Pairs the command line's jobs with the decisions, in order. Throws a Failure if the number of decisions differs from the number of jobs. */
function readSettlements(names: readonly string[], stories: readonly string[]): Settlement[] {
  if (names.length === 0) throw usage("Say which jobs to resolve.");
  const job = firstRepeated(names);
  if (job !== undefined) throw namedTwice(job);
  if (stories.length === 0) return names.map((name) => ({ name, story: null }));
  for (const value of stories) if (!isUuid(value)) throw badValue("--story", value, "a story's id, a UUID");
  if (stories.length !== names.length) {
    const given = pluralize(stories.length, "was", "were");
    throw usage(
      `${pluralize(names.length, "job needs", "jobs need")} the same number of --story flags, in the same order, but ${given} given.`,
    );
  }
  const id = firstRepeated(stories.map((story) => story.toLowerCase()));
  if (id !== undefined) throw usage(`Story ${id} is given for two jobs, but can belong to only one.`);
  return names.map((name, index) => ({ name, story: stories[index] ?? null }));
}

function namedTwice(job: string): Failure {
  return usage(`${showText(job)} is named twice.`);
}

function firstRepeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

interface Settled {
  readonly open: OpenCreation;
  readonly story: string | null;
  /** The evidence against the decision. */
  readonly evidence: readonly (Contrary | TimeDiffers)[];
}

/** Settles open creations as the user decided: all of them, or none if any story can't be read or doesn't fit its creation. */
async function settle(
  course: CourseSession,
  { file, settlements }: { file: string; settlements: readonly Settlement[] },
  context: Context,
): Promise<CommandResult> {
  const store = await course.hold(true);
  return closing(store, async () => {
    const plan = matchLessons(course.plan, store.state);
    const open = openCreations(store.state, await course.rescued(store.state));
    const chosen = choose(settlements, { open, plan, state: store.state });
    const reason = text(context.raw, "reason");
    const settled = chosen.some(({ story }) => story === null)
      ? await weighNotCreated(chosen, { store, reason }, context)
      : await checkStories(chosen, { store, reason }, context);
    const by = { who: context.environment.user ?? "unknown", why: reason ?? "" };
    for (const { open: one, story, evidence } of settled) {
      await settleOpen(one, { id: story, ...by, evidence }, store);
    }
    return resultOf(settled, { file, store }, context);
  });
}

type Chosen = Pick<Settled, "open" | "story">;

/** Finds the named creations. If no open one has the name, a story may also be given for one that was declared not created. */
function choose(
  settlements: readonly Settlement[],
  { open, plan, state }: { open: readonly OpenCreation[]; plan: MatchedPlan; state: LedgerState },
): Chosen[] {
  const declared = declaredCreations(state);
  const chosen = settlements.map(({ name, story }) => {
    const mayBeDeclared = story !== null && !open.some((one) => isNamed(one, name, plan));
    const isKnown = mayBeDeclared && declared.some((one) => isNamed(one, name, plan));
    return { open: onlyOne(isKnown ? declared : open, name, plan), story };
  });
  const twice = firstRepeated(chosen.map((one) => one.open.attempt.attempt));
  if (twice !== undefined) throw namedTwice(twice);
  return chosen;
}

/** Evidence for a story outweighs a declaration without a reason, which would cause a second purchase. Throws a Failure with all the evidence. */
async function weighNotCreated(
  chosen: readonly Chosen[],
  { store, reason }: { store: LedgerStore; reason: string | null },
  context: Context,
): Promise<Settled[]> {
  const open = chosen.map((one) => one.open);
  const { result, known } = await askEvidence(open, store.state, context);
  if (result !== null && !result.ok) {
    const [first] = open;
    if (result.callError === null && first !== undefined)
      throw unread({ job: first.recordName.job, id: "", callError: null }, context);
    context.io.warn("The service could not be queried, so the balance gives no evidence here.");
  }
  const settled = chosen.map((one) => ({ ...one, evidence: weigh(one.open, known).contrary }));
  const jobs = settled
    .filter(({ evidence }) => evidence.length > 0)
    .map(({ open: { recordName }, evidence }) => ({ job: recordName.job, evidence }));
  if (jobs.length > 0 && reason === null)
    throw new Failure<CommandProblem>({ code: "speaks_for_story", jobs });
  return settled;
}

/** What the service shows about open creations, and what is known for weighing it. */
interface Asked {
  /** Null if nothing is open, or if no service or key is set, so that the ledger's own evidence must suffice. */
  readonly result: EvidenceResult | null;
  readonly known: Known;
}

async function askEvidence(
  [first]: readonly OpenCreation[],
  state: LedgerState,
  context: Context,
): Promise<Asked> {
  const { raw, shared } = context;
  const calls = readCallOptions(raw, shared.local);
  const connection =
    first === undefined
      ? null
      : await openConnection(context, calls).catch((error: unknown) => {
          if (error instanceof Failure) return null;
          throw error;
        });
  const result = await closing(connection, async () => {
    if (first === undefined || connection === null) return null;
    const setting = settingOf(first.attempt.intended.request);
    return await gatherEvidence(setting, openCallContext(connection, { calls, state: null }, context));
  });
  // A creation may still be in flight, but not in a rehearsal, whose service ends with its run.
  const creationTimeoutMs = shared.local ? null : calls.creationTimeoutMs;
  const evidence = result?.ok ? result.evidence : null;
  return { result, known: { state, now: context.world.now(), evidence, creationTimeoutMs } };
}

/**
 * Reads and checks every named story. Throws if one doesn't fit or can't be read. Returns all stories with their ids in the service's spelling: in a
 * ledger, an id in upper case would look like another story.
 */
async function checkStories(
  chosen: readonly Chosen[],
  { store, reason }: { store: LedgerStore; reason: string | null },
  context: Context,
): Promise<Settled[]> {
  const declared = chosen
    .filter(({ open }) => isDeclared(open.attempt))
    .map((one) => one.open.recordName.job);
  if (declared.length > 0 && reason === null) {
    throw new Failure<CommandProblem>({ code: "declared_before", jobs: declared });
  }
  for (const { open, story } of chosen) {
    if (!open.attempt.intended.request.audiobook) continue;
    context.io.warn(
      `If story ${story} is this lesson's story, reading it starts production of its audiobook, which is charged to the account.`,
    );
  }
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls);
  const callContext = {
    ...openCallContext(connection, { calls, state: store.state }, context),
    store,
  };
  return closing(connection, async () => {
    const settled: Settled[] = [];
    for (const { open, story } of chosen) {
      if (story === null) continue;
      const { job } = open.recordName;
      const check = await checkStory(open, story, callContext);
      if (!check.ok) throw unread({ job, id: story, callError: check.callError }, context);
      const { misfits, time } = check;
      const isForgiven = reason !== null && misfits.every((misfit) => misfit === "time");
      if (misfits.length > 0 && !isForgiven) {
        throw new Failure<CommandProblem>({ code: "story_misfit", job, id: story, misfits, time });
      }
      settled.push({ open, story: check.story.id, evidence: misfits.length > 0 ? [time] : [] });
    }
    return settled;
  });
}

/** What ends the command if a story can't be read: a Failure, or the end after its message. */
function unread(
  { job, id, callError }: { job: string; id: string; callError: CallError | null },
  { io }: Context,
): Error {
  if (callError?.kind === "refused" && callError.refusal.code === "not_found")
    return new Failure<CommandProblem>({ code: "story_unknown", job, id });
  const problem: RunProblem =
    callError === null
      ? { code: "interrupted" }
      : (accessProblem(callError) ?? { code: "story_unreadable", job, id, callError });
  const message = `${describeProblem(problem)} Nothing was changed.`;
  io.warn(message);
  return new EndedEarly(ended({ problems: [{ job, code: problem.code, message }] }, exitCodeOf(problem)));
}

function resultOf(
  settled: readonly Settled[],
  { file, store }: { file: string; store: LedgerStore },
  context: Context,
): CommandResult {
  const { io } = context;
  for (const { open, story } of settled) {
    io.say(
      story === null
        ? `${open.recordName.job} is resolved as not created; the next run may create it.`
        : `${open.recordName.job} is resolved: its story is ${story}; the next run follows it.`,
    );
    const other = isDeclared(open.attempt) ? boughtAgain(open, store) : null;
    if (other !== null) io.say(other);
  }
  io.say(`next     ${commandLine("run", repeatedFlagsFor(file, context))}`);
  const documents = settled.map(({ open: { recordName }, story }) => ({
    job: recordName.job,
    edition: recordName.edition,
    story,
  }));
  return ended({ settled: documents });
}

/** A notice if the lesson was bought again before its first story was found; else null. */
function boughtAgain({ recordName, attempt }: OpenCreation, store: LedgerStore): string | null {
  const record = store.state.jobs.get(recordKey(recordName));
  const latest = record === undefined ? undefined : latestOf(record);
  if (record === undefined || latest === undefined || latest.attempt === attempt.attempt) return null;
  const { committed } = sumOfAttempts([record]);
  const { outcome } = latest;
  const newer =
    outcome.kind === "accepted"
      ? `story ${outcome.id}`
      : `attempt ${latest.attempt}, whose outcome is uncertain`;
  return (
    `This lesson has since been bought again: ${newer}. So two stories may exist for ${recordName.job}. The newer story goes into the package; both are followed, and both ` +
    `count: ${pluralize(committed, "credit")} together.`
  );
}

/** Whether a name refers to this creation: by its job in the plan's edition, by `<edition>/<job>`, or by the attempt's id. */
function isNamed(one: OpenCreation, name: string, plan: MatchedPlan): boolean {
  if (one.attempt.attempt === name.toLowerCase() || recordKey(one.recordName) === name) return true;
  if (one.recordName.edition !== plan.edition) return false;
  const key = recordKey(one.recordName);
  return (
    one.recordName.job === name ||
    plan.lessons.some(({ job, recordKey: its }) => its === key && job.id === name)
  );
}

/**
 * An unambiguous name for a creation: the name of its job in the plan's edition, if that job has only one such creation; otherwise the id of its
 * attempt.
 */
function settlingName(one: OpenCreation, all: readonly OpenCreation[], plan: MatchedPlan): string {
  const name = nameToday(one.recordName, plan);
  const isPlain = plan.jobs.some(({ id }) => id === name) && isNamed(one, name, plan);
  return isPlain && all.filter((other) => isNamed(other, name, plan)).length === 1
    ? name
    : one.attempt.attempt;
}

/** The one creation with this name. Throws a Failure if no creation, or more than one, has this name. */
function onlyOne(creations: readonly OpenCreation[], name: string, plan: MatchedPlan): OpenCreation {
  const named = creations.filter((one) => isNamed(one, name, plan));
  const [first] = named;
  if (first === undefined) throw noneNamed(creations, name, plan);
  if (named.length > 1) {
    throw new Failure<CommandProblem>({ code: "several_uncertain", job: name, count: named.length });
  }
  return first;
}

/**
 * Throws a Failure for names that match neither a creation nor a job of the plan. A creation may also belong to another edition, or to a topic that has
 * left the plan.
 */
function checkNames(names: readonly string[], creations: readonly OpenCreation[], plan: MatchedPlan): void {
  for (const name of names) {
    const isOfCreation = creations.some((one) => isNamed(one, name, plan) || one.recordName.job === name);
    if (!isOfCreation && !isUuid(name) && !name.includes("/")) jobOf(plan, name);
  }
}

function noneNamed(
  creations: readonly OpenCreation[],
  job: string,
  plan: MatchedPlan,
): Failure<CommandProblem> {
  checkNames([job], creations, plan);
  const elsewhere = creations
    .filter(({ recordName }) => recordName.job === job)
    .map(({ recordName }) => recordKey(recordName));
  return new Failure<CommandProblem>({ code: "not_uncertain", job, elsewhere: [...new Set(elsewhere)] });
}
