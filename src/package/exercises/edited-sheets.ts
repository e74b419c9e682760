import type { EditedItem } from "../../lessons/correction/overlay.ts";
import { sha256 } from "../../shared/hash.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { foldAnswer } from "./answer.ts";
import { type DraftedExercise, editedExercise, writeItem } from "./edited-exercise.ts";
import type { Exercise, ExerciseSheet } from "./exercise.ts";
import { kinds } from "./kinds.ts";

// 64 bits tell the items of a lesson apart.
const keyDigits = 16;

export function draftedExercise(exercise: Exercise, { bcp47: tag }: LanguageFacts): DraftedExercise {
  const { form, choices, ofLetters = false } = kinds[exercise.kind];
  const drafted = { ...exercise, form, isFixed: choices === "beside", ofLetters, tag, keys: [] };
  const keys = exercise.items.map((item) =>
    sha256(`${exercise.kind}\n${writeItem(drafted, item)}`).slice(0, keyDigits),
  );
  return { ...drafted, keys };
}

/** Items that are left out are not replaced: learners get what the editor has seen. Pure. */
export function editedSheets(
  sheets: readonly ExerciseSheet[],
  edited: readonly EditedItem[],
  language: LanguageFacts,
): readonly ExerciseSheet[] {
  if (edited.length === 0) return sheets;
  const edits = new Map(edited.map(({ item, now }) => [item, now]));
  const fold = (text: string) => foldAnswer(text, language);
  return sheets.map((sheet) => {
    const exercises = sheet.exercises.flatMap(
      (exercise) => editedExercise(draftedExercise(exercise, language), edits) ?? [],
    );
    const answers = new Set(exercises.flatMap(({ items }) => items.map(({ answer }) => fold(answer))));
    return { ...sheet, exercises, retell: sheet.retell.filter((word) => answers.has(fold(word))) };
  });
}
