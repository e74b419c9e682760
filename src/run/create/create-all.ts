import type { Refusal } from "../../client/read-error.ts";
import { type StoryAboveQuote, storiesAboveQuote } from "../../ledger/format/charges.ts";
import type { FollowedStory } from "../follow/followed-story.ts";
import { stageBefore } from "../follow/remaining-work.ts";
import type { RunProblem } from "../problem.ts";
import type { RunContext } from "../run-context.ts";
import { doAfterCreation } from "./after-creation.ts";
import { type Creation, createOne, type Purchase } from "./create.ts";

type Needed = Pick<Extract<RunProblem, { code: "deadline_near" }>, "needsMs" | "isMeasured">;

export interface CreationLane {
  /** Follows a story that was just created. */
  readonly follow: (story: FollowedStory) => void;
  /** Resolves with true when a followed story has ended; with false at once if none is being followed. */
  readonly nextEnd: () => Promise<boolean>;
  /** Whether one more story would be finished before the deadline. */
  readonly isInTime: (purchase: Purchase) => boolean;
  /** How long it would take, and whether that is based on measured stories. */
  readonly neededFor: (purchase: Purchase) => Needed;
  /** Retry requests refused for a temporary reason once more at the end of this run. */
  readonly retryRefused: boolean;
}

/** This many consecutive refusals for lack of access, with nothing accepted, point to the account rather than to single lessons. */
const forbiddenInARow = 3;

/** How many credentials in a row one lesson is sent with: nobody logs in more often in that time, so something else is wrong. */
const credentialsMost = 3;

/** Buys the stories one at a time, in order, until all are bought or a reply shows that continuing is wrong or pointless. */
export async function createOneAtATime(
  purchases: readonly Purchase[],
  lane: CreationLane,
  context: RunContext,
): Promise<void> {
  const postponed = await pass(purchases, lane, context);
  for (const { job } of lane.retryRefused ? postponed : [])
    context.remainingWork.enter(job.request, stageBefore(job.request), context.world.monotonic());
  const again = lane.retryRefused ? await pass(postponed, lane, context) : postponed;
  for (const { job, refusal } of again) {
    context.stops.note({ code: "creation_postponed", job: job.id, refusal });
  }
}

/** A purchase that was refused for a temporary reason. */
interface Postponed extends Purchase {
  readonly refusal: Refusal;
}

async function pass(
  purchases: readonly Purchase[],
  lane: CreationLane,
  context: RunContext,
): Promise<readonly Postponed[]> {
  const postponed: Postponed[] = [];
  let accepted = 0;
  let made = 0;
  let forbidden = 0;
  for (const [index, purchase] of purchases.entries()) {
    if (context.stops.creating.aborted) break;
    if (!lane.isInTime(purchase)) {
      const left = purchases.length - index;
      context.stops.stopCreating({ code: "deadline_near", left, ...lane.neededFor(purchase) });
      break;
    }
    context.rateLimiter.expectCreations(purchases.length - index);
    const left = purchases.length - index;
    const creation = await buyOne(purchase, { left, lane }, context);
    made += 1;
    context.remainingWork.leave(purchase.job.request, stageBefore(purchase.job.request));
    if (creation.kind === "accepted") accepted += 1;
    forbidden = creation.kind === "refused" && creation.refusal.code === "forbidden" ? forbidden + 1 : 0;
    const verdict = judge(creation, {
      purchase,
      left,
      aboveQuote: () => storiesAboveQuote(context.journal.state.jobs.values()),
      lacksAccess: forbidden >= forbiddenInARow && accepted === 0,
      needed: () => lane.neededFor(purchase),
    });
    for (const problem of verdict.problems) context.stops.note(problem);
    if (verdict.stop) context.stops.stopCreating();
    if (creation.kind === "accepted") welcome(purchase, creation, lane, context);
    if (creation.kind === "refused" && verdict.postpone) {
      // If creating ends here, this lesson counts among those left.
      if (await isSatOut(creation.refusal, { left, lane, context })) {
        postponed.push({ ...purchase, refusal: creation.refusal });
      }
    }
  }
  context.rateLimiter.expectCreations(0);
  for (const { job } of purchases.slice(made)) {
    context.remainingWork.leave(job.request, stageBefore(job.request));
  }
  return postponed;
}

/**
 * Buys one story. A request that was refused only because its credential had just been replaced is sent again, as an attempt of its own:
 * also `--after-creation` hears of each.
 */
