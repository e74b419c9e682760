import { deriveTopicId } from "../../src/plan/topic-id.ts";
import type { Chance } from "../simulation/chance.ts";

/** A topic as written. Without an id it is identified by its text. */
export interface DraftTopic {
  /** The lesson that it truly is, whatever its current id and text. Only the judge knows it. */
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

/** A plan that is edited. Written as JSON, which is valid YAML. */
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

/** A topic's text, most probably a new one. If it isn't, the plan reports two identical jobs. */
export function someText(chance: Chance): string {
  return `${Array.from({ length: 4 }, () => chance.pick(words)).join(" ")} ${chance.between(1, 999)}`;
}

/** A topic without a bought lesson. */
export function someTopic(chance: Chance): DraftTopic {
  return { self: chance.between(1, 2 ** 40), topic: someText(chance) };
}

/** The plan file of a draft. */
export function writeDraft(draft: Draft): string {
  return JSON.stringify(draft, (key, value) => (key === "self" ? undefined : value));
}

/** A course of a few topics: some with ids, some numbered, some identified by their texts. */
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

/** The text of a topic in any one language, which is enough to distinguish topics. */
export function textOf({ topic }: DraftTopic): string {
  return typeof topic === "string" ? topic : (Object.values(topic)[0] ?? "");
}

/** A topic's id, written or derived from its text. */
export function idOf(topic: DraftTopic): string {
  return topic.id ?? deriveTopicId(textOf(topic));
}
