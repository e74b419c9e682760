import { createLogUpdate } from "log-update";
import type { Progress } from "../../pipeline/tools.ts";
import { sayDuration } from "../../shared/duration.ts";
import { showText } from "../../shared/text.ts";
import type { Io } from "../io.ts";
import { sayRunNotice, sayRunProblem } from "./run-words.ts";
import { sayTrouble } from "./trouble-words.ts";

interface Clock {
  now(): number;
}

/** Shows a run as it goes: a live bar in a terminal, plain dated lines elsewhere, nothing but problems with `--quiet`. */
export interface ProgressView {
  tell(progress: Progress): void;
  /** Takes the bar away; later lines stand below what was said. */
  end(): void;
}

export function viewProgress(io: Io, total: number, clock: Clock): ProgressView {
  const bar = io.live && !io.quiet ? liveBar(io, total, clock) : null;
  const dated = (line: string): string => `${new Date(clock.now()).toISOString().slice(0, 19)}Z  ${line}`;
  return {
    tell(progress) {
      const line = sayProgress(progress);
      if (line !== null) {
        bar?.clear();
        if (progress.kind === "problem") io.warn(dated(line));
        else io.note(dated(line));
      }
      bar?.take(progress);
    },
    end: () => bar?.clear(),
  };
}

const statusWords: Readonly<Record<string, string>> = { ready: "written", making_audiobook: "narrating" };

function sayProgress(progress: Progress): string | null {
  switch (progress.kind) {
    case "quoted":
      return `quoted     ${progress.settings} ${progress.settings === 1 ? "setting" : "settings"}`;
    case "creating":
      return null;
    case "created":
      return `created    ${progress.job}  ${progress.credits} credits  story ${progress.id}`;
    case "observed":
      return `${statusWords[progress.status] ?? showText(progress.status)}`.padEnd(11).concat(progress.job);
    case "finished":
    case "forecast":
      return null;
    case "waiting":
      return sayWaiting(progress);
    case "retrying":
      return `retrying   in ${sayDuration(progress.forMs)}: ${sayTrouble(progress.trouble)}`;
    case "packaging":
      return `packaging  ${progress.lessons} lessons`;
    case "problem":
      return `problem    ${sayRunProblem(progress.problem)}`;
    case "notice":
      return `notice     ${sayRunNotice(progress.notice)}`;
  }
}

function sayWaiting({ why, forMs }: Extract<Progress, { kind: "waiting" }>): string {
  switch (why) {
    case "retry-after":
      return `waiting    ${sayDuration(forMs)}, as the service asked`;
    case "connection":
      return `waiting    ${sayDuration(forMs)} before the next try to connect`;
    case "starts":
      return `waiting    ${sayDuration(forMs)}, for a paid start that other runs have not used`;
    case "conflict":
      return "waiting    until a story that is being made has ended";
  }
}

interface LiveBar {
  take(progress: Progress): void;
  clear(): void;
}

const barWidth = 28;

function liveBar(io: Io, total: number, clock: Clock): LiveBar {
  const draw = createLogUpdate(io.stderr as NodeJS.WriteStream, { showCursor: true });
  const created = new Set<string>();
  const finished = new Set<string>();
  const startedAt = clock.now();
  let credits = 0;
  let now = "";
  return {
    take(progress) {
      if (progress.kind === "created") {
        created.add(progress.job);
        credits += progress.credits;
      }
      if (progress.kind === "finished") finished.add(progress.job);
      if ("job" in progress) now = progress.job;
      // Before the first story there is nothing to show, and a question may stand where the bar would be.
      if (created.size + finished.size === 0) return;
      const filled = total === 0 ? 0 : Math.round((Math.min(finished.size, total) / total) * barWidth);
      const bar = `${"━".repeat(filled)}${"─".repeat(barWidth - filled)}`;
      const left = sayTimeLeft(clock.now() - startedAt, finished.size, total);
      draw(
        `${bar}  ${finished.size}/${total} done  ${created.size} created  ${credits} credits${left}  ${now}`,
      );
    },
    clear: () => draw.clear(),
  };
}

/** What the lessons done so far say about the rest; nothing before the first is done. */
function sayTimeLeft(elapsedMs: number, finished: number, total: number): string {
  if (finished === 0 || finished >= total) return "";
  return `  about ${sayDuration((elapsedMs / finished) * (total - finished))} left`;
}
