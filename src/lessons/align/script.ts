import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";
import { paragraphsOf, sentenceBounds } from "../text/sentences.ts";
import type { SentencePlace, StoryText } from "../text/story-text.ts";

export interface Script {
  /** Optional in the recording. Empty if the story has no title. */
  readonly title: string;
  readonly sentences: readonly ScriptSentence[];
}

export interface ScriptSentence extends SentencePlace {
  readonly text: string;
}

/** The script of a story: the sentences of its paragraphs, exactly as the package shows them. */
export function scriptOf({ title, text }: StoryText, language: LanguageFacts): Script {
  const sentences = paragraphsOf(text).flatMap((paragraph, number) =>
    sentenceBounds(paragraph, language).map(({ from, to }) => ({
      paragraph: number,
      from,
      to,
      text: paragraph.slice(from, to),
    })),
  );
  return { title: cleanLine(title ?? ""), sentences };
}
