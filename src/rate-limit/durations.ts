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

const samplesMost = 32;
/**
 * The quantile at which a story is first read, when two of three have ended: earlier reads would mostly find nothing new, later ones would waste time.
 */
const readShare = 2 / 3;
/** A read this many intervals late says little about when the phase ended. */
const vagueIntervals = 4;
/** A story that ended before this share of the remembered time shows that the memory is outdated. */
const outdatedShare = 0.75;
/** This many measurements are enough to know a kind's duration; fewer may be only the quickest of a first batch. */
const samplesForSure = 5;

/**
 * The measured and remembered times of one kind and phase, so that no story is read long before there can be news. Until something is known about
 * the kind, the times of all stories of its length are used instead. Ages are counted from the phase's start, in ms.
 */
export class PhaseTimes {
  /** While too little is known, one read per interval represents all such stories, until one has ended. On monotonic time. */
  nextReadAt = Number.NEGATIVE_INFINITY;
  /** Whether such a story was read in this run, perhaps early to check the remembered time. */
  isTested = false;
  readonly #of: Omit<LearnedTime, "ms">;
  readonly #ofLength: PhaseTimes | null;
  /** The stories that were found still in the phase: when it started, and their age at the last read. */
  readonly #ongoing = new Map<object, { readonly since: number; readonly ageMs: number }>();
  #samples: readonly number[] = [];
  /** What earlier runs learned, used as additional samples until this run shows that one is outdated. */
  #remembered: readonly number[] = [];
  #isRemembered = false;
  /** The shortest upper bound of this run. */
  #upperMs: number | null = null;
  /** The shortest upper bound: too imprecise to schedule reads by, but useful for forecasts. */
  #atMostMs: number | null = null;
  #ongoingMs = 0;

  constructor(of: Omit<LearnedTime, "ms">, ofLength: PhaseTimes | null) {
    this.#of = of;
    this.#ofLength = ofLength;
  }

  /** When to read such a story first: a measured time, or else half of this run's shortest upper bound; null if nothing is known. */
  get expectedMs(): number | null {
    const ownMs = atShare(this.#known) ?? (this.#upperMs === null ? null : this.#upperMs / 2);
    return ownMs ?? this.#ofLength?.expectedMs ?? null;
  }

  /** Whether enough is known to read each story at its own time. */
  get isSure(): boolean {
    return this.#isSureAlone || this.#ofLength?.isSure === true;
  }

  /** Whether the expected time comes from memory and no story of this run has been read to confirm it yet. */
  get isUntested(): boolean {
    const best = this.#best;
    return !this.isTested && best.#remembered.length > 0 && best.#samples.length === 0;
  }

  /** What later runs should know: this run's measurement, or else the remembered one, or else an upper bound. */
  get learned(): LearnedTime[] {
    const ms = atShare(this.#samples) ?? atShare(this.#remembered);
    if (ms !== null) return [{ ...this.#of, ms: Math.round(ms) }];
    return this.#atMostMs === null ? [] : [{ ...this.#of, ms: Math.round(this.#atMostMs), atMost: true }];
  }
  remember({ ms, atMost }: Pick<LearnedTime, "ms" | "atMost">): void {
    this.#ofLength?.remember({ ms, atMost });
    if (atMost === true) this.#bound(ms);
    else {
      this.#isRemembered = true;
      this.#remembered = [...this.#remembered, ms];
    }
  }

  /** Records that a story was found still in its phase at that age. */
  goesOn(story: object, ongoing: { readonly since: number; readonly ageMs: number }): void {
    this.#ofLength?.goesOn(story, ongoing);
    this.#ongoing.set(story, ongoing);
    this.#ongoingMs = Math.max(this.#ongoingMs, ongoing.ageMs);
  }

  /** A story has left its phase, or is no longer followed. */
  left(story: object): void {
    this.#ofLength?.left(story);
    this.#ongoing.delete(story);
  }

  /**
   * Records that a read at `ageMs` found the phase ended, and the previous read at `ageBeforeMs` had not; null if there was none. An end known
   * less precisely than a few of the shortest intervals between reads, `pollMs`, is no measurement.
   */
  ended(seen: { ageMs: number; ageBeforeMs: number | null; pollMs: number }): void {
    this.#ofLength?.ended(seen);
    const { ageMs, ageBeforeMs, pollMs } = seen;
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
   * The best estimate at `at` of how long `among` stories will take. A typical value fills in for missing data: it counts as one additional
   * sample, since the quickest stories end first. Stories that exceed the expected time count as much as those that have ended.
   */
  lasting(usualMs: number, { at, among }: { readonly at: number; readonly among: number }): Lasting {
    const best = this.#best;
    const guessMs = Math.min(usualMs, best.#atMostMs ?? usualMs);
    const ended = best.#isSureAlone ? best.#known : [...best.#known, guessMs];
    const expectedMs = atShare(ended) ?? guessMs;
    const late = [...best.#ongoing.values()]
      .filter(({ ageMs }) => ageMs > expectedMs)
      // Its age plus twice its delay, or plus half its age if that is less.
      .map(({ since, ageMs }) => ({ since, ms: ageMs + Math.min(ageMs / 2, 2 * (ageMs - expectedMs)) }));
    const all = [...ended, ...late.map(({ ms }) => ms)];
    const ms = Math.max(expectedMs, atShare(all) ?? 0);
    return {
      ms,
      slowestMs: Math.max(ms, atShare(all, among / (among + 1)) ?? 0),
      slowestLeftMs: Math.max(0, ...late.map(({ since, ms }) => since + ms - at)),
      isKnown: best.#isSureAlone || expectedMs !== guessMs || best.#atMostMs !== null,
    };
  }

  get #known(): readonly number[] {
    return [...this.#remembered, ...this.#samples];
  }

  get #isSureAlone(): boolean {
    return this.#isRemembered || this.#samples.length >= samplesForSure;
  }

  get #best(): PhaseTimes {
    return this.#known.length > 0 || this.#atMostMs !== null ? this : (this.#ofLength ?? this);
  }

  #bound(ms: number): void {
    this.#atMostMs = Math.min(this.#atMostMs ?? ms, ms);
  }
}

/** The time by which that share of them has ended. */
function atShare(times: readonly number[], share = readShare): number | null {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? null;
}

/** How long it takes to write and narrate stories, by language and length. */
export class Durations {
  readonly #byKind = new Map<string, PhaseTimes>();
  readonly #byLength = new Map<string, PhaseTimes>();

  constructor(remembered: readonly LearnedTime[]) {
    for (const time of remembered) this.of(time, time.phase).remember(time);
  }

  of({ lang, length }: StoryKind, phase: Phase): PhaseTimes {
    const [name, nameOfLength] = [`${phase} ${lang} ${length}`, `${phase} ${length}`];
    const known = this.#byKind.get(name);
    if (known !== undefined) return known;
    const ofLength = this.#byLength.get(nameOfLength) ?? new PhaseTimes({ lang, length, phase }, null);
    const times = new PhaseTimes({ lang, length, phase }, ofLength);
    this.#byLength.set(nameOfLength, ofLength);
    this.#byKind.set(name, times);
    return times;
  }

  get learned(): LearnedTime[] {
    return [...this.#byKind.values()].flatMap(({ learned }) => learned);
  }
}
