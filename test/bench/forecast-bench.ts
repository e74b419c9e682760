import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import PQueue from "p-queue";
import type * as Library from "../../src/index.ts";
import type * as Service from "../../src/service.ts";
import { shortNarrator } from "../e2e/fixtures/short-narrator.ts";
import { median, say, verdict } from "./measure.ts";

const dist = join(import.meta.dirname, "..", "..", "dist");
const load = async <T>(name: string): Promise<T> => (await import(pathToFileURL(join(dist, name)).href)) as T;

/** What is minutes at the real service is seconds here: its limits, its stories and its reads alike. */
const timesFaster = 20;
const fast = (minutes: number): number => (minutes * 60_000) / timesFaster;
const usualMs = { writing: fast(2), narrating: fast(10) };
const atOnce = 5;

/** A course of so many lessons, and how long its stories are written and narrated, against what is usual; null: without audiobooks. */
interface Course {
  readonly lessons: number;
  readonly writing: number;
  readonly narrating: number | null;
}

const courses: readonly Course[] = [
  { lessons: 30, writing: 1, narrating: 1 },
  { lessons: 20, writing: 2, narrating: 1.5 },
  { lessons: 20, writing: 1.4, narrating: 0.7 },
  { lessons: 20, writing: 0.5, narrating: 0.5 },
  { lessons: 14, writing: 1, narrating: 1 },
  { lessons: 14, writing: 0.7, narrating: 1.4 },
  { lessons: 8, writing: 1, narrating: 1 },
  { lessons: 8, writing: 1.4, narrating: 1.4 },
  { lessons: 40, writing: 0.5, narrating: null },
  { lessons: 40, writing: 2, narrating: null },
];

interface Forecasted {
  readonly course: Course;
  readonly when: "first run" | "the rest";
  /** From the first forecast to the end of the last lesson. */
  readonly tookMs: number;
  /** What was said to be left at the start, and at half time: in ms. */
  readonly atStartMs: number;
  readonly atHalfMs: number;
}

/**
 * Forecast against outcome for twenty runs at the local service, whose stories take up to a fifth less or more than their mean: of each course a
 * run that knows nothing of the service and makes a third of its lessons, and one that goes on.
 */
export async function benchForecasts(): Promise<void> {
  say(
    `\nforecasts: ${courses.length * 2} runs at the local service, ${timesFaster} times as fast as the real one; what is usual is 6 s of writing and 30 s of narrating, and each story takes up to a fifth less or more than its course's times`,
  );
  say("                                            left, as was said     wrong at half time, of");
  say("  lessons  writing  narrating  run          took  at once  at half   the outcome   what was left");
  const queue = new PQueue({ concurrency: atOnce });
  const rows = (await Promise.all(courses.map((course) => queue.add(() => playCourse(course))))).flat();
  const errors = rows.map(({ tookMs, atHalfMs }) => Math.abs(atHalfMs - tookMs / 2) / tookMs);
  for (const [index, { course, when, tookMs, atStartMs, atHalfMs }] of rows.entries()) {
    const { lessons, writing, narrating } = course;
    const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
    const error = errors[index] ?? Number.NaN;
    const cells = [
      String(lessons).padStart(9),
      times(writing, 9),
      times(narrating, 11),
      `  ${when.padEnd(9)}`,
      seconds(tookMs).padStart(8),
      seconds(atStartMs).padStart(9),
      seconds(atHalfMs).padStart(9),
      percent(error).padStart(14),
      percent(2 * error).padStart(16),
    ];
    say(cells.join(""));
  }
  const middle = median(errors);
  say(`  median error at half time ${percent(middle)} ${verdict("at most 15 %", middle <= 0.15)}`);
}

const times = (share: number | null, width: number): string =>
  (share === null ? "none" : `x ${share.toFixed(1)}`).padStart(width);

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

async function playCourse(course: Course): Promise<Forecasted[]> {
  const { startLocalService } = await load<typeof Service>("service.js");
  const folder = mkdtempSync(join(tmpdir(), "coursebinder-forecast-"));
  const rate = (count: number, minutes: number) => ({ count, windowMs: fast(minutes) });
  const service = await startLocalService({
    dataFolder: join(folder, "service"),
    config: JSON.stringify({
      limits: { calls: `60/${fast(1)}ms`, paidStarts: `20/${fast(10)}ms` },
      accounts: [{ id: "school", plan: "paid", credits: 10_000 }],
    }),
    writingTimeMs: usualMs.writing * course.writing,
    narrationTimeMs: usualMs.narrating * (course.narrating ?? 1),
    narrator: shortNarrator(),
  });
  try {
    const calls = { pollMs: fast(1 / 3), usualMs, calls: rate(60, 1), starts: rate(20, 10) };
    const access = { url: service.url, key: await service.mintKey("bench") };
    const settings = { service: access, calls, rehearsal: true, stateFolder: null, findTimes: false };
    const run = (first?: number) =>
      forecastRun(course, {
        ...settings,
        out: folder,
        allowPartial: true,
        ...(first === undefined ? {} : { first }),
      });
    return [
      { course, when: "first run", ...(await run(Math.ceil(course.lessons / 3))) },
      { course, when: "the rest", ...(await run()) },
    ];
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

async function forecastRun(
  course: Course,
  options: Library.RunPlanOptions,
): Promise<Omit<Forecasted, "course" | "when">> {
  const { readPlan, runPlan } = await load<typeof Library>("index.js");
  const file = join(options.out ?? "", "course.yaml");
  mkdirSync(options.out ?? "", { recursive: true });
  writeFileSync(file, planOf(course));
  const read = await readPlan(file);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const said: { at: number; leftMs: number }[] = [];
  let endedAt = Number.NaN;
  const report = await runPlan(read.plan, {
    ...options,
    onProgress: (progress) => {
      if (progress.kind === "forecast") said.push({ at: performance.now(), leftMs: progress.finishMs });
      if (progress.kind === "finished") endedAt = performance.now();
    },
  });
  if (report.exitCode !== 0) throw new Error(JSON.stringify(report.problems));
  const [first] = said;
  if (first === undefined) throw new Error("nothing was foretold");
  const tookMs = endedAt - first.at;
  const halfAt = first.at + tookMs / 2;
  // What a person reads at half time: the last that was said, counted down.
  const last = said.findLast(({ at }) => at <= halfAt) ?? first;
  return { tookMs, atStartMs: first.leftMs, atHalfMs: last.leftMs - (halfAt - last.at) };
}

function planOf({ lessons, narrating }: Course): string {
  const topics = Array.from({ length: lessons }, (_, index) => `  - Lesson number ${index + 1}`);
  return [
    "course: forecast\ntitle: Forecast\nbudget: { credits: 5000 }\nlanguages: [es]\ndifficulties: [2]",
    `defaults: { length: short, audiobook: ${narrating !== null} }`,
    "quality: { language: ignore }\npackage: { formats: [words] }\ntopics:",
    ...topics,
    "",
  ].join("\n");
}
