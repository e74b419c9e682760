/** A headword of the publisher's lists, and the level from which on a learner knows it. */
export interface LevelWord {
  readonly word: string;
  readonly gloss: string | null;
  readonly level: number;
}
