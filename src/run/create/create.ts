import { type CreationReply, readCreationReply } from "../../client/creation/creation-reply.ts";
import { type CreationConnection, creationBody } from "../../client/port.ts";
import { limitClosedForMs, type Refusal } from "../../client/read-error.ts";
import type { Price } from "../../ledger/format/event.ts";
import { jobStatusOf, latestOf } from "../../ledger/format/job-status.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import { Failure } from "../../shared/failure.ts";
import { randomUuid } from "../../shared/world.ts";
import type { LostLedger } from "../memory/lost-ledger.ts";
import type { Order } from "../order.ts";
import { recordKey } from "../record-name.ts";
import type { RunContext } from "../run-context.ts";
import { isDate } from "../settle/clocks.ts";
import { outcomeEvent } from "./outcome-event.ts";
import { momentOf, sendWhileHeld } from "./send-while-held.ts";

/** An approved order: with its quoted price, the account's balance at that quote, and the run that buys it. */
export interface Purchase extends Order {
  readonly price: Price;
  readonly balanceBefore: number | null;
  readonly run: string;
}

/** The ledger's answer to an intention that doesn't fit a ceiling. */
export type OverBudget = Extract<LedgerProblem, { code: "ledger_over_budget" }>;

export type Creation =
  | CreationReply
  /** Proven: nothing was created. The service refused a credential that has been replaced since; the next attempt sends the new one. */
  | { readonly kind: "credentialReplaced"; readonly refusal: Refusal }
  /** The run was told to stop before this creation started. */
  | { readonly kind: "stopped" }
  /** When its permit came, the story could no longer be finished before the deadline: nothing was intended or sent. */
  | { readonly kind: "tooLate" }
  /** According to this machine's memory, another ledger has bought the lesson meanwhile: nothing was sent. */
  | { readonly kind: "boughtElsewhere"; readonly by: LostLedger }
  /** Its price no longer fits a ceiling: nothing was intended or sent. */
  | { readonly kind: "notCovered"; readonly by: OverBudget }
  /** Proven unsent: no connection could be made. `certificate`: a certificate error, so a retry can't help. */
  | { readonly kind: "notConnected"; readonly cause: string; readonly certificate: boolean };

// A few attempts to connect, some seconds apart: a name server or a restart recovers in that time; a longer outage is left to the next run.
const connectWaitsMs = [1_000, 3_000, 6_000];

/**
 * Buys one story: connects, makes the intention durable if the story is still `isInTime`, sends the request once, and makes the outcome
 * durable before the id is used. Throws only if the ledger can't be written.
 */
export async function createOne(
  purchase: Purchase,
  isInTime: (purchase: Purchase) => boolean,
  context: RunContext,
): Promise<Creation> {
  for (;;) {
    const creation = await createInTurn(purchase, isInTime, context);
    if (creation !== "starts-spent") return creation;
  }
}

async function createInTurn(
  purchase: Purchase,
  isInTime: (purchase: Purchase) => boolean,
  context: RunContext,
): Promise<Creation | "starts-spent"> {
  const permit = await context.rateLimiter.acquire("create", context.stops.creating);
  if (permit === null) return { kind: "stopped" };
  let mayExist: boolean | "perhaps" = false;
  let refusedForMs: number | null = null;
  let isOwnCheck = false;
  try {
    const connected = await connect(context);
    if (!connected.ok) return connected.why;
    // Waiting for the permit, and connecting, may have taken long.
    const late = context.stops.creating.aborted ? "stopped" : isInTime(purchase) ? null : "tooLate";
    if (late !== null) {
      connected.connection.close();
      return { kind: late };
    }
    mayExist = "perhaps";
    const reply = await intendSendRecord(purchase, connected.connection, context);
    mayExist = reply.kind === "accepted" || (reply.kind === "uncertain" && "perhaps");
    refusedForMs = reply.kind === "refused" ? limitClosedForMs(reply.refusal) : null;
    return await judgeCredential(reply, connected.connection);
  } catch (error) {
    const by = overBudgetIn(error);
    if (by !== null) {
      mayExist = false;
      isOwnCheck = true;
      return { kind: "notCovered", by };
    }
    // The ledger knows of paid starts, by other machines, that this run's rate limiter could not see. Nothing was written or sent; the rate
    // limiter waits.
    const waitMs = startsSpentFor(error);
    if (waitMs === null) throw error;
    mayExist = false;
    refusedForMs = waitMs;
    isOwnCheck = true;
    context.tell({ kind: "waiting", forMs: waitMs, why: "starts" });
    return "starts-spent";
  } finally {
    permit.end({ started: mayExist, refusedForMs, isOwnCheck });
  }
}

async function judgeCredential(
  reply: CreationReply | BoughtElsewhere,
  connection: CreationConnection,
): Promise<Creation> {
  if (reply.kind !== "refused" || reply.refusal.code !== "unauthorized") return reply;
  const isReplaced = (await connection.isCredentialReplaced?.()) ?? false;
  return isReplaced ? { kind: "credentialReplaced", refusal: reply.refusal } : reply;
}

function overBudgetIn(error: unknown): OverBudget | null {
  if (!(error instanceof Failure)) return null;
  const problem = error.problem as LedgerProblem;
  return problem.code === "ledger_over_budget" ? problem : null;
}

function startsSpentFor(error: unknown): number | null {
  if (!(error instanceof Failure)) return null;
  const problem = error.problem as LedgerProblem;
  return problem.code === "ledger_starts_spent" ? problem.waitMs : null;
}

