import type { CallError } from "../../client/port.ts";
import { jobOf } from "../../course/select-jobs.ts";
import { settingOf } from "../../ledger/format/fold.ts";
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
  type EvidenceResult,
  gatherEvidence,
  isDeclared,
  type Known,
  type OpenCreation,
  openCreations,
  settleOpen,
  type TimeDiffers,
  type Weighed,
  weigh,
} from "../../run/resolve.ts";
import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import { isUuid } from "../../shared/world.ts";
import type { Facts } from "../../shared/written-text.ts";
import type { Context } from "../context.ts";
import { type CourseSession, openCourse } from "../course-session.ts";
import { type CommandResult, EndedEarly, ended, quoted } from "../io.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { readCallOptions, text } from "../parser/options.ts";
import { badValue, type CommandProblem, usage } from "../problem.ts";
import { describeContrary } from "../problems/command.ts";
import { describeProblem } from "../problems/problems.ts";
import { describeCallError, textIn } from "../problems/texts.ts";
import { openSession } from "../service/connection.ts";

export const verbs: Verbs = { resolve: (context, [plan = "", job]) => resolve(plan, job, context) };

/** `resolve <plan> [job]`: lists uncertain creations with the evidence, or resolves one as the user decides. */
export async function resolve(
  file: string,
  name: string | undefined,
  context: Context,
): Promise<CommandResult> {
  const course = await openCourse(file, context);
  const story = text(context.raw, "story");
  if (story === null && context.raw.notCreated !== true) return list(course, { file, name }, context);
  if (name === undefined) throw usage("Say which job to resolve.");
  return settle(course, { file, name, story }, context);
}

