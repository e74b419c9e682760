import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A short story in some script, with words that occur in it. */
export interface ScriptStory {
  readonly lang: string;
  readonly title: string;
  readonly text: string;
  readonly words: readonly (readonly [word: string, gloss: string])[];
}

export const scriptStories: readonly ScriptStory[] = parse(
  readFileSync(join(import.meta.dirname, "stories.yaml"), "utf8"),
);
