import { limits } from "../contract/limits.ts";
import { checkImage } from "./files.ts";
import type { Place, StoryRequest, TopicImage, TopicMaterial } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import { positionOf, type Reading } from "./reading.ts";
import type { WrittenRule, WrittenTopic } from "./schema.ts";
import type { ShapedPlan } from "./shape.ts";
import { deriveTopicId } from "./topic-text.ts";

export type Settings = Pick<StoryRequest, "length" | "audiobook" | "visibility" | "genre" | "form">;

type TopicMap = Exclude<WrittenTopic, string>;

export interface Topic {
  readonly id: string;
  readonly isDerived: boolean;
  /** `place`: that of the topic's entry. `idPlace`: that of its id, or of the text that the id derives from. */
  readonly place: Place;
  readonly idPlace: Place;
  readonly textPlace: Place;
  /** One clean text for all languages, or one for each; null for a text that could not be read. */
  readonly text: string | null | ReadonlyMap<string, string | null>;
  readonly lists: readonly { readonly name: string; readonly place: Place }[];
  readonly languages: readonly string[];
  readonly difficulties: readonly number[];
  readonly settings: Settings;
  readonly written: TopicMap | null;
}

/** A topic's text in a language; null if it could not be read, undefined if it has none. */
export function textIn({ text }: Topic, lang: string): string | null | undefined {
  return text === null || typeof text === "string" ? text : text.get(lang);
}

export interface PlanTopics extends ShapedPlan {
  readonly topics: readonly Topic[];
}

export function readTopics(shaped: ShapedPlan, reading: Reading): PlanTopics {
  const { written } = shaped;
  const { languages = [], difficulties = [], defaults = {}, exclude = [], include = [] } = written;
  const usual = { length: "short", audiobook: true, visibility: "private" } as const;
  const plan = { languages, difficulties, settings: { ...usual, ...settingsIn(defaults) } };
  const placeOf = (index: number) => reading.places.of(written.topics, index);
  const all = written.topics.map((entry, index) => readTopic(entry, placeOf(index), plan, reading));
  const named = all.filter(({ id }) => !id.includes(" "));
  const ids = new Set([...named.map(({ id }) => id), undefined]);
  // A rule for an unknown topic may be for one whose id could not be read: it is unknown which jobs that topic has.
  const topics = [...exclude, ...include].every(({ topic }) => ids.has(topic)) ? all : named;
  const isWhole = (some: readonly Topic[]) => some.length === written.topics.length && some.length > 0;
  const hasAxes = topics.every((one) => one.languages.length > 0 && one.difficulties.length > 0);
  const hasAllJobs = shaped.hasAllJobs && isWhole(topics) && hasAxes;
  return { ...shaped, topics, hasAllTopics: shaped.hasAllTopics && isWhole(named), hasAllJobs };
}

/** If the id could not be read, a text with a space stands in for it, which is no topic's id. */
function readTopic(
  entry: WrittenTopic,
  place: Place,
  plan: Pick<Topic, "languages" | "difficulties" | "settings">,
  reading: Reading,
): Topic {
  const { places } = reading;
  const written = typeof entry === "string" ? null : entry;
  const textPlace = written === null ? place : places.of(written, "topic");
  const texts = typeof entry === "string" ? entry : entry.topic;
  const clean = (one: string, at: Place) =>
    reading.clean(one, at, { key: "topic", most: limits.topicCharacters });
  const text =
    typeof texts === "string"
      ? clean(texts, textPlace)
      : new Map(Object.entries(texts).map(([lang, one = ""]) => [lang, clean(one, places.of(texts, lang))]));
  const first = typeof text === "object" && text !== null ? text.values().next().value : text;
  const lists = written?.words ?? [];
  // If a topic's own id, languages or difficulties could not be read, the usual ones must not replace them.
  const isOwn = (key: "id" | "languages" | "difficulties") => written !== null && places.has(written, key);
  const derived = first == null || isOwn("id") ? `on line ${positionOf(place)}` : deriveTopicId(first);
  return {
    id: written?.id ?? derived,
    isDerived: written?.id === undefined,
    place,
    idPlace: written?.id === undefined ? textPlace : places.of(written, "id"),
    textPlace,
    text,
    lists: lists.map((name, index) => ({ name, place: places.of(lists, index) })),
    languages: [...new Set(isOwn("languages") ? written?.languages : plan.languages)],
    difficulties: [...new Set(isOwn("difficulties") ? written?.difficulties : plan.difficulties)],
    settings: { ...plan.settings, ...settingsIn(written ?? {}) },
    written,
  };
}

const settingNames = ["length", "genre", "form", "audiobook", "visibility"] as const;

export function settingsIn(written: Pick<WrittenRule, keyof Settings>): Partial<Settings> {
  return Object.fromEntries(
    settingNames.map((name) => [name, written[name]]).filter(([, value]) => value !== undefined),
  );
}

/** The topics' pictures and prompts, by topic id; topics without either are left out. */
export async function readMaterial(
  topics: readonly Topic[],
  folder: string,
  reading: Reading,
): Promise<ReadonlyMap<string, TopicMaterial>> {
  const material = new Map<string, TopicMaterial>();
  const checked = new Set<string>();
  for (const { id, written } of topics) {
    const { image: picture } = written ?? {};
    const image = picture === undefined ? null : await readPicture(picture, { folder, checked }, reading);
    const prompts = written === null ? null : readPrompts(written, reading);
    if (image !== null || prompts !== null) material.set(id, { image, prompts: prompts ?? [] });
  }
  return material;
}

async function readPicture(
  image: NonNullable<TopicMap["image"]>,
  { folder, checked }: { readonly folder: string; readonly checked: Set<string> },
  reading: Reading,
): Promise<TopicImage | null> {
  const { file: path } = image;
  const alt = reading.text(image, "alt", planLimits.altCharacters);
  const named = { folder, written: path, place: reading.places.of(image, "file") };
  if (!checked.has(path))
    await checkImage({ ...named, mostBytes: planLimits.imageBytes, what: "picture" }, reading);
  checked.add(path);
  return alt === null ? null : { path, alt };
}

function readPrompts(written: TopicMap, reading: Reading): TopicMaterial["prompts"] | null {
  const { prompts } = written;
  const clean = (texts: readonly string[]): string[] =>
    reading.texts(texts, { key: "prompts", most: planLimits.promptCharacters });
  if (prompts === undefined) return null;
  if (Array.isArray(prompts)) return clean(prompts);
  return new Map(Object.entries(prompts).map(([lang, texts = []]) => [lang, clean(texts)]));
}
