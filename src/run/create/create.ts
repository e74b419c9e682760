import type { CreationReply } from "../../client/creation-reply.ts";
import type { CreationConnection } from "../../client/port.ts";
import { limitClosedForMs, type Refusal } from "../../client/refusal.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { confirmationLastsMs } from "../../ledger/store.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { CallOutcome } from "../../rate-limit/rate-limiter.ts";
import { Failure } from "../../shared/failure.ts";
import type { OpenFile } from "../../shared/files/files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { Follower } from "../follow.ts";
import { type Purchase, purchaseOf } from "../lesson.ts";
import { monthNow } from "../quote.ts";
import type { RunContext } from "../run-context.ts";
import { contradicted, outcomeEvent, recordOutcome } from "./outcome-events.ts";

/** This many consecutive refusals for lack of access, with nothing accepted, point to the account rather than to single lessons. */
const forbiddenInARow = 3;

// A few attempts to connect, some seconds apart: a name server or a restart recovers in that time; a longer outage is left to the next run.
const connectWaitsMs = [1_000, 3_000, 6_000];

/**
 * How long after its intention a request may still be written. `resolve.ts` relies on it to judge whether a request without an outcome may
 * still be in flight.
 */
const intentionLastsMs = 60_000;

/** Buys the stories one at a time, in order, until all are bought or a reply shows that continuing is wrong or pointless. */
export async function createOneAtATime(
  purchases: readonly Purchase[],
  follower: Follower,
  context: RunContext,
): Promise<void> {
  if (purchases.length > 0) await sitOutEarlierWait(context);
  let postponed = await createEach(purchases, follower, context);
  if (context.options.retryRefused) postponed = await createEach(postponed, follower, context);
  for (const { lesson, refusal } of postponed) {
    context.stops.note({ code: "creation_postponed", job: lesson.job.id, refusal });
  }
}

/** The wait that the service gave an earlier run may not be over; one that is longer than the user wants to wait stops the creating. */
async function sitOutEarlierWait({ store, world, timeLimits, stops, tell }: RunContext): Promise<void> {
  const attempts = [...store.state.jobs.values()].flatMap((record) => record.attempts);
  const refusals = attempts.flatMap(({ outcome }) => (outcome.kind === "refused" ? [outcome.event] : []));
  const [last] = refusals.sort((one, other) => other.seq - one.seq);
  if (last === undefined) return;
  const { status, code, message, retryAfterSeconds, at } = last;
  const retryAfterMs = retryAfterSeconds === null ? null : retryAfterSeconds * 1000;
  const refusal = { status, code: code as Refusal["code"], message, retryAfterMs };
  const closedMs = limitClosedForMs(refusal) ?? 0;
  // At most as long as the service said, although a clock may have been set back.
  const forMs = Math.min(closedMs, Date.parse(at) + closedMs - world.now());
  if (forMs > timeLimits.maxWaitMs)
    stops.stopCreating({ code: "creations_stopped", refusal: { ...refusal, retryAfterMs: forMs } });
  else if (forMs > 0) {
    tell({ kind: "waiting", forMs, why: retryAfterMs === null ? "limit" : "retry-after" });
    await world.sleep(forMs, stops.creating);
  }
}

export function requestsIn(purchases: readonly Purchase[]) {
  return purchases.map(({ lesson }) => lesson.job.request);
}

/** Creates no more stories if one more would not be finished before the deadline. */
function stopIfTooLate(
  { lesson: { job } }: Purchase,
  { deadlineAt, world, rateLimiter, stops }: RunContext,
): void {
  if (deadlineAt === null || stops.creating.aborted) return;
  const needsMs = rateLimiter.forecastOneMore(job.request);
  if (world.monotonic() + needsMs <= deadlineAt) return;
  stops.stopCreating({ code: "deadline_near", needsMs });
}

interface Postponed extends Purchase {
  readonly refusal: Refusal;
}

