import type { CorrectionRequest, LessonDocument } from "../../documents.ts";
import type { Unit } from "./units.ts";

type Change = CorrectionRequest["change"];

/** How a person is asked about a part of a lesson. */
interface Wording {
  readonly title: string;
  readonly label: string;
  readonly original: string;
  readonly now: string;
  readonly lang: string;
  /** What the person is told who leaves nothing of it; null: it may be empty. */
  readonly missing: string | null;
  readonly changed: (text: string) => Change;
}

/** What a person can change: a part of the text, or the gloss of a word by its number. */
export type Changeable = Unit | { readonly word: number };

/** How a person is asked what a part of a lesson should read; null: the lesson has no such part. */
export function wordingOf(lesson: LessonDocument, about: Changeable): Wording | null {
  if (about === "title") return titleWording(lesson);
  return typeof about === "number" ? sentenceWording(lesson, about) : glossWording(lesson, about.word);
}

function titleWording({ title, originalTitle, lang, narrator }: LessonDocument): Wording {
  return {
    title: "Correct the title",
    label: narrator === null ? "The recording stays as it is" : `${narrator} speaks it anew if it is heard`,
    original: originalTitle,
    now: title,
    lang,
    missing: "A lesson needs a title.",
    changed: (text) => ({ kind: "title", text }),
  };
}

function sentenceWording(
  { sentences, hasSound, lang, narrator }: LessonDocument,
  sentence: number,
): Wording | null {
  const known = sentences[sentence];
  if (known === undefined) return null;
  const { original, corrected } = known;
  const left = "Empty: the sentence is left out.";
  return {
    title: `Correct sentence ${sentence + 1}`,
    label: hasSound ? `${left} ${effectOnSound(narrator)}` : left,
    original,
    now: corrected ?? original,
    lang,
    missing: null,
    changed: (text) => ({ kind: "sentence", sentence, text }),
  };
}

function effectOnSound(narrator: string | null): string {
  return narrator === null
    ? "The recording stays as it is: a sentence with other words is no longer highlighted while it is heard."
    : `With other words the sentence alone is spoken anew by ${narrator}.`;
}

function glossWording({ words }: LessonDocument, number: number): Wording | null {
  const entry = words[number];
  if (entry === undefined) return null;
  const { word, gloss, originalGloss } = entry;
  return {
    title: `Correct the gloss of “${word}”`,
    label: "In this lesson only. Empty: no gloss",
    original: originalGloss ?? "",
    now: gloss ?? "",
    lang: "",
    missing: null,
    changed: (text) => ({ kind: "gloss", word, text }),
  };
}
