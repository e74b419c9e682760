/** What is to be written: a validated creation, free of everything that concerns money and accounts. */
export interface StoryOrder {
  readonly topic: string;
  /** A language code of the interface (2.1). */
  readonly lang: string;
  readonly difficulty: number;
  readonly length: "short" | "medium" | "long";
  readonly genre: string | null;
  readonly form: string | null;
  /** Words that the story must use, each exactly as it stands here. */
  readonly words: readonly { readonly word: string; readonly gloss: string | null }[];
}

/** A story that was written. */
export interface WrittenStory {
  readonly title: string;
  /** Paragraphs parted by blank lines. */
  readonly text: string;
}

/** Writes stories. The service charges once `write` has resolved, so a rejection costs the account nothing. */
export interface Writer {
  covers(lang: string): boolean;
  /** Rejects when it can't write this one. */
  write(order: StoryOrder): Promise<WrittenStory>;
}

/** A story that was read aloud. */
export interface Recording {
  readonly bytes: Uint8Array;
  readonly contentType: "audio/mpeg";
  readonly durationMs: number;
}

/** Reads stories aloud. */
export interface Narrator {
  covers(lang: string): boolean;
  /** Rejects when it can't read this one. */
  narrate(story: {
    readonly lang: string;
    readonly title: string;
    readonly text: string;
  }): Promise<Recording>;
}
