/** A validated story request, without anything about money and accounts. */
export interface StoryOrder {
  readonly topic: string;
  /** A language code of the interface (2.1). */
  readonly lang: string;
  readonly difficulty: number;
  readonly length: "short" | "medium" | "long";
  readonly genre: string | null;
  readonly form: string | null;
  /** Words that the story must use, exactly as written. */
  readonly words: readonly { readonly word: string; readonly gloss: string | null }[];
  /** How many stories the account has ordered with the same request before. Left out: none. */
  readonly take?: number;
}

/** A written story. */
export interface WrittenStory {
  readonly title: string;
  /** Paragraphs separated by blank lines. */
  readonly text: string;
}

/** A failure that may not recur on another attempt: a server that is unreachable or busy. */
export class TemporaryFailure extends Error {
  override readonly name = "TemporaryFailure";
  /** How long the server asks to wait before the next attempt. */
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.retryAfterMs = retryAfterMs ?? 0;
  }
}

/** Writes stories. The service charges after `write` resolves, so a rejection costs the account nothing. */
export interface Writer {
  covers(lang: string): boolean;
  /** Rejects if it can't write this story, with a `TemporaryFailure` if it may be able to later. `leftMs`: the time that this attempt has. */
  write(order: StoryOrder, leftMs?: number): Promise<WrittenStory>;
}

/** A narrated story, an MP3. */
export interface Recording {
  readonly bytes: Uint8Array;
  readonly durationMs: number;
}

/** The text to narrate. */
export interface Spoken {
  readonly lang: string;
  readonly title: string;
  readonly text: string;
}

/** Narrates stories. */
export interface Narrator {
  covers(lang: string): boolean;
  /** Why it covers no language at all, as a clause. Left out, or null: it covers some. */
  readonly missing?: string | null;
  /** Why it can't read a text aloud, as a clause; null: it can. Left out: it reads any text in the languages that it covers. */
  readonly unreadable?: (text: string, lang: string) => string | null;
  /** Rejects if it can't narrate this story, with a `TemporaryFailure` if it may be able to later. */
  narrate(story: Spoken): Promise<Recording>;
}
