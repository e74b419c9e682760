import process from "node:process";
import { jobKey } from "../../ledger/fold.ts";
import { type Rescued, readRescues } from "../../ledger/rescue.ts";
import type { LedgerState } from "../../ledger/state.ts";
import { withLedgerKeys } from "../../pipeline/former-names.ts";
import { Journal } from "../../pipeline/journal.ts";
import { exitCodeOf, type RunProblem } from "../../pipeline/problem.ts";
import { accessProblem } from "../../pipeline/quote.ts";
import { checkStory, type OpenCreation, openCreations, settleOpen } from "../../pipeline/resolve.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Trouble } from "../../remote/port.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/real-files.ts";
import { isUuid } from "../../shared/world.ts";
import { askingTools } from "../asking.ts";
import { openConnection } from "../connection.ts";
import type { Context } from "../context.ts";
import { type CoursePlace, placeOfCourse, stateFolderOf } from "../course-place.ts";
import type { CommandResult } from "../io.ts";
import { readCallOptions, text } from "../options.ts";
import type { CommandProblem } from "../problem.ts";
import { holdLedger } from "../run-tools.ts";
import { againFor, commandLine } from "../say/next-command.ts";
import { sayRunProblem } from "../say/run-words.ts";

/** What a person says of one open creation: the story that it made, or null where it made none. */
interface Settlement {
  readonly name: string;
  readonly story: string | null;
}

/** Pairs the jobs of the command line with what is said of them, in their order. Throws a Failure where they don't pair. */
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
}

/** Settles open creations by a person's word: all of them, or, where a story doesn't fit or can't be read, none. */
export async function settle(written: Plan, settling: Settling, context: Context): Promise<CommandResult> {
  const place = placeOfCourse(written.course, context.shared);
  const store = await holdLedger({ course: written.course, place, mustExist: true }, context, process.pid);
  try {
    const journal = new Journal(store);
    const plan = withLedgerKeys(written, journal.state);
    const all = openCreations(journal.state, await rescuedOf(journal.state, place, context));
    const chosen = settling.settlements.map(({ name, story }) => ({
      open: onlyOne(all, name, plan),
      story,
    }));
    const twice = firstRepeated(chosen.map(({ open }) => open.attempt.attempt));
    if (twice !== undefined) throw new Failure<CommandProblem>({ code: "job_named_twice", job: twice });
    const why = text(context.raw, "reason") ?? "";
    if (why === "") for (const { open, story } of chosen) if (story === null) refuseAgainstProof(open);
    const checked = await checkStories(chosen, journal, context);
    if ("unread" in checked) return notRead(checked.unread, context);
    const by = { who: context.environment.user ?? "unknown", why };
    for (const { open, story } of checked.settled) await settleOpen(open, { id: story, ...by }, journal);
    return told(checked.settled, settling.file, context);
  } finally {
    await store.close();
  }
}

/** The outcomes that a ledger could not take, wherever they were put instead. */
export function rescuedOf(state: LedgerState, place: CoursePlace, context: Context): Promise<Rescued[]> {
  const { rescuePath } = place;
  const ledger = state.opened?.ledger ?? null;
  return readRescues({ path: rescuePath, stateFolder: stateFolderOf(context), ledger }, realFiles);
}

/** What proves that a story was made outweighs a word without a reason: believing it would buy the lesson again. */
function refuseAgainstProof({ job, status, rescued }: OpenCreation): void {
  const id = rescued.find((one) => one.id !== null)?.id ?? null;
  const isAccepted = status !== null && status >= 200 && status < 300;
  if (id === null && !isAccepted) return;
  throw new Failure<CommandProblem>({ code: "created_by_proof", job, id, status });
}

interface Unread {
  readonly job: string;
  readonly id: string;
  readonly trouble: Trouble | null;
}

/**
 * Reads and checks every story that is named. Throws a Failure at one that doesn't fit; returns one that could not be read, or all with their ids
 * as the service writes them: a ledger that had one in capitals would take the same story for another.
 */
async function checkStories(
  chosen: readonly Settled[],
  journal: Journal,
  context: Context,
): Promise<{ readonly unread: Unread } | { readonly settled: readonly Settled[] }> {
  if (chosen.every(({ story }) => story === null)) return { settled: chosen };
  for (const { open, story } of chosen) {
    if (!open.attempt.intended.request.audiobook) continue;
    context.io.warn(
      `Reading story ${story} starts its audiobook, and its price, if it is this lesson's story.`,
    );
  }
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls);
  const tools = {
    ...askingTools(connection, { calls, state: journal.state }, context),
    journal,
  };
  try {
    const settled: Settled[] = [];
    for (const { open, story } of chosen) {
      if (story === null) continue;
      const check = await checkStory(open, story, tools);
      if (check.kind === "unread") return { unread: { job: open.job, id: story, trouble: check.trouble } };
      if (check.kind === "misfit") {
        const { misfits } = check;
        throw new Failure<CommandProblem>({ code: "story_misfit", job: open.job, id: story, misfits });
      }
      settled.push({ open, story: check.story.id });
    }
    return { settled };
  } finally {
    await connection.close();
  }
}

function notRead({ job, id, trouble }: Unread, { io }: Context): CommandResult {
  if (trouble?.kind === "refused" && trouble.refusal.code === "not_found") {
    throw new Failure<CommandProblem>({ code: "story_unknown", job, id });
  }
  const problem: RunProblem =
    trouble === null
      ? { code: "interrupted" }
      : (accessProblem(trouble) ?? { code: "story_unreadable", job, id, trouble });
  const message = `${sayRunProblem(problem)} Nothing was changed.`;
  io.warn(message);
  const exitCode = exitCodeOf(problem);
  return { exitCode, json: { ok: false, exitCode, problems: [{ job, code: problem.code, message }] } };
}

function told(settled: readonly Settled[], file: string, context: Context): CommandResult {
  const { io } = context;
  for (const { open, story } of settled) {
    io.say(
      story === null
        ? `${open.job} is settled as not created; the next run may create it.`
        : `${open.job} is settled: its story is ${story}; the next run follows it.`,
    );
  }
  io.say(`next     ${commandLine("run", againFor(file, context))}`);
  const { done: exitCode } = exitCodes;
  const documents = settled.map(({ open, story }) => ({ job: open.job, edition: open.edition, story }));
  return { exitCode, json: { ok: true, exitCode, settled: documents } };
}

function onlyOne(open: readonly OpenCreation[], job: string, plan: Plan): OpenCreation {
  const named = open.filter((one) => isNamed(one, job, plan));
  const [first] = named;
  if (first === undefined) throw new Failure<CommandProblem>({ code: "not_uncertain", job });
  if (named.length > 1) {
    throw new Failure<CommandProblem>({ code: "several_uncertain", job, count: named.length });
  }
  return first;
}

/** A creation is named by its job in the plan's edition, by `<edition>/<job>`, or by the id of the attempt. `plan`: with the ledger's keys. */
export function isNamed(open: OpenCreation, name: string, plan: Plan): boolean {
  if (open.attempt.attempt === name || `${open.edition}/${open.job}` === name) return true;
  if (open.edition !== plan.edition) return false;
  const key = jobKey(open.edition, open.job);
  return open.job === name || plan.jobs.some((job) => job.key === key && job.id === name);
}
