import { ask, type Question } from "../dialogs.ts";
import type { UnsentTexts } from "./unsent-texts.ts";

/** Where an answer is kept until it is recorded. `about`: what the answer would do. */
export interface Kept {
  readonly texts: UnsentTexts;
  readonly key: string;
  readonly about: string;
}

/** Asks as `ask` does, beginning with what was typed before. What is typed is kept until `forget` is called for its key. */
export function askKept(question: Question, { texts, key, about }: Kept): Promise<string | null> {
  const keep = (text: string | null): void => {
    if (text === null) texts.forget(key);
    else texts.keep(key, { about, text });
  };
  return ask({ ...question, unsent: { text: texts.get(key), keep } });
}
