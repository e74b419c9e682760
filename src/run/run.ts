import PQueue from "p-queue";
import type { Remote } from "../client/port.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Aligner } from "../lessons/align/aligner.ts";
import { planHash } from "../plan/fingerprint.ts";
import type { Job, Plan } from "../plan/plan.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { endingWith } from "../shared/closing.ts";
import type { Rate } from "../shared/duration.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../shared/failure.ts";
import type { Files } from "../shared/files/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { begunOf } from "./begun.ts";
import { conclude, type Ending } from "./conclude.ts";
import { findOtherAccount } from "./create/confirm-account.ts";
import { type CreationLane, createOneAtATime, type Purchase } from "./create/create.ts";
import { type NameReplaced, nameReplaced } from "./create/name-replaced.ts";
import { recordsById, refuseWrongReplacements } from "./create/replacements.ts";
import { type Edits, editsOf, noticesOfEdits, problemsOfBlocked, recordMatches } from "./edits.ts";
import { Follower } from "./follow/follow.ts";
import type { FollowedStory } from "./follow/followed-story.ts";
import { RemainingWork, stageBefore } from "./follow/remaining-work.ts";
import { tellForecast } from "./follow/story-progress.ts";
import { Journal } from "./journal.ts";
import { type MatchedPlan, matchLessons } from "./match.ts";
import { MonthClock } from "./month-clock.ts";
import type { RunNotice } from "./notice.ts";
import {
  agreeOrRefuse,
  type Buying,
  type Consent,
  consentTo,
  judgeLedger,
  lessonsAgain,
  PurchasesElsewhere,
} from "./purchases-elsewhere.ts";
import type { CheckCourse } from "./quality/check-course.ts";
import { type ApprovalTerms, quoteAndApprove } from "./quote.ts";
import { rememberTimes } from "./remember.ts";
import type { RunReport } from "./report.ts";
import { findDamaged, settleCrashes } from "./resume.ts";
import type { AfterCreation, Progress, RunContext, TimeLimits } from "./run-context.ts";
import { Stops } from "./stops.ts";
import { TimesQueue } from "./times/times-queue.ts";
import { divideWork, noticesOfEditions, type Selection, type Work } from "./work.ts";

export interface RunOptions extends ApprovalTerms {
  /** The jobs that this run handles, and the replacements that the user wants. */
  readonly selection: { readonly jobs: readonly Job[]; readonly replace: Selection["replace"] };
  /** Whether the selection omits jobs of the plan: the package then has what is done so far. */
  readonly partOfPlan: boolean;
  /** Write the package even if selected jobs are not done. */
  readonly allowPartial: boolean;
  readonly retryRefused: boolean;
  /** Continue with an account that has none of the ledger's stories. Left out: stop. */
  readonly otherAccount?: boolean;
  /** Asks the user whether a job's current story is the one to replace. Left out if there is no terminal: the selection must then name it. */
  readonly nameReplaced?: NameReplaced | null;
  /** Consent to use a ledger that lacks known purchases. */
  readonly consent: Consent;
  readonly timeLimits: TimeLimits;
  /** Stop after this time, in ms. Null: no deadline. */
  readonly deadlineMs: number | null;
  /** The paid-start limit for the ledger to enforce too. Left out: only the rate limiter enforces it. */
  readonly starts?: Rate;
  /** Aborted when the user asks to stop. */
  readonly interrupt: AbortSignal;
}

export interface RunMeans {
  readonly store: LedgerStore;
  readonly remote: Remote;
  /** Where versions without mirrors put whole ledgers if they had no state folder. Left out: nowhere. */
  readonly spareFolder?: string;
  /** Creates the rate limiter for all calls from what the ledger remembers. */
  readonly openRateLimiter: (state: LedgerState) => RateLimiter;
  readonly files: Files;
  readonly folder: string;
  readonly world: World;
  readonly tell: (progress: Progress) => void;
  /** Runs after each creation, before the next one starts. Left out: nothing. */
  readonly afterCreation?: AfterCreation | null;
  /** Computes the times of sentences in recordings. Left out: off. */
  readonly aligner?: Aligner | null;
  /** Checks the finished lessons before that. Left out: off. */
  readonly check?: CheckCourse | null;
  /** Binds the finished lessons into the package: `bindPackage` or a replacement. */
  readonly bind: Ending["bind"];
}

/** A few concurrent reads are enough: answers are quick, and the limits apply to the whole account. */
const readsAtOnce = 4;

/**
 * Takes a plan from its current state in the ledger to a finished package: quotes, checks the whole price, creates one story at a time,
 * follows and exports, binds. Running again resumes. Expected failures are in the report; rejects on a bug, and with a Failure,
 * `replacement_wrong`, before it starts if the selection names a story to replace that its job doesn't have.
 */
