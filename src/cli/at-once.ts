/** What a command prints and exits with if a second signal ends it at once. */
export interface LastWords {
  readonly exitCode: number;
  /** For people. */
  readonly lines: readonly string[];
  /** The document of `--json`. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Set by a command once it has something to report. Called when the second signal comes, so it must not wait for anything. */
export interface AtOnce {
  tell: (() => LastWords) | null;
}
