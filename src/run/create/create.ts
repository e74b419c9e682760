import type { CreationReply, Uncertain } from "../../client/creation-reply.ts";
import type { Connecting, CreationConnection } from "../../client/port.ts";
import { limitClosedForMs, type Refusal } from "../../client/refusal.ts";
import { storiesAboveQuote } from "../../ledger/format/charges.ts";
import type { EventBody, Price } from "../../ledger/format/event.ts";
import type { LedgerProblem, OverBudget } from "../../ledger/problem.ts";
import { confirmationLastsMs } from "../../ledger/store.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { CallOutcome } from "../../rate-limit/scheduler.ts";
import { Failure } from "../../shared/failure.ts";
import type { OpenFile } from "../../shared/files/files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { FollowedStory } from "../follow/followed-story.ts";
import { stageBefore } from "../follow/remaining-work.ts";
import type { Order } from "../order.ts";
import type { RunProblem } from "../problem.ts";
import type { RunContext } from "../run-context.ts";
import { isDate } from "../settle/clocks.ts";
import { contradicted, outcomeEvent } from "./outcome-events.ts";

/** An approved order: with its quoted price, the account's balance at that quote, and the run that buys it. */
export interface Purchase extends Order {
  readonly price: Price;
  readonly balanceBefore: number | null;
  readonly run: string;
}

/** What creating needs to know of the rest of the run. */
export interface CreationLane {
  /** Follows a story that was just created. `contradiction`: see `CreationConnection`. */
  readonly follow: (story: FollowedStory, contradiction: Promise<Uncertain | null>) => void;
  /** Resolves with true when a followed story has ended; with false at once if none is being followed. */
  readonly nextEnd: () => Promise<boolean>;
  /** Whether one more story would be finished before the deadline. */
  readonly isInTime: (purchase: Purchase) => boolean;
  /** How long it would take, and whether that is based on measured stories. */
  readonly neededFor: (
    purchase: Purchase,
  ) => Pick<Extract<RunProblem, { code: "deadline_near" }>, "needsMs" | "isMeasured">;
  /** Retry requests refused for a temporary reason once more at the end of this run. */
  readonly retryRefused: boolean;
}

/**
 * How one creation ended. `stopped`: proven that nothing was intended or sent, and creating ends; null: the run was told to stop.
 * `isCredentialReplaced`: the service refused a credential that is no longer the current one.
 */
export type Creation =
  | Exclude<CreationReply, { kind: "refused" | "accepted" }>
  | (Extract<CreationReply, { kind: "accepted" }> & { readonly contradiction: Promise<Uncertain | null> })
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly isCredentialReplaced: boolean }
  | { readonly kind: "stopped"; readonly problem: RunProblem | null };

/** This many consecutive refusals for lack of access, with nothing accepted, point to the account rather than to single lessons. */
const forbiddenInARow = 3;

// A few attempts to connect, some seconds apart: a name server or a restart recovers in that time; a longer outage is left to the next run.
const connectWaitsMs = [1_000, 3_000, 6_000];

/**
 * How long after its intention a request may still be written. `contrary.ts` relies on it to judge whether a request without an outcome may
 * still be in flight.
 */
const intentionLastsMs = 60_000;

/** Buys the stories one at a time, in order, until all are bought or a reply shows that continuing is wrong or pointless. */
export async function createOneAtATime(
  purchases: readonly Purchase[],
  lane: CreationLane,
  context: RunContext,
): Promise<void> {
  let postponed = await createEach(purchases, lane, context);
  if (lane.retryRefused) {
    for (const { request } of postponed.map(({ lesson }) => lesson.job))
      context.remainingWork.enter(request, stageBefore(request), context.world.monotonic());
    postponed = await createEach(postponed, lane, context);
  }
  for (const { lesson, refusal } of postponed) {
    context.stops.note({ code: "creation_postponed", job: lesson.job.id, refusal });
  }
}

/** A purchase that was refused for a temporary reason. */
interface Postponed extends Purchase {
  readonly refusal: Refusal;
}

