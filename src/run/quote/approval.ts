import { z } from "zod";
import type { LedgerEvent } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import { planHash } from "../../plan/fingerprint.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Moved } from "../problem.ts";
import type { Work } from "../work.ts";
import type { Bill } from "./bill.ts";

/** How long a reviewed bill may be acted on. Prices can change; a day is a working day's review. */
const approvalLifeMs = 24 * 3_600_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A bill that a person has reviewed, bound to everything it was reviewed for. Strict: a file that was edited by hand is no approval. */
export const approvalSchema = z.strictObject({
  coursebinder: z.literal("approval"),
  format: z.literal(1),
  course: z.string(),
  edition: z.string(),
  service: z.string(),
  /** The plan's meaning. */
  plan: hash,
  /**
   * The ledger's last event that money hangs on when the bill was made; null where there was none. Runs that bought nothing don't count: a
   * reviewed bill survives a service that was out of reach.
   */
  ledgerHead: hash.nullable(),
  /** The jobs to create, in their order. */
  jobs: z.array(z.string()),
  prices: z.array(
    z.strictObject({ setting: z.string(), credits: z.number(), writing: z.number(), audiobook: z.number() }),
  ),
  total: z.number(),
  expiresAt: z.iso.datetime(),
});

/** A bill that a person has reviewed: what `approvalSchema` reads. Credits, and an end in UTC. */
export type Approval = z.infer<typeof approvalSchema>;

/** What a bill is reviewed for. */
export interface Reviewed {
  readonly plan: Plan;
  readonly service: string;
  /** The ledger's last event that money hangs on. */
  readonly last: LedgerEvent | null;
  readonly work: Work;
  readonly bill: Bill;
  /** ms since 1970 */
  readonly at: number;
}

/** Binds a bill to plan, ledger, jobs, prices and a day. */
export function approvalFor({ plan, service, last, work, bill, at }: Reviewed): Approval {
  return {
    coursebinder: "approval",
    format: 1,
    course: plan.course,
    edition: plan.edition,
    service,
    plan: planHash(plan),
    ledgerHead: last?.hash ?? null,
    jobs: work.orders.map(({ job }) => job.id),
    prices: pricesOf(bill),
    total: bill.total,
    expiresAt: new Date(at + approvalLifeMs).toISOString(),
  };
}

/** What is no longer as it was reviewed; empty where exactly that may be bought. */
export function movedSince(approval: Approval, now: Reviewed): Moved[] {
  const today = approvalFor(now);
  const same: Readonly<Record<Moved, boolean>> = {
    course: approval.course === today.course,
    edition: approval.edition === today.edition,
    service: approval.service === today.service,
    plan: approval.plan === today.plan,
    ledger: approval.ledgerHead === today.ledgerHead,
    jobs: JSON.stringify(approval.jobs) === JSON.stringify(today.jobs),
    price: samePrices(approval, today),
    expiry: now.at < Date.parse(approval.expiresAt),
  };
  return (Object.keys(same) as Moved[]).filter((part) => !same[part]);
}

/** Other jobs make another bill without any price having changed. */
function samePrices(before: Approval, today: Approval): boolean {
  const text = JSON.stringify;
  if (text(before.jobs) === text(today.jobs))
    return text(before.prices) === text(today.prices) && before.total === today.total;
  return before.prices.every((price) => {
    const now = today.prices.find(({ setting }) => setting === price.setting);
    return now === undefined || text(now) === text(price);
  });
}

function pricesOf(bill: Bill): Approval["prices"] {
  return bill.lines
    .map(({ setting, price: { credits, writing, audiobook } }) => ({
      setting: settingName(setting),
      credits,
      writing,
      audiobook,
    }))
    .sort((a, b) => (a.setting < b.setting ? -1 : 1));
}
