import { createLogUpdate } from "log-update";
import type { Progress } from "../../run/run-context.ts";
import { formatDuration } from "../../shared/duration.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { Io } from "../io.ts";
import { describeProblem } from "../problems/problems.ts";
import { shortId } from "../problems/run.ts";
import { textIn } from "../problems/texts.ts";
import { describeTimes } from "./lessons.ts";
import { columnsOf, cut } from "./terminal.ts";

type Packed = Extract<Progress, { kind: "packed" }>;
type Forecast = Extract<Progress, { kind: "forecast" }>;

/** Shows the progress of a run, or of a package: a live bar in a terminal, plain dated lines elsewhere, only problems with `--quiet`. */
export function viewProgress(io: Io, total: number, clock: Ticking) {
  const bar = io.live && !io.quiet ? liveBar(io, total, clock) : null;
  const tellTimeLeft = timeLeftTeller(clock);
  return {
    tell(progress: Progress): void {
      const text =
        progress.kind === "forecast" ? tellTimeLeft(progress) : describeProgress(progress, io.live);
      if (text !== null) {
        bar?.clear();
        const at = new Date(clock.now());
        const time = io.live ? at.toLocaleTimeString("en-GB") : `${at.toISOString().slice(0, 19)}Z`;
        const line = `${time}  ${text}`;
        if (progress.kind === "problem") io.warn(line, "bad");
        else io.note(line);
      }
      bar?.take(progress);
    },
    /** Removes the bar for good; later lines follow the earlier output. */
    end: (): void => bar?.end(),
  };
}

const statusWords: Readonly<Record<string, string>> = { ready: "written", making_audiobook: "narrating" };

/** `isBrief`: ids are shortened, as `--replace` accepts them. A log is evidence and has whole ids. */
function describeProgress(progress: Progress, isBrief: boolean): string | null {
  switch (progress.kind) {
    case "created":
      return textIn("progress", "created", { ...progress, id: isBrief ? shortId(progress.id) : progress.id });
    case "packed":
      // Only the bar shows it: a package has thousands of files.
      return null;
    case "observed":
      return (
        `${statusWords[progress.status] ?? showText(progress.status)}`.padEnd(11).concat(progress.job) +
        (progress.error === null ? "" : `  ${showText(progress.error)}`)
      );
    case "timed":
      return `times      ${progress.job}  ${describeTimes(progress)}${progress.hints.length === 0 ? "" : `, ${pluralize(progress.hints.length, "hint")}`}`;
    case "problem":
      // The user who asked for the stop knows about it.
      return progress.problem.code === "interrupted"
        ? null
        : `problem    ${describeProblem(progress.problem)}`;
    case "notice":
      return `notice     ${describeProblem(progress.notice)}`;
    default:
      return textIn("progress", progress.kind, { ...progress }) || null;
  }
}

/** Report a forecast again if the end has moved by this share of the remaining time, and by at least a minute. */
const newsShare = 0.25;
const newsLeastMs = 60_000;

/** The remaining time, reported when first known and after each noticeable change. */
function timeLeftTeller({ now }: Pick<Ticking, "now">): (forecast: Forecast) => string | null {
  let saidDoneAt: number | null = null;
  return ({ finishMs, isMeasured }) => {
    const doneAt = now() + finishMs;
    const least = Math.max(newsLeastMs, finishMs * newsShare);
    const isNews = saidDoneAt === null || Math.abs(doneAt - saidDoneAt) > least;
    if (!isNews || finishMs === 0) return null;
    saidDoneAt = doneAt;
    return `time left  about ${formatDuration(finishMs)}${isMeasured ? "" : ", judging by typical times"}`;
  };
}

/** A clock, and a repeating timer that runs until the function it returns is called. */
interface Ticking {
  now(): number;
  every(ms: number, ring: () => void): () => void;
}

/** Redrawn every second: a frozen bar looks like a frozen run. */
const redrawMs = 1_000;

/** One line on stderr that is redrawn at every event and once a second in between. */
export function liveBar(io: Io, total: number, { now, every }: Ticking) {
  const draw = createLogUpdate(io.stderr as NodeJS.WriteStream, { showCursor: true });
  const created = new Set<string>();
  const finished = new Set<string>();
  let isBegun = false;
  let doneAt: number | null = null;
  let credits = 0;
  let job = "";
  let stop: (() => void) | null = null;
  let isOver = false;
  let packed: Packed | null = null;
  const redraw = (): void => {
    // A line that fills the last column makes some terminals wrap.
    const columns = columnsOf(io.stderr) - 1;
    const leftMs = doneAt === null || finished.size >= total ? 0 : doneAt - now();
    const line =
      packed === null
        ? [
            barOf(finished.size, total),
            `${finished.size}/${total} done`,
            `${created.size} created`,
            pluralize(credits, "credit"),
            ...(leftMs <= 0 ? [] : [`about ${formatDuration(leftMs)} left`]),
            job,
          ]
        : [
            barOf(packed.done, packed.of),
            `${packed.done} of ${packed.of} ${packed.part}`,
            showText(packed.name),
          ];
    draw(cut(line.join("  "), columns));
  };
  return {
    take(progress: Progress): void {
      // Lessons from earlier runs count as done.
      if (progress.kind === "begun") {
        for (const one of progress.created) created.add(one);
        for (const one of progress.done) finished.add(one);
        credits = progress.credits;
      }
      if (progress.kind === "created") {
        isBegun = true;
        created.add(progress.job);
        credits += progress.credits;
      }
      if (progress.kind === "packed") packed = progress;
      if (progress.kind === "observed" || progress.kind === "packed") isBegun = true;
      if (progress.kind === "finished") finished.add(progress.job);
      if (progress.kind === "forecast") doneAt = now() + progress.finishMs;
      if ("job" in progress && progress.kind !== "timed") job = progress.job;
      // Before the first story there is nothing to show, and a question may be using the line.
      if (!isBegun || isOver) return;
      // A package has thousands of files, so its bar is redrawn only by the timer.
      if (stop === null || progress.kind !== "packed") redraw();
      stop ??= every(redrawMs, redraw);
    },
    /** Removes the bar until the next event. */
    clear: (): void => draw.clear(),
    /** Removes the bar for good. */
    end(): void {
      isOver = true;
      stop?.();
      stop = null;
      draw.clear();
    },
  };
}

const barColumns = 20;

function barOf(done: number, total: number): string {
  const filled = total === 0 ? 0 : Math.round((Math.min(done, total) / total) * barColumns);
  return "━".repeat(filled) + "─".repeat(barColumns - filled);
}
