import { settingName } from "../../ledger/format/fold.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { Job } from "../../plan/plan.ts";
import type { PlannedLesson } from "../lesson.ts";
import type { HowDifferent, JobDifference } from "../problem.ts";
import type { Approval, Reviewed } from "./approval.ts";
import { settingOf } from "./bill.ts";
import type { BilledLesson } from "./billed-lesson.ts";

/** Every lesson that would be bought now otherwise than it was reviewed, and how; first the reviewed ones, in their order. Pure. */
export function differencesFrom(approval: Approval, now: Reviewed): JobDifference[] {
  const ordered = new Map(now.work.orders.map(({ lesson: { job } }) => [job.id, job]));
  const reviewed = new Set(approval.jobs);
  const lessons = new Map(approval.lessons.map((lesson) => [lesson.job, lesson]));
  const planned = new Map(now.plan.lessons.map((lesson) => [lesson.job.id, lesson]));
  const moved = movedPrices(approval, now);
  const ofReviewed = approval.jobs.map((id): JobDifference => {
    const job = ordered.get(id);
    const how = job === undefined ? [whyNot(planned.get(id), now)] : changesIn(lessons.get(id), job, moved);
    return { job: id, how };
  });
  const added = [...ordered.keys()].filter((id) => !reviewed.has(id));
  return [
    ...ofReviewed.filter(({ how }) => how.length > 0),
    ...added.map((job): JobDifference => ({ job, how: ["added"] })),
  ];
}

function whyNot(lesson: PlannedLesson | undefined, { work }: Reviewed): HowDifferent {
  if (lesson === undefined) return "left";
  if (lesson.status.kind !== "pending") return "bought";
  const waiting = [...work.blocked, ...work.gates.flatMap((gate) => gate.waiting)];
  return waiting.some((one) => one.lesson.job === lesson.job) ? "not_bought" : "unselected";
}

function changesIn(
  lesson: BilledLesson | undefined,
  { request }: Job,
  moved: ReadonlySet<string>,
): HowDifferent[] {
  const setting = settingName(settingOf(request));
  const ofPrice: HowDifferent[] = moved.has(setting) ? ["price"] : [];
  if (lesson === undefined || lesson.request === requestHash(request)) return ofPrice;
  const words = (request.words ?? []).map(({ word }) => word);
  const parts: HowDifferent[] = [
    ...(lesson.topic === request.topic ? [] : ["topic" as const]),
    ...(JSON.stringify(lesson.words) === JSON.stringify(words) ? [] : ["words" as const]),
  ];
  const isOfSettings = parts.length === 0 || lesson.setting !== setting;
  return [...parts, ...(isOfSettings ? ["settings" as const] : []), ...ofPrice];
}

/** The settings whose price is another than it was. */
function movedPrices({ prices }: Approval, { bill }: Reviewed): ReadonlySet<string> {
  const before = new Map(prices.map(({ setting, ...price }) => [setting, price]));
  const moved = bill.lines.flatMap(({ setting, price }) => {
    const was = before.get(settingName(setting));
    const isSame =
      was === undefined ||
      (was.credits === price.credits && was.writing === price.writing && was.audiobook === price.audiobook);
    return isSame ? [] : [settingName(setting)];
  });
  return new Set(moved);
}
