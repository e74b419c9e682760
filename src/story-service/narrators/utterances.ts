import { speakable } from "../../shared/speech/speakable.ts";

/** A text spoken in one go, and the silence after it. */
export interface Utterance {
  readonly text: string;
  readonly pauseMs: number;
}

/** The title stands apart. */
const afterTitleMs = 1200;
const afterParagraphMs = 700;
/** Added to the synthesizer's own short pause at a full stop: learners need the time. */
const afterSentenceMs = 300;

/** The utterances in order: the title, then every sentence of every paragraph. Text is never treated as markup. */
export function utterancesOf(story: { lang: string; title: string; text: string }): Utterance[] {
  const title = { text: speakable(story.title), pauseMs: afterTitleMs };
  const paragraphs = story.text.split(/\n\s*\n/u).flatMap((paragraph) => {
    const sentences = sentencesOf(speakable(paragraph), story.lang);
    return sentences.map((text, index) => ({
      text,
      pauseMs: index === sentences.length - 1 ? afterParagraphMs : afterSentenceMs,
    }));
  });
  return [title, ...paragraphs].filter((utterance) => /[\p{L}\p{N}]/u.test(utterance.text));
}

function sentencesOf(paragraph: string, lang: string): string[] {
  const locale = /^[a-z]{2}(-[a-z]{2})?$/u.test(lang) ? lang : "und";
  const segments = new Intl.Segmenter(locale, { granularity: "sentence" }).segment(paragraph);
  return [...segments].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== "");
}
