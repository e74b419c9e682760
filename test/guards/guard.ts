/** A guard in the money path, and the test that shows what its lack would cost. */
export interface Guard {
  /** What the guard sees to, as a sentence. */
  readonly name: string;
  /** Its file, below `src`. */
  readonly file: string;
  /** Its exact text, which stands there once. */
  readonly text: string;
  /** What stands there instead when it is taken away. */
  readonly without: string;
  /** The test file that must fail then, below `test`. */
  readonly test: string;
  /** A part of the title of the tests that show it. Left out: the whole file is quick. */
  readonly title?: string;
}
