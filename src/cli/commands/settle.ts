import process from "node:process";
import type { CallError } from "../../client/port.ts";
import { type CoursePlace, placeOfCourse } from "../../course/course-place.ts";
import { sumOfAttempts } from "../../ledger/format/charges.ts";
import { latestOf } from "../../ledger/format/job-status.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { type Rescued, readRescues } from "../../ledger/rescue-file.ts";
import type { Plan } from "../../plan/plan.ts";
import { Journal } from "../../run/journal.ts";
import { type MatchedPlan, matchLessons } from "../../run/match.ts";
import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import { accessProblem } from "../../run/quote.ts";
import { type Contrary, weigh } from "../../run/settle/evidence.ts";
import { declaredCreations, type OpenCreation, openCreations } from "../../run/settle/open-creations.ts";
import { checkStory, settleOpen, type TimeDiffers } from "../../run/settle/resolve.ts";
import { closing } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { isUuid } from "../../shared/world.ts";
import type { Context } from "../context.ts";
import { isNamed, onlyOne } from "../course/creation-names.ts";
import { holdLedger } from "../course/hold-ledger.ts";
import { stateFolderOf } from "../course/state-folder.ts";
import type { CommandResult } from "../io.ts";
import { againFor, commandLine } from "../messages/next-command.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { readCallOptions, text } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";
import { askEvidence, creationTimeoutOf } from "../service/ask-evidence.ts";
import { openConnection } from "../service/connection.ts";
import { openCallContext } from "../service/single-calls.ts";

/** The user's decision about one open creation: the story that it created, or null if none. */
interface Settlement {
  readonly name: string;
  readonly story: string | null;
}

/** Pairs the command line's jobs with the decisions, in order. Throws a Failure if the numbers differ. */
export function readSettlements(
  names: readonly string[],
  { stories, notCreated }: { stories: readonly string[]; notCreated: boolean },
): Settlement[] {
  const fail = (problem: CommandProblem): never => {
    throw new Failure<CommandProblem>(problem);
  };
  if (stories.length > 0 && notCreated) {
    fail({ code: "usage", message: "Give --story or --not-created, not both. Nothing was changed." });
  }
  if (names.length === 0) fail({ code: "job_needed" });
  const job = firstRepeated(names);
  if (job !== undefined) fail({ code: "job_named_twice", job });
  if (notCreated) return names.map((name) => ({ name, story: null }));
  for (const value of stories) if (!isUuid(value)) fail({ code: "not_a_story_id", value });
  if (stories.length !== names.length) {
    fail({ code: "stories_for_jobs", stories: stories.length, jobs: names.length });
  }
  const id = firstRepeated(stories.map((story) => story.toLowerCase()));
  if (id !== undefined) fail({ code: "story_named_twice", id });
  return names.map((name, index) => ({ name, story: stories[index] ?? null }));
}

function firstRepeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

interface Settling {
  readonly file: string;
  readonly settlements: readonly Settlement[];
}

interface Settled {
  readonly open: OpenCreation;
  readonly story: string | null;
  /** The evidence against the decision. */
  readonly evidence: readonly (Contrary | TimeDiffers)[];
}

/** Settles open creations as the user decided: all of them, or none if any story doesn't fit or can't be read. */
export async function settle(written: Plan, settling: Settling, context: Context): Promise<CommandResult> {
  const place = placeOfCourse(written.course, context.shared);
  const store = await holdLedger({ course: written.course, place, mustExist: true }, context, process.pid);
  return closing(store, async () => {
    const journal = new Journal(store);
    const plan = matchLessons(written, journal.state);
    const open = openCreations(journal.state, await rescuedOf(journal.state, place, context));
    const chosen = choose(settling.settlements, { open, plan, state: journal.state });
    const reasons = readReasons(context);
    const checked = chosen.some(({ story }) => story === null)
      ? await weighNotCreated(chosen, { open, journal, reasons }, context)
      : await checkStories(chosen, { journal, reasons }, context);
    if ("unread" in checked) return notRead(checked.unread, context);
    const by = { who: context.environment.user ?? "unknown", why: reasons.given.join("; ") };
    for (const { open: one, story, evidence } of checked.settled) {
      await settleOpen(one, { id: story, ...by, evidence }, journal);
    }
    return resultOf(checked.settled, { file: settling.file, journal }, context);
  });
}

interface Reasons {
  readonly given: readonly string[];
  /** Whether to accept a story that was created at another time. */
  readonly despiteTime: boolean;
}

function readReasons({ raw }: Context): Reasons {
  const despite = text(raw, "despiteTime");
  return {
    given: [text(raw, "reason"), despite].filter((reason) => reason !== null),
    despiteTime: despite !== null,
  };
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
  if (twice !== undefined) throw new Failure<CommandProblem>({ code: "job_named_twice", job: twice });
  return chosen;
}

type Checked = { readonly unread: Unread } | { readonly settled: readonly Settled[] };

/**
 * Evidence for a story outweighs a declaration without a reason, which would cause a second purchase. Throws a Failure with all the
 * evidence.
 */
