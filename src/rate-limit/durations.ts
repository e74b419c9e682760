/** The phases of a story between its creation and its end. */
export type Phase = "writing" | "narrating";

/** Stories of one kind take about the same time. */
export interface StoryKind {
  readonly lang: string;
  readonly length: string;
}

/** How long a phase takes, as remembered for later runs. */
export interface LearnedTime extends StoryKind {
  readonly phase: Phase;
  readonly ms: number;
  /** Whether it is only an upper bound: such a story had ended by then, perhaps long before. */
  readonly atMost?: boolean | undefined;
}

/** What was observed of one story's phase. Ages are counted from the phase's start, in ms. */
interface PhaseSeen {
  /** At the read that found the phase ended. */
  readonly ageMs: number;
  /** At the previous read; null if there was none. */
  readonly ageBeforeMs: number | null;
  /** The shortest interval between reads: an end known less precisely than a few of these is no measurement. */
  readonly pollMs: number;
}

/** How long to expect a phase to last for stories of one kind. */
export interface Lasting {
  /** For a story that starts the phase now, in ms. */
  readonly ms: number;
  /** For the slowest of as many as were asked about. */
  readonly slowestMs: number;
  /** The remaining time of the slowest story that has exceeded its expected time; 0 if there is none. */
  readonly slowestLeftMs: number;
  /** Whether it is based on observed stories. */
  readonly isKnown: boolean;
}

/** A story observed still in its phase: when the phase started, and its age at that read. */
interface Ongoing {
  readonly since: number;
  readonly ageMs: number;
}

const samplesMost = 32;
/**
 * The quantile at which a story is first read, when two of three have ended: earlier reads would mostly find nothing new, later ones would
 * waste time.
 */
const readShare = 2 / 3;
/** A read this many intervals late says little about when the phase ended. */
const vagueIntervals = 4;
/** A story that ended before this share of the remembered time shows that the memory is outdated. */
const outdatedShare = 0.75;
/** This many measurements are enough to know a kind's duration; fewer may be only the quickest of a first batch. */
const samplesForSure = 5;

/** The measured and remembered times of one kind and phase. */
class PhaseTimes {
  /** The shortest upper bound: too imprecise to schedule reads by, but useful for forecasts. */
  atMostMs: number | null = null;
  readonly ongoing = new Map<object, Ongoing>();
  #samples: readonly number[] = [];
  /** What earlier runs learned, used as additional samples until this run shows that one is outdated. */
  #remembered: readonly number[] = [];
  #isRemembered = false;
  /** The shortest upper bound of this run. */
  #upperMs: number | null = null;
  #ongoingMs = 0;

  get #known(): readonly number[] {
    return [...this.#remembered, ...this.#samples];
  }

