import { limits } from "../../contract/limits.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { counted } from "../../shared/counted.ts";
import { quote } from "./quote.ts";

type Code = "words_in_no_story" | "words_met_too_seldom" | "words_in_too_few_stories";
type Told<One extends Code> = Extract<PlanProblem, { code: One }>;

/** The words for what `vocabulary` can't do: which words, the sum that does not come out, and what would help. */
export const vocabularyWords: { readonly [One in Code]: (problem: Told<One>) => string } = {
  words_in_no_story: (p) =>
    `${sayWords(p)} can be in no story, ${quote(p.word)} first: ${sayRoom(p)}, and the lists there hold ${p.words}; ${sayRemedies(p, "shorten the lists")}`,
  words_met_too_seldom: (p) =>
    `${sayWords(p)} can't be met ${sayTimes(p.encounters)}, ${quote(p.word)} first, which is met ${sayTimes(p.times)}: ${sayRoom(p)}, and ${counted(p.words, "word")} ${sayTimes(p.encounters)} make ${p.words * p.encounters}; ${sayRemedies(p, "ask for fewer encounters")}`,
  words_in_too_few_stories: (p) =>
    `${sayWords(p)} can't be met ${sayTimes(p.encounters)}, ${quote(p.word)} first: only ${counted(p.stories, "story has a topic", "stories have topics")} with a list that holds it; name the list in more topics, or ask for fewer encounters`,
};

function sayWords({
  count,
  lang,
  difficulties,
}: Pick<Told<Code>, "count" | "lang" | "difficulties">): string {
  const levels = difficulties.length === 1 ? "difficulty" : "difficulties";
  return `${counted(count, "word")} of ${quote(lang)} at ${levels} ${difficulties.join(", ")}`;
}

type Room = Pick<Told<Code>, "stories" | "perStory">;

function sayRoom({ stories, perStory }: Room): string {
  if (stories === 1) return `the one story that could have it takes ${counted(perStory, "word")}`;
  return `the ${stories} stories that could have it take ${counted(perStory, "word")} each, ${stories * perStory} in all`;
}

function sayRemedies({ perStory }: Room, other: string): string {
  const most = limits.wordsPerStory;
  const add = "add topics with these lists";
  return perStory < most ? `${add}, ${other} or raise perStory (at most ${most})` : `${add} or ${other}`;
}

function sayTimes(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}
