import { type QuestionFault, questionLimits, readQuestion } from "../../lessons/questions/question.ts";
import { gapSign, type ItemFault, readItem } from "../../package/exercises/edited-exercise.ts";
import type { CorrectionRequest, LessonDocument, UndoRequest } from "../documents.ts";
import { correctedMost, unitMost } from "../recorded-text.ts";
import { cancelled } from "./decide.ts";
import { ask, askName, needed, type Question } from "./dialogs.ts";
import { foundItem, type ItemUnit, isItem, keyOf } from "./items.ts";
import { type AboutQuestion, type Changeable, type Page, Refusal } from "./page.ts";
import { describeUnspoken } from "./words.ts";

/** The newest correction of a lesson. */
export type Undoable = Pick<UndoRequest, "job" | "story" | "seen" | "undoes">;

/**
 * Asks how a part of a lesson should read, and has the answer recorded. A text that could not be recorded is offered again when the person tries again.
 * Resolves with true if anything was recorded.
 */
export async function correct(page: Page, lesson: LessonDocument, about: Changeable): Promise<boolean> {
  const { send, kept, say } = page;
  const { job, story, seen } = lesson;
  const wording = wordingOf(lesson, about);
  if (wording === null) return false;
  const { title, label, original, now, lang, objectionTo, changed, suggested = null } = wording;
  const key = JSON.stringify([story, about]);
  const text = await ask({
    title,
    label,
    objectionTo,
    most: mostFor(original),
    begun: { original, now, lang },
    suggested,
    unsent: { kept, key, about: `${title}, in “${lesson.title}”` },
  });
  if (text === now) kept.forgetText(key);
  const who = text === null || text === now ? null : await askName(kept);
  if (text === null || who === null) {
    if (kept.text(key) !== null) say(cancelled);
    return false;
  }
  await send("corrections", { job, story, seen, who, change: changed(text) });
  kept.forgetText(key);
  return true;
}

/** A sentence may grow, but not into a story: a narrator would speak it for minutes, and it would be marked as a whole while it is heard. */
function mostFor(original: string): number {
  return Math.min(correctedMost, Math.max(unitMost, 2 * original.length));
}

/** Leaves an item of the exercises out, or puts it back. Resolves with true if the change was recorded. */
export async function leaveOut(
  { send, kept }: Page,
  lesson: LessonDocument,
  unit: ItemUnit,
): Promise<boolean> {
  const { job, story, seen } = lesson;
  const item = keyOf(unit);
  const found = foundItem(lesson, item);
  const back =
    found === null ? lesson.edited.find((one) => one.item === item)?.was : found.now === "" ? found.was : "";
  const who = back === undefined ? null : await askName(kept);
  if (back === undefined || who === null) return false;
  await send("corrections", { job, story, seen, who, change: { kind: "item", item, text: back } });
  return true;
}

/** Takes back the newest correction. Resolves with true if that was recorded. */
export async function undo({ send, kept }: Page, undoable: Undoable): Promise<boolean> {
  const who = await askName(kept);
  if (who === null) return false;
  await send("corrections/undo", { ...undoable, who });
  return true;
}

/** The newest correction of a lesson that is shown; null if the lesson has none. */
export function undoableIn({ job, story, seen, undoes }: LessonDocument): Undoable | null {
  return undoes === null ? null : { job, story, seen, undoes };
}

/** The jobs of the lessons in which something is being spoken anew. */
const speaking = new Set<string>();

/**
 * Requests that the corrections be spoken anew if there is a narrator and the recording doesn't contain them yet. This happens in the background, since
 * a speech server takes seconds and the person keeps working meanwhile.
 */
export async function respeak(page: Page): Promise<void> {
  const { send, kept, lesson, say, explain, showAgain } = page;
  if (lesson === null || !isToBeSpoken(lesson) || speaking.has(lesson.job)) return;
  const { job, story, seen, narrator } = lesson;
  speaking.add(job);
  try {
    const who = await askName(kept);
    if (who === null) return;
    say(`${narrator ?? ""} is speaking the corrections …`);
    const left = await send("respoken", { job, story, seen, who });
    if (page.lesson?.job === job) await showAgain();
    const reasons = [...new Set(left.map(describeUnspoken))].join(" ");
    say(
      left.length === 0
        ? "The corrections were spoken again. Press l to play them."
        : `Some corrections could not be spoken again. ${reasons}`,
    );
  } catch (error) {
    // Something else was corrected meanwhile: both are spoken together now.
    if (!(error instanceof Refusal) || error.document.code !== "lesson_changed") explain(error);
  } finally {
    speaking.delete(job);
  }
  const now = page.lesson;
  if (now?.job === job && now.seen.correction !== seen.correction) await respeak(page);
}

/** At the person's request, starts speaking the corrections anew, or says why that isn't possible. */
export function respeakNow(page: Page): void {
  const { lesson, say } = page;
  if (lesson === null || isToBeSpoken(lesson)) void respeak(page);
  else if (lesson.narrator === null)
    say("The plan names no narrator for corrections. Add “review: { narrator: embedded }”.");
  else say("The recording already has every correction.");
}

/** Whether the recording says something that is corrected as it was, and somebody can speak it. */
function isToBeSpoken({ narrator, unspoken }: LessonDocument): boolean {
  return narrator !== null && unspoken > 0;
}

/** How a person is asked about a part of a lesson. */
interface Wording extends Pick<Question, "title" | "label" | "objectionTo" | "suggested"> {
  readonly original: string;
  readonly now: string;
  readonly lang: string;
  readonly changed: (text: string) => CorrectionRequest["change"];
}

/** How a person is asked what a part of a lesson should read; null: the lesson has no such part. */
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
  const hint = {
    order: "The sentence that learners put in order.",
    choose: "The line that learners read, then = and the right choice.",
    type: "The line that learners read, then a line with = for each right answer, the best one first.",
    build:
      "The given text, then = and the answer, with / between its tiles. Each further line with = is another right answer.",
  }[exercise.form];
  return {
    title: `Edit the item of “${exercise.title}”`,
    label: `${hint}${item.given === null ? "" : ` ${gapSign} is the gap.`} Shift+Enter starts a new line. Leave empty to omit the item.`,
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

function effectOnSound({ hasSound, narrator }: LessonDocument): string {
  if (!hasSound) return "";
  return narrator === null
    ? "The recording stays as it is: a sentence whose words you change is no longer highlighted while it plays."
    : `If its words change, ${narrator} speaks this sentence again, and no other.`;
}
