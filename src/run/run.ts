import PQueue from "p-queue";
import type { Remote } from "../client/port.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Aligner } from "../lessons/align/aligner.ts";
import { planHash } from "../plan/fingerprint.ts";
import type { Job, Plan } from "../plan/plan.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Rate } from "../shared/duration.ts";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import type { Files } from "../shared/files/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { conclude, type Ending } from "./conclude.ts";
import { findOtherAccount } from "./create/confirm-account.ts";
import type { Purchase } from "./create/create.ts";
import { createOneAtATime } from "./create/create-all.ts";
import { type NameReplaced, nameReplaced } from "./create/name-replaced.ts";
import type { AfterCreation } from "./create/recorded-creation.ts";
import { recordsById, refuseWrongReplacements } from "./create/replacements.ts";
import { Follower } from "./follow/follow.ts";
import { RemainingWork, stageBefore } from "./follow/remaining-work.ts";
import { tellForecast } from "./follow/story-progress.ts";
import { Journal } from "./journal.ts";
import { doubtsOf, editsOf, noticesOfEdits, problemOfBarred } from "./match/edits.ts";
import { type MatchedPlan, matchLessons } from "./match/match-lessons.ts";
import { rememberMatches } from "./match/remember-matches.ts";
import type { Buying } from "./memory/known-purchases.ts";
import { agreeOrRefuse, type Consent, consentTo, judgeLedger, lessonsAgain } from "./memory/lost-ledger.ts";
import { PurchaseWatch } from "./memory/purchase-watch.ts";
import type { RunNotice } from "./problem.ts";
import { MonthClock } from "./quote/month-clock.ts";
import { type ApprovalTerms, quoteAndApprove } from "./quote/quote-and-approve.ts";
import { rememberTimes } from "./remember.ts";
import type { RunReport } from "./report.ts";
import { findDamaged, settleCrashes } from "./resume.ts";
import type { Progress, RunContext, TimeLimits } from "./run-context.ts";
import { Stops } from "./stops.ts";
import { TimesQueue } from "./times/times-queue.ts";
import { divideWork, type FollowedStory, noticesOfEditions, type Selection, type Work } from "./work.ts";

export interface RunOptions extends ApprovalTerms {
  readonly selection: Selection<Job>;
  /** Whether the selection leaves jobs of the plan out: the package then holds what is done so far. */
  readonly partOfPlan: boolean;
  /** Write the package even where selected jobs are not done. */
  readonly allowPartial: boolean;
  readonly retryRefused: boolean;
  /** Go on with an account that has none of the ledger's stories. Left out: stop there. */
  readonly otherAccount?: boolean;
  /** Asks a person whether the story that a job has is the one to replace. Left out where nobody is there: the selection must say it. */
  readonly nameReplaced?: NameReplaced | null;
  /** Whether a ledger may be used that does not know of lessons which were bought. */
  readonly consent: Consent;
  readonly timeLimits: TimeLimits;
  /** Stop after so long, in ms. Null: no deadline. */
  readonly deadlineMs: number | null;
  /** Paid starts allowed, as far as the ledger has to see to it too. Left out: the rate limiter alone does. */
  readonly starts?: Rate;
  /** Aborted by a person's wish to stop. */
  readonly interrupt: AbortSignal;
}

export interface RunMeans {
  readonly store: LedgerStore;
  readonly remote: Remote;
  /** The rate limiter of all calls, from what the ledger remembers. */
  readonly openRateLimiter: (state: LedgerState) => RateLimiter;
  readonly files: Files;
  readonly folder: string;
  readonly world: World;
  readonly tell: (progress: Progress) => void;
  /** What follows each creation before the next one begins. Left out: nothing does. */
  readonly afterCreation?: AfterCreation | null;
  /** Finds when the sentences of recordings are heard. Left out: nobody does. */
  readonly aligner?: Aligner | null;
  /** How the finished lessons become the package: `bindPackage`, or what stands in for it. */
  readonly bind: Ending["bind"];
}

/** A few reads at a time: answers are quick, and the limits are for the whole account. */
const readsAtOnce = 4;

/**
 * Takes a plan from wherever its ledger says it stands to a finished package: quotes, checks the whole price, creates one story at a time,
 * follows and exports, binds. Running again resumes. Everything expected is in the report; it rejects on a bug, and with a Failure,
 * `replacement_wrong`, before it begins, where the selection names a story to replace that its job does not have.
 */
