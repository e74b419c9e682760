import { type QuestionFault, questionLimits, readQuestion } from "../../lessons/questions/question.ts";
import { gapSign, type ItemFault, readItem } from "../../package/exercises/edited-exercise.ts";
import { isBlank, isNamed } from "../../shared/text.ts";
import type { CorrectionRequest, LessonDocument } from "../documents.ts";
import { correctedMost, nameMost, textMost, unitMost } from "../recorded-text.ts";
import type { Kept } from "./kept.ts";
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
function needed(objection: string): Question["objectionTo"] {
  return (answer) => (isBlank(answer) ? objection : null);
}

/** Asks for the name to record from now on. */
export function nameQuestion({ who, suggestedName }: Kept): Question {
  return {
    title: "Who is reviewing?",
    label: "Your name, as it should be recorded with your decisions",
    objectionTo: (name) => (isNamed(name) ? null : "Give a name that others can read."),
    most: nameMost,
    lang: "en",
    suggested: who ?? suggestedName,
  };
}

const remarks = {
  held: { does: "Hold", label: "Why? Others will read your reason" },
  rejected: { does: "Reject", label: "Why? Others will read your reason" },
  comment: { does: "Comment on", label: "The comment stays with the lesson and doesn’t decide anything" },
} as const;

/** Asks for the reason of a decision, or for a comment. */
export function remarkQuestion(
  kind: keyof typeof remarks,
  { story, title: lesson }: LessonDocument,
): KeptQuestion {
  const { does, label } = remarks[kind];
  const title = `${does} “${lesson}”`;
  const objection =
    kind === "comment"
      ? "Write something, or press Esc."
      : "Give a reason, so that others know what has to change, or press Esc.";
  const unsent = { key: JSON.stringify([story, kind]), about: title };
  return { title, label, objectionTo: needed(objection), most: textMost, lang: "en", unsent };
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
  const unsent = { key, about: `${question.title}, in “${lesson.title}”` };
  // A sentence may grow, but not into a story: a narrator would speak it for minutes, and it would be marked as a whole while it is heard.
  const most = Math.min(correctedMost, Math.max(unitMost, 2 * original.length));
  return { now, changed, question: { ...question, most, begun: { original, now }, unsent } };
}

function wordingOf(lesson: LessonDocument, about: Changeable): Wording | null {
  const { narrator, lang } = lesson;
  if (about === "title") {
    return {
      title: "Correct the title",
      label:
        narrator === null
          ? "The recording stays as it is"
          : `${narrator} speaks the title again if the recording contains it`,
      original: lesson.originalTitle,
      now: lesson.title,
      lang,
      objectionTo: needed("A lesson needs a title."),
      changed: (text) => ({ kind: "title", text }),
    };
  }
  if (typeof about === "number") {
    const sentence = lesson.sentences[about];
    if (sentence === undefined) return null;
    return {
      title: `Correct sentence ${about + 1}`,
      label: `Leave empty to omit the sentence. ${effectOnSound(lesson)}`.trim(),
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
    title: `Correct the gloss of “${word}”`,
    label: "In this lesson only. Leave empty for no gloss",
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
    title: word === null ? "Correct a reading in the text" : `Correct the reading of “${word}”`,
    label:
      word === null
        ? "The text as it stands in the story, a space, then how it is read: 行った いった, or 长大 zhǎng dà"
        : "In this lesson only. Leave empty for the reading of its list or of the dictionary",
    original: usual,
    now: corrected?.corrected ?? usual,
    lang,
    objectionTo: (text) =>
      word !== null || parts(text) !== null ? null : "Give the text, a space and its reading.",
    changed: (text) => {
      const [, named = "", read = ""] = parts(text) ?? [];
      return word === null ? { kind: "reading", word: named, text: read } : { kind: "reading", word, text };
    },
  };
}

function effectOnSound({ hasSound, narrator }: LessonDocument): string {
  if (!hasSound) return "";
  return narrator === null
    ? "The recording stays as it is: a sentence whose words you change is no longer highlighted while it plays."
    : `If its words change, ${narrator} speaks this sentence again, and no other.`;
}

const itemHints = {
  order: "The sentence that learners put in order.",
  choose: "The line that learners read, then = and the right choice.",
  type: "The line that learners read, then a line with = for each right answer, the best one first.",
  build:
    "The given text, then = and the answer, with / between its tiles. Each further line with = is another right answer.",
} as const;

const itemFaults: Readonly<Record<ItemFault, string>> = {
  line: "If the item had a line for learners to read, keep exactly one such line. Begin every other line with =.",
  gap: `Write ${gapSign} exactly once, where the gap is.`,
  answers:
    "Begin each answer with =. Give only one answer where learners choose, and no answer where they put sentences in order.",
  choice: "The answer must be one of the choices.",
  too_long: "This is too long for a line of an exercise.",
};

function wordingOfItem(lesson: LessonDocument, unit: ItemUnit): Wording | null {
  const found = foundItem(lesson, keyOf(unit));
  if (found === null) return null;
  const { exercise, item, was, now } = found;
  const gap = item.given === null ? "" : ` ${gapSign} is the gap.`;
  return {
    title: `Edit the item of “${exercise.title}”`,
    label: `${itemHints[exercise.form]}${gap} Shift+Enter starts a new line. Leave empty to omit the item.`,
    original: was,
    now,
    lang: lesson.lang,
    objectionTo: (text) => {
      const read = text === "" ? null : readItem(text, exercise, item);
      return typeof read === "string" ? itemFaults[read] : null;
    },
    changed: (text) => ({ kind: "item", item: keyOf(unit), text }),
  };
}

const questionFaults: Readonly<Record<QuestionFault, string>> = {
  no_question:
    "Begin with one line that asks the question. Put each option on its own line, beginning with - or *.",
  options: `Give ${questionLimits.fewestOptions} to ${questionLimits.mostOptions} different options, each on a line that begins with - or *.`,
  right: "Mark exactly one option as right by beginning its line with *.",
  too_long: `A line can have at most ${questionLimits.characters} characters.`,
};

function wordingOfQuestion(
  { questions, lang }: LessonDocument,
  { question, proposed }: AboutQuestion,
): Wording {
  const now = questions[question] ?? "";
  return {
    title: now === "" ? "Ask a question about the story" : "Edit the question",
    label: `Shift+Enter starts a new line. Write one line with the question, then a line for each option: - for a wrong one, * for the right one. Then, if you like, = and the sentence that gives the answer.${now === "" ? "" : " Leave empty to remove the question."}`,
    original: now,
    now,
    lang,
    suggested: proposed ?? null,
    objectionTo: (text) => {
      const read = text === "" ? null : readQuestion(text);
      return typeof read === "string" ? questionFaults[read] : null;
    },
    changed: (text) => ({ kind: "question", question, text }),
  };
}
