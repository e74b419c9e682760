import PQueue from "p-queue";
import { callsAtOnce } from "../client/port.ts";
import { planHash } from "../plan/fingerprint.ts";
import type { Plan } from "../plan/plan.ts";
import { endingWith } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import { randomUuid } from "../shared/world.ts";
import { conclude } from "./conclude.ts";
import { isIntact } from "./course-folder.ts";
import { createOneAtATime, requestsIn } from "./create/create.ts";
import { isOutdated, recordComposition } from "./editions.ts";
import { Follower, tellForecast } from "./follow.ts";
import {
  crashCause,
  type FollowedStory,
  lessonsOf,
  type Purchase,
  refuseWrongReplacements,
} from "./lesson.ts";
import { type MatchedPlan, matchLessons } from "./match.ts";
import { foretell, noticesOfFormats } from "./plan-notices.ts";
import { problemOfError, type RunNotice, type RunProblem } from "./problem.ts";
import { consentTo, PurchasesElsewhere } from "./purchases-elsewhere.ts";
import { proposeQuestions } from "./questions.ts";
import { findOtherAccount, quoteAndApprove } from "./quote.ts";
import { finishTimes } from "./recordings.ts";
import { rememberPace } from "./remember.ts";
import { creditsOf, type RunReport } from "./report.ts";
import {
  type Progress,
  type RunContext,
  type RunDependencies,
  type RunOptions,
  Stops,
} from "./run-context.ts";
import { divideWork, editsOf, noticesOfEdits, problemsOfEdits, recordMatches, type Work } from "./work.ts";

/**
 * Running again resumes. Expected failures are in the report. Rejects on a bug, and before it starts with the Failure `replacement_wrong`, if a job
 * doesn't have the story that the selection says to replace.
 */
export async function run(
  written: Plan,
  options: RunOptions,
  dependencies: RunDependencies,
): Promise<RunReport> {
  const context = runContextFor(matchLessons(written, dependencies.store.state), options, dependencies);
  const { plan, lessons, store, stops } = context;
  const { replace } = options.selection;
  refuseWrongReplacements(replace, lessons, plan.edition);
  const stopListening = listenForStops(context);
  let done: Work | null = null;
  await guarded(context, async () => {
    await checkLedgerIsCurrent(context);
    if (isOutdated(plan, store.state))
      return stops.stopEverything({ code: "plan_outdated", edition: plan.edition });
    await begin(context);
    const work = divideWork(plan, { lessons, replace }, store.state);
    done = work;
    tellOf(work, context);
    for (const problem of problemsOfEdits(plan, work)) stops.stopCreating(problem);
    await recordMatches(plan, work, store);
    const asking = { work, state: store.state, path: store.location };
    const other = options.otherAccount === true ? null : await findOtherAccount(asking, context);
    if (other !== null) stops.stopEverything(other);
    const purchases = await quoteAndApprove(work, context);
    if (purchases.length > 0) await recordComposition(plan, store);
    const resumed = [...work.toFollow, ...(await findDamaged(context))];
    await endingWith(
      () => finishTimes(lessons, context),
      async () => {
        await createAndFollow(purchases, resumed, context);
        await rememberPace(context);
      },
    );
    await proposeQuestions(context);
  }).finally(stopListening);
  return conclude(done, context);
}

/** Throws a Failure if the ledger lacks known purchases, unless the user consents; the consent is recorded first. */
async function checkLedgerIsCurrent(context: RunContext): Promise<void> {
  const { plan, options, store, purchases, stops, tell } = context;
  const { consent } = options;
  const problem = await purchases.find();
  if (problem === null) return;
  const isAgreed =
    consent.isGiven || (consent.ask !== null && (await consent.ask(problem, stops.everything)));
  if (!isAgreed) throw new Failure<RunProblem>(problem);
  const { edition } = plan;
  await store.append(consentTo(problem, { state: store.state, who: consent.who, edition }));
  const { again } = problem;
  if (again.length > 0) tell({ kind: "notice", notice: { code: "paid_again", again } });
}

async function begin(context: RunContext): Promise<void> {
  const { plan, runId, store, tell } = context;
  const { stateFolder, notices } = store;
  for (const notice of notices) tell({ kind: "notice", notice });
  if (stateFolder === null && !notices.some(({ code }) => code === "no_mirror"))
    tell({ kind: "notice", notice: { code: "no_mirror", folder: null, cause: null } });
  await store.append({
    type: "run.started",
    edition: plan.edition,
    run: runId,
    plan: planHash(plan),
    jobs: plan.jobs.length,
  });
  await settleCrashes(context);
}

