import type { Job, Plan } from "../../src/plan/plan.ts";
import type { RunProblem } from "../../src/run/problem.ts";
import type { RunReport } from "../../src/run/report.ts";
import type { Life, LifeEnd } from "./lives.ts";
import { checkCosts } from "./money-promises.ts";
import { committedIn, lessonOf, type MoneyView, mayExist, viewMoney } from "./money-view.ts";
import type { Manner } from "./person.ts";
import { isLockAlone, type Scenario, soundNet } from "./scenario.ts";
import { type Fate, longLife } from "./world/kernel.ts";
import type { Machine } from "./world/machine.ts";
import { soundDisk } from "./world/process-files.ts";
import { bookBytes, textOf } from "./world/sim-service.ts";

/** A history whose troubles are over. */
export interface Endable {
  readonly machine: Machine;
  readonly scenario: Scenario;
  readonly plan: Plan;
  /** The course's folder in use. */
  readonly folder: string;
  /** The ledger's lines. */
  bytes(): Buffer;
  person(fate: Fate, manner: Manner | undefined, rejoins: boolean): Promise<LifeEnd>;
  run(fate: Fate): Life;
  live(lives: readonly Life[]): Promise<LifeEnd>;
}

const roundsMost = 12;
/** Longer than any request travels and than any limit lasts. */
const allPassedMs = 600_000;

/** Heals everything, lets persons settle what is open, runs again until nothing changes, and holds the result to the promise. */
export async function endWell(history: Endable): Promise<void> {
  const { machine } = history;
  const { health, wire, service, judge, kernel } = machine;
  if (judge.broken !== null) return;
  kernel.trace?.("everything is healed");
  health.troubles = soundDisk;
  health.fullFor = 0;
  wire.troubles = soundNet;
  service.terms = { ...service.terms, failsWriting: 0, cancels: 0, failsBook: 0, dearer: 0 };
  let last: RunReport | null = null;
  let isQuiet = false;
  for (let round = 0; round < roundsMost && !isQuiet; round++) {
    await kernel.settle(allPassedMs);
    await history.person(longLife, undefined, true);
    const [sent, made] = [judge.sends, service.stories.size];
    const end = await history.live([history.run(longLife)]);
    if (judge.broken !== null) return;
    const isRefused = end.kind === "refused" || (end.kind === "ran" && end.report.problems.some(isForgotten));
    if (isRefused && (isLostByALie(history) || isForJoining(history, end))) return;
    judge.expect(end.kind === "ran", () => `nothing is broken and yet: ${JSON.stringify(end)}`);
    if (end.kind !== "ran") return;
    const sends = judge.sends - sent;
    judge.expect(
      sends === 0 || last === null || last.jobs.done < last.jobs.total,
      () => "a rerun of a finished edition sent a creation",
    );
    // A service that refuses every time, because it has reserved credits for another edition, is as quiet as it gets.
    isQuiet = service.stories.size === made && JSON.stringify(end.report.jobs) === JSON.stringify(last?.jobs);
    last = end.report;
  }
  judge.expect(isQuiet, () => "run after run, and still something changes");
  if (last !== null) judgeEnd(history, last);
}

// What one of two wrote whose lock was removed, while the other went on: `ledger join` brings both together, which no person here does.
function isForJoining({ scenario }: Endable, end: LifeEnd): boolean {
  return isLockAlone(scenario) && end.kind === "refused" && end.code === "ledger_rescued";
}

function isForgotten(problem: RunProblem): boolean {
  return "forgotten" in problem && problem.forgotten > 0;
}

// A disk that lied has lost what the anchor, or the memory of purchases, keeps: refusing for good is what was promised.
function isLostByALie({ scenario }: Endable): boolean {
  return scenario.disk.syncLie > 0;
}

function judgeEnd(history: Endable, report: RunReport): void {
  const { judge, service } = history.machine;
  const view = viewMoney(history.bytes());
  checkCosts(view, service, judge.expect);
  for (const job of history.plan.jobs) judgeJob(history, { job, view, report });
  // Nothing lost: the ledger knows every story that was made for it.
  for (const story of service.stories.values()) {
    const isOpen = view.attempts.get(story.attempt)?.outcome === "uncertain";
    judge.expect(
      view.stories.has(story.id) || (isOpen && mayMisfit(history)),
      () => `story ${story.id} of ${story.topic} was paid for and is not in the ledger`,
    );
  }
}

/** The key of a job's lesson, as the judge's view has it. */
function keyOf({ key, id }: Job): string {
  return key.slice(0, -id.length) + lessonOf(id);
}

function judgeJob(
  history: Endable,
  { job, view, report }: { job: Job; view: MoneyView; report: RunReport },
): void {
  const { judge, service } = history.machine;
  const attempts = [...view.attempts.values()].filter(({ key }) => key === keyOf(job));
  const latest = attempts.findLast(mayExist);
  if (latest === undefined) {
    judge.expect(
      isUnaffordable(history, { view, report }),
      () => `${job.key} was never made: ${say(report)}`,
    );
    return;
  }
  if (latest.outcome !== "accepted") {
    judge.expect(mayMisfit(history), () => `${job.key} is still ${latest.outcome}`);
    return;
  }
  const story = service.stories.get(latest.id ?? "");
  if (story?.status === "failed" || story?.status === "canceled") return;
  const waitsForMoney = report.problems.some(({ code }) => code === "audiobook_unpaid");
  const isDone = story?.status === (story?.wantsBook ? "done" : "ready");
  judge.expect(isDone || waitsForMoney, () => `${job.key} ends as ${story?.status}: ${say(report)}`);
  if (story === undefined || !isDone) return;
  const saved = history.machine.disk.at(`${history.folder}/stories/${story.id}.json`)?.read().toString();
  judge.expect(saved?.includes(textOf(story.id)) === true, () => `the text of ${job.key} is not saved`);
  if (story.book === null) return;
  const book = history.machine.disk.at(`${history.folder}/books/${story.book.id}.mp3`)?.read();
  judge.expect(book?.equals(bookBytes(story.id)) === true, () => `the book of ${job.key} is not saved`);
}

/** Whether the money does not reach for what is left, by the judge's own sums. */
function isUnaffordable(history: Endable, { view, report }: { view: MoneyView; report: RunReport }): boolean {
  const { plan, machine } = history;
  const left = plan.jobs.filter(
    (job) => ![...view.attempts.values()].some((attempt) => attempt.key === keyOf(job) && mayExist(attempt)),
  );
  const price = left.reduce((sum, { request }) => sum + machine.service.quote(request).credits, 0);
  const committed = committedIn(view, ({ edition }) => edition === plan.edition);
  if (committed + price > plan.budget.credits) return true;
  const now = new Date(machine.service.time());
  // A month that purchases are recorded in is not over before its end, whatever a clock says by now.
  const months = [...view.attempts.values()].map((attempt) => attempt.month);
  const month = [now.toISOString().slice(0, 7), ...months].sort().at(-1);
  const inMonth = committedIn(view, (attempt) => attempt.month === month);
  if (plan.budget.month !== null && inMonth + price > plan.budget.month) return true;
  const isShort = report.problems.some(
    ({ code }) => code === "balance_short" || code === "creations_stopped",
  );
  return machine.service.balance !== null && isShort;
}

// A wall clock that was set wrongly makes a person's story seem to be of another time.
function mayMisfit({ scenario }: Endable): boolean {
  return scenario.shares.jump + scenario.shares.clock > 0;
}

function say(report: RunReport): string {
  return JSON.stringify(report.problems);
}
