import type { Job } from "../../src/plan/plan.ts";
import type { RunReport } from "../../src/run/report.ts";
import type { CourseHistory } from "./course-history.ts";
import type { LifeEnd } from "./lives.ts";
import { checkCosts } from "./money/money-promises.ts";
import { committedIn, lessonOf, type MoneyView, mayExist, viewMoney } from "./money/money-view.ts";
import { isLockAlone, soundNet } from "./scenario.ts";
import { longLife } from "./world/kernel.ts";
import { soundDisk } from "./world/process-files.ts";
import { bookBytes, textOf } from "./world/sim-service.ts";

const roundsMost = 12;
/** Longer than any request is in transit and than any rate limit lasts. */
const allPassedMs = 600_000;

/** Ends all faults, has open creations settled, runs until nothing changes, and checks the result against the promises. */
export async function endWell(history: CourseHistory): Promise<void> {
  const { machine } = history;
  const { health, wire, service, judge, kernel } = machine;
  if (judge.broken !== null) return;
  kernel.trace?.("everything is healed");
  health.faults = soundDisk;
  health.fullFor = 0;
  wire.faults = soundNet;
  service.terms = { ...service.terms, failsWriting: 0, cancels: 0, failsBook: 0, dearer: 0 };
  let last: RunReport | null = null;
  let isQuiet = false;
  for (let round = 0; round < roundsMost && !isQuiet; round++) {
    await kernel.settle(allPassedMs);
    await history.person(longLife, undefined, true);
    const [sent, made] = [judge.sends, service.stories.size];
    const end = await history.live([history.run(longLife)]);
    if (judge.broken !== null) return;
    if (end.kind === "refused" && (isLostByALie(history) || isForJoining(history, end))) return;
    judge.expect(end.kind === "ran", () => `nothing is broken and yet: ${JSON.stringify(end)}`);
    if (end.kind !== "ran") return;
    const sends = judge.sends - sent;
    judge.expect(
      sends === 0 || last === null || last.jobs.done < last.jobs.total,
      () => "a rerun of a finished edition sent a creation",
    );
    // A service that always refuses, because credits are reserved for another edition, also counts as unchanging.
    isQuiet = service.stories.size === made && JSON.stringify(end.report.jobs) === JSON.stringify(last?.jobs);
    last = end.report;
  }
  judge.expect(isQuiet, () => "run after run, and still something changes");
  if (last !== null) judgeEnd(history, last);
}

// Two runs wrote after a lock was removed. Only `ledger join` could merge that, which no simulated user does.
function isForJoining({ scenario }: CourseHistory, end: LifeEnd): boolean {
  return isLockAlone(scenario) && end.kind === "refused" && end.code === "ledger_forked";
}

// A lying disk lost facts that the mirror has: the ledger must be refused permanently.
function isLostByALie({ scenario }: CourseHistory): boolean {
  return scenario.disk.syncLie > 0;
}

function judgeEnd(history: CourseHistory, report: RunReport): void {
  const { judge, service } = history.machine;
  const view = viewMoney(history.bytes());
  checkCosts(view, service, judge.expect);
  for (const job of history.plan.jobs) judgeJob(history, { job, view, report });
  // Nothing is lost: the ledger knows every story that was made for it.
  for (const story of service.stories.values()) {
    const isOpen = view.attempts.get(story.attempt)?.outcome === "uncertain";
    judge.expect(
      view.stories.has(story.id) || (isOpen && mayMisfit(history)),
      () => `story ${story.id} of ${story.topic} was paid for and is not in the ledger`,
    );
  }
}

/** The key of a job's lesson in the judge's view. */
function keyOf({ key, id }: Job): string {
  return key.slice(0, -id.length) + lessonOf(id);
}

function judgeJob(
  history: CourseHistory,
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

/** Whether the money is insufficient for the remaining jobs, by the judge's own sums. */
function isUnaffordable(
  history: CourseHistory,
  { view, report }: { view: MoneyView; report: RunReport },
): boolean {
  const { plan, machine } = history;
  const left = plan.jobs.filter(
    (job) => ![...view.attempts.values()].some((attempt) => attempt.key === keyOf(job) && mayExist(attempt)),
  );
  const price = left.reduce((sum, { request }) => sum + machine.service.quote(request).credits, 0);
  const committed = committedIn(view, ({ edition }) => edition === plan.edition);
  if (committed + price > plan.budget.credits) return true;
  const now = new Date(machine.service.time());
  // A month with recorded purchases is not over before its end, even if a clock was set forward.
  const months = [...view.attempts.values()].map((attempt) => attempt.month);
  const month = [now.toISOString().slice(0, 7), ...months].sort().at(-1);
  const inMonth = committedIn(view, (attempt) => attempt.month === month);
  if (plan.budget.month !== null && inMonth + price > plan.budget.month) return true;
  const isShort = report.problems.some(
    (one) => (one.code === "over_budget" && one.ceiling === "balance") || one.code === "creations_stopped",
  );
  return machine.service.balance !== null && isShort;
}

// With a wrong wall clock, the user's story seems to be from another time.
function mayMisfit({ scenario }: CourseHistory): boolean {
  return scenario.shares.jump + scenario.shares.clock > 0;
}

function say(report: RunReport): string {
  return JSON.stringify(report.problems);
}