async function weighNotCreated(
  chosen: readonly Chosen[],
  { open, journal, reasons }: { open: readonly OpenCreation[]; journal: Journal; reasons: Reasons },
  context: Context,
): Promise<Checked> {
  const result = await askEvidence(
    chosen.map((one) => one.open),
    context,
  );
  if (result !== null && !result.ok) {
    const [first] = chosen;
    if (result.callError === null && first !== undefined) {
      return { unread: { job: first.open.recordName.job, id: "", callError: null } };
    }
    context.io.warn("The service could not be asked, so its balance and books say nothing here.");
  }
  const known = {
    state: journal.state,
    now: context.world.now(),
    evidence: result?.ok ? result.evidence : null,
    creationTimeoutMs: creationTimeoutOf(context),
  };
  const named = new Set(chosen.map((one) => one.open));
  const left = open.filter((one) => !named.has(one));
  const settled = chosen.map((one) => ({ ...one, evidence: weigh(one.open, left, known).contrary }));
  const jobs = settled
    .filter(({ evidence }) => evidence.length > 0)
    .map(({ open: { recordName }, evidence }) => ({ job: recordName.job, evidence }));
  const isReasoned = reasons.given.length > 0;
  if (jobs.length > 0 && !isReasoned) throw new Failure<CommandProblem>({ code: "speaks_for_story", jobs });
  return { settled };
}

/** The outcomes that the ledger could not record, from its rescue files. */
export function rescuedOf(state: LedgerState, place: CoursePlace, context: Context): Promise<Rescued[]> {
  const { rescuePath } = place;
  const ledger = state.opened?.ledger ?? null;
  return readRescues({ path: rescuePath, stateFolder: stateFolderOf(context), ledger }, realFiles);
}

interface Unread {
  readonly job: string;
  readonly id: string;
  readonly callError: CallError | null;
}

/**
 * Reads and checks every named story. Throws a Failure if one doesn't fit; returns the call error if one can't be read, else all stories
 * with their ids in the service's spelling: in a ledger, an id in upper case would look like another story.
 */
async function checkStories(
  chosen: readonly Chosen[],
  { journal, reasons }: { journal: Journal; reasons: Reasons },
  context: Context,
): Promise<Checked> {
  const declared = chosen.filter((one) => one.open.isDeclared).map((one) => one.open.recordName.job);
  if (declared.length > 0 && reasons.given.length === 0) {
    throw new Failure<CommandProblem>({ code: "declared_before", jobs: declared });
  }
  for (const { open, story } of chosen) {
    if (!open.attempt.intended.request.audiobook) continue;
    context.io.warn(
      `Reading story ${story} starts its audiobook, and its price, if it is this lesson's story.`,
    );
  }
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls);
  const callContext = {
    ...openCallContext(connection, { calls, state: journal.state }, context),
    journal,
  };
  return closing(connection, async () => {
    const settled: Settled[] = [];
    for (const { open, story } of chosen) {
      if (story === null) continue;
      const check = await checkStory(open, story, callContext);
      if (check.kind === "unread")
        return { unread: { job: open.recordName.job, id: story, callError: check.callError } };
      const isTimeAlone = check.kind === "misfit" && check.misfits.every((misfit) => misfit === "time");
      if (check.kind === "misfit" && !(isTimeAlone && reasons.despiteTime)) {
        const { misfits, time } = check;
        const { job } = open.recordName;
        throw new Failure<CommandProblem>({ code: "story_misfit", job, id: story, misfits, time });
      }
      settled.push({ open, story: check.story.id, evidence: check.kind === "misfit" ? [check.time] : [] });
    }
    return { settled };
  });
}

function notRead({ job, id, callError }: Unread, { io }: Context): CommandResult {
  if (callError?.kind === "refused" && callError.refusal.code === "not_found") {
    throw new Failure<CommandProblem>({ code: "story_unknown", job, id });
  }
  const problem: RunProblem =
    callError === null
      ? { code: "interrupted" }
      : (accessProblem(callError) ?? { code: "story_unreadable", job, id, callError });
  const message = `${describeRunProblem(problem)} Nothing was changed.`;
  io.warn(message);
  const exitCode = exitCodeOf(problem);
  return { exitCode, json: { ok: false, exitCode, problems: [{ job, code: problem.code, message }] } };
}

function resultOf(
  settled: readonly Settled[],
  { file, journal }: { file: string; journal: Journal },
  context: Context,
): CommandResult {
  const { io } = context;
  for (const { open, story } of settled) {
    io.say(
      story === null
        ? `${open.recordName.job} is settled as not created; the next run may create it.`
        : `${open.recordName.job} is settled: its story is ${story}; the next run follows it.`,
    );
    const other = open.isDeclared ? boughtAgain(open, journal) : null;
    if (other !== null) io.say(other);
  }
  io.say(`next     ${commandLine("run", againFor(file, context))}`);
  const { done: exitCode } = exitCodes;
  const documents = settled.map(({ open: { recordName }, story }) => ({
    job: recordName.job,
    edition: recordName.edition,
    story,
  }));
  return { exitCode, json: { ok: true, exitCode, settled: documents } };
}

/** A notice if the lesson was bought again before its first story was found; else null. */
function boughtAgain({ recordName, attempt }: OpenCreation, journal: Journal): string | null {
  const record = journal.jobRecord(recordName);
  const latest = record === undefined ? undefined : latestOf(record);
  if (record === undefined || latest === undefined || latest.attempt === attempt.attempt) return null;
  const { committed } = sumOfAttempts([record]);
  const { outcome } = latest;
  const newer =
    outcome.kind === "accepted"
      ? `story ${outcome.id}`
      : `attempt ${latest.attempt}, whose outcome is uncertain`;
  return (
    `It was bought again since: ${newer}. So two stories may exist for ${recordName.job}. The newer one goes into the package; both are followed, and both ` +
    `count: ${pluralize(committed, "credit")} together.`
  );
}