// The order of these steps is the promise: each is durable before the next.
async function intendSendRecord(
  purchase: Purchase,
  connection: CreationConnection,
  context: RunContext,
): Promise<CreationReply | BoughtElsewhere> {
  const attempt = randomUuid(context.world);
  const { job } = purchase;
  const before = await boughtElsewhere(purchase, null, context);
  if (before !== null) {
    connection.close();
    return before;
  }
  // Emit no events from the intention until its outcome is recorded: a throwing listener must not separate the two.
  context.tell({ kind: "creating", job: job.id });
  const intended = momentOf(context.world);
  try {
    await intend(purchase, attempt, context);
  } catch (error) {
    connection.close();
    throw error;
  }
  const meanwhile = await boughtElsewhere(purchase, attempt, context);
  if (meanwhile !== null) {
    connection.close();
    await withdraw(purchase, { attempt, cause: "another ledger was about to buy the lesson" }, context);
    return meanwhile;
  }
  const sent = await sendWhileHeld(connection, creationBody(job.request), { ...context, intended });
  if (sent.kind === "lost") {
    await withdraw(purchase, { attempt, cause: "the ledger could no longer be used" }, context);
    throw new Failure<LedgerProblem>(sent.problem);
  }
  const reply = believable(readCreationReply(sent.raw, job.request), context);
  await recordOutcome(purchase, { attempt, reply }, context);
  return reply;
}

type BoughtElsewhere = Extract<Creation, { kind: "boughtElsewhere" }>;

/** Whether this machine now remembers that another ledger bought the lesson. `attempt`: the intention, if already recorded. */
async function boughtElsewhere(
  { job, replaces }: Purchase,
  attempt: string | null,
  { purchases }: RunContext,
): Promise<BoughtElsewhere | null> {
  // A replacement is the user's explicit request, whatever other ledgers have bought.
  if (replaces !== null) return null;
  const by = await purchases.refusal(job, attempt);
  return by === null ? null : { kind: "boughtElsewhere", by };
}

/** Records, if the ledger can still be written, that an intended request was not sent. */
async function withdraw(
  { job }: Purchase,
  { attempt, cause }: { attempt: string; cause: string },
  context: RunContext,
): Promise<void> {
  await context.journal.record({ type: "creation.unsent", ...job.recordName, attempt, cause });
}

async function intend(
  { job, replaces, price, balanceBefore, run }: Purchase,
  attempt: string,
  context: RunContext,
): Promise<void> {
  const record = context.journal.jobRecord(job.recordName);
  const has = (record === undefined ? undefined : latestOf(record))?.attempt ?? null;
  if (has !== replaces) {
    throw new Error(
      `refusing a second creation of ${recordKey(job.recordName)}, which is ${jobStatusOf(record).kind}`,
    );
  }
  await context.journal.record({
    type: "creation.intended",
    ...job.recordName,
    attempt,
    run,
    request: { ...job.request },
    requestHash: requestHash(job.request),
    price,
    balanceBefore,
    month: context.months.read(context.journal.state).month,
    replaces: replaces !== null,
    ...serviceTimeOf(context),
    ...accountOf(context),
  });
}

// An unknown service time is no obstacle: it only helps to find a lost story later.
function serviceTimeOf({ remote }: RunContext): { serviceTime?: string } {
  const ms = remote.serviceTime?.() ?? null;
  return isDate(ms) ? { serviceTime: new Date(ms).toISOString() } : {};
}

function accountOf({ remote }: RunContext): { account?: string } {
  return remote.account == null ? {} : { account: remote.account };
}

// An id that belongs to another lesson answers another request, so the outcome of this creation is unknown.
function believable(reply: CreationReply, { journal }: RunContext): CreationReply {
  if (reply.kind !== "accepted" || !journal.knowsStory(reply.id)) return reply;
  return {
    kind: "uncertain",
    cause: "the answer names a story that belongs to another lesson",
    status: reply.status,
    answer: reply.id,
    received: reply.received,
  };
}

async function recordOutcome(
  { job }: Purchase,
  { attempt, reply }: { attempt: string; reply: CreationReply },
  context: RunContext,
): Promise<void> {
  const event = outcomeEvent({ ...job.recordName, attempt }, reply);
  try {
    await context.journal.record(event);
  } catch (error) {
    const rescue = await context.journal.store.rescue(event);
    const id = reply.kind === "accepted" ? reply.id : null;
    const named = reply.kind === "uncertain" ? (reply.received?.ids ?? []) : [];
    context.stops.note({ code: "outcome_not_recorded", job: job.id, id, named, rescue });
    throw error;
  }
}

type Connected =
  | { readonly ok: true; readonly connection: CreationConnection }
  | { readonly ok: false; readonly why: Extract<Creation, { kind: "notConnected" | "stopped" }> };

async function connect({ remote, world, stops, tell }: RunContext): Promise<Connected> {
  for (let tries = 0; ; tries++) {
    const connecting = await remote.connect();
    if (connecting.ok) return connecting;
    const waitMs = connectWaitsMs[tries];
    if (connecting.certificate || waitMs === undefined) {
      const { cause, certificate } = connecting;
      return { ok: false, why: { kind: "notConnected", cause, certificate } };
    }
    tell({ kind: "waiting", forMs: waitMs, why: "connection" });
    await world.sleep(waitMs, stops.creating);
    if (stops.creating.aborted) return { ok: false, why: { kind: "stopped" } };
  }
}
