import type { Job } from "../../plan/plan.ts";
import { grouped } from "../../shared/grouped.ts";
import type { MatchedPlan } from "../match.ts";
import type { Order } from "../order.ts";
import type { WaitingGate } from "../problem.ts";
import { reviewsOf } from "./lesson-reviews.ts";

/**
 * A volume (all jobs of one language and difficulty) of which only the first lessons may be bought, because too few of its lessons are
 * approved.
 */
export interface ClosedGate extends Omit<WaitingGate, "waiting"> {
  /** What is not bought until then, in the plan's order. */
  readonly waiting: readonly Order[];
}

/** Orders that may be bought, and those that wait behind gates. */
export interface GatedOrders {
  readonly open: readonly Order[];
  /** Only those with something waiting. */
  readonly gates: readonly ClosedGate[];
}

/**
 * Holds orders back behind the plan's gate (`review: { gate: 3 }`): of each volume, the first three jobs may be bought at once, and all
 * others only when three of the volume's lessons are approved as they are now. A replacement may always be bought: without one, a
 * rejected sample would keep the gate closed for good. Counts by the ledger alone, so that `plan` and `run` agree. Pure.
 */
export function holdBack(orders: readonly Order[], plan: MatchedPlan): GatedOrders {
  const gate = plan.review?.gate ?? null;
  if (gate === null) return { open: orders, gates: [] };
  const approved = new Set(
    reviewsOf(plan).flatMap(({ lesson, status }) => (status.kind === "approved" ? [lesson.job.id] : [])),
  );
  const byVolume = grouped(orders, ({ lesson }) => volumeOf(lesson.job));
  const held = new Set<Order>();
  const gates = [...grouped(plan.jobs, volumeOf)].flatMap(([volume, jobs]): ClosedGate[] => {
    const first = jobs.slice(0, gate).map(({ id }) => id);
    const missing = first.length - jobs.filter(({ id }) => approved.has(id)).length;
    if (missing <= 0) return [];
    const waiting = (byVolume.get(volume) ?? []).filter(
      ({ lesson, replaces }) => replaces === null && !first.includes(lesson.job.id),
    );
    for (const order of waiting) held.add(order);
    const samples = first.filter((id) => !approved.has(id));
    return waiting.length === 0 ? [] : [{ volume, missing, samples, waiting }];
  });
  return { open: orders.filter((order) => !held.has(order)), gates };
}

/** Gates for people: with the number of lessons that wait behind each. */
export function countWaiting(gates: readonly ClosedGate[]): WaitingGate[] {
  return gates.map(({ waiting, ...gate }) => ({ ...gate, waiting: waiting.length }));
}

function volumeOf({ request }: Pick<Job, "request">): string {
  return `${request.lang}-${request.difficulty}`;
}