async function createAndFollow(
  purchases: readonly Purchase[],
  resumed: readonly FollowedStory[],
  context: RunContext,
): Promise<void> {
  const follower = new Follower(context);
  await endingWith(
    () => follower.allEnded(),
    async () => {
      try {
        // Before following any story, since following emits forecasts.
        context.rateLimiter.expectCreations(requestsIn(purchases));
        for (const story of resumed) follower.follow(story);
        tellForecast(context);
        await createOneAtATime(purchases, follower, context);
      } catch (error) {
        context.stops.stopEverything();
        throw error;
      }
    },
  );
}

/** If the ledger or the disk fails, the run ends in good order: nothing more is sent, and the report says why. */
async function guarded({ stops }: RunContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const problem = problemOfError(error);
    if (problem === null) throw error;
    // Record the problem even if everything was already told to stop: whether the ledger is usable decides what may still be written.
    stops.note(problem);
    stops.stopEverything();
  }
}

/** Listens for reasons to stop; returns a function that stops listening. */
function listenForStops({ options: { interrupt, deadlineMs }, stops, world }: RunContext): () => void {
  const over = new AbortController();
  const onInterrupt = (): void => stops.stopEverything({ code: "interrupted" });
  if (interrupt.aborted) onInterrupt();
  else interrupt.addEventListener("abort", onInterrupt, { once: true, signal: over.signal });
  if (deadlineMs != null) {
    void world.sleep(deadlineMs, over.signal).then(() => {
      if (!over.signal.aborted) stops.stopEverything({ code: "deadline_reached" });
    });
  }
  return () => over.abort();
}

function runContextFor(plan: MatchedPlan, options: RunOptions, dependencies: RunDependencies): RunContext {
  const { store, remote, world } = dependencies;
  const { maxCredits, deadlineMs, selection } = options;
  const lessons = lessonsOf(plan, selection.jobs);
  const notices: RunNotice[] = [];
  const tell = (progress: Progress): void => {
    if (progress.kind === "notice") notices.push(progress.notice);
    dependencies.tell(progress);
  };
  const { stateFolder, location, state } = store;
  const buying = { plan, lessons, state, stateFolder, location, service: remote.service };
  return {
    ...dependencies,
    plan,
    lessons,
    options,
    runId: randomUuid(world),
    deadlineAt: deadlineMs == null ? null : world.monotonic() + deadlineMs,
    ledgerHead: state.headOfMoney,
    notices,
    tell,
    limits: { edition: plan.budget.credits, month: plan.budget.month, run: maxCredits ?? null },
    purchases: new PurchasesElsewhere({ ...dependencies, ...buying }),
    stops: new Stops((problem) => tell({ kind: "problem", problem })),
    background: new PQueue({ concurrency: 1 }),
    exports: new PQueue({ concurrency: callsAtOnce }),
  };
}

function tellOf(work: Work, { plan, lessons, store, foresight, tell, stops }: RunContext): void {
  const idsOf = (...kinds: readonly string[]): string[] =>
    lessons.filter(({ status }) => kinds.includes(status.kind)).map(({ job }) => job.id);
  const { committed: credits } = creditsOf(plan, lessons, store.state);
  tell({ kind: "begun", created: idsOf("active", "done"), done: idsOf("done"), credits });
  const { orders, replaced, blocked, unfinishedEditions } = work;
  for (const problem of blocked) stops.note(problem);
  const notices: RunNotice[] = [
    ...noticesOfEdits(editsOf(plan), work),
    ...replaced,
    ...unfinishedEditions,
    ...noticesOfFormats(plan),
    ...foretell(
      orders.map(({ lesson }) => lesson.job),
      foresight,
    ),
  ];
  for (const notice of notices) tell({ kind: "notice", notice });
}

async function settleCrashes({ store }: RunContext): Promise<void> {
  for (const record of store.state.jobs.values()) {
    for (const attempt of record.attempts) {
      if (attempt.outcome.kind !== "intended") continue;
      const { edition, job } = record;
      await store.append({
        type: "creation.uncertain",
        edition,
        job,
        attempt: attempt.attempt,
        cause: crashCause,
        status: null,
        answer: null,
      });
    }
  }
}

/** Finished lessons whose saved story or book is missing or changed on disk: they are read and exported again, at no cost. */
async function findDamaged(context: RunContext): Promise<FollowedStory[]> {
  const damaged: FollowedStory[] = [];
  for (const lesson of context.lessons) {
    const { status } = lesson;
    if (status.kind !== "done") continue;
    const { saved, book, id } = status.story;
    const recorded = [saved, book].filter((file) => file !== null);
    const intact = await Promise.all(recorded.map((file) => isIntact(context, file)));
    if (!intact.includes(false)) continue;
    damaged.push({ lesson, id, attempt: status.attempt });
  }
  return damaged;
}
