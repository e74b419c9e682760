import process from "node:process";
import PQueue from "p-queue";
import { readRescues } from "../../ledger/rescue.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { Journal } from "../../pipeline/journal.ts";
import { exitCodeOf, type RunProblem } from "../../pipeline/problem.ts";
import { accessProblem } from "../../pipeline/quote.ts";
import {
  adoptStory,
  declareNotCreated,
  type EvidenceReading,
  gatherEvidence,
  type OpenCreation,
  openCreations,
} from "../../pipeline/resolve.ts";
import type { Tools } from "../../pipeline/tools.ts";
import type { Plan } from "../../plan/plan.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/real-files.ts";
import { isUuid } from "../../shared/world.ts";
import { askingTools } from "../asking.ts";
import { openConnection } from "../connection.ts";
import type { Context } from "../context.ts";
import { type CoursePlace, placeOfCourse, stateFolderOf } from "../course-place.ts";
import type { CommandResult } from "../io.ts";
import { loadPlan } from "../load-plan.ts";
import { readCallOptions, text } from "../options.ts";
import type { CommandProblem } from "../problem.ts";
import { readState } from "../read-state.ts";
import { holdLedger } from "../run-tools.ts";
import { sayOpenCreation } from "../say/evidence-words.ts";
import { againFor, commandLine } from "../say/next-command.ts";
import { sayRunProblem } from "../say/run-words.ts";
import { jobOf } from "../select-jobs.ts";
import { refusePlan } from "./check.ts";

/** `resolve <plan> [job]`: lists uncertain creations with the evidence, or settles one by a person's word. */
export async function resolve(
  file: string,
  jobId: string | undefined,
  context: Context,
): Promise<CommandResult> {
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { plan } = loaded;
  const place = placeOfCourse(plan.course, context.shared);
  const story = text(context.raw, "story");
  const notCreated = context.raw.notCreated === true;
  if (jobId !== undefined && !isUuid(jobId) && !jobId.includes("/")) jobOf(plan, jobId);
  if (story === null && !notCreated) return list(plan, { file, jobId, place }, context);
  if (jobId === undefined) throw new Failure<CommandProblem>({ code: "job_needed" });
  if (story !== null && notCreated) {
    throw new Failure<CommandProblem>({
      code: "usage",
      message: "Give --story or --not-created, not both. Nothing was changed.",
    });
  }
  if (story !== null && !isUuid(story))
    throw new Failure<CommandProblem>({ code: "not_a_story_id", value: story });
  return settle(plan, { file, jobId, place, story }, context);
}

async function list(
  plan: Plan,
  { file, jobId, place }: { file: string; jobId: string | undefined; place: CoursePlace },
  context: Context,
): Promise<CommandResult> {
  const { io, shared, raw } = context;
  const state = await readState(place.ledger, plan.course, context);
  const rescued = await readRescues(
    { path: place.rescuePath, stateFolder: stateFolderOf(context), ledger: state.opened?.ledger ?? null },
    realFiles,
  );
  const open = openCreations(state, rescued).filter(
    (one) => jobId === undefined || isNamed(one, jobId, plan),
  );
  const again = againFor(file, shared, text(raw, "edition"));
  const evidence = open.length === 0 ? [] : await evidenceFor(open, context);
  if (open.length === 0) io.say("No creation is uncertain.");
  for (const [index, one] of open.entries()) {
    const isOneOfSeveral =
      open.filter(({ job, edition }) => job === one.job && edition === one.edition).length > 1;
    for (const line of sayOpenCreation(one, evidence[index] ?? null, { again, isOneOfSeveral })) io.say(line);
  }
  io.say(
    `next     ${open.length === 0 ? commandLine("run", again) : "settle each with --story <id> or --not-created"}`,
  );
  return {
    exitCode: exitCodes.done,
    json: {
      ok: true,
      exitCode: exitCodes.done,
      uncertain: open.map((one, index) => documentOf(one, evidence[index] ?? null)),
    },
  };
}

/** What the service shows today, where it can be asked; without a service or a key the ledger's own evidence has to do. */
async function evidenceFor(
  open: readonly OpenCreation[],
  context: Context,
): Promise<readonly (EvidenceReading | null)[]> {
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  if (connection === null) return open.map(() => null);
  try {
    const tools = askingTools(connection.remote, calls, context);
    return await Promise.all(open.map((one) => gatherEvidence(one, tools)));
  } finally {
    await connection.close();
  }
}

