import type { Plan } from "../../src/plan/plan.ts";
import type { Replacement } from "../../src/run/lesson.ts";
import type { Chance } from "./chance.ts";
import { type Life, type LifeEnd, type LifeOptions, type RunWishes, startRun } from "./lives.ts";
import { lessonOf, mayExist, viewMoney } from "./money/money-view.ts";
import type { Manner } from "./person.ts";
import { drawPlan, edited, type Renames, type Scenario, type Shares, withNames } from "./scenario.ts";
import { type Fate, Kernel } from "./world/kernel.ts";
import type { Machine } from "./world/machine.ts";

/** What histories with a ledger in a file or in a database have in common: a plan that changes, and the people who run the program on it. */
export abstract class CourseHistory {
  readonly chance: Chance;
  readonly scenario: Scenario;
  plan: Plan;
  #typed: readonly Replacement[] = [];
  readonly #renames: Renames = new Map();

  constructor(chance: Chance, scenario: Scenario) {
    this.chance = chance;
    this.scenario = scenario;
    this.plan = drawPlan(chance, "1", scenario.shares);
  }

  /** The computer that finishes the course. */
  abstract readonly machine: Machine;
  /** The course's folder in use. */
  abstract readonly folder: string;
  /** The ledger's lines. */
  abstract bytes(): Buffer;
  /** Plays the part of the history with faults. */
  abstract play(): Promise<void>;
  /** A user settles what can be settled. */
  abstract person(fate: Fate, manner: Manner | undefined, restores: boolean): Promise<LifeEnd>;
  abstract run(fate: Fate): Life;

  /** Ends faults that other histories don't have. */
  async heal(): Promise<void> {
    // Histories with a database have some.
  }

  async dispose(): Promise<void> {
    // As for `heal`.
  }

  /** Lets runs continue to their ends; returns the first one's. */
  async live(lives: readonly Life[]): Promise<LifeEnd> {
    const { kernel, judge } = this.machine;
    await kernel.runUntil(() => judge.broken !== null || lives.every((life) => life.end() !== null));
    for (const { process, end } of lives) kernel.trace?.(`${process.name} ended: ${describeEnd(end())}`);
    return lives[0]?.end() ?? { kind: "killed" };
  }

  protected startKernel(trace: ((line: string) => void) | null): Kernel {
    const kernel = new Kernel(this.chance);
    kernel.now = this.scenario.startsAtMs;
    kernel.parkShare = this.scenario.parkShare;
    kernel.trace = trace === null ? null : (line) => trace(`${String(kernel.now).padStart(8)} ${line}`);
    return kernel;
  }

  protected startRun(machine: Machine, options: LifeOptions, wishes: Partial<RunWishes>): Life {
    return startRun(machine, options, {
      jobs: this.plan.jobs,
      replace: [],
      maxCredits: null,
      retryRefused: false,
      deadlineMs: null,
      interruptAfterMs: null,
      rateLimiter: this.scenario.rateLimiter,
      ...wishes,
    });
  }

  /** The options of a run. */
  protected wishes(): Partial<RunWishes> {
    const { chance } = this;
    const { shares } = this.scenario;
    const { jobs } = this.plan;
    const stops = chance.hits(shares.stop);
    return {
      jobs: chance.hits(0.1) ? jobs.slice(0, 1) : jobs,
      replace: this.#replacements(),
      maxCredits: chance.hits(shares.ceiling) ? chance.between(10, 100) : null,
      retryRefused: chance.hits(shares.retryRefused),
      deadlineMs: stops && chance.hits(0.5) ? chance.below(120_000) : null,
      interruptAfterMs: stops ? chance.below(60_000) : null,
    };
  }

  /** The command line's `--replace` options. Each is typed once, for the job's current story, and repeated unchanged. */
  #replacements(): readonly Replacement[] {
    const { chance } = this;
    if (this.#typed.length > 0 && chance.hits(0.5)) return this.#typed;
    this.#typed = chance.hits(this.scenario.shares.replace) ? this.#replacement() : [];
    return this.#typed;
  }

  /** A `--replace` option for a lesson that has a story. None if no lesson has one. */
  #replacement(): readonly Replacement[] {
    const { chance, plan } = this;
    const job = chance.pick(plan.jobs);
    const key = `${plan.edition}/${lessonOf(job.id)}`;
    const all = [...viewMoney(this.bytes()).attempts.values()];
    const has = all.filter((one) => one.key === key && mayExist(one)).at(-1);
    if (has === undefined) return [];
    return [{ job: job.id, of: chance.hits(0.5) ? (has.id ?? has.attempt) : has.attempt }];
  }

  protected manner(): Manner {
    const { chance } = this;
    return { isHasty: chance.hits(this.scenario.shares.hasty), insists: chance.hits(0.3) };
  }

  /** What people do to the plan between two runs. */
  protected changePlan(): void {
    const { chance } = this;
    const { shares } = this.scenario;
    if (chance.hits(shares.edit)) this.plan = edited(this.plan, this.#renames, chance);
    if (chance.hits(shares.edition)) this.plan = drawPlan(chance, String(chance.between(1, 3)), shares);
    this.plan = withNames(this.plan, this.#renames);
  }

  /** Whether a creation must be settled. */
  protected hasOpen(): boolean {
    const { attempts } = viewMoney(this.bytes());
    return [...attempts.values()].some(({ outcome }) => outcome === "intended" || outcome === "uncertain");
  }
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

function describeEnd(end: LifeEnd | null): string {
  if (end?.kind === "ran") return `exit ${end.report.exitCode}, ${JSON.stringify(end.report.jobs)}`;
  return end?.kind === "refused" ? `refused, ${end.code}` : (end?.kind ?? "goes on");
}
