import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";
import { paragraphsOf } from "../text/paragraphs.ts";
import { sentenceBounds } from "../text/sentences.ts";

/** A sentence of a story: the number of its paragraph, from 0, and where it stands in there, in UTF-16 units. */
export interface SentencePlace {
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
}

/** What a recording of a story is expected to say, in order. */
export interface Script {
  /** May be read aloud or not. Empty where the story has none. */
  readonly title: string;
  readonly sentences: readonly ScriptSentence[];
}

export interface ScriptSentence extends SentencePlace {
  readonly text: string;
}

/** The script of a story: the sentences of its paragraphs, as the package has them. */
export function scriptOf(
  { title, text }: { readonly title: string | null; readonly text: string },
  language: LanguageFacts,
): Script {
  const sentences = paragraphsOf(text).flatMap((paragraph, number) =>
    sentenceBounds(paragraph, language).map(({ from, to }) => ({
      ...{ paragraph: number, from, to },
      text: paragraph.slice(from, to),
    })),
  );
  return { title: cleanLine(title ?? ""), sentences };
}
