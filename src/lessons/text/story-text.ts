export interface StoryText {
  /** Null or empty if the service gave none. */
  readonly title: string | null;
  readonly text: string;
}

/** A sentence of a story: its paragraph's index and its position in that paragraph in UTF-16 units, all from 0. */
export interface SentencePlace {
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
}