async function createEach(
  purchases: readonly Purchase[],
  lane: CreationLane,
  context: RunContext,
): Promise<readonly Postponed[]> {
  const { stops, rateLimiter, remainingWork } = context;
  const postponed: Postponed[] = [];
  let accepted = 0;
  let forbidden = 0;
  for (const [index, purchase] of purchases.entries()) {
    const { job } = purchase.lesson;
    const left = purchases.length - index;
    if (!stops.creating.aborted && !lane.isInTime(purchase))
      stops.stopCreating({ code: "deadline_near", left, ...lane.neededFor(purchase) });
    rateLimiter.expectCreations(stops.creating.aborted ? 0 : left);
    const creation = stops.creating.aborted ? null : await buy(purchase, { left, lane }, context);
    remainingWork.leave(job.request, stageBefore(job.request));
    if (creation === null) continue;
    if (creation.kind === "accepted") accepted += 1;
    forbidden = creation.kind === "refused" && creation.refusal.code === "forbidden" ? forbidden + 1 : 0;
    const lacksAccess = forbidden >= forbiddenInARow && accepted === 0;
    switch (creation.kind) {
      case "accepted":
        startFollowing(purchase, creation, lane, context);
        break;
      case "refused":
        // If creating ends while this waits, the lesson counts among those left.
        if (await isPostponed(creation.refusal, { purchase, left, lacksAccess, lane }, context))
          postponed.push({ ...purchase, refusal: creation.refusal });
        break;
      case "notSent":
        stops.stopCreating({ code: "not_connected", cause: creation.cause });
        break;
      case "uncertain":
        stops.stopCreating();
        break;
      case "stopped":
        stops.stopCreating(creation.problem ?? undefined);
    }
  }
  rateLimiter.expectCreations(0);
  return postponed;
}

interface Turn {
  /** How many creations are left, this one included. */
  readonly left: number;
  readonly lane: CreationLane;
}

/**
 * Buys one story. A request that was provably refused for a credential that has been replaced since is sent once more with the new one, as an
 * attempt of its own: the command of `--after-creation` runs after each.
 */
async function buy(purchase: Purchase, turn: Turn, context: RunContext): Promise<Creation> {
  const first = await createOne(purchase, turn, context);
  const isSentAgain = first.kind === "refused" && first.isCredentialReplaced;
  await runAfterCreation(
    purchase,
    { creation: first, left: isSentAgain ? turn.left : turn.left - 1 },
    context,
  );
  if (!isSentAgain) return first;
  const second = await createOne(purchase, turn, context);
  await runAfterCreation(purchase, { creation: second, left: turn.left - 1 }, context);
  return second;
}

/**
 * Runs the `--after-creation` command once a creation's outcome is durable. If it fails no further creation starts, so that a copy of the
 * ledger kept by the command lags by at most one creation.
 */
async function runAfterCreation(
  { lesson: { job, recordName } }: Purchase,
  { creation, left }: { creation: Creation; left: number },
  { afterCreation, stops }: RunContext,
): Promise<void> {
  if (afterCreation === null || creation.kind === "stopped") return;
  const failure = await afterCreation({
    recordName,
    outcome: creation.kind === "notSent" ? "unsent" : creation.kind,
    story: creation.kind === "accepted" ? creation.id : null,
  });
  if (failure !== null) stops.stopCreating({ code: "after_creation_failed", job: job.id, failure, left });
}

function startFollowing(
  { lesson: { job, recordName }, price }: Purchase,
  { id, warnings, contradiction }: Extract<Creation, { kind: "accepted" }>,
  lane: CreationLane,
  { tell }: RunContext,
): void {
  tell({ kind: "created", job: job.id, id, credits: price.credits });
  for (const warning of warnings)
    tell({ kind: "notice", notice: { code: "answer_odd", job: job.id, warning } });
  const wantsBook = job.request.audiobook;
  lane.follow({ recordName, job: job.id, id, wantsBook }, contradiction);
}

interface Refused extends Turn {
  readonly purchase: Purchase;
  readonly lacksAccess: boolean;
}

/** What a refusal means for the rest. True: it was temporary, and its time has passed. */
async function isPostponed(
  refusal: Refusal,
  { purchase, left, lacksAccess, lane }: Refused,
  context: RunContext,
): Promise<boolean> {
  const { stops } = context;
  switch (refusal.code) {
    case "unauthorized":
    case "payment_required":
    case "not_found":
    case "unavailable":
      stops.stopCreating({ code: "creations_stopped", refusal, left });
      return false;
    case "conflict":
    case "rate_limited": {
      const isOver = await waitOutRefusal(refusal, { left, lane }, context);
      if (!isOver) stops.stopCreating({ code: "creations_stopped", refusal, left });
      return isOver;
    }
    default:
      stops.note({ code: "creation_refused", job: purchase.lesson.job.id, refusal });
      if (lacksAccess) stops.stopCreating({ code: "creations_stopped", refusal, left: left - 1 });
      return false;
  }
}

/**
 * Waits until a temporary refusal has passed: a rate limit after its time, which the rate limiter tracks, a conflict when one of our stories
 * has ended. False if it won't.
 */
