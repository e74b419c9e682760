import { foldAnswer } from "../answer.ts";
import type { Draft } from "../draft.ts";
import { type Exercise, itemOf } from "../exercise.ts";

/** The questions about the story that an editor wrote or approved, unchanged. */
export function comprehension({ questions, story }: Draft): Exercise {
  const fold = (text: string) => foldAnswer(text, story.language);
  const sentences = story.sentences.map(fold);
  const items = questions.map(({ question, options, right, evidence }) => {
    const sentence = sentences.indexOf(fold(evidence));
    return itemOf({
      before: question,
      answer: options[right] ?? "",
      choices: options,
      correct: right,
      sentences: sentence < 0 ? [] : [sentence],
    });
  });
  return { kind: "comprehension", choices: [], items };
}
