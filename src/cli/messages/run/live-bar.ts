import { createLogUpdate } from "log-update";
import stringWidth from "string-width";
import type { Progress } from "../../../run/run-context.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import type { Io } from "../../io.ts";
import { cut } from "../fit.ts";
import { columnsOf } from "../wrap.ts";

/** A clock, and a repeating timer that runs until the function it returns is called. */
export interface Ticking {
  now(): number;
  every(ms: number, ring: () => void): () => void;
}

export interface LiveBar {
  take(progress: Progress): void;
  /** Removes the bar until the next event. */
  clear(): void;
  /** Removes the bar for good. */
  end(): void;
}

/** The bar's content, apart from the time. */
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
export function liveBar(io: Io, total: number, { now, every }: Ticking): LiveBar {
  const draw = createLogUpdate(io.stderr as NodeJS.WriteStream, { showCursor: true });
  const created = new Set<string>();
  const finished = new Set<string>();
  let isBegun = false;
  let doneAt: number | null = null;
  let credits = 0;
  let job = "";
  let stop: (() => void) | null = null;
  let isOver = false;
  const redraw = (): void => {
    const leftMs = doneAt === null || finished.size >= total ? null : doneAt - now();
    const shown = { total, finished: finished.size, created: created.size, credits, leftMs, job };
    // A line that fills the last column makes some terminals wrap.
    draw(barLine(shown, columnsOf(io.stderr) - 1));
  };
  return {
    take(progress) {
      // What earlier runs have made belongs to the course.
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
      if (progress.kind === "observed") isBegun = true;
      if (progress.kind === "finished") finished.add(progress.job);
      if (progress.kind === "forecast") doneAt = now() + progress.finishMs;
      if ("job" in progress && progress.kind !== "timed") job = progress.job;
      // Before the first story there is nothing to show, and there may be a question in its place.
      if (!isBegun || isOver) return;
      stop ??= every(redrawMs, redraw);
      redraw();
    },
    clear: () => draw.clear(),
    end() {
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
  const width = Math.min(barMost, columns - gap.length - stringWidth(text));
  const filled = total === 0 ? 0 : Math.round((Math.min(finished, total) / total) * width);
  return `${"━".repeat(filled)}${"─".repeat(width - filled)}${gap}${text}`;
}
