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
export interface PhaseSeen {
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

/** What is asked about a phase: what is usual for it, at which instant, and of how many stories the slowest. */
export interface Asked {
  readonly usualMs: number;
  readonly at: number;
  readonly among: number;
}

/** A story observed still in its phase: when the phase started, and its age at that read. */
interface Going {
  readonly since: number;
  readonly ageMs: number;
}

const samplesMost = 32;
/**
 * The quantile at which a story is first read, when two of three have ended: earlier reads would mostly find nothing new, later ones would
 * waste time.
 */
const asked = 2 / 3;
/** A read this many intervals late says little about when the phase ended. */
const vagueIntervals = 4;

/** A story that ended before this share of the remembered time shows that the memory is outdated. */
const outdatedShare = 0.75;

/** This many measurements are enough to know a kind's duration; fewer may be only the quickest of a first batch. */
const samplesForSure = 5;

/** The measured and remembered times of one kind and phase. */
class PhaseTimes {
  #samples: number[] = [];
  /** What earlier runs learned, used as additional samples until this run shows that one is outdated. */
  #remembered: readonly number[] = [];
  #measured: number | null = null;
  #upper: number | null = null;
  /** The shortest upper bound observed in this or an earlier run: too imprecise to schedule reads by, but useful for forecasts. */
  #atMostMs: number | null = null;
  #stillGoingMs = 0;
  readonly #going = new Map<object, Going>();
  #isRemembered = false;

  /** A measured time, or else half of the shortest upper bound. */
  get expectedMs(): number | null {
    return this.#measured ?? (this.#upper === null ? null : this.#upper / 2);
  }

  get isSure(): boolean {
    return this.#isRemembered || this.#samples.length >= samplesForSure;
  }

  /** Whether the expected time comes from memory and no story of this run has confirmed it yet. */
  get isUntested(): boolean {
    return this.#remembered.length > 0 && this.#samples.length === 0;
  }

  /** What later runs should know: this run's measurement, or else the remembered one. */
  get learnedMs(): number | null {
    return atShare(this.#samples) ?? atShare(this.#remembered);
  }

  get atMostMs(): number | null {
    return this.#atMostMs;
  }

  remember({ ms, atMost }: Pick<LearnedTime, "ms" | "atMost">): void {
    if (atMost === true) this.#bound(ms);
    else {
      this.#isRemembered = true;
      this.#remembered = [...this.#remembered, ms];
      this.#measured = atShare(this.#remembered);
    }
  }

  #bound(ms: number): void {
    this.#atMostMs = Math.min(this.#atMostMs ?? ms, ms);
  }

  #add(ms: number): void {
    this.#samples.push(ms);
    if (this.#samples.length > samplesMost) this.#samples.shift();
    this.#remembered = this.#remembered.filter((remembered) => ms >= remembered * outdatedShare);
    this.#measured = atShare(this.#known);
  }

  get #known(): readonly number[] {
    return [...this.#remembered, ...this.#samples];
  }

  goesOn(story: object, going: Going): void {
    this.#going.set(story, going);
    this.#stillGoingMs = Math.max(this.#stillGoingMs, going.ageMs);
  }

  left(story: object): void {
    this.#going.delete(story);
  }

  /** Whether anything is known about when this phase ends. */
  get isKnown(): boolean {
    return this.#measured !== null || this.#atMostMs !== null;
  }

