import stringWidth from "string-width";
import type { Progress } from "../../../run/run-context.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { Io } from "../../io.ts";
import { describeCallError } from "../call-error-words.ts";
import { clockTime } from "../instants.ts";
import { shortId } from "../lessons/job-status-words.ts";
import { describeTimes } from "../lessons/times-words.ts";
import { columnsOf } from "../wrap.ts";
import { liveBar, type Ticking } from "./live-bar.ts";
import { describeRunNotice, describeRunProblem } from "./run-words.ts";

type Clock = Pick<Ticking, "now">;

/** Shows a run's progress: a live bar in a terminal, plain dated lines elsewhere, only problems with `--quiet`. */
export interface ProgressView {
  tell(progress: Progress): void;
  /** Removes the bar for good; later lines follow the earlier output. */
  end(): void;
}

export function viewProgress(io: Io, total: number, clock: Ticking): ProgressView {
  const bar = io.live && !io.quiet ? liveBar(io, total, clock) : null;
  const timeLeft = new TimeLeft(clock);
  const time = (at: number): string =>
    io.live ? clockTime(at) : `${new Date(at).toISOString().slice(0, 19)}Z`;
  const dated = (line: string): string => `${time(clock.now())}  ${line}`;
  return {
    tell(progress) {
      const line =
        progress.kind === "forecast"
          ? timeLeft.describeIfNews(progress)
          : describeProgress(progress, io.live ? shortId : wholeId);
      if (line !== null) {
        bar?.clear();
        if (progress.kind === "problem" && progress.problem.code !== "interrupted") io.warn(dated(line));
        else io.note(bar === null ? dated(line) : atGaps(dated(line), columnsOf(io.stderr)));
      }
      bar?.take(progress);
    },
    end: () => bar?.end(),
  };
}

// The column where the text of a dated line begins, after its time and event.
const wordsAt = "09:00:00  narrating  ".length;

/** Wraps a line that is too wide for the terminal at its double spaces, so that a story's id stays in one piece. */
function atGaps(line: string, columns: number): string {
  const [first = "", ...others] = line.slice(wordsAt).split("  ");
  let last = line.slice(0, wordsAt) + first;
  let above = "";
  for (const part of others) {
    if (stringWidth(`${last}  ${part}`) <= columns) {
      last += `  ${part}`;
      continue;
    }
    above += `${last}\n`;
    last = " ".repeat(wordsAt) + part;
  }
  return above + last;
}

const statusWords: Readonly<Record<string, string>> = { ready: "written", making_audiobook: "narrating" };

/** A log is evidence and has whole ids; at a terminal the first characters tell one from another, as `--replace` takes them. */
const wholeId = (id: string): string => id;

function describeProgress(progress: Progress, idOf: (id: string) => string): string | null {
  switch (progress.kind) {
    case "quoted":
      return `quoted     ${pluralize(progress.settings, "setting")}`;
    case "begun":
    case "creating":
      return null;
    case "created":
      return `created    ${progress.job}  ${pluralize(progress.credits, "credit")}  story ${idOf(progress.id)}`;
    case "observed":
      return (
        `${statusWords[progress.status] ?? showText(progress.status)}`.padEnd(11).concat(progress.job) +
        (progress.error === null ? "" : `  ${showText(progress.error)}`)
      );
    case "finished":
    case "forecast":
      return null;
    case "waiting":
      return describeWaiting(progress);
    case "retrying":
      return `retrying   in ${formatDuration(progress.forMs)}: ${describeCallError(progress.callError)}`;
    case "commandSaid":
      return `command    ${showText(progress.line)}`;
    case "timed":
      return `times      ${progress.job}  ${describeTimes(progress)}${progress.hints.length === 0 ? "" : `, ${pluralize(progress.hints.length, "hint")}`}`;
    case "checking":
      return `checking   ${pluralize(progress.lessons, "lesson")}`;
    case "packaging":
      return `packaging  ${pluralize(progress.lessons, "lesson")}`;
    case "problem":
      // Whoever asked for it knows.
      return progress.problem.code === "interrupted"
        ? null
        : `problem    ${describeRunProblem(progress.problem)}`;
    case "notice":
      return `notice     ${describeRunNotice(progress.notice)}`;
  }
}

function describeWaiting({ why, forMs }: Extract<Progress, { kind: "waiting" }>): string {
  switch (why) {
    case "retry-after":
      return `waiting    ${formatDuration(forMs)}, as the service asked`;
    case "limit":
      return `waiting    ${formatDuration(forMs)}, since a limit was reached and the service named no wait`;
    case "connection":
      return `waiting    ${formatDuration(forMs)} before the next try to connect`;
    case "starts":
      return `waiting    ${formatDuration(forMs)}, for a paid start that other runs have not used`;
    case "other-course":
      return "waiting    until another course on this machine has bought its lesson";
    case "conflict":
      return "waiting    until a story that is being made has ended";
  }
}

/** Report a forecast again if the end has moved by this share of the remaining time, and by at least a minute. */
const newsShare = 0.25;
const newsLeastMs = 60_000;

/** The remaining time, reported when first known and after each noticeable change. */
class TimeLeft {
  readonly #clock: Clock;
  #saidDoneAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  describeIfNews({ finishMs, isMeasured }: Extract<Progress, { kind: "forecast" }>): string | null {
    const doneAt = this.#clock.now() + finishMs;
    const before = this.#saidDoneAt;
    const isNews = before === null || Math.abs(doneAt - before) > Math.max(newsLeastMs, finishMs * newsShare);
    if (!isNews || finishMs === 0) return null;
    this.#saidDoneAt = doneAt;
    return `time left  about ${formatDuration(finishMs)}${isMeasured ? "" : ", by what is usual"}`;
  }
}