async function createEach(
  purchases: readonly Purchase[],
  follower: Follower,
  context: RunContext,
): Promise<readonly Postponed[]> {
  const { stops, rateLimiter, tell } = context;
  const requests = requestsIn(purchases);
  const postponed: Postponed[] = [];
  let accepted = 0;
  let forbidden = 0;
  for (const [index, purchase] of purchases.entries()) {
    const { lesson } = purchase;
    const { job } = lesson;
    stopIfTooLate(purchase, context);
    rateLimiter.expectCreations(stops.creating.aborted ? [] : requests.slice(index));
    const creation = stops.creating.aborted ? null : await buy(purchase, context);
    if (creation === null) continue;
    forbidden = creation.kind === "refused" && creation.refusal.code === "forbidden" ? forbidden + 1 : 0;
    switch (creation.kind) {
      case "accepted": {
        const { id, warnings, contradiction = Promise.resolve(null) } = creation;
        tell({ kind: "created", job: job.id, id, credits: purchase.price.credits });
        for (const warning of warnings)
          tell({ kind: "notice", notice: { code: "answer_odd", job: job.id, warning } });
        follower.follow({ lesson, id, attempt: purchaseOf(lesson) }, contradiction);
        accepted += 1;
        break;
      }
      case "refused":
        if (await isPostponed(creation.refusal, { job: job.id, follower }, context))
          postponed.push({ ...purchase, refusal: creation.refusal });
        if (forbidden >= forbiddenInARow && accepted === 0)
          stops.stopCreating({ code: "creations_stopped", refusal: creation.refusal });
        break;
      case "notSent":
        stops.stopCreating({ code: "not_connected", cause: creation.cause });
        break;
      case "uncertain":
        stops.stopCreating();
    }
  }
  rateLimiter.expectCreations([]);
  return postponed;
}

/**
 * Buys one story. A request that was provably refused for a credential that has been replaced since is sent once more with the new one, as an
 * attempt of its own.
 *
 * The `--after-creation` command runs once each creation's outcome is durable. If it fails no further creation starts, so that a copy of the ledger
 * kept by the command lags by at most one creation.
 */
async function buy(purchase: Purchase, context: RunContext): Promise<CreationReply | null> {
  const { afterCreation, stops } = context;
  const { job, recordName } = purchase.lesson;
  for (let isLast = false; ; isLast = true) {
    const creation = await createOne(purchase, context);
    if (creation === null) return null;
    if (afterCreation !== null) {
      const outcome = creation.kind === "notSent" ? "unsent" : creation.kind;
      const story = creation.kind === "accepted" ? creation.id : null;
      const cause = await afterCreation({ recordName, outcome, story });
      if (cause !== null) stops.stopCreating({ code: "after_creation_failed", job: job.id, cause });
    }
    if (isLast || creation.kind !== "refused" || !(await creation.isCredentialReplaced)) return creation;
  }
}

/** Refusals that every further creation would get, too. */
const endsCreating: ReadonlySet<string> = new Set([
  "unauthorized",
  "payment_required",
  "not_found",
  "unavailable",
]);

/** What a refusal means for the rest. True: it was temporary, and its time has passed. */
async function isPostponed(
  refusal: Refusal,
  { job, follower }: { job: string; follower: Follower },
  { tell, timeLimits, rateLimiter, stops }: RunContext,
): Promise<boolean> {
  let isOver = false;
  if (refusal.code === "conflict") {
    tell({ kind: "waiting", forMs: 0, why: "conflict" });
    // One of our stories must end: reserve no paid start for creations meanwhile.
    rateLimiter.expectCreations([]);
    isOver = await follower.nextEnd();
  } else if (refusal.code === "rate_limited") {
    // The rate limiter waits for it.
    const forMs = limitClosedForMs(refusal) ?? 0;
    const why = refusal.retryAfterMs === null ? "limit" : "retry-after";
    isOver = forMs <= timeLimits.maxWaitMs;
    if (isOver) tell({ kind: "waiting", forMs, why });
  } else if (!endsCreating.has(refusal.code)) {
    stops.note({ code: "creation_refused", job, refusal });
    return false;
  }
  if (!isOver) stops.stopCreating({ code: "creations_stopped", refusal });
  return isOver;
}

/**
 * Makes one attempt at a story: connects, makes the intention durable if the run still has enough time for the story, sends the request once,
 * and makes the outcome durable before the id is used. Throws only if the ledger can't be written.
 */
export async function createOne(purchase: Purchase, context: RunContext): Promise<CreationReply | null> {
  const { rateLimiter, stops, tell } = context;
  const permit = await rateLimiter.acquire("create", stops.creating);
  if (permit === null) return null;
  let outcome: CallOutcome = { started: false };
  let lock: Pick<OpenFile, "close"> | null = null;
  try {
    // Held until the outcome is recorded: another course on this machine waits, and then sees what this one has bought.
    const onWait = (): void => tell({ kind: "waiting", forMs: 0, why: "other-course" });
    lock = await context.purchases.lock({ world: context.world, stop: stops.creating, onWait });
    if (lock === null) return null;
    // A replacement is the user's explicit request, whatever other ledgers have bought.
    const elsewhere = purchase.replaces === null ? await context.purchases.refusal(purchase.lesson) : null;
    if (elsewhere !== null) stops.stopCreating(elsewhere);
    const connection = elsewhere === null ? await connect(context) : null;
    if (connection === null) return null;
    // Waiting for the permit, and connecting, may have taken long.
    stopIfTooLate(purchase, context);
    if (stops.creating.aborted) {
      connection.close();
      return null;
    }
    outcome = { started: "perhaps" };
    const creation = await intendSendRecord(purchase, connection, context);
    outcome = outcomeOf(creation);
    return creation;
  } catch (error) {
    const refused = error instanceof Failure ? (error.problem as LedgerProblem) : null;
    if (refused?.code !== "over_budget") throw error;
    // Nothing was written or sent.
    outcome = { started: false };
    stops.stopCreating({ ...refused, job: purchase.lesson.job.id });
    return null;
  } finally {
    await lock?.close().catch(() => undefined);
    permit.end(outcome);
  }
}

