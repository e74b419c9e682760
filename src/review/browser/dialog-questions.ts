import { questionLimits, readQuestion } from "../../lessons/questions/question.ts";
import { gapSign, readItem } from "../../package/exercises/edited-exercise.ts";
import { isBlank, isNamed } from "../../shared/text.ts";
import type { CorrectionRequest, LessonDocument } from "../documents.ts";
import { correctedMost, nameMost, textMost, unitMost } from "../recorded-text.ts";
import type { Kept } from "./kept.ts";
import { say, type TextName } from "./texts.ts";
import { foundItem, type ItemUnit, isItem, keyOf, type Unit } from "./units.ts";

// The questions of the page's dialog.

export interface Question {
  readonly title: string;
  readonly label: string;
  /** What speaks against an answer; null: nothing. */
  readonly objectionTo: (answer: string) => string | null;
  /** The longest answer, in UTF-16 units. */
  readonly most: number;
  /** Under which key the answer is kept until it is recorded, and what it would do. Left out: it is not kept. */
  readonly unsent?: { readonly key: string; readonly about: string };
  /** For a text that is corrected: how it read at first, and what the person starts from. Left out: the answer begins empty. */
  readonly begun?: { readonly original: string; readonly now: string };
  /** The answer's language tag, for the browser's spelling checker; empty: unknown. */
  readonly lang: string;
  /** What the answer is by all likelihood. */
  readonly suggested?: string | null;
}

/** A question whose answer is kept until it is recorded. */
export type KeptQuestion = Question & Required<Pick<Question, "unsent">>;

/** Objects to an answer without visible text. */
function needed(objection: TextName): Question["objectionTo"] {
  return (answer) => (isBlank(answer) ? say(objection) : null);
}

/** Asks for the name to record from now on. */
export function nameQuestion({ who, suggestedName }: Kept): Question {
  return {
    title: say("ask.who"),
    label: say("ask.name"),
    objectionTo: (name) => (isNamed(name) ? null : say("ask.nameNeeded")),
    most: nameMost,
    lang: "",
    suggested: who ?? suggestedName,
  };
}

/** Asks for the reason of a decision, or for a comment. */
export function remarkQuestion(
  kind: "held" | "rejected" | "comment",
  { story, title: lesson }: LessonDocument,
): KeptQuestion {
  const title = say(`ask.${kind}`, { title: lesson });
  const label = say(kind === "comment" ? "ask.commentHint" : "ask.why");
  const objectionTo = needed(kind === "comment" ? "ask.commentNeeded" : "ask.whyNeeded");
  const unsent = { key: JSON.stringify([story, kind]), about: title };
  return { title, label, objectionTo, most: textMost, lang: "", unsent };
}

/** `question`: its number, from 0; the number after the last one is for a new question, which the model may have proposed. */
export interface AboutQuestion {
  readonly question: number;
  readonly proposed?: string;
}

/** Anything that a person can change: a part of the text, the gloss of a word (given by its number), a question, or a reading. */
export type Changeable = Unit | { readonly word: number } | AboutQuestion | AboutReading;

/** `reading`: the word or text that is read so; null: the person names it. */
export interface AboutReading {
  readonly reading: string | null;
}

/** How a person is asked what a part of a lesson should read, and what the answer changes. */
interface Wording extends Omit<Question, "most" | "unsent" | "begun"> {
  /** As it read at first, and as it reads now. */
  readonly original: string;
  readonly now: string;
  readonly changed: (text: string) => CorrectionRequest["change"];
}

/** The question what a part of a lesson should read; null: the lesson has no such part. */
export function correctionOf(
  lesson: LessonDocument,
  about: Changeable,
): (Pick<Wording, "now" | "changed"> & { readonly question: KeptQuestion }) | null {
  const wording = wordingOf(lesson, about);
  if (wording === null) return null;
  const { changed, original, now, ...question } = wording;
  const key = JSON.stringify([lesson.story, about]);
  const unsent = { key, about: say("ask.about", { action: question.title, title: lesson.title }) };
  // A sentence may grow, but not into a story: a narrator would speak it for minutes, and it would be marked as a whole while it is heard.
  const most = Math.min(correctedMost, Math.max(unitMost, 2 * original.length));
  return { now, changed, question: { ...question, most, begun: { original, now }, unsent } };
}