export async function run(written: Plan, options: RunOptions, means: RunMeans): Promise<RunReport> {
  const { notices, tell } = noticing(means.tell);
  const { state } = means.store;
  const plan = matchLessons(written, state);
  const chosen = new Set(options.selection.jobs.map(({ id }) => id));
  const lessons = plan.lessons.filter(({ job }) => chosen.has(job.id));
  const context = runContextFor({ plan, lessons, state }, options, { ...means, tell });
  const { stops } = context;
  const asked = options.selection.replace;
  const recordOf = recordsById(lessons);
  const { edition } = plan;
  refuseWrongReplacements(asked, recordOf, { mayAsk: options.nameReplaced != null, edition });
  const runId = randomUuid(means.world);
  const last = context.journal.state.lastOfMoney;
  const { deadlineMs } = options;
  const deadlineAt = deadlineMs === null ? null : means.world.monotonic() + deadlineMs;
  const stopListening = listenForStops(options, context);
  let selection: Selection = { lessons, replace: asked };
  const noticed = context.journal.store.notices.length;
  let done: Pick<Work, "orders" | "gates"> = { orders: [], gates: [] };
  let edits = editsOf(plan, { changed: [] });
  await guarded(context, async () => {
    await checkLedgerIsCurrent(plan, options.consent, context);
    await begin(plan, runId, context);
    selection = {
      lessons,
      replace: await nameReplaced({ lessons, replace: asked }, options.nameReplaced ?? null, context),
    };
    const work = divideWork(plan, selection, state);
    done = work;
    edits = editsOf(plan, work);
    tell(begunOf(plan, { lessons, state }));
    tellOf(plan, { work, edits }, context);
    for (const problem of plan.contradictions) stops.stopCreating(problem);
    await recordMatches(plan, work, context);
    if (options.otherAccount !== true) await refuseOtherAccount(work, context);
    const purchases = await quoteAndApprove(plan, work, { terms: options, last, run: runId, context });
    const resumed = [...work.toFollow, ...work.orphans, ...(await findDamaged(selection, context))];
    await endingWith(
      () => context.times?.finish(lessons, context),
      async () => {
        await createAndFollow(purchases, { resumed, options, deadlineAt }, context);
        await rememberTimes(plan.edition, context);
      },
    );
  }).finally(stopListening);
  // What could not be mirrored during the run.
  for (const notice of context.journal.store.notices.slice(noticed)) context.tell({ kind: "notice", notice });
  const { orders, gates } = done;
  const { bind, check = null } = means;
  const ending = { ...options, selection, run: runId, orders, gates, notices, bind, check };
  return conclude(plan, { ...ending, edits }, context);
}

/** Throws a Failure if the ledger lacks known purchases, unless the user consents; the consent is recorded first. */
async function checkLedgerIsCurrent(
  { edition }: MatchedPlan,
  consent: Consent,
  { journal, purchases, stops, tell }: RunContext,
): Promise<void> {
  const { state, store } = journal;
  const problem = judgeLedger(state, await purchases.find(), { path: store.location, edition });
  if (problem === null) return;
  await agreeOrRefuse(problem, consent, stops.everything);
  await journal.record(consentTo(problem, { state, who: consent.who, edition }));
  const again = lessonsAgain(problem);
  if (again.length > 0) tell({ kind: "notice", notice: { code: "paid_again", again } });
}

async function refuseOtherAccount(work: Work, context: RunContext): Promise<void> {
  const { state, store } = context.journal;
  const problem = await findOtherAccount({ work, state, path: store.location }, context);
  if (problem !== null) context.stops.stopEverything(problem);
}

