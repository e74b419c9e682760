import { deriveTopicId } from "../../src/plan/topic-id.ts";
import type { Chance } from "../simulation/chance.ts";

/** A topic as somebody writes it. Without an id it goes by its text. */
export interface DraftTopic {
  /** Which lesson it truly is, whatever its id and text are by now: in nobody's plan, and what the judge goes by. */
  self: number;
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
  text?: string;
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
  moved?: { from?: string; text?: string; to: string }[];
  removed?: (string | DraftRule)[];
}

const words = (
  "market train river letter winter bread garden music bridge island doctor window yellow thunder basket copper violin " +
  "pepper orchard lantern whisper journey mountain fisherman ballroom cathedral dentist elephant fireplace grandmother harvest juggler"
).split(" ");

/** A topic's text that no draft had before, unless chance is unkind: then the plan says that two jobs are one. */
export function someText(chance: Chance): string {
  return `${Array.from({ length: 4 }, () => chance.pick(words)).join(" ")} ${chance.between(1, 999)}`;
}

/** A topic that nobody has bought a lesson of. */
export function someTopic(chance: Chance): DraftTopic {
  return { self: chance.between(1, 2 ** 40), topic: someText(chance) };
}

/** A draft as its file has it. */
export function writeDraft(draft: Draft): string {
  return JSON.stringify(draft, (key, value) => (key === "self" ? undefined : value));
}

/** A course of a few topics: some with ids, some numbered, some that go by their texts. */
export function drawDraft(chance: Chance): Draft {
  const isNumbered = chance.hits(0.5);
  const list = (): string[] => Array.from({ length: chance.between(1, 8) }, (_, index) => `w${index}`);
  const topics = Array.from({ length: chance.between(2, 4) }, (_, index): DraftTopic => {
    const topic = someTopic(chance);
    if (isNumbered) return { ...topic, id: `t${index + 1}` };
    return chance.hits(0.7) ? topic : { ...topic, id: `lesson-${chance.between(1, 99)}` };
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

/** A topic's id, written or made from its text. */
export function idOf(topic: DraftTopic): string {
  return topic.id ?? deriveTopicId(textOf(topic));
}
