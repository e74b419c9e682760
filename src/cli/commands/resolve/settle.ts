import type { CallError } from "../../../client/port.ts";
import { sumOfAttempts } from "../../../ledger/format/charges.ts";
import { latestOf } from "../../../ledger/format/job-status.ts";
import type { LedgerState } from "../../../ledger/format/state.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import { recordKey } from "../../../run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../../run/match.ts";
import { exitCodeOf, type RunProblem } from "../../../run/problem.ts";
import { accessProblem } from "../../../run/quote.ts";
import {
  type Contrary,
  checkStory,
  declaredCreations,
  isDeclared,
  type OpenCreation,
  openCreations,
  settleOpen,
  type TimeDiffers,
  weigh,
} from "../../../run/resolve.ts";
import { closing } from "../../../shared/closing.ts";
import { Failure } from "../../../shared/failure.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { isUuid } from "../../../shared/world.ts";
import type { Context } from "../../context.ts";
import type { CourseSession } from "../../course-session.ts";
import { type CommandResult, EndedEarly, ended } from "../../io.ts";
import { commandLine, repeatedFlagsFor } from "../../next.ts";
import { readCallOptions, text } from "../../parser/options.ts";
import { badValue, type CommandProblem, usage } from "../../problem.ts";
import { describeProblem } from "../../problems/problems.ts";
import { openCallContext, openConnection } from "../../service/connection.ts";
import { askEvidence, isNamed, onlyOne } from "./creations.ts";

/** The user's decision about one open creation: the story that it created, or null if none. */
interface Settlement {
  readonly name: string;
  readonly story: string | null;
}

/** Pairs the command line's jobs with the decisions, in order. Throws a Failure if the number of decisions differs from the number of jobs. */
export function readSettlements(names: readonly string[], stories: readonly string[]): Settlement[] {
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
export async function settle(
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