async function buyOne(
  purchase: Purchase,
  { left, lane }: { left: number; lane: CreationLane },
  context: RunContext,
): Promise<Creation> {
  for (let attempt = 1; ; attempt++) {
    const creation = await createOne(purchase, lane.isInTime, context);
    const isRepeated = creation.kind === "credentialReplaced" && attempt < credentialsMost;
    await doAfterCreation(purchase, { creation, left: isRepeated ? left : left - 1 }, context);
    if (!isRepeated) return creation;
  }
}

interface Verdict {
  readonly problems: readonly RunProblem[];
  readonly stop: boolean;
  readonly postpone: boolean;
}

const goOn: Verdict = { problems: [], stop: false, postpone: false };

interface Judging {
  readonly purchase: Purchase;
  readonly left: number;
  readonly aboveQuote: () => readonly StoryAboveQuote[];
  readonly lacksAccess: boolean;
  readonly needed: () => Needed;
}

function judge(creation: Creation, { purchase, left, aboveQuote, lacksAccess, needed }: Judging): Verdict {
  const job = purchase.job.id;
  switch (creation.kind) {
    case "accepted":
      return goOn;
    case "stopped":
      return { ...goOn, stop: true };
    case "tooLate":
      return { ...goOn, problems: [{ code: "deadline_near", left, ...needed() }], stop: true };
    case "boughtElsewhere":
      return { ...goOn, problems: [creation.by], stop: true };
    case "notCovered": {
      const { ceiling, limit, committed, price } = creation.by;
      const reached = { code: "ceiling_reached", ceiling, limit, committed, price } as const;
      return { ...goOn, problems: [{ ...reached, job, left, aboveQuote: aboveQuote() }], stop: true };
    }
    case "uncertain":
      return { ...goOn, stop: true };
    case "notSent":
      return { ...goOn, problems: [{ code: "not_connected", cause: creation.cause }], stop: true };
    case "notConnected":
      return { ...goOn, problems: [connectionProblem(creation)], stop: true };
    case "refused":
    case "credentialReplaced":
      return judgeRefusal(creation.refusal, { job, left, lacksAccess });
  }
}

function connectionProblem(creation: Extract<Creation, { kind: "notConnected" }>): RunProblem {
  const { cause, certificate } = creation;
  return certificate ? { code: "certificate_refused", cause } : { code: "not_connected", cause };
}

function judgeRefusal(
  refusal: Refusal,
  { job, left, lacksAccess }: { job: string; left: number; lacksAccess: boolean },
): Verdict {
  switch (refusal.code) {
    case "unauthorized":
    case "payment_required":
    case "not_found":
    case "unavailable":
      return { ...goOn, problems: [{ code: "creations_stopped", refusal, left }], stop: true };
    case "conflict":
    case "rate_limited":
      return { ...goOn, postpone: true };
    default: {
      const failed: RunProblem = { code: "creation_refused", job, refusal };
      const stopped: RunProblem = { code: "creations_stopped", refusal, left: left - 1 };
      return { problems: lacksAccess ? [failed, stopped] : [failed], stop: lacksAccess, postpone: false };
    }
  }
}

function welcome(
  { job, price }: Purchase,
  { id, warnings }: Extract<Creation, { kind: "accepted" }>,
  lane: CreationLane,
  context: RunContext,
): void {
  context.tell({ kind: "created", job: job.id, id, credits: price.credits });
  for (const warning of warnings)
    context.tell({ kind: "notice", notice: { code: "answer_odd", job: job.id, warning } });
  lane.follow({ recordName: job.recordName, job: job.id, id, wantsBook: job.request.audiobook });
}

// Waits until a temporary refusal has passed: a rate limit after its time, which the rate limiter tracks, a conflict when one of our
// stories has ended. False if creating ends instead.
async function isSatOut(
  refusal: Refusal,
  { left, lane, context }: { left: number; lane: CreationLane; context: RunContext },
): Promise<boolean> {
  const end = (): false => {
    context.stops.stopCreating({ code: "creations_stopped", refusal, left });
    return false;
  };
  const waitMs = refusal.retryAfterMs;
  if (waitMs !== null) {
    if (waitMs > context.timeLimits.maxWaitMs) return end();
    // Report the wait only if something will follow it.
    if (left > 1 || lane.retryRefused) context.tell({ kind: "waiting", forMs: waitMs, why: "retry-after" });
    return true;
  }
  context.tell({ kind: "waiting", forMs: 0, why: "conflict" });
  // Stories in progress must be able to finish, so reserve no paid start for creations meanwhile.
  context.rateLimiter.expectCreations(0);
  return (await lane.nextEnd()) || end();
}