async function begin(plan: Plan, runId: string, context: RunContext): Promise<void> {
  const { journal, tell } = context;
  const { stateFolder, notices } = journal.store;
  for (const notice of notices) tell({ kind: "notice", notice });
  if (stateFolder === null && !notices.some(({ code }) => code === "no_mirror"))
    tell({ kind: "notice", notice: { code: "no_mirror", folder: null, cause: null } });
  await journal.record({
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
  {
    resumed,
    options,
    deadlineAt,
  }: { resumed: readonly FollowedStory[]; options: RunOptions; deadlineAt: number | null },
  context: RunContext,
): Promise<void> {
  const { stops } = context;
  const follower = new Follower(context);
  const lane: CreationLane = {
    follow: (story, contradiction) => follower.follow(story, contradiction),
    nextEnd: () => follower.nextEnd(),
    isInTime: (purchase) =>
      deadlineAt === null || context.world.monotonic() + neededMs(purchase, context) <= deadlineAt,
    neededFor: (purchase) => ({
      needsMs: neededMs(purchase, context),
      isMeasured: context.rateLimiter.forecast(context.remainingWork.ahead).isMeasured,
    }),
    retryRefused: options.retryRefused,
  };
  await endingWith(
    () => follower.allEnded(),
    async () => {
      try {
        // Before following any story, since following emits forecasts.
        for (const { lesson } of purchases) {
          const { request } = lesson.job;
          context.remainingWork.enter(request, stageBefore(request), context.world.monotonic());
        }
        for (const story of resumed) follower.follow(story);
        tellForecast(context);
        await createOneAtATime(purchases, lane, context);
      } catch (error) {
        stops.stopEverything();
        throw error;
      }
    },
  );
}

/** The time in ms that a story started now would need: measured, or else typical. */
function neededMs(
  {
    lesson: {
      job: { request },
    },
  }: Purchase,
  { rateLimiter, remainingWork }: RunContext,
): number {
  return rateLimiter.forecastOneMore({ kind: request, wantsBook: request.audiobook }, remainingWork.ahead);
}

/** If the ledger or the disk fails, the run ends in good order: nothing more is sent, and the report says why. */
async function guarded({ stops }: RunContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Record the problem even if everything was already told to stop: whether the ledger is usable decides what may still be written.
    if (error instanceof Failure) stops.note(error.problem as LedgerProblem);
    else if (isSystemError(error))
      stops.note({ code: "disk_failed", cause: errorCode(error), path: errorPath(error) });
    else throw error;
    stops.stopEverything();
  }
}

/** Connects the user's request to stop, and the deadline, to the run. Returns a function that disconnects them. */
function listenForStops({ interrupt, deadlineMs }: RunOptions, { stops, world }: RunContext): () => void {
  const over = new AbortController();
  const onInterrupt = (): void => stops.stopEverything({ code: "interrupted" });
  if (interrupt.aborted) onInterrupt();
  else interrupt.addEventListener("abort", onInterrupt, { once: true, signal: over.signal });
  if (deadlineMs !== null) {
    void world.sleep(deadlineMs, over.signal).then(() => {
      if (!over.signal.aborted) stops.stopEverything({ code: "deadline_reached" });
    });
  }
  return () => over.abort();
}

function runContextFor(buying: Buying, options: RunOptions, means: RunMeans): RunContext {
  const { plan } = buying;
  const { timeLimits, starts, maxCredits } = options;
  const { budget } = plan;
  const credits = { edition: budget.credits, month: budget.month, run: maxCredits };
  const journal = new Journal(means.store, { credits, starts: starts ?? null });
  const { stateFolder, location } = means.store;
  const identity = { course: plan.course, service: means.remote.service };
  return {
    ...means,
    journal,
    purchases: new PurchasesElsewhere(buying, { ...means, identity, stateFolder, location }),
    months: new MonthClock({ ...means, databaseTime: means.store.databaseTime ?? null }),
    rateLimiter: means.openRateLimiter(journal.state),
    stops: new Stops((problem) => means.tell({ kind: "problem", problem })),
    timeLimits,
    remainingWork: new RemainingWork(),
    recordsNarration: new Set(),
    afterCreation: means.afterCreation ?? null,
    times: means.aligner == null ? null : new TimesQueue(means.aligner),
    reads: new PQueue({ concurrency: readsAtOnce }),
  };
}

function noticing(tell: RunMeans["tell"]): { notices: RunNotice[]; tell: RunMeans["tell"] } {
  const notices: RunNotice[] = [];
  return {
    notices,
    tell: (progress) => {
      if (progress.kind === "notice") notices.push(progress.notice);
      tell(progress);
    },
  };
}

function tellOf(
  plan: MatchedPlan,
  { work, edits }: { work: Work; edits: Edits },
  { tell, stops }: RunContext,
): void {
  const { changed, replaced, orphans, blocked } = work;
  for (const problem of problemsOfBlocked(plan, blocked)) stops.note(problem);
  for (const notice of noticesOfEdits(edits, work)) tell({ kind: "notice", notice });
  for (const made of replaced) tell({ kind: "notice", notice: { code: "replacement_made", ...made } });
  for (const { job, has } of changed) tell({ kind: "notice", notice: { code: "job_changed", job, has } });
  for (const { recordName } of orphans) {
    const { edition, job } = recordName;
    tell({ kind: "notice", notice: { code: "job_orphaned", job, edition } });
  }
  for (const notice of noticesOfEditions(work)) tell({ kind: "notice", notice });
}
