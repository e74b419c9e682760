import type { QualityReport } from "../../../run/quality.ts";
import type { JobCounts } from "../../../run/report.ts";
import type { ReviewCounts } from "../../../run/reviews.ts";
import { html, type Markup } from "../../../shared/html.ts";
import { type Bar, type BarPart, legend, stackedBars } from "./stacked-bar.ts";

/** How far the lessons are: made, checked and reviewed, as bars. Their numbers are beside them in words. */
export function lessonBars(
  jobs: JobCounts,
  { quality, review }: { quality: QualityReport | null; review: ReviewCounts | null },
): Markup {
  const bars: (readonly [name: string, parts: readonly BarPart[]])[] = [
    ["Made", partsOfJobs(jobs)],
    ...(quality === null || quality.lessons.length === 0
      ? []
      : [["Quality", partsOfQuality(quality)] as const]),
    ...(review === null ? [] : [["Review", partsOfReview(review)] as const]),
  ];
  return html`${bars.map(([name, parts]) => {
    const there = parts.filter(({ amount }) => amount > 0);
    const words = there.map((part) => `${part.amount} ${part.name}`).join(", ");
    const bar: Bar = { name: "", parts: there, limit: null };
    return html`<h3>${name}</h3>${stackedBars(`${name}: ${words}`, [bar])}${legend(there.map((part) => [`${part.amount} ${part.name}`, part.tone]))}`;
  })}`;
}

function partsOfJobs(jobs: JobCounts): BarPart[] {
  return [
    { name: "done", amount: jobs.done, tone: "e" },
    { name: "still being made", amount: jobs.active, tone: "c" },
    { name: "not started", amount: jobs.pending, tone: "a" },
    { name: "uncertain", amount: jobs.uncertain, tone: "b" },
    { name: "failed", amount: jobs.failed, tone: "f" },
  ];
}

function partsOfQuality({ lessons, findings }: QualityReport): BarPart[] {
  const worst = (job: string): string => {
    const own = findings.filter((finding) => finding.job === job).map(({ severity }) => String(severity));
    return ["fail", "hold", "warn"].find((severity) => own.includes(severity)) ?? "none";
  };
  const graded = lessons.map(({ job }) => worst(job));
  const count = (severity: string): number => graded.filter((one) => one === severity).length;
  return [
    { name: "without findings", amount: count("none"), tone: "e" },
    { name: "to look at", amount: count("warn"), tone: "c" },
    { name: "on hold", amount: count("hold"), tone: "b" },
    { name: "failed", amount: count("fail"), tone: "f" },
  ];
}

function partsOfReview({ approved, waiting, held, rejected }: ReviewCounts): BarPart[] {
  return [
    { name: "approved", amount: approved, tone: "e" },
    { name: "waiting", amount: waiting, tone: "a" },
    { name: "held", amount: held, tone: "b" },
    { name: "rejected", amount: rejected, tone: "f" },
  ];
}