async function list(
  course: CourseSession,
  { file, name }: { file: string; name: string | undefined },
  context: Context,
): Promise<CommandResult> {
  const { io } = context;
  const { state } = await course.readLedger();
  const plan = matchLessons(course.plan, state);
  const all = openCreations(state, await course.rescued(state));
  if (name !== undefined) checkName(name, all, plan);
  const open = all.filter((one) => name === undefined || isNamed(one, name, plan));
  const again = repeatedFlagsFor(file, context);
  const { result, known } = await askEvidence(open[0], state, context);
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
    ids: idsSeen(open),
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

/** The service's evidence about an open creation, weighed with the ledger's. */
interface Evidence extends Weighed {
  readonly result: Asked["result"];
}

/**
 * An uncertain creation with everything known about it, and what each hint does and does not prove. `name`: the name with which the user resolves it.
 */
function describeOpenCreation(
  open: OpenCreation,
  evidence: Evidence,
  { again, job, name }: { again: RepeatedFlags; job: string; name: string },
): string[] {
  const { intended, attempt } = open.attempt;
  const { request, price } = intended;
  const answer = open.outcome?.answer ?? null;
  const line = (part: string, facts: Facts): string => textIn("resolve", part, facts);
  return [
    line("head", { job, edition: open.recordName.edition, at: intended.at, attempt }),
    line("asked", request),
    line("at_stake", { ...price }),
    line("because", { cause: open.cause }),
    ...(answer === null ? [] : [line("answer", { answer })]),
    ...open.rescued.map((one) => line("rescued", one)),
    ...describeRemote(open, evidence),
    ...evidence.contrary.map((one) => `  against  ${describeContrary(one)}`),
    ...describeHowToSettle(open, evidence, { again, name: quoted(name) }),
  ];
}

function idsSeen({ seen }: OpenCreation): string[] {
  return [...new Set(seen.map(({ id }) => id))];
}

// Each line works when pasted; as long as it contains a placeholder for the id or the reason, it changes nothing.
function describeHowToSettle(
  open: OpenCreation,
  { contrary }: Evidence,
  { again, name }: { again: RepeatedFlags; name: string },
): string[] {
  const line = (words: string): string => commandLine("resolve", again, `${name} ${words}`);
  const reason = contrary.length === 0 ? "" : " --reason ''";
  const stories = idsSeen(open).map((id) => `${line(`--story ${id}`)}   if this is the right story`);
  const lines = [
    ...stories,
    `${line("--story ID")}   if the service's own list shows the story; replace ID with its id`,
    `${line(`--not-created${reason}`)}   if you have made sure that the service has no such story${reason === "" ? "" : "; say between the quotes how you know"}`,
  ];
  return lines.map((text, index) => `  ${index === 0 ? "resolve" : "       "}   ${text}`);
}

function describeRemote({ attempt }: OpenCreation, { result, balance, unknownBooks }: Evidence): string[] {
  if (result === null) return [textIn("resolve", "unasked")];
  const whyUnknown = (callError: CallError | null) => ({
    why: callError === null ? "interrupted" : describeCallError(callError),
  });
  if (!result.ok) return [textIn("resolve", "balance_unknown", whyUnknown(result.callError))];
  const { writing } = attempt.intended.price;
  const { newestBooks } = result.evidence;
  return [
    ...(balance === null ? [textIn("resolve", "balance_unlimited")] : describeBalance(balance, writing)),
    ...(newestBooks === null
      ? [textIn("resolve", "books_unknown", whyUnknown(result.booksError))]
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
  return [
    textIn("resolve", "balance", { before, now, fall: before - now, explained, unexplained }),
    textIn("resolve", "balance_proves", { writing }),
  ];
}

/** The user's decision about the named creation: the id of the story that it made, or null if it made none. */
interface Decision {
  readonly name: string;
  readonly story: string | null;
}

/** A creation with the decision about it. */
interface Settled {
  readonly open: OpenCreation;
  readonly story: string | null;
  /** The evidence against the decision. */
  readonly evidence: readonly (Contrary | TimeDiffers)[];
}

interface Deciding {
  readonly store: LedgerStore;
  readonly reason: string | null;
}

/** Resolves an open creation as the user decided. Throws a Failure if the story can't be read or doesn't fit the creation. */
async function settle(
  course: CourseSession,
  { file, name, story }: Decision & { file: string },
  context: Context,
): Promise<CommandResult> {
  if (story !== null && !isUuid(story)) throw badValue("--story", story, "a story's id, a UUID");
  const store = await course.hold(true);
  return closing(store, async () => {
    const { state } = store;
    const plan = matchLessons(course.plan, state);
    const creations = openCreations(state, await course.rescued(state));
    const open = choose({ name, story }, { creations, plan, state });
    const reason = text(context.raw, "reason");
    const settled =
      story === null
        ? await weighNotCreated(open, { store, reason }, context)
        : await checkedStory(open, story, { store, reason }, context);
    const by = { who: context.environment.user, why: reason ?? "" };
    await settleOpen(open, { id: settled.story, ...by, evidence: settled.evidence }, store);
    return resultOf(settled, file, context);
  });
}

/** Finds the named creation. If no open creation has this name, a story may also be named for one that was declared not created. */
function choose(
  { name, story }: Decision,
  { creations, plan, state }: { creations: readonly OpenCreation[]; plan: MatchedPlan; state: LedgerState },
): OpenCreation {
  const hasName = (one: OpenCreation): boolean => isNamed(one, name, plan);
  const declared = story === null || creations.some(hasName) ? [] : openCreations(state, [], isDeclared);
  return onlyOne(declared.some(hasName) ? declared : creations, name, plan);
}

/**
 * Weighs the declaration that no story was created. If there is evidence for a story and no reason was given, throws a Failure with all the evidence,
 * since a wrong declaration leads to a second purchase.
 */
async function weighNotCreated(
  open: OpenCreation,
  { store, reason }: Deciding,
  context: Context,
): Promise<Settled> {
  const { job } = open.recordName;
  const { result, known } = await askEvidence(open, store.state, context);
  if (result !== null && !result.ok) {
    if (result.callError === null) throw unread({ job, id: "", callError: null }, context);
    context.io.warn("The service could not be queried, so the balance gives no evidence here.");
  }
  const evidence = weigh(open, known).contrary;
  if (evidence.length > 0 && reason === null)
    throw new Failure<CommandProblem>({ code: "reason_needed", job, evidence });
  return { open, story: null, evidence };
}

/**
 * Reads and checks the named story. Throws if it doesn't fit or can't be read. Its id is returned in the service's spelling: in a ledger, an id in upper
 * case would look like another story.
 */
async function checkedStory(
  open: OpenCreation,
  id: string,
  { store, reason }: Deciding,
  context: Context,
): Promise<Settled> {
  const { job } = open.recordName;
  if (isDeclared(open.attempt) && reason === null)
    throw new Failure<CommandProblem>({ code: "reason_needed", job, evidence: [] });
  if (open.attempt.intended.request.audiobook)
    context.io.warn(
      `If story ${id} is this lesson's story, reading it starts production of its audiobook, which is charged to the account.`,
    );
  const session = await openSession(context, store.state);
  return closing(session, async () => {
    const check = await checkStory(open, id, { ...session.context, store });
    if (!check.ok) throw unread({ job, id, callError: check.callError }, context);
    const { misfits, time, story } = check;
    const isForgiven = reason !== null && misfits.every((misfit) => misfit === "time");
    if (misfits.length > 0 && !isForgiven)
      throw new Failure<CommandProblem>({ code: "story_misfit", job, id, misfits, time });
    return { open, story: story.id, evidence: misfits.length > 0 ? [time] : [] };
  });
}

/** How the command ends if a story can't be read: with a Failure, or early, after its message. */
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

function resultOf({ open, story }: Settled, file: string, context: Context): CommandResult {
  const { io } = context;
  const { job, edition } = open.recordName;
  io.say(
    story === null
      ? `${job} is resolved as not created; the next run may create it.`
      : `${job} is resolved: its story is ${story}; the next run follows it.`,
  );
  io.say(`next     ${commandLine("run", repeatedFlagsFor(file, context))}`);
  return ended({ settled: [{ job, edition, story }] });
}

/** The service's evidence about open creations, and the facts for weighing it. */
interface Asked {
  /** Null if no creation is open, or if no service or key is set, so that only the ledger's own evidence is available. */
  readonly result: EvidenceResult | null;
  readonly known: Known;
}

async function askEvidence(
  open: OpenCreation | undefined,
  state: LedgerState,
  context: Context,
): Promise<Asked> {
  const { raw, shared } = context;
  const { creationTimeoutMs } = readCallOptions(raw, shared.local);
  const session =
    open === undefined
      ? null
      : await openSession(context, null).catch((error: unknown) => {
          if (error instanceof Failure) return null;
          throw error;
        });
  const result = await closing(session, async () => {
    if (open === undefined || session === null) return null;
    return await gatherEvidence(settingOf(open.attempt.intended.request), session.context);
  });
  // A creation may still be in flight, except in a rehearsal, whose service ends with its run.
  const inFlightMs = shared.local ? null : creationTimeoutMs;
  const evidence = result?.ok ? result.evidence : null;
  return {
    result,
    known: { state, now: context.world.now(), evidence, creationTimeoutMs: inFlightMs },
  };
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
  checkName(name, creations, plan);
  const [first, ...others] = creations.filter((one) => isNamed(one, name, plan));
  if (first !== undefined && others.length === 0) return first;
  const count = first === undefined ? 0 : others.length + 1;
  throw new Failure<CommandProblem>({ code: "not_one_uncertain", job: name, count });
}

/**
 * Throws a Failure for a name that matches neither a creation nor a job of the plan. A creation may also belong to another edition, or to a topic that
 * has left the plan.
 */
function checkName(name: string, creations: readonly OpenCreation[], plan: MatchedPlan): void {
  const isOfCreation = creations.some((one) => isNamed(one, name, plan) || one.recordName.job === name);
  if (!isOfCreation && !isUuid(name) && !name.includes("/")) jobOf(plan, name);
}
