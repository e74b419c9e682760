import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { Course } from "../contents/course.ts";
import { asBeginning, nearSpellingsOf, openingOf, spellingsOf } from "../exercises/answer.ts";
import { choicesOf, type Exercise, type HeardItem, type Item } from "../exercises/exercise.ts";
import { cueText, kinds, rightOf } from "../exercises/kinds.ts";

/** An item of an exercise as a learning platform can ask it: one question, one answer, one point. */
export type Question = ChoiceQuestion | FillQuestion;

interface Asked {
  /** Content in the lesson's language, around `shown`; `before` is all of it if `shown` is null. */
  readonly before: string;
  /** The letters given at the start of the answer and a line for each of the others, or an empty text. Null if the question has no gap. */
  readonly shown: string | null;
  readonly after: string;
  /** In the reader's language. */
  readonly gloss: string | null;
  /** The sentence to play with it; null if it is only read. */
  readonly heard: HeardItem | null;
}

export interface ChoiceQuestion extends Asked {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly choicesAre: "story" | "reader";
  readonly right: number;
}

export interface FillQuestion extends Asked {
  readonly kind: "fill";
  /** Accepted answers, in any case; the first is the one in the key. */
  readonly accepted: readonly string[];
  /** Answers that are right but for their spelling, likewise; only some of them can be listed. */
  readonly almost: readonly string[];
}

export function almostPoints({ almost }: Pick<Course, "almost">): number {
  return almost === "full" ? 1 : 0.5;
}

/** The answers that a platform without half points accepts; almost right answers are included if they are worth a point. */
export function acceptedBy({ accepted, almost }: FillQuestion, course: Pick<Course, "almost">): string[] {
  return [...accepted, ...(almostPoints(course) === 1 ? almost : [])];
}

/**
 * An exercise as questions for a platform that has only choices and fields. `together`: whether all questions are shown at once; the questions of an
 * order can then ask for each sentence's place.
 */
export function questionsOf(exercise: Exercise, language: LanguageFacts, together = false): Question[] {
  const { form, inReader } = kinds[exercise.kind];
  const { items } = exercise;
  const choicesAre = inReader === true ? "reader" : "story";
  switch (form) {
    case "choose":
      return items.map((item) => ({
        ...askedBy(exercise, item),
        kind: "choice",
        choices: choicesOf(exercise, item),
        choicesAre,
        right: item.correct,
      }));
    case "type":
    case "build":
      return items.map((item) => ({
        ...askedBy(exercise, item),
        kind: "fill",
        ...spellingsFor(item, language),
      }));
    case "order": {
      const asked = { shown: null, after: "", gloss: null, heard: null, kind: "choice", choicesAre } as const;
      const places = items.map((_, place) => String(place + 1));
      const sentences = items.map(({ before }) => before);
      return items.map(({ before, correct }, place) =>
        together
          ? { ...asked, before, choices: places, right: correct }
          : {
              ...asked,
              before: `${place + 1}.`,
              choices: sentences,
              right: items.findIndex((each) => each.correct === place),
            },
      );
    }
  }
}

function askedBy(exercise: Exercise, { before, given, answer, after, cue, gloss, heard }: Item): Asked {
  if (given !== null) {
    const hint = cue.map((letters) => ` (${asBeginning(letters)}…)`);
    return { before, shown: openingOf({ given, answer }), after: after + hint.join(""), gloss, heard };
  }
  const asked = [before, cueText(exercise, cue)].filter((text) => text !== "").join(" … ");
  return { before: asked, shown: null, after: "", gloss, heard };
}

function spellingsFor(item: Item, language: LanguageFacts): Pick<FillQuestion, "accepted" | "almost"> {
  const accepted = acceptedFor(item, language);
  const near = accepted.flatMap((spelling) => nearSpellingsOf(spelling, language));
  return { accepted, almost: [...new Set(near)].filter((spelling) => !accepted.includes(spelling)) };
}

/** What counts as right where a program compares letter by letter: punctuation around a sentence is optional, and so is what is given of it. */
function acceptedFor(item: Item, language: LanguageFacts): string[] {
  const { before, given, after } = item;
  const right = rightOf(item);
  if (given !== null) {
    const whole = right.flatMap((answer) => spellingsOf(answer, language));
    return [...new Set([...whole, ...right.flatMap((answer) => restOf(answer, given, language))])];
  }
  const lines = right.flatMap((answer) =>
    before === "" ? [answer + after] : [`${before} ${answer}${after}`, answer + after],
  );
  return [...new Set(lines.flatMap((line) => writtenDown(line, language)))];
}

function writtenDown(sentence: string, language: LanguageFacts): string[] {
  const [, head = "", bare = sentence, end = ""] = /^([\p{P}\s]*)(.*?)([\p{P}\s]*)$/su.exec(sentence) ?? [];
  return [sentence, `${bare}${end}`, `${head}${bare}`, ...spellingsOf(bare, language)];
}

// Some learners continue after the given letter.
function restOf(answer: string, given: string, language: LanguageFacts): string[] {
  const rest = given !== "" && answer.startsWith(given) ? answer.slice(given.length) : "";
  return rest === "" ? [] : spellingsOf(rest, language);
}
