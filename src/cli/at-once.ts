/** The last words of a command that a second signal ends at once. */
export interface LastWords {
  readonly exitCode: number;
  /** For people. */
  readonly lines: readonly string[];
  /** The document of `--json`. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Holds what has the last words: a command sets it once it has something to say. It must not wait for anything. */
export interface AtOnce {
  tell: (() => LastWords) | null;
}
