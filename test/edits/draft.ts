import type { Chance } from "../simulation/chance.ts";

/** A topic as somebody writes it. Without an id it goes by its text. */
export interface DraftTopic {
  id?: string;
  topic: string | Record<string, string>;
  words?: string[];
  length?: string;
  languages?: string[];
  difficulties?: number[];
}

export interface DraftRule {
  topic?: string;
  lang?: string;
  difficulty?: number;
  length?: string;
  story?: string;
}

/** A plan that is edited. As JSON it is YAML too. */
export interface Draft {
  course: string;
  title: string;
  edition: string;
  budget: { credits: number };
  languages: string[];
  difficulties: number[];
  defaults: { length?: string; genre?: string; audiobook: boolean };
  words?: Record<string, Record<string, string[]>>;
  vocabulary?: { perStory: number };
  topics: DraftTopic[];
  exclude?: DraftRule[];
  moved?: { from: string; to: string }[];
  removed?: (string | DraftRule)[];
}

const nouns = "market train river letter key winter bread garden music bridge island doctor".split(" ");
const places = "in the old town,by the sea,at night,under the snow,of my sister,without a name".split(",");

/** A topic's text that no draft had before, unless chance is unkind: then the plan says that two jobs are one. */
export function someText(chance: Chance): string {
  return `The ${chance.pick(nouns)} ${chance.pick(places)} ${chance.between(1, 999)}`;
}

/** A course of a few topics: some with ids, some numbered, some that go by their texts. */
export function drawDraft(chance: Chance): Draft {
  const isNumbered = chance.hits(0.5);
  const list = (): string[] => Array.from({ length: chance.between(1, 8) }, (_, index) => `w${index}`);
  const topics = Array.from({ length: chance.between(2, 4) }, (_, index): DraftTopic => {
    const topic = someText(chance);
    if (isNumbered) return { id: `t${index + 1}`, topic };
    return chance.hits(0.7) ? { topic } : { id: `lesson-${chance.between(1, 99)}`, topic };
  });
  const hasWords = chance.hits(0.3);
  if (hasWords) for (const topic of topics) topic.words = ["list"];
  return {
    course: "course",
    title: "Course",
    edition: "1",
    budget: { credits: 1_000_000 },
    languages: chance.hits(0.5) ? ["es"] : ["es", "fr"],
    difficulties: chance.hits(0.6) ? [2] : [2, 4],
    defaults: { audiobook: false },
    ...(hasWords ? { words: { list: { es: list(), fr: list(), de: list() } } } : {}),
    topics,
  };
}

/** The text of a topic in any language: enough to tell one from another. */
export function textOf({ topic }: DraftTopic): string {
  return typeof topic === "string" ? topic : (Object.values(topic)[0] ?? "");
}