function outcomeOf(creation: CreationReply): CallOutcome {
  if (creation.kind === "accepted") return { started: true };
  if (creation.kind === "uncertain") return { started: "perhaps" };
  if (creation.kind !== "refused") return { started: false };
  return { started: false, refusedForMs: limitClosedForMs(creation.refusal) };
}

/** Null, and no more stories are created, if the service can't be reached; also if the run was told to stop meanwhile. */
async function connect({ remote, world, stops, tell }: RunContext): Promise<CreationConnection | null> {
  for (let tries = 0; ; tries++) {
    const connecting = await remote.connect();
    if (connecting.ok) return connecting.connection;
    const waitMs = connectWaitsMs[tries];
    const { cause, certificate } = connecting;
    if (certificate || waitMs === undefined) {
      stops.stopCreating({ code: "not_connected", cause });
      return null;
    }
    tell({ kind: "waiting", forMs: waitMs, why: "connection" });
    await world.sleep(waitMs, stops.creating);
    if (stops.creating.aborted) return null;
  }
}

// The order of these steps is the promise: each is durable before the next.
async function intendSendRecord(
  purchase: Purchase,
  connection: CreationConnection,
  context: RunContext,
): Promise<CreationReply> {
  const attempt = randomUuid(context.world);
  const { job, recordName } = purchase.lesson;
  try {
    // Emit no events from the intention until its outcome is recorded: a throwing listener must not separate the two.
    context.tell({ kind: "creating", job: job.id });
    const sinceIntended = stopwatch(context.world);
    await intend(purchase, attempt, context);
    const sinceConfirmed = stopwatch(context.world);
    const problem = await context.store.stillHolds();
    if (problem !== null) {
      const cause = "the ledger could no longer be used";
      const unsent = { type: "creation.unsent", ...recordName, attempt, cause } as const;
      await context.store.append(unsent).catch(() => context.store.rescue(unsent));
      throw new Failure<LedgerProblem>(problem);
    }
    const reply = await connection.send({
      request: job.request,
      deadlineMs: context.timeLimits.creationTimeoutMs,
      // If this process was suspended, another run may have taken over, or the user may be judging the request by its age.
      mayWrite: () => sinceConfirmed() <= confirmationLastsMs && sinceIntended() <= intentionLastsMs,
    });
    const believed = contradicted(reply, job.request, context.store.state) ?? reply;
    await recordOutcome(purchase.lesson, outcomeEvent({ ...recordName, attempt }, believed), context);
    return believed;
  } finally {
    connection.close();
  }
}

async function intend(
  { lesson: { job, recordName }, replaces, price, balanceBefore }: Purchase,
  attempt: string,
  context: RunContext,
): Promise<void> {
  const { store, limits, remote, runId } = context;
  // An unknown service time is no obstacle: it only helps to find a lost story later.
  const serviceTime = remote.serviceTime();
  await store.append(
    {
      type: "creation.intended",
      ...recordName,
      attempt,
      run: runId,
      request: { ...job.request },
      requestHash: requestHash(job.request),
      price,
      balanceBefore,
      month: monthNow(store.state, context),
      replaces: replaces !== null,
      replacesAttempt: replaces,
      ...(serviceTime === null ? {} : { serviceTime: new Date(serviceTime).toISOString() }),
      ...(remote.account == null ? {} : { account: remote.account }),
    },
    limits,
  );
}

/** Tells how many ms have passed, or how far a clock was set back: the monotonic clock may stand still during suspend, and the wall clock may be set. */
function stopwatch(world: Pick<World, "now" | "monotonic">): () => number {
  const [wall, monotonic] = [world.now(), world.monotonic()];
  return () => Math.max(Math.abs(world.now() - wall), Math.abs(world.monotonic() - monotonic));
}