  /**
   * A typical value fills in for missing data: it counts as one additional sample, since the quickest stories end first. Stories that
   * exceed the expected time count as much as those that have ended.
   */
  lasting({ usualMs, at, among }: Asked): Lasting {
    const guessMs = Math.min(usualMs, this.#atMostMs ?? usualMs);
    const ended = this.isSure ? this.#known : [...this.#known, guessMs];
    const expectedMs = atShare(ended) ?? guessMs;
    const late = [...this.#going.values()]
      .filter(({ ageMs }) => ageMs > expectedMs)
      .map(({ since, ageMs }) => ({ since, ms: expectedTotalOf(ageMs, expectedMs) }));
    const all = [...ended, ...late.map(({ ms }) => ms)];
    const ms = Math.max(expectedMs, atShare(all) ?? 0);
    return {
      ms,
      slowestMs: Math.max(ms, atShare(all, among / (among + 1)) ?? 0),
      slowestLeftMs: late.reduce((most, { since, ms }) => Math.max(most, since + ms - at), 0),
      isKnown: this.isSure || expectedMs !== guessMs || this.#atMostMs !== null,
    };
  }

  ended({ ageMs, ageBeforeMs, pollMs }: PhaseSeen): void {
    const known = this.#measured;
    // Before anything is known, one story's reads represent all stories of its kind.
    const others = known === null && this.#stillGoingMs < ageMs ? this.#stillGoingMs : 0;
    const unread = known === null ? others : Math.min(known, ageMs) * 0.9;
    const from = ageBeforeMs === null ? unread : Math.max(ageBeforeMs, others);
    const isMeasured = ageMs - from <= Math.max(vagueIntervals * pollMs, ageMs / 4);
    if (isMeasured) this.#add((from + ageMs) / 2);
    else {
      this.#upper = Math.min(this.#upper ?? ageMs, ageMs);
      this.#bound(ageMs);
    }
  }
}

/** The time by which that share of them has ended. */
function atShare(times: readonly number[], share = asked): number | null {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? null;
}

/** The expected total time of a story that is late: its age plus twice its delay, or plus half its age if that is less. */
function expectedTotalOf(ageMs: number, expectedMs: number): number {
  return ageMs + Math.min(ageMs / 2, 2 * (ageMs - expectedMs));
}

/** Learns how long stories are written and narrated, by language and length, so that none is read long before there can be news. */
export class Durations {
  readonly #times = new Map<string, PhaseTimes>();
  readonly #kinds = new Map<string, StoryKind & { readonly phase: Phase }>();

  constructor(remembered: readonly LearnedTime[]) {
    for (const time of remembered) this.#both(time, time.phase, (times) => times.remember(time));
  }

  /** How long stories of the kind have taken, in ms; for a new language, those of the same length; null if nothing is known. */
  expectedMs(kind: StoryKind, phase: Phase): number | null {
    const own = this.#times.get(nameOf(kind, phase))?.expectedMs ?? null;
    return own ?? this.#times.get(nameOf({ ...kind, lang: "" }, phase))?.expectedMs ?? null;
  }

  /** The best estimate at `at` of how long stories of the kind will take: as observed, or else as usual. */
  lasting(kind: StoryKind, phase: Phase, when: Asked): Lasting {
    const own = this.#times.get(nameOf(kind, phase));
    const ofLength = this.#times.get(nameOf({ ...kind, lang: "" }, phase));
    const times = own?.isKnown === true ? own : (ofLength ?? own);
    return (
      times?.lasting(when) ?? {
        ms: when.usualMs,
        slowestMs: when.usualMs,
        slowestLeftMs: 0,
        isKnown: false,
      }
    );
  }

  /** Whether enough is known of a kind to read each of its stories at its own time. */
  isSure(kind: StoryKind, phase: Phase): boolean {
    return [kind, { ...kind, lang: "" }].some((of) => this.#times.get(nameOf(of, phase))?.isSure === true);
  }

  /** Whether the expected time of a kind comes from memory and no story of this run has confirmed it yet. */
  isUntested(kind: StoryKind, phase: Phase): boolean {
    const own = this.#times.get(nameOf(kind, phase));
    const ofLength = this.#times.get(nameOf({ ...kind, lang: "" }, phase));
    return (own?.isKnown === true ? own : ofLength)?.isUntested === true;
  }

  /** Records that a story was found still in its phase at that age. */
  goesOn(story: { readonly kind: StoryKind; readonly phase: Phase }, going: Going): void {
    this.#both(story.kind, story.phase, (times) => times.goesOn(story, going));
  }

  /** A story has left its phase, or is no longer followed. */
  left(story: { readonly kind: StoryKind; readonly phase: Phase }): void {
    this.#both(story.kind, story.phase, (times) => times.left(story));
  }

  ended(kind: StoryKind, phase: Phase, seen: PhaseSeen): void {
    this.#both(kind, phase, (times) => times.ended(seen));
  }

  /** The measured time of each kind, or else an upper bound. */
  get learned(): LearnedTime[] {
    return [...this.#kinds].flatMap(([name, kind]) => {
      const { learnedMs = null, atMostMs = null } = this.#times.get(name) ?? {};
      if (learnedMs !== null) return [{ ...kind, ms: Math.round(learnedMs) }];
      return atMostMs === null ? [] : [{ ...kind, ms: Math.round(atMostMs), atMost: true }];
    });
  }

  #both(kind: StoryKind, phase: Phase, change: (times: PhaseTimes) => void): void {
    const own = nameOf(kind, phase);
    if (!this.#kinds.has(own)) this.#kinds.set(own, { lang: kind.lang, length: kind.length, phase });
    for (const name of [own, nameOf({ ...kind, lang: "" }, phase)]) {
      let times = this.#times.get(name);
      if (times === undefined) {
        times = new PhaseTimes();
        this.#times.set(name, times);
      }
      change(times);
    }
  }
}

function nameOf({ lang, length }: StoryKind, phase: Phase): string {
  return `${phase} ${lang} ${length}`;
}
