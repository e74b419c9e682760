/** What a topic has for its lessons besides the story. None of it is sent to the service, so it may change after a story was bought. */
export interface TopicMaterial {
  readonly image: TopicImage | null;
  /** Questions to talk about: for every language, or by language. */
  readonly prompts: readonly string[] | ReadonlyMap<string, readonly string[]>;
}

export interface TopicImage {
  /** Below the plan's folder, as written. */
  readonly path: string;
  /** What it shows, for those who don't see it. */
  readonly alt: string;
}

/** The questions for a language. */
export function promptsFor({ prompts }: TopicMaterial, lang: string): readonly string[] {
  return prompts instanceof Map ? (prompts.get(lang) ?? []) : (prompts as readonly string[]);
}
