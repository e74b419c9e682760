import { limits } from "../../../contract/limits.ts";
import type { PlanProblem } from "../../../plan/problem.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { quote } from "../quote.ts";

type Code = "words_in_no_story" | "words_met_too_seldom" | "words_in_too_few_stories";
type Told<One extends Code> = Extract<PlanProblem, { code: One }>;

/** Messages for what `vocabulary` can't achieve: which words, the figures that don't add up, and what would help. */
export const vocabularyWords: { readonly [One in Code]: (problem: Told<One>) => string } = {
  words_in_no_story: (p) =>
    `${describeWords(p)} can be in no story, ${quote(p.word)} first: ${describeRoom(p)}, and the lists there hold ${p.words}; ${describeRemedies(p, "shorten the lists")}`,
  words_met_too_seldom: (p) =>
    `${describeWords(p)} can't be met ${describeTimes(p.encounters)}, ${quote(p.word)} first, which is met ${describeTimes(p.times)}: ${describeRoom(p)}, and ${pluralize(p.words, "word")} ${describeTimes(p.encounters)} make ${p.words * p.encounters}; ${describeRemedies(p, "ask for fewer encounters")}`,
  words_in_too_few_stories: (p) =>
    `${describeWords(p)} can't be met ${describeTimes(p.encounters)}, ${quote(p.word)} first: only ${pluralize(p.stories, "story has a topic", "stories have topics")} with a list that holds it; name the list in more topics, or ask for fewer encounters`,
};

function describeWords({
  count,
  lang,
  difficulties,
}: Pick<Told<Code>, "count" | "lang" | "difficulties">): string {
  const levels = difficulties.length === 1 ? "difficulty" : "difficulties";
  return `${pluralize(count, "word")} of ${quote(lang)} at ${levels} ${difficulties.join(", ")}`;
}

type Room = Pick<Told<Code>, "stories" | "perStory">;

function describeRoom({ stories, perStory }: Room): string {
  if (stories === 1) return `the one story that could have it takes ${pluralize(perStory, "word")}`;
  return `the ${stories} stories that could have it take ${pluralize(perStory, "word")} each, ${stories * perStory} in all`;
}

function describeRemedies({ perStory }: Room, other: string): string {
  const most = limits.wordsPerStory;
  const add = "add topics with these lists";
  return perStory < most ? `${add}, ${other} or raise perStory (at most ${most})` : `${add} or ${other}`;
}

function describeTimes(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}