interface Settling {
  readonly file: string;
  readonly jobId: string;
  readonly place: CoursePlace;
  readonly story: string | null;
}

async function settle(plan: Plan, settling: Settling, context: Context): Promise<CommandResult> {
  const target = { course: plan.course, place: settling.place, mustExist: true };
  const store = await holdLedger(target, context, process.pid);
  try {
    const journal = new Journal(store);
    const open = onlyOne(openCreations(journal.state), settling.jobId, plan);
    const by = { who: context.environment.user ?? "unknown", why: text(context.raw, "reason") ?? "" };
    if (settling.story === null) {
      await declareNotCreated(open, by, journal);
      return settled(open, { settling, story: null }, context);
    }
    return await adopt({ open, by, store, journal, id: settling.story }, settling, context);
  } finally {
    await store.close();
  }
}

interface Adopting {
  readonly open: OpenCreation;
  readonly by: { readonly who: string; readonly why: string };
  readonly store: LedgerStore;
  readonly journal: Journal;
  readonly id: string;
}

async function adopt(adopting: Adopting, settling: Settling, context: Context): Promise<CommandResult> {
  const { open, by, journal, id } = adopting;
  const { io } = context;
  if (open.attempt.intended.request.audiobook) {
    io.warn(`Reading story ${id} starts its audiobook, and its price, if it is this lesson's story.`);
  }
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls);
  try {
    const tools: Tools = {
      ...askingTools(connection.remote, calls, context),
      files: realFiles,
      folder: settling.place.folder,
      journal,
      creations: new PQueue({ concurrency: 1 }),
    };
    const adoption = await adoptStory(open, { id, by }, tools);
    if (adoption.kind === "adopted") return settled(open, { settling, story: id }, context);
    if (adoption.kind === "misfit") {
      throw new Failure<CommandProblem>({
        code: "story_misfit",
        job: open.job,
        id,
        misfits: adoption.misfits,
      });
    }
    return notRead(adoption.trouble, { job: open.job, id }, context);
  } finally {
    await connection.close();
  }
}

function notRead(
  trouble: Parameters<typeof accessProblem>[0] | null,
  { job, id }: { job: string; id: string },
  { io }: Context,
): CommandResult {
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

function settled(
  open: OpenCreation,
  { settling, story }: { settling: Settling; story: string | null },
  { io, shared, raw }: Context,
): CommandResult {
  const again = againFor(settling.file, shared, text(raw, "edition"));
  io.say(
    story === null
      ? `${open.job} is settled as not created; the next run may create it.`
      : `${open.job} is settled: its story is ${story}; the next run follows it.`,
  );
  io.say(`next     ${commandLine("run", again)}`);
  return {
    exitCode: exitCodes.done,
    json: { ok: true, exitCode: exitCodes.done, job: open.job, edition: open.edition, story },
  };
}

function onlyOne(open: readonly OpenCreation[], jobId: string, plan: Plan): OpenCreation {
  const named = open.filter((one) => isNamed(one, jobId, plan));
  const [first] = named;
  if (first === undefined) throw new Failure<CommandProblem>({ code: "not_uncertain", job: jobId });
  if (named.length > 1) {
    throw new Failure<CommandProblem>({ code: "several_uncertain", job: jobId, count: named.length });
  }
  return first;
}

/** A creation is named by its job in the plan's edition, by `<edition>/<job>`, or by the id of the attempt. */
function isNamed(open: OpenCreation, name: string, plan: Plan): boolean {
  if (open.attempt.attempt === name || `${open.edition}/${open.job}` === name) return true;
  return open.edition === plan.edition && open.job === name;
}

function documentOf(open: OpenCreation, evidence: EvidenceReading | null): Record<string, unknown> {
  const { intended, attempt } = open.attempt;
  return {
    job: open.job,
    edition: open.edition,
    attempt,
    at: intended.at,
    price: intended.price,
    request: intended.request,
    cause: open.cause,
    status: open.status,
    answer: open.answer,
    salvaged: open.salvaged,
    rescued: open.rescued,
    balanceBefore: intended.balanceBefore,
    balanceNow: evidence?.ok ? evidence.evidence.balanceNow : null,
    newestBooks: evidence?.ok ? evidence.evidence.newestBooks : null,
  };
}
