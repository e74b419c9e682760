import type { LedgerEvent } from "../ledger/format/event.ts";
import { hasStartedAudiobook, isEnd } from "../ledger/format/job-status.ts";
import { type RecordName, recordKey } from "../run/lesson.ts";

/**
 * What is being done for a lesson. `queued`: the lesson's run has begun, but its creation has not; `creating`: the creation is on its way; `writing`
 * and `narrating`: as the service's answers showed; `exporting`: the story is ready at the service, but not yet fully saved on this machine.
 */
export type Phase = "queued" | "creating" | "writing" | "narrating" | "exporting";

export const phases: readonly Phase[] = ["queued", "creating", "writing", "narrating", "exporting"];

/** A stretch of time, in ms since 1970. `to` is null while the span lasts. */
export interface Span {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number | null;
}

/** One lesson's history, in chronological order; spans don't overlap. */
export interface TimelineRow {
  readonly job: string;
  readonly spans: readonly Span[];
}

export interface Timeline {
  /** One row for each lesson that a run has begun to buy. */
  readonly rows: readonly TimelineRow[];
  /** When runs of the edition were active: each from its start to its end or, if it was killed, to its last event. The gaps between runs are left out. */
  readonly runs: readonly { readonly from: number; readonly to: number }[];
  /** The time, as the ledger shows it, of every paid start: of creations, and of narrations if they count as such. */
  readonly starts: readonly number[];
}

export interface TimelineJob {
  readonly id: string;
  readonly recordName: RecordName;
}

/** The history of an edition's lessons, from the ledger's events alone. Pure. `jobs`: the jobs that get a row, in order. */
export function timelineOf(
  events: readonly LedgerEvent[],
  { edition, jobs }: { readonly edition: string; readonly jobs: readonly TimelineJob[] },
): Timeline {
  const histories = new Map(jobs.map(({ recordName }) => [recordKey(recordName), new History()]));
  const runs: { from: number; to: number }[] = [];
  const narrations: number[] = [];
  const creations: number[] = [];
  let narration: string = "unknown";
  let startedAt: number | null = null;
  let isRunning = false;
  for (const event of events) {
    const at = Math.max(timeIn(event), runs.at(-1)?.to ?? 0);
    if (event.type === "pace.learned") narration = event.narration;
    const isOfEdition = "edition" in event && event.edition === edition;
    if (event.type === "run.started" && isOfEdition) {
      runs.push({ from: at, to: at });
      startedAt = at;
      isRunning = true;
    }
    const run = runs.at(-1);
    // What comes after a run's end, such as a review or a package, is no part of it.
    if (run !== undefined && isOfEdition && isRunning) run.to = at;
    if (event.type === "run.ended" && isOfEdition) isRunning = false;
    if (!("job" in event)) continue;
    const ofJob = event as EventOfJob;
    const history = histories.get(recordKey(ofJob));
    if (ofJob.type === "creation.intended" && isOfEdition) creations.push(at);
    if (history?.take(ofJob, { at, startedAt: startedAt ?? at }) === true) narrations.push(at);
  }
  return {
    rows: jobs.flatMap(({ id, recordName }) => {
      const spans = histories.get(recordKey(recordName))?.spans ?? [];
      return spans.length === 0 ? [] : [{ job: id, spans }];
    }),
    runs,
    starts: [...creations, ...(narration === "counts" ? narrations : [])].sort((a, b) => a - b),
  };
}

function timeIn(event: LedgerEvent): number {
  return Date.parse(
    "happenedAt" in event && typeof event.happenedAt === "string" ? event.happenedAt : event.at,
  );
}

// Events may have members that this version doesn't know, so `in` does not narrow them.
type EventOfJob = Extract<LedgerEvent, { job: string }>;

interface Moment {
  readonly at: number;
  /** When the event's run began. */
  readonly startedAt: number;
}

/** The spans of one lesson, built up as its events come in. */
class History {
  readonly spans: Span[] = [];
  #wantsBook = false;
  #isNarrating = false;
  #isSaved = false;
  #story: string | null = null;

  /** Returns true if this event is the first to show that the narration has started. */
  take(event: EventOfJob, { at, startedAt }: Moment): boolean {
    switch (event.type) {
      case "creation.intended":
        this.#close(Math.min(at, startedAt));
        this.#add("queued", Math.max(startedAt, this.spans.at(-1)?.to ?? startedAt), at);
        this.#wantsBook = event.request.audiobook;
        this.#open("creating", at);
        return false;
      case "creation.accepted":
        this.#begin(event.id, at);
        return false;
      case "creation.resolved":
        if (event.id === null) this.#close(at);
        else this.#begin(event.id, at);
        return false;
      case "creation.refused":
      case "creation.unsent":
      case "creation.uncertain":
        this.#close(at);
        return false;
      case "story.observed":
        return event.id === this.#story && this.#see(event, at);
      case "story.saved":
        if (event.id !== this.#story) return false;
        if (!this.#wantsBook) this.#finish(at);
        return false;
      case "book.exported":
      case "book.unavailable":
        if (event.id === this.#story) this.#finish(at);
        return false;
      case "story.missing":
        if (event.id === this.#story) this.#close(at);
        return false;
      default:
        return false;
    }
  }

  #begin(story: string, at: number): void {
    this.#close(at);
    this.#story = story;
    this.#isNarrating = false;
    this.#isSaved = false;
    this.#open("writing", at);
  }

  #see(event: Extract<LedgerEvent, { type: "story.observed" }>, at: number): boolean {
    const isFirst = !this.#isNarrating && hasStartedAudiobook(event);
    if (isFirst) this.#isNarrating = true;
    if (event.status === "failed" || event.status === "canceled") this.#close(at);
    else if (isEnd(event.status, this.#wantsBook)) {
      if (this.#isSaved) this.#close(at);
      else this.#enter("exporting", at);
    } else if (this.#isNarrating) this.#enter("narrating", at);
    return isFirst;
  }

  #finish(at: number): void {
    this.#isSaved = true;
    if (this.spans.at(-1)?.phase === "exporting") this.#close(at);
  }

  #enter(phase: Phase, at: number): void {
    const last = this.spans.at(-1);
    if (last === undefined || last.to !== null || last.phase === phase) return;
    this.#close(at);
    this.#open(phase, at);
  }

  #open(phase: Phase, from: number): void {
    this.spans.push({ phase, from, to: null });
  }

  #add(phase: Phase, from: number, to: number): void {
    if (to > from) this.spans.push({ phase, from, to });
  }

  #close(at: number): void {
    const last = this.spans.at(-1);
    if (last === undefined || last.to !== null) return;
    this.spans[this.spans.length - 1] = { ...last, to: Math.max(last.from, at) };
  }
}
