import type { Plan } from "../../src/plan/plan.ts";
import type { Replacement } from "../../src/run/create/replacements.ts";
import type { Chance } from "./chance.ts";
import type { LifeEnd, RunWishes } from "./lives.ts";
import { lessonOf, mayExist, viewMoney } from "./money/money-view.ts";
import type { Shares } from "./scenario.ts";
import type { Fate } from "./world/kernel.ts";

/** The options of a run. */
export function drawWishes(
  shares: Shares,
  { jobs }: Plan,
  { chance, replace }: { chance: Chance; replace: () => readonly Replacement[] },
): Partial<RunWishes> {
  const stops = chance.hits(shares.stop);
  return {
    jobs: chance.hits(0.1) ? jobs.slice(0, 1) : jobs,
    replace: replace(),
    maxCredits: chance.hits(shares.ceiling) ? chance.between(10, 100) : null,
    retryRefused: chance.hits(shares.retryRefused),
    deadlineMs: stops && chance.hits(0.5) ? chance.below(120_000) : null,
    interruptAfterMs: stops ? chance.below(60_000) : null,
  };
}

/** A `--replace` option for a lesson that has a story, by the ledger's lines. None if no lesson has one. */
export function drawReplacement(plan: Plan, ledger: Buffer, chance: Chance): readonly Replacement[] {
  const job = chance.pick(plan.jobs);
  const key = `${plan.edition}/${lessonOf(job.id)}`;
  const made = [...viewMoney(ledger).attempts.values()].filter((one) => one.key === key && mayExist(one));
  const has = made.at(-1);
  if (has === undefined) return [];
  return [{ job: job.id, of: chance.hits(0.5) ? (has.id ?? has.attempt) : has.attempt }];
}

export function drawFate(shares: Shares, chance: Chance): Fate {
  const powerCut = chance.hits(shares.powerCut);
  const ends = powerCut || chance.hits(shares.kill);
  const byCall = chance.hits(0.7);
  const suspends = chance.hits(shares.suspend);
  const meddles = chance.hits(Math.max(shares.names, shares.clock));
  return {
    endAtCall: ends && byCall ? chance.between(1, chance.pick([12, 40, 120])) : null,
    afterEffect: chance.hits(0.5),
    endAfterMs: ends && !byCall ? chance.below(180_000) : null,
    powerCut,
    suspendAtCall: suspends ? chance.between(1, 60) : null,
    suspendForMs: suspends ? chance.pick([1_000, 100_000, 3_600_000]) : 0,
    meddledAtFileCall: meddles ? chance.between(1, chance.pick([40, 150])) : null,
  };
}

/** Whether a creation must be settled, by the ledger's lines. */
export function hasOpen(ledger: Buffer): boolean {
  const { attempts } = viewMoney(ledger);
  return [...attempts.values()].some(({ outcome }) => outcome === "intended" || outcome === "uncertain");
}

export function describeEnd(end: LifeEnd | null): string {
  if (end?.kind === "ran") return `exit ${end.report.exitCode}, ${JSON.stringify(end.report.jobs)}`;
  return end?.kind === "refused" ? `refused, ${end.code}` : (end?.kind ?? "goes on");
}
