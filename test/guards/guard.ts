/** A guard in the money path, and the test that fails without it. */
export interface Guard {
  /** What the guard ensures, as a sentence. */
  readonly name: string;
  /** Its file, below `src`. */
  readonly file: string;
  /** Its exact text, which must occur there once. */
  readonly text: string;
  /** The text that replaces it when it is removed. */
  readonly without: string;
  /** The test file, below `test`, that must fail without it. */
  readonly test: string;
  /** A part of the titles of those tests. Missing if the whole file is fast. */
  readonly title?: string;
}