function wordingOf(lesson: LessonDocument, about: Changeable): Wording | null {
  const { narrator, lang } = lesson;
  if (about === "title") {
    return {
      title: say("ask.title"),
      label: narrator === null ? say("ask.titleSound") : say("ask.titleSpoken", { narrator }),
      original: lesson.originalTitle,
      now: lesson.title,
      lang,
      objectionTo: needed("ask.titleNeeded"),
      changed: (text) => ({ kind: "title", text }),
    };
  }
  if (typeof about === "number") {
    const sentence = lesson.sentences[about];
    if (sentence === undefined) return null;
    return {
      title: say("ask.sentence", { number: about + 1 }),
      label: `${say("ask.sentenceHint")} ${effectOnSound(lesson)}`.trim(),
      original: sentence.original,
      now: sentence.corrected ?? sentence.original,
      lang,
      objectionTo: () => null,
      changed: (text) => ({ kind: "sentence", sentence: about, text }),
    };
  }
  if (isItem(about)) return wordingOfItem(lesson, about);
  if ("question" in about) return wordingOfQuestion(lesson, about);
  if ("reading" in about) return wordingOfReading(lesson, about);
  const entry = lesson.words[about.word];
  if (entry === undefined) return null;
  const { word, gloss, originalGloss } = entry;
  return {
    title: say("ask.gloss", { word }),
    label: say("ask.glossHint"),
    original: originalGloss ?? "",
    now: gloss ?? "",
    lang: "",
    objectionTo: () => null,
    changed: (text) => ({ kind: "gloss", word, text }),
  };
}

/** A text of the story is given with its reading, on one line. */
function wordingOfReading(
  { readings, words, lang }: LessonDocument,
  { reading: word }: AboutReading,
): Wording {
  const corrected = readings?.find((one) => one.word === word);
  const usual = corrected?.original || words.find((one) => one.word === word)?.reading || "";
  const parts = (text: string) => /^(\S+)\s+(.+)$/su.exec(text);
  return {
    title: word === null ? say("ask.newReading") : say("ask.reading", { word }),
    label: say(word === null ? "ask.newReadingHint" : "ask.readingHint"),
    original: usual,
    now: corrected?.corrected ?? usual,
    lang,
    objectionTo: (text) => (word !== null || parts(text) !== null ? null : say("ask.readingNeeded")),
    changed: (text) => {
      const [, named = "", read = ""] = parts(text) ?? [];
      return word === null ? { kind: "reading", word: named, text: read } : { kind: "reading", word, text };
    },
  };
}

function effectOnSound({ hasSound, narrator }: LessonDocument): string {
  if (!hasSound) return "";
  return narrator === null ? say("ask.sentenceSound") : say("ask.sentenceSpoken", { narrator });
}

function wordingOfItem(lesson: LessonDocument, unit: ItemUnit): Wording | null {
  const found = foundItem(lesson, keyOf(unit));
  if (found === null) return null;
  const { exercise, item, was, now } = found;
  const gap = item.given === null ? [] : [say("ask.gap", { gap: gapSign })];
  return {
    title: say("ask.item", { exercise: exercise.title }),
    label: [say(`itemForms.${exercise.form}`), ...gap, say("ask.newLine"), say("ask.itemHint")].join(" "),
    original: was,
    now,
    lang: lesson.lang,
    objectionTo: (text) => {
      const read = text === "" ? null : readItem(text, exercise, item);
      return typeof read === "string" ? say(`itemFaults.${read}`, { gap: gapSign }) : null;
    },
    changed: (text) => ({ kind: "item", item: keyOf(unit), text }),
  };
}

const { characters, fewestOptions: fewest, mostOptions: most } = questionLimits;
const limits = { characters, fewest, most };

function wordingOfQuestion(
  { questions, lang }: LessonDocument,
  { question, proposed }: AboutQuestion,
): Wording {
  const now = questions[question] ?? "";
  return {
    title: say(now === "" ? "ask.newQuestion" : "ask.question"),
    label:
      `${say("ask.newLine")} ${say("ask.questionHint")} ${now === "" ? "" : say("ask.questionGone")}`.trim(),
    original: now,
    now,
    lang,
    suggested: proposed ?? null,
    objectionTo: (text) => {
      const read = text === "" ? null : readQuestion(text);
      return typeof read === "string" ? say(`questionFaults.${read}`, limits) : null;
    },
    changed: (text) => ({ kind: "question", question, text }),
  };
}