  /** When to read such a story first: a measured time, or else half of this run's shortest upper bound. */
  get expectedMs(): number | null {
    return atShare(this.#known) ?? (this.#upperMs === null ? null : this.#upperMs / 2);
  }

  get isSure(): boolean {
    return this.#isRemembered || this.#samples.length >= samplesForSure;
  }

  /** Whether the expected time comes from memory and no story of this run has confirmed it yet. */
  get isUntested(): boolean {
    return this.#remembered.length > 0 && this.#samples.length === 0;
  }

  /** Whether anything is known about when this phase ends. */
  get isKnown(): boolean {
    return this.#known.length > 0 || this.atMostMs !== null;
  }

  /** What later runs should know: this run's measurement, or else the remembered one. */
  get learnedMs(): number | null {
    return atShare(this.#samples) ?? atShare(this.#remembered);
  }

  remember({ ms, atMost }: LearnedTime): void {
    if (atMost === true) this.#bound(ms);
    else {
      this.#isRemembered = true;
      this.#remembered = [...this.#remembered, ms];
    }
  }

  goesOn(story: object, ongoing: Ongoing): void {
    this.ongoing.set(story, ongoing);
    this.#ongoingMs = Math.max(this.#ongoingMs, ongoing.ageMs);
  }

  ended({ ageMs, ageBeforeMs, pollMs }: PhaseSeen): void {
    const known = atShare(this.#known);
    // Before anything is known, one story's reads represent all stories of its kind.
    const others = known === null && this.#ongoingMs < ageMs ? this.#ongoingMs : 0;
    const unread = known === null ? others : Math.min(known, ageMs) * 0.9;
    const from = ageBeforeMs === null ? unread : Math.max(ageBeforeMs, others);
    if (ageMs - from <= Math.max(vagueIntervals * pollMs, ageMs / 4)) {
      const ms = (from + ageMs) / 2;
      this.#samples = [...this.#samples, ms].slice(-samplesMost);
      this.#remembered = this.#remembered.filter((remembered) => ms >= remembered * outdatedShare);
    } else {
      this.#upperMs = Math.min(this.#upperMs ?? ageMs, ageMs);
      this.#bound(ageMs);
    }
  }

  /**
   * A typical value fills in for missing data: it counts as one additional sample, since the quickest stories end first. Stories that
   * exceed the expected time count as much as those that have ended.
   */
  lasting(usualMs: number, { at, among }: { readonly at: number; readonly among: number }): Lasting {
    const guessMs = Math.min(usualMs, this.atMostMs ?? usualMs);
    const ended = this.isSure ? this.#known : [...this.#known, guessMs];
    const expectedMs = atShare(ended) ?? guessMs;
    const late = [...this.ongoing.values()]
      .filter(({ ageMs }) => ageMs > expectedMs)
      // Its age plus twice its delay, or plus half its age if that is less.
      .map(({ since, ageMs }) => ({ since, ms: ageMs + Math.min(ageMs / 2, 2 * (ageMs - expectedMs)) }));
    const all = [...ended, ...late.map(({ ms }) => ms)];
    const ms = Math.max(expectedMs, atShare(all) ?? 0);
    return {
      ms,
      slowestMs: Math.max(ms, atShare(all, among / (among + 1)) ?? 0),
      slowestLeftMs: Math.max(0, ...late.map(({ since, ms }) => since + ms - at)),
      isKnown: this.isSure || expectedMs !== guessMs || this.atMostMs !== null,
    };
  }

  #bound(ms: number): void {
    this.atMostMs = Math.min(this.atMostMs ?? ms, ms);
  }
}

/** The time by which that share of them has ended. */
function atShare(times: readonly number[], share = readShare): number | null {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? null;
}

/** Learns how long stories are written and narrated, by language and length, so that none is read long before there can be news. */
export class Durations {
  readonly #times = new Map<string, PhaseTimes>();
  readonly #kinds = new Map<string, StoryKind & { readonly phase: Phase }>();

  constructor(remembered: readonly LearnedTime[]) {
    for (const time of remembered) for (const times of this.#timesOf(time, time.phase)) times.remember(time);
  }

  /** How long stories of the kind have taken, in ms; for a new language, those of the same length; null if nothing is known. */
  expectedMs(kind: StoryKind, phase: Phase): number | null {
    const [own, ofLength] = this.#timesOf(kind, phase);
    return own.expectedMs ?? ofLength.expectedMs;
  }

  /** The best estimate at `at` of how long `among` stories of the kind will take: as observed, or else as usual. */
  lasting(kind: StoryKind, phase: Phase, usualMs: number, when: { at: number; among: number }): Lasting {
    return this.#best(kind, phase).lasting(usualMs, when);
  }

  /** Whether enough is known of a kind to read each of its stories at its own time. */
  isSure(kind: StoryKind, phase: Phase): boolean {
    return this.#timesOf(kind, phase).some(({ isSure }) => isSure);
  }

  /** Whether the expected time of a kind comes from memory and no story of this run has confirmed it yet. */
  isUntested(kind: StoryKind, phase: Phase): boolean {
    return this.#best(kind, phase).isUntested;
  }

  /** Records that a story was found still in its phase at that age. */
  goesOn(story: { readonly kind: StoryKind; readonly phase: Phase }, ongoing: Ongoing): void {
    for (const times of this.#timesOf(story.kind, story.phase)) times.goesOn(story, ongoing);
  }

  /** A story has left its phase, or is no longer followed. */
  left(story: { readonly kind: StoryKind; readonly phase: Phase }): void {
    for (const times of this.#timesOf(story.kind, story.phase)) times.ongoing.delete(story);
  }

  ended(kind: StoryKind, phase: Phase, seen: PhaseSeen): void {
    for (const times of this.#timesOf(kind, phase)) times.ended(seen);
  }

  /** The measured time of each kind, or else an upper bound. */
  get learned(): LearnedTime[] {
    return [...this.#kinds.values()].flatMap((kind) => {
      const [{ learnedMs, atMostMs }] = this.#timesOf(kind, kind.phase);
      if (learnedMs !== null) return [{ ...kind, ms: Math.round(learnedMs) }];
      return atMostMs === null ? [] : [{ ...kind, ms: Math.round(atMostMs), atMost: true }];
    });
  }

  #best(kind: StoryKind, phase: Phase): PhaseTimes {
    const [own, ofLength] = this.#timesOf(kind, phase);
    return own.isKnown ? own : ofLength;
  }

  /** The times of the kind, and of all stories of its length. */
  #timesOf({ lang, length }: StoryKind, phase: Phase): [own: PhaseTimes, ofLength: PhaseTimes] {
    const own = `${phase} ${lang} ${length}`;
    if (!this.#kinds.has(own)) this.#kinds.set(own, { lang, length, phase });
    return [this.#named(own), this.#named(`${phase} ${length}`)];
  }

  #named(name: string): PhaseTimes {
    const times = this.#times.get(name) ?? new PhaseTimes();
    this.#times.set(name, times);
    return times;
  }
}
