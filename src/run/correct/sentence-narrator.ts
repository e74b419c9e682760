import type { SpliceRefusal } from "../splice/splice.ts";

/** Speaks sentences. Its sound is used as it comes: it costs no story, and what its server costs is its operator's business. */
export interface SentenceNarrator {
  /** As the package's manifest names the voice. */
  readonly name: string;
  covers(lang: string): boolean;
  /** An MP3. Rejects, with a message fit for users, if it can't speak the text. */
  narrate(story: {
    readonly lang: string;
    readonly title: string;
    readonly text: string;
  }): Promise<{ readonly bytes: Uint8Array }>;
}

/**
 * Why nothing was spoken anew. nothing: no corrected sentence is heard otherwise. no_times: it is not known when its sentences are heard.
 * unsure: it is not certain enough. not_mp3: its recording is in a format that can't be spliced. no_language: the narrator doesn't speak it.
 * narrator_failed: `cause` says why. The others: see `splice`.
 */
export type RespeakRefusal =
  | { readonly why: "nothing" | "no_times" | "not_mp3" | "no_language" | "unsure" | SpliceRefusal }
  | { readonly why: "narrator_failed"; readonly cause: string };
