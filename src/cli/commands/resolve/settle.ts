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
import { isUuid } from "../../../shared/world.ts";
import type { Context } from "../../context.ts";
import type { CourseSession } from "../../course-session.ts";
import { type CommandResult, EndedEarly, ended } from "../../io.ts";
import { commandLine, repeatedFlagsFor } from "../../next.ts";
import { text } from "../../parser/options.ts";
import { badValue, type CommandProblem } from "../../problem.ts";
import { describeProblem } from "../../problems/problems.ts";
import { openSession } from "../../service/connection.ts";
import { askEvidence, isNamed, onlyOne } from "./creations.ts";

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
export async function settle(
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
    return resultOf(settled, { file, store }, context);
  });
}

/** Finds the named creation. If no open creation has this name, a story may also be named for one that was declared not created. */
function choose(
  { name, story }: Decision,
  { creations, plan, state }: { creations: readonly OpenCreation[]; plan: MatchedPlan; state: LedgerState },
): OpenCreation {
  const hasName = (one: OpenCreation): boolean => isNamed(one, name, plan);
  const declared = story === null || creations.some(hasName) ? [] : declaredCreations(state);
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

function resultOf(
  { open, story }: Settled,
  { file, store }: { file: string; store: LedgerStore },
  context: Context,
): CommandResult {
  const { io } = context;
  const { job, edition } = open.recordName;
  io.say(
    story === null
      ? `${job} is resolved as not created; the next run may create it.`
      : `${job} is resolved: its story is ${story}; the next run follows it.`,
  );
  const other = isDeclared(open.attempt) ? boughtAgain(open, store) : null;
  if (other !== null) io.say(other);
  io.say(`next     ${commandLine("run", repeatedFlagsFor(file, context))}`);
  return ended({ settled: [{ job, edition, story }] });
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