export async function run(written: Plan, options: RunOptions, means: RunMeans): Promise<RunReport> {
  const { notices, tell } = noticing(means.tell);
  const { state } = means.store;
  const plan = matchLessons(written, state);
  const chosen = new Set(options.selection.jobs.map(({ id }) => id));
  const jobs = plan.jobs.filter(({ id }) => chosen.has(id));
  const context = toolsFor({ plan, jobs, state }, options, { ...means, tell });
  const { stops } = context;
  const asked = options.selection.replace;
  const recordOf = recordsById(jobs, state);
  refuseWrongReplacements(asked, recordOf, options.nameReplaced != null);
  const runId = randomUuid(means.world);
  const last = context.journal.state.lastOfMoney;
  const { deadlineMs } = options;
  const deadlineAt = deadlineMs === null ? null : means.world.monotonic() + deadlineMs;
  const unheed = heedStops(options, context);
  let selection: Selection = { jobs, replace: asked };
  const noticed = context.journal.store.notices.length;
  let done: Pick<Work, "orders" | "changed"> = { orders: [], changed: [] };
  await guarded(context, async () => {
    await refuseUnknowing(plan, options.consent, context);
    await begin(plan, runId, context);
    selection = {
      jobs,
      replace: await nameReplaced({ jobs, replace: asked }, options.nameReplaced ?? null, context),
    };
    const work = divideWork(plan, selection, state);
    done = work;
    tellOf(plan, work, context);
    for (const doubt of doubtsOf(plan)) stops.stopCreating(doubt);
    await rememberMatches(plan, work, context);
    if (options.otherAccount !== true) await refuseOtherAccount(work, context);
    const purchases = await quoteAndApprove(plan, work, { terms: options, last, run: runId, context });
    const resumed = [...work.toFollow, ...work.orphans, ...(await findDamaged(selection, context))];
    try {
      await createAndFollow(purchases, { resumed, options, deadlineAt }, context);
      await rememberTimes(plan.edition, context);
    } finally {
      await context.times?.finish(jobs, context);
    }
  }).finally(unheed);
  // What this machine could no longer remember while the run went on.
  for (const notice of context.journal.store.notices.slice(noticed)) context.tell({ kind: "notice", notice });
  const { orders } = done;
  const ending = { ...options, selection, run: runId, orders, notices, bind: means.bind };
  return conclude(plan, { ...ending, edits: editsOf(plan, done) }, context);
}

/** Throws a Failure where the ledger does not know of lessons that were bought, unless a person agrees: that is recorded first. */
async function refuseUnknowing(
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
  if (journal.store.stateFolder === null) tell({ kind: "notice", notice: { code: "memory_missing" } });
  for (const notice of journal.store.notices) tell({ kind: "notice", notice });
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
  const lane = {
    follow: (story: FollowedStory) => follower.follow(story, { isNew: true }),
    nextEnd: () => follower.nextEnd(),
    isInTime: (purchase: Purchase) =>
      deadlineAt === null || context.world.monotonic() + neededMs(purchase, context) <= deadlineAt,
    neededFor: (purchase: Purchase) => ({
      needsMs: neededMs(purchase, context),
      isMeasured: context.rateLimiter.foretell(context.remainingWork.ahead).isMeasured,
    }),
    retryRefused: options.retryRefused,
  };
  try {
    // Before a story is followed, which tells when everything will be done.
    for (const { order } of purchases) {
      context.remainingWork.enter(
        order.job.request,
        stageBefore(order.job.request),
        context.world.monotonic(),
      );
    }
    for (const story of resumed) follower.follow(story, { isNew: false });
    tellForecast(context);
    await createOneAtATime(purchases, lane, context);
  } catch (error) {
    stops.stopEverything();
    throw error;
  } finally {
    await follower.allEnded();
  }
}

/** In how many ms a story that is begun now would be finished: by how long such stories take, or are usual to take. */
function neededMs({ order }: Purchase, { rateLimiter, remainingWork }: RunContext): number {
  const { request } = order.job;
  return rateLimiter.foretellOneMore({ kind: request, wantsBook: request.audiobook }, remainingWork.ahead);
}

/** A ledger or a disk that fails ends the run in good order: nothing more is sent, and the report says why. */
async function guarded({ stops }: RunContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Noted even where everything was told to stop already: whether the ledger can be used decides what may still be written.
    if (error instanceof Failure) stops.note(error.problem as LedgerProblem);
    else if (isSystemError(error)) stops.note({ code: "disk_failed", cause: errorCode(error) });
    else throw error;
    stops.stopEverything();
  }
}

/** Lets a person's wish to stop and the deadline act on the run. Gives the function that ends it. */
function heedStops({ interrupt, deadlineMs }: RunOptions, { stops, world }: RunContext): () => void {
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

function toolsFor(buying: Buying, options: RunOptions, means: RunMeans): RunContext {
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
    purchases: new PurchaseWatch(buying, { ...means, identity, stateFolder, location }),
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

function tellOf(plan: MatchedPlan, work: Work, { tell, stops }: RunContext): void {
  const { changed, replaced, orphans, barred } = work;
  for (const one of barred) stops.note(problemOfBarred(one));
  for (const notice of noticesOfEdits(editsOf(plan, work), work)) tell({ kind: "notice", notice });
  for (const made of replaced) tell({ kind: "notice", notice: { code: "replacement_made", ...made } });
  for (const { job, has } of changed)
    tell({ kind: "notice", notice: { code: "job_changed", job: job.id, has } });
  for (const { job, edition } of orphans)
    tell({ kind: "notice", notice: { code: "job_orphaned", job, edition } });
  for (const notice of noticesOfEditions(work)) tell({ kind: "notice", notice });
}
