import { createLogUpdate } from "log-update";
import stringWidth from "string-width";
import type { Progress } from "../../run/run-context.ts";
import { formatDuration } from "../../shared/duration.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { Io, Tone } from "../io.ts";
import { describeProblem } from "../problems/problems.ts";
import { shortId } from "../problems/run.ts";
import { textIn } from "../problems/texts.ts";
import { clockTime } from "./instants.ts";
import { describeTimes } from "./lessons.ts";
import { columnsOf, cut } from "./terminal.ts";

type Packed = Extract<Progress, { kind: "packed" }>;
type Forecast = Extract<Progress, { kind: "forecast" }>;

/** Outside a terminal, a package's progress is reported at most this often. */
const packedEveryMs = 10_000;

/** Shows the progress of a run, or of a package: a live bar in a terminal, plain dated lines elsewhere, only problems with `--quiet`. */
export function viewProgress(io: Io, total: number, clock: Ticking) {
  const bar = io.live && !io.quiet ? liveBar(io, total, clock) : null;
  const tellTimeLeft = timeLeftTeller(clock);
  const time = (at: number): string =>
    io.live ? clockTime(at) : `${new Date(at).toISOString().slice(0, 19)}Z`;
  let packedAt = clock.now();
  const describe = (progress: Progress): string | null => {
    if (progress.kind === "forecast") return tellTimeLeft(progress);
    if (progress.kind === "packed") {
      // In a terminal, the bar shows it.
      if (io.live || clock.now() - packedAt < packedEveryMs) return null;
      packedAt = clock.now();
      return `packaging  ${describePacked(progress)}`;
    }
    return describeProgress(progress, io.live ? shortId : wholeId);
  };
  const dated = (line: string): string => `${time(clock.now())}  ${line}`;
  return {
    tell(progress: Progress): void {
      const line = describe(progress);
      if (line !== null) {
        bar?.clear();
        const tone = toneOf(progress);
        if (progress.kind === "problem" && progress.problem.code !== "interrupted")
          io.warn(dated(line), tone);
        else io.note(dated(line), tone);
      }
      bar?.take(progress);
    },
    /** Removes the bar for good; later lines follow the earlier output. */
    end: (): void => bar?.end(),
  };
}

function toneOf(progress: Progress): Tone | undefined {
  switch (progress.kind) {
    case "problem":
      return progress.problem.code === "creation_uncertain" ? "waiting" : "bad";
    case "observed":
      if (progress.status === "done" || progress.status === "ready") return "good";
      return progress.error === null && progress.status !== "failed" ? undefined : "bad";
    case "waiting":
    case "retrying":
      return "waiting";
    default:
      return undefined;
  }
}

const statusWords: Readonly<Record<string, string>> = { ready: "written", making_audiobook: "narrating" };

/** A log is evidence and has whole ids; a terminal shows only the first characters, which `--replace` accepts. */
const wholeId = (id: string): string => id;

function describeProgress(progress: Exclude<Progress, Packed>, idOf: (id: string) => string): string | null {
  switch (progress.kind) {
    case "created":
      return textIn("progress", "created", { ...progress, id: idOf(progress.id) });
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

function describePacked({ done, of, part, name }: Packed): string {
  return `${done} of ${of} ${part}  ${showText(name)}`;
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

/** The content of the bar, except for the time. */
interface Shown {
  readonly total: number;
  readonly finished: number;
  readonly created: number;
  readonly credits: number;
  readonly leftMs: number | null;
  readonly job: string;
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
    const leftMs = doneAt === null || finished.size >= total ? null : doneAt - now();
    const shown = { total, finished: finished.size, created: created.size, credits, leftMs, job };
    draw(packed === null ? barLine(shown, columns) : packedLine(packed, columns));
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

const barMost = 28;
const barLeast = 4;
const gap = "  ";

/** The bar with as much text as fits into `columns`: the lesson's name is dropped first, the remaining time last. */
export function barLine(shown: Shown, columns: number): string {
  const { total, finished, created, credits, leftMs, job } = shown;
  const left = leftMs === null || leftMs <= 0 ? "" : `about ${formatDuration(leftMs)} left`;
  const done = `${finished}/${total} done`;
  const choices = [
    [done, `${created} created`, pluralize(credits, "credit"), left, job],
    [done, `${created} created`, pluralize(credits, "credit"), left],
    [done, `${created} created`, left],
    [done, left],
  ].map((parts) => parts.filter((part) => part !== "").join(gap));
  const text = choices.find((one) => stringWidth(one) + gap.length + barLeast <= columns);
  if (text === undefined) return cut([done, left].join(gap).trimEnd(), columns);
  return barOf(finished, total, Math.min(barMost, columns - gap.length - stringWidth(text))) + gap + text;
}

function barOf(done: number, total: number, width: number): string {
  const filled = total === 0 ? 0 : Math.round((Math.min(done, total) / total) * width);
  return "━".repeat(filled) + "─".repeat(width - filled);
}

/** The bar of a package, with as much of the current file's name as fits. */
function packedLine(packed: Packed, columns: number): string {
  return cut(`${barOf(packed.done, packed.of, barMost)}${gap}${describePacked(packed)}`, columns);
}
