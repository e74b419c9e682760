/** What a story is doing between two answers that differ. */
export type Phase = "writing" | "narrating";

/** Stories of one kind take about the same time. */
export interface StoryKind {
  readonly lang: string;
  readonly length: string;
}

/** How long a phase takes, for the memory of later runs. */
export interface LearnedTime extends StoryKind {
  readonly phase: Phase;
  readonly ms: number;
  /** Whether it is only known that such a story was over after so long: it may have been over long before. */
  readonly atMost?: boolean | undefined;
}

/** What one story's phase showed. Ages are counted from the phase's beginning, in ms. */
export interface PhaseSeen {
  /** At the read that found the phase over. */
  readonly ageMs: number;
  /** At the last read before that; null where there was none. */
  readonly ageBeforeMs: number | null;
  /** How close together reads are at the most: what is known more vaguely than a few of these is no measurement. */
  readonly pollMs: number;
}

/** How long the stories of a kind have to be reckoned with in a phase. */
export interface Lasting {
  /** A story that begins the phase now, in ms. */
  readonly ms: number;
  /** How much longer the slowest of those that have outlived what was expected will go on; 0 where none has. */
  readonly slowestLeftMs: number;
  /** Whether it stands on what stories showed. */
  readonly isKnown: boolean;
}

/** A story that was found still in its phase: since when, and how old it was then. */
interface Going {
  readonly since: number;
  readonly ageMs: number;
}

const samplesMost = 32;
/** Two of three stories are over when they are first asked for: earlier questions would mostly be in vain, later ones would waste time. */
const asked = 2 / 3;
/** A read that comes so many intervals after its time says little about when the phase ended. */
const vagueIntervals = 4;

/** A story that was over at so much of the time that is remembered shows that the memory no longer holds. */
const outdatedShare = 0.75;

/** So many measurements tell how long a kind takes; fewer may be the quickest of a first batch. */
const samplesForSure = 5;

/** Times that were measured or remembered for one kind and phase. */
class PhaseTimes {
  #samples: number[] = [];
  /** What earlier runs learned: so many more samples, until this run shows that one no longer holds. */
  #remembered: readonly number[] = [];
  #measured: number | null = null;
  #upper: number | null = null;
  /** The least in which one is known to have ended, this run's or an earlier one's: too vague to time reads by, but a bound for forecasts. */
  #atMostMs: number | null = null;
  #stillGoingMs = 0;
  readonly #going = new Map<object, Going>();
  #isRemembered = false;

  /** A measured time, or at least half of the shortest time in which one is known to have ended. */
  get expectedMs(): number | null {
    return this.#measured ?? (this.#upper === null ? null : this.#upper / 2);
  }

  get isSure(): boolean {
    return this.#isRemembered || this.#samples.length >= samplesForSure;
  }

  /** Whether a time is expected that no story of this run has shown yet. */
  get isUntested(): boolean {
    return this.#remembered.length > 0 && this.#samples.length === 0;
  }

  /** What a later run should know: what this one measured, or else what it was told. */
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

  /** Whether anything is known of when such a phase has ended. */
  get isKnown(): boolean {
    return this.#measured !== null || this.#atMostMs !== null;
  }

  /**
   * What is usual stands for what has not been seen: of a few that have ended it counts as one more, since the quickest end first. Those that go on
   * beyond what was expected count as much as those that have ended.
   */
  lasting({ usualMs, at }: { usualMs: number; at: number }): Lasting {
    const guessMs = Math.min(usualMs, this.#atMostMs ?? usualMs);
    const ended = this.isSure ? this.#known : [...this.#known, guessMs];
    const expectedMs = atShare(ended) ?? guessMs;
    const late = [...this.#going.values()]
      .filter(({ ageMs }) => ageMs > expectedMs)
      .map(({ since, ageMs }) => ({ since, ms: outlived(ageMs, expectedMs) }));
    return {
      ms: Math.max(expectedMs, atShare([...ended, ...late.map(({ ms }) => ms)]) ?? 0),
      slowestLeftMs: late.reduce((most, { since, ms }) => Math.max(most, since + ms - at), 0),
      isKnown: this.isSure || expectedMs !== guessMs || this.#atMostMs !== null,
    };
  }

  ended({ ageMs, ageBeforeMs, pollMs }: PhaseSeen): void {
    const known = this.#measured;
    // Before anything is known one story's reads stand for all of its kind.
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

/** The time by which so many as are `asked` for are over. */
function atShare(times: readonly number[]): number | null {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * asked)] ?? null;
}

/** How long a story lasts that has outlived what was expected: twice as late as it is, or half as old again. */
function outlived(ageMs: number, expectedMs: number): number {
  return ageMs + Math.min(ageMs / 2, 2 * (ageMs - expectedMs));
}

/** Learns how long stories are written and narrated, by language and length, so that nobody asks long before there can be news. */
export class Durations {
  readonly #times = new Map<string, PhaseTimes>();
  readonly #kinds = new Map<string, StoryKind & { readonly phase: Phase }>();

  constructor(remembered: readonly LearnedTime[]) {
    for (const time of remembered) this.#both(time, time.phase, (times) => times.remember(time));
  }

  /** How long stories of the kind have taken, in ms; those of the same length where the language is new; null where nothing is known. */
  expectedMs(kind: StoryKind, phase: Phase): number | null {
    const own = this.#times.get(nameOf(kind, phase))?.expectedMs ?? null;
    return own ?? this.#times.get(nameOf({ ...kind, lang: "" }, phase))?.expectedMs ?? null;
  }

  /** How long stories of the kind will take, as far as can be told at `at`: by what they showed, or else by what is usual. */
  lasting(kind: StoryKind, phase: Phase, when: { usualMs: number; at: number }): Lasting {
    const own = this.#times.get(nameOf(kind, phase));
    const ofLength = this.#times.get(nameOf({ ...kind, lang: "" }, phase));
    const times = own?.isKnown === true ? own : (ofLength ?? own);
    return times?.lasting(when) ?? { ms: when.usualMs, slowestLeftMs: 0, isKnown: false };
  }

  /** Whether enough is known of a kind for each of its stories to be asked for at its own time. */
  isSure(kind: StoryKind, phase: Phase): boolean {
    return [kind, { ...kind, lang: "" }].some((of) => this.#times.get(nameOf(of, phase))?.isSure === true);
  }

  /** Whether what is expected of a kind is a memory that no story of this run has borne out yet. */
  isUntested(kind: StoryKind, phase: Phase): boolean {
    const own = this.#times.get(nameOf(kind, phase));
    const ofLength = this.#times.get(nameOf({ ...kind, lang: "" }, phase));
    return (own?.isKnown === true ? own : ofLength)?.isUntested === true;
  }

  /** A story was found still in its phase at that age. */
  goesOn(story: { readonly kind: StoryKind; readonly phase: Phase }, going: Going): void {
    this.#both(story.kind, story.phase, (times) => times.goesOn(story, going));
  }

  /** A story is in its phase no longer, or nobody asks for it any more. */
  left(story: { readonly kind: StoryKind; readonly phase: Phase }): void {
    this.#both(story.kind, story.phase, (times) => times.left(story));
  }

  ended(kind: StoryKind, phase: Phase, seen: PhaseSeen): void {
    this.#both(kind, phase, (times) => times.ended(seen));
  }

  /** What was measured by kind, or else in how long one was over. */
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