async function waitOutRefusal(
  refusal: Refusal,
  { left, lane }: Turn,
  { tell, timeLimits, rateLimiter }: RunContext,
): Promise<boolean> {
  const waitMs = limitClosedForMs(refusal);
  if (waitMs !== null) {
    if (waitMs > timeLimits.maxWaitMs) return false;
    const why = refusal.retryAfterMs === null ? "limit" : "retry-after";
    // Report the wait only if something will follow it.
    if (left > 1 || lane.retryRefused) tell({ kind: "waiting", forMs: waitMs, why });
    return true;
  }
  tell({ kind: "waiting", forMs: 0, why: "conflict" });
  // Stories in progress must be able to finish, so reserve no paid start for creations meanwhile.
  rateLimiter.expectCreations(0);
  return lane.nextEnd();
}

/**
 * Makes one attempt at a story: connects, makes the intention durable if the story is still in time, sends the request once, and makes the
 * outcome durable before the id is used. Throws only if the ledger can't be written.
 */
export async function createOne(purchase: Purchase, turn: Turn, context: RunContext): Promise<Creation> {
  const { rateLimiter, stops, tell } = context;
  for (;;) {
    const permit = await rateLimiter.acquire("create", stops.creating);
    if (permit === null) return { kind: "stopped", problem: null };
    let outcome: CallOutcome = { started: false };
    let lock: Pick<OpenFile, "close"> | null = null;
    try {
      // Held until the outcome is recorded: another course on this machine waits, and then sees what this one has bought.
      const onWait = (): void => tell({ kind: "waiting", forMs: 0, why: "other-course" });
      lock = await context.purchases.lock({ world: context.world, stop: stops.creating, onWait });
      if (lock === null) return { kind: "stopped", problem: null };
      // A replacement is the user's explicit request, whatever other ledgers have bought.
      const elsewhere = purchase.replaces === null ? await context.purchases.refusal(purchase.lesson) : null;
      if (elsewhere !== null) return { kind: "stopped", problem: elsewhere };
      const connecting = await connect(context);
      if (!connecting.ok) return { kind: "stopped", problem: connecting.problem };
      const { connection } = connecting;
      // Waiting for the permit, and connecting, may have taken long.
      if (stops.creating.aborted || !turn.lane.isInTime(purchase)) {
        connection.close();
        const { left, lane } = turn;
        const tooLate: RunProblem = { code: "deadline_near", left, ...lane.neededFor(purchase) };
        return { kind: "stopped", problem: stops.creating.aborted ? null : tooLate };
      }
      outcome = { started: "perhaps" };
      const creation = await intendSendRecord(purchase, connection, context);
      outcome = outcomeOf(creation);
      return creation;
    } catch (error) {
      const refused = refusalByLedger(error);
      if (refused === null) throw error;
      // Nothing was written or sent.
      const refusedForMs = refused.code === "ledger_starts_spent" ? refused.waitMs : null;
      outcome = { started: false, refusedForMs, isOwnCheck: true };
      if (refused.code === "over_budget") {
        const aboveQuote = storiesAboveQuote(context.journal.state.jobs.values());
        const problem = { ...refused, job: purchase.lesson.job.id, left: turn.left, aboveQuote };
        return { kind: "stopped", problem };
      }
      // The ledger knows of paid starts, by other machines, that the rate limiter could not see. It waits now.
      tell({ kind: "waiting", forMs: refused.waitMs, why: "starts" });
    } finally {
      await lock?.close().catch(() => undefined);
      permit.end(outcome);
    }
  }
}

function outcomeOf(creation: Creation): CallOutcome {
  switch (creation.kind) {
    case "accepted":
      return { started: true };
    case "uncertain":
      return { started: "perhaps" };
    case "refused":
      return { started: false, refusedForMs: limitClosedForMs(creation.refusal) };
    case "notSent":
    case "stopped":
      return { started: false };
  }
}

type StartsSpent = Extract<LedgerProblem, { code: "ledger_starts_spent" }>;

/** The ledger's refusal of an intention, after which it is still usable; null for any other error. */
function refusalByLedger(error: unknown): OverBudget | StartsSpent | null {
  if (!(error instanceof Failure)) return null;
  const problem = error.problem as LedgerProblem;
  return problem.code === "over_budget" || problem.code === "ledger_starts_spent" ? problem : null;
}

type Connected =
  | Extract<Connecting, { ok: true }>
  | { readonly ok: false; readonly problem: RunProblem | null };

