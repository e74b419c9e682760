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
