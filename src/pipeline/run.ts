import PQueue from "p-queue";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { LedgerState } from "../ledger/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { planHash } from "../plan/fingerprint.ts";
import type { Job, Plan } from "../plan/plan.ts";
import type { Pace } from "../remote/pace.ts";
import type { Remote } from "../remote/port.ts";
import type { Rate } from "../shared/duration.ts";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import type { Files } from "../shared/files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { conclude, type Ending } from "./conclude.ts";
import { confirmAccount } from "./confirm-account.ts";
import type { Purchase } from "./create.ts";
import { createOneAtATime } from "./create-all.ts";
import { type DealTerms, makeDeal } from "./deal.ts";
import { doubtsOf, editsOf, noticesOfEdits } from "./edits.ts";
import { Follower } from "./follow.ts";
import { Journal } from "./journal.ts";
import type { Buying } from "./known-purchases.ts";
import { agreeOrRefuse, type Consent, consentTo, judgeLedger, lessonsAgain } from "./lost-ledger.ts";
import { type MatchedPlan, matchLessons } from "./match-lessons.ts";
import { MonthClock } from "./month-clock.ts";
import { type NameReplaced, nameReplaced } from "./name-replaced.ts";
import { Outlook, stageBefore } from "./outlook.ts";
import type { RunNotice } from "./problem.ts";
import { PurchaseWatch } from "./purchase-watch.ts";
import type { AfterCreation } from "./recorded-creation.ts";
import { rememberTimes } from "./remember.ts";
import { rememberMatches } from "./remember-matches.ts";
import { recordsById, refuseWrongReplacements } from "./replacements.ts";
import type { RunReport } from "./report.ts";
import { findDamaged, settleCrashes } from "./resume.ts";
import { Stops } from "./stops.ts";
import { tellForecast } from "./story-path.ts";
import type { Patiences, Progress, Tools } from "./tools.ts";
import { divideWork, type FollowedStory, noticesOfEditions, type Selection, type Work } from "./work.ts";

export interface RunOptions extends DealTerms {
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
  readonly patiences: Patiences;
  /** Stop after so long, in ms. Null: no deadline. */
  readonly deadlineMs: number | null;
  /** Paid starts allowed, as far as the ledger has to see to it too. Left out: the pace alone does. */
  readonly starts?: Rate;
  /** Aborted by a person's wish to stop. */
  readonly interrupt: AbortSignal;
}

export interface RunMeans {
  readonly store: LedgerStore;
  readonly remote: Remote;
  /** The pace of all calls, from what the ledger remembers. */
  readonly openPace: (state: LedgerState) => Pace;
  readonly files: Files;
  readonly folder: string;
  readonly world: World;
  readonly tell: (progress: Progress) => void;
  /** What follows each creation before the next one begins. Left out: nothing does. */
  readonly afterCreation?: AfterCreation | null;
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
  const tools = toolsFor({ plan, jobs, state }, options, { ...means, tell });
  const { stops } = tools;
  const asked = options.selection.replace;
  const recordOf = recordsById(jobs, state);
  refuseWrongReplacements(asked, recordOf, options.nameReplaced != null);
  const runId = randomUuid(means.world);
  const last = tools.journal.state.lastOfMoney;
  const { deadlineMs } = options;
  const deadlineAt = deadlineMs === null ? null : means.world.monotonic() + deadlineMs;
  const unheed = heedStops(options, tools);
  let selection: Selection = { jobs, replace: asked };
  const noticed = tools.journal.store.notices.length;
  let done: Pick<Work, "orders" | "changed"> = { orders: [], changed: [] };
  await guarded(tools, async () => {
    await refuseUnknowing(plan, options.consent, tools);
    await begin(plan, runId, tools);
    selection = {
      jobs,
      replace: await nameReplaced({ jobs, replace: asked }, options.nameReplaced ?? null, tools),
    };
    const work = divideWork(plan, selection, state);
    done = work;
    tellOf(plan, work, tools);
    for (const doubt of doubtsOf(plan)) stops.stopCreating(doubt);
    await rememberMatches(plan, work, tools);
    if (options.otherAccount !== true) await confirmAccount(work, tools);
    const purchases = await makeDeal(plan, work, { terms: options, last, run: runId, tools });
    const resumed = [...work.toFollow, ...work.orphans, ...(await findDamaged(selection, tools))];
    await createAndFollow(purchases, { resumed, options, deadlineAt }, tools);
    await rememberTimes(plan.edition, tools);
  }).finally(unheed);
  // What this machine could no longer remember while the run went on.
  for (const notice of tools.journal.store.notices.slice(noticed)) tools.tell({ kind: "notice", notice });
  const { orders } = done;
  const ending = { ...options, selection, run: runId, orders, notices, bind: means.bind };
  return conclude(plan, { ...ending, edits: editsOf(plan, done) }, tools);
}

