import type { LedgerEvent } from "../ledger/format/event.ts";
import { hasStartedAudiobook, isEnd } from "../ledger/format/job-status.ts";
import { type Lesson, recordKey } from "../run/lesson.ts";

/** `writing` and `narrating`: as the service's answers showed; `exporting`: the story is ready at the service, but not yet fully saved here. */
export type Phase = "queued" | "creating" | "writing" | "narrating" | "exporting";

export const phases: readonly Phase[] = ["queued", "creating", "writing", "narrating", "exporting"];

/** A stretch of time, in ms since 1970. `to` is null while the span lasts. */
export interface Span {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number | null;
}

export type Timeline = ReturnType<typeof timelineOf>;

/** One for each lesson that a run has begun to buy, in chronological order; spans don't overlap. */
export type TimelineRow = Timeline["rows"][number];

/** The timeline of an edition. `lessons`: those that get a row, in order. */
export function timelineOf(
  events: readonly LedgerEvent[],
  { edition, lessons }: { edition: string; lessons: readonly Pick<Lesson, "name" | "recordKey">[] },
) {
  const histories = new Map(lessons.map(({ recordKey: key }) => [key, new History()]));
  const creations: number[] = [];
  const narrations = new Map<string, number>();
  let narration = "unknown";
  let startedAt: number | null = null;
  let latest = 0;
  for (const event of events) {
    const at = Math.max(timeIn(event), latest);
    if (event.type === "pace.learned") narration = event.narration;
    const isOfEdition = "edition" in event && event.edition === edition;
    if (isOfEdition) latest = at;
    if (event.type === "run.started" && isOfEdition) startedAt = at;
    if (!("job" in event)) continue;
    const ofJob = event as EventOfJob;
    const history = histories.get(recordKey(ofJob));
    history?.take(ofJob, { at, startedAt: startedAt ?? at });
    if (ofJob.type === "creation.intended" && isOfEdition) creations.push(at);
    const isNarrated = ofJob.type === "story.observed" && hasStartedAudiobook(ofJob);
    if (history !== undefined && isNarrated && !narrations.has(ofJob.id)) narrations.set(ofJob.id, at);
  }
  return {
    rows: lessons.flatMap(({ name, recordKey: key }) => {
      const spans = histories.get(key)?.spans ?? ([] as Span[]);
      return spans.length === 0 ? [] : [{ job: name, spans }];
    }),
    /** The times of all paid starts: creations, and narrations if they count as paid starts. */
    starts: [...creations, ...(narration === "counts" ? narrations.values() : [])].sort((a, b) => a - b),
  };
}

function timeIn(event: LedgerEvent): number {
  return Date.parse(
    "happenedAt" in event && typeof event.happenedAt === "string" ? event.happenedAt : event.at,
  );
}

// Events may have members that this version doesn't know, so `in` does not narrow them.
type EventOfJob = Extract<LedgerEvent, { job: string }>;

class History {
  readonly spans: Span[] = [];
  #wantsBook = false;
  #isSaved = false;
  #story: string | null = null;

  /** `startedAt`: when the event's run began. */
  take(event: EventOfJob, { at, startedAt }: { readonly at: number; readonly startedAt: number }): void {
    if (event.type === "creation.intended") {
      this.#enter(null, Math.min(at, startedAt));
      if (at > startedAt) this.#enter("queued", Math.max(startedAt, this.spans.at(-1)?.to ?? startedAt));
    }
    const phase = this.#phaseAfter(event);
    if (phase !== undefined) this.#enter(phase, at);
  }

  /** The phase that an event begins; null if nothing is being done from then on, undefined if the phase stays the same. */
  #phaseAfter(event: EventOfJob): Phase | null | undefined {
    switch (event.type) {
      case "creation.intended":
        this.#wantsBook = event.request.audiobook;
        return "creating";
      case "creation.accepted":
      case "creation.resolved":
        this.#story = event.id;
        this.#isSaved = false;
        return event.id === null ? null : "writing";
      case "creation.refused":
      case "creation.unsent":
      case "creation.uncertain":
        return null;
    }
    if (!("id" in event) || event.id !== this.#story) return undefined;
    switch (event.type) {
      case "story.observed":
        if (event.status === "failed" || event.status === "canceled") return null;
        if (isEnd(event.status, this.#wantsBook)) return this.#isSaved ? null : "exporting";
        return hasStartedAudiobook(event) ? "narrating" : "writing";
      case "story.saved":
      case "book.exported":
      case "book.unavailable":
        if (event.type === "story.saved" && this.#wantsBook) return undefined;
        this.#isSaved = true;
        return this.spans.at(-1)?.phase === "exporting" ? null : undefined;
      case "story.missing":
        return null;
    }
    return undefined;
  }

  /** Ends the current phase and begins another one; does nothing if that is already the current phase. */
  #enter(phase: Phase | null, at: number): void {
    const last = this.spans.at(-1);
    if (last?.to === null) {
      if (last.phase === phase) return;
      this.spans[this.spans.length - 1] = { ...last, to: Math.max(last.from, at) };
    }
    if (phase !== null) this.spans.push({ phase, from: at, to: null });
  }
}
