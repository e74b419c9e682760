import { paragraphsOf } from "../../../src/lessons/text/paragraphs.ts";
import { lessonWords } from "../../../src/package/contents/lesson-words.ts";
import type { Exercise, ExerciseSheet } from "../../../src/package/exercises/exercise.ts";
import { exerciseSheets } from "../../../src/package/exercises/exercise-sheets.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

interface Made {
  readonly text: string;
  readonly lang?: string;
  /** `word` or `word = gloss`. */
  readonly words?: readonly string[];
  readonly job?: string;
}

/** The sheets of a lesson that is told in one line. */
export function sheetsOf({ text, lang = "es", words = [], job = "market.es.2" }: Made): ExerciseSheet[] {
  const language = languageOf(lang);
  const listed = words.map((line) => {
    const [word = "", gloss = null] = line.split(" = ");
    return { word, gloss };
  });
  const found = lessonWords(paragraphsOf(text), listed, language);
  return exerciseSheets({ course: "weekly", job, ...found, language, reader: languageOf("en") });
}

/** The exercise of one kind in version A. */
export function exerciseOf<K extends Exercise["kind"]>(
  kind: K,
  made: Made,
): Extract<Exercise, { kind: K }> | undefined {
  const [sheet] = sheetsOf(made);
  return sheet?.exercises.find((each): each is Extract<Exercise, { kind: K }> => each.kind === kind);
}
