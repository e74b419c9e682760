import { kept } from "../kept.ts";
import { type Answers, answersFromText, answersToText } from "./kept-answers.ts";

/** A page's answers in the browser's storage, one entry for a set of exercises: those for an older text are overwritten. */
export function answerStore(key: string, sheet: string) {
  return {
    read: (count: number): Answers | null => answersFromText(kept.get(key), sheet, count),
    write: (answers: Answers): void => kept.set(key, answersToText(sheet, answers)),
  };
}