async function connect({ remote, world, stops, tell }: RunContext): Promise<Connected> {
  for (let tries = 0; ; tries++) {
    const connecting = await remote.connect();
    if (connecting.ok) return connecting;
    const waitMs = connectWaitsMs[tries];
    const { cause, certificate } = connecting;
    if (certificate) return { ok: false, problem: { code: "certificate_refused", cause } };
    if (waitMs === undefined) return { ok: false, problem: { code: "not_connected", cause } };
    tell({ kind: "waiting", forMs: waitMs, why: "connection" });
    await world.sleep(waitMs, stops.creating);
    if (stops.creating.aborted) return { ok: false, problem: null };
  }
}

// The order of these steps is the promise: each is durable before the next.
async function intendSendRecord(
  purchase: Purchase,
  connection: CreationConnection,
  context: RunContext,
): Promise<Creation> {
  const attempt = randomUuid(context.world);
  const { job, recordName } = purchase.lesson;
  try {
    // Emit no events from the intention until its outcome is recorded: a throwing listener must not separate the two.
    context.tell({ kind: "creating", job: job.id });
    const intended = momentOf(context.world);
    await intend(purchase, attempt, context);
    const asked = momentOf(context.world);
    const problem = await context.journal.store.stillHolds();
    if (problem !== null) {
      await recordUnsent(purchase, { attempt, cause: "the ledger could no longer be used" }, context);
      throw new Failure<LedgerProblem>(problem);
    }
    const reply = await connection.send({
      request: job.request,
      deadlineMs: context.timeLimits.creationTimeoutMs,
      // If this process was suspended, another run may have taken over, or the user may be judging the request by its age.
      mayWrite: () => {
        const now = momentOf(context.world);
        return isWithin(confirmationLastsMs, asked, now) && isWithin(intentionLastsMs, intended, now);
      },
    });
    const believed = contradicted(reply, job.request, context.journal) ?? reply;
    await recordOutcome({ job }, outcomeEvent({ ...recordName, attempt }, believed), context);
    if (believed.kind === "accepted")
      return { ...believed, contradiction: connection.contradiction?.() ?? Promise.resolve(null) };
    if (believed.kind !== "refused") return believed;
    const isCredentialReplaced =
      believed.refusal.code === "unauthorized" && ((await connection.isCredentialReplaced?.()) ?? false);
    return { ...believed, isCredentialReplaced };
  } finally {
    connection.close();
  }
}

async function intend(
  { lesson: { job, recordName }, replaces, price, balanceBefore, run }: Purchase,
  attempt: string,
  { journal, months, remote }: RunContext,
): Promise<void> {
  // An unknown service time is no obstacle: it only helps to find a lost story later.
  const serviceTime = remote.serviceTime?.() ?? null;
  await journal.record({
    type: "creation.intended",
    ...recordName,
    attempt,
    run,
    request: { ...job.request },
    requestHash: requestHash(job.request),
    price,
    balanceBefore,
    month: months.read(journal.state).month,
    replaces: replaces !== null,
    replacesAttempt: replaces,
    ...(isDate(serviceTime) ? { serviceTime: new Date(serviceTime).toISOString() } : {}),
    ...(remote.account == null ? {} : { account: remote.account }),
  });
}

/** Records, if the ledger can still be written, that an intended request was not sent. */
async function recordUnsent(
  { lesson: { recordName } }: Purchase,
  { attempt, cause }: { attempt: string; cause: string },
  { journal }: RunContext,
): Promise<void> {
  await journal.record({ type: "creation.unsent", ...recordName, attempt, cause });
}

/** Makes an outcome durable. If the ledger can't be written, the outcome goes to a rescue file and its ids to the user. */
export async function recordOutcome(
  { job }: { readonly job: { readonly id: string } },
  event: EventBody,
  { journal, stops }: RunContext,
): Promise<void> {
  try {
    await journal.record(event);
  } catch (error) {
    const rescue = await journal.store.rescue(event);
    const id = event.type === "creation.accepted" ? event.id : null;
    const named = event.type === "creation.uncertain" ? (event.ids ?? []) : [];
    stops.note({ code: "outcome_not_recorded", job: job.id, id, named, rescue });
    throw error;
  }
}

/** An instant by both clocks: the monotonic one may stand still during suspend, the wall clock may be set. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** Whether at most `mostMs` have passed since `then` by both clocks, and neither was set back by more. */
function isWithin(mostMs: number, then: Moment, now: Moment): boolean {
  const elapsed = [now.monotonic - then.monotonic, now.wall - then.wall];
  return elapsed.every((ms) => Math.abs(ms) <= mostMs);
}

function momentOf(world: Pick<World, "now" | "monotonic">): Moment {
  return { wall: world.now(), monotonic: world.monotonic() };
}