/** Throws a Failure where the ledger does not know of lessons that were bought, unless a person agrees: that is recorded first. */
async function refuseUnknowing(
  { edition }: MatchedPlan,
  consent: Consent,
  { journal, purchases, stops, tell }: Tools,
): Promise<void> {
  const { state, store } = journal;
  const problem = judgeLedger(state, await purchases.find(), { path: store.location, edition });
  if (problem === null) return;
  await agreeOrRefuse(problem, consent, stops.everything);
  await journal.record(consentTo(problem, { state, who: consent.who, edition }));
  const again = lessonsAgain(problem);
  if (again.length > 0) tell({ kind: "notice", notice: { code: "paid_again", again } });
}

async function begin(plan: Plan, runId: string, tools: Tools): Promise<void> {
  const { journal, tell } = tools;
  if (journal.store.stateFolder === null) tell({ kind: "notice", notice: { code: "memory_missing" } });
  for (const notice of journal.store.notices) tell({ kind: "notice", notice });
  await journal.record({
    type: "run.started",
    edition: plan.edition,
    run: runId,
    plan: planHash(plan),
    jobs: plan.jobs.length,
  });
  await settleCrashes(tools);
}

async function createAndFollow(
  purchases: readonly Purchase[],
  {
    resumed,
    options,
    deadlineAt,
  }: { resumed: readonly FollowedStory[]; options: RunOptions; deadlineAt: number | null },
  tools: Tools,
): Promise<void> {
  const { stops } = tools;
  const follower = new Follower(tools);
  const lane = {
    follow: (story: FollowedStory) => follower.follow(story, { isNew: true }),
    nextEnd: () => follower.nextEnd(),
    isInTime: (purchase: Purchase) =>
      deadlineAt === null || tools.world.monotonic() + neededMs(purchase, tools) <= deadlineAt,
    neededFor: (purchase: Purchase) => ({
      needsMs: neededMs(purchase, tools),
      isMeasured: tools.pace.foretell(tools.outlook.ahead).isMeasured,
    }),
    retryRefused: options.retryRefused,
  };
  try {
    // Before a story is followed, which tells when everything will be done.
    for (const { order } of purchases) {
      tools.outlook.enter(order.job.request, stageBefore(order.job.request), tools.world.monotonic());
    }
    for (const story of resumed) follower.follow(story, { isNew: false });
    tellForecast(tools);
    await createOneAtATime(purchases, lane, tools);
  } catch (error) {
    stops.stopEverything();
    throw error;
  } finally {
    await follower.allEnded();
  }
}

/** In how many ms a story that is begun now would be finished: by how long such stories take, or are usual to take. */
function neededMs({ order }: Purchase, { pace, outlook }: Tools): number {
  const { request } = order.job;
  return pace.foretellOneMore({ kind: request, wantsBook: request.audiobook }, outlook.ahead);
}

/** A ledger or a disk that fails ends the run in good order: nothing more is sent, and the report says why. */
async function guarded({ stops }: Tools, work: () => Promise<void>): Promise<void> {
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
function heedStops({ interrupt, deadlineMs }: RunOptions, { stops, world }: Tools): () => void {
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

function toolsFor(buying: Buying, options: RunOptions, means: RunMeans): Tools {
  const { plan } = buying;
  const { patiences, starts, maxCredits } = options;
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
    pace: means.openPace(journal.state),
    stops: new Stops((problem) => means.tell({ kind: "problem", problem })),
    patiences,
    creations: new PQueue({ concurrency: 1 }),
    outlook: new Outlook(),
    recordsPace: new Set(),
    afterCreation: means.afterCreation ?? null,
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

function tellOf(plan: MatchedPlan, work: Work, { tell, stops }: Tools): void {
  const { changed, replaced, orphans, barred } = work;
  for (const { job, boughtAs } of barred) stops.note({ code: "request_bought", job: job.id, ...boughtAs });
  for (const notice of noticesOfEdits(editsOf(plan, work), work)) tell({ kind: "notice", notice });
  for (const made of replaced) tell({ kind: "notice", notice: { code: "replacement_made", ...made } });
  for (const { job, has } of changed)
    tell({ kind: "notice", notice: { code: "job_changed", job: job.id, has } });
  for (const { job, edition } of orphans)
    tell({ kind: "notice", notice: { code: "job_orphaned", job, edition } });
  for (const notice of noticesOfEditions(work)) tell({ kind: "notice", notice });
}
