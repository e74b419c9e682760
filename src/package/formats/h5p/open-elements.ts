import { html } from "../../../shared/html.ts";
import type { ExerciseSheet } from "../../exercises/exercise.ts";
import { pictureSize } from "../../pages/picture.ts";
import { pictureFile, pictureText } from "../../quiz/lesson-picture.ts";
import { promptsMarkup, wordList } from "../../quiz/open-tasks.ts";
import { type Element, element } from "./element.ts";
import { type ExercisePart, isPlain } from "./exercise-part.ts";

/**
 * The story to be written in the learner's own words. H5P says which of the words it finds, but gives no points for them: the text is the
 * learner's own. Null if there are too few words.
 */
export function retellElement({ retell }: ExerciseSheet, part: ExercisePart): Element | null {
  // A word between slashes, or with a star, would be a pattern.
  const words = retell.filter(isPlain);
  if (words.length === 0) return null;
  const { strings } = part;
  const params = {
    taskDescription: html`<p>${strings.print.writeWith}</p>${wordList(retell, part)}`.toString(),
    solution: {},
    keywords: words.map((keyword) => ({
      keyword,
      options: { points: 1, occurrences: 1, caseSensitive: false, forgiveMistakes: true },
    })),
    behaviour: {
      inputFieldSize: "10",
      enableRetry: true,
      ignoreScoring: true,
      pointsHost: 1,
      overrideCaseSensitive: "off",
      linebreakReplacement: " ",
    },
    checkAnswer: strings.quiz.check,
    tryAgain: strings.quiz.again,
  };
  return element("H5P.Essay", strings.exercises.retell.title, { params, scope: part.scope });
}

/** The plan's questions to talk about; null if there are none. */
export function promptsElement(part: ExercisePart): Element | null {
  const text = promptsMarkup(part);
  if (text === null) return null;
  const { title } = part.strings.exercises.prompts;
  return element("H5P.AdvancedText", title, { params: { text: text.toString() }, scope: part.scope });
}

/** The picture of the lesson's topic; null if it has none. */
export function pictureElement(part: ExercisePart): Element | null {
  const { image } = part.lesson;
  const file = pictureFile(part.lesson, "images/");
  if (image === null || file === null) return null;
  const params = {
    file: {
      path: file.path,
      mime: image.mediaType,
      copyright: { license: "U" },
      ...pictureSize(image),
    },
    alt: pictureText(image.alt).toString(),
    decorative: false,
    contentName: "Image",
  };
  return element("H5P.Image", part.lesson.title, { params, scope: part.scope });
}
