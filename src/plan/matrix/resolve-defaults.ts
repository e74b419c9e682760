import { limits } from "../../contract/limits.ts";
import type { CreationRequest } from "../../contract/stories.ts";
import type { Place, StoryRequest } from "../plan.ts";
import { readText } from "../plan-text.ts";
import type { PlanProblem } from "../problem.ts";
import type { WrittenPlan, WrittenRule, WrittenTopic } from "../schema/written-plan.ts";
import { deriveTopicId } from "../topic-id.ts";
import type { Path } from "../yaml/path.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";

/** A job's settings besides its topic, language and difficulty. */
export type Settings = Pick<StoryRequest, "length" | "audiobook" | "visibility"> &
  Pick<CreationRequest, "genre" | "form">;

export interface ResolvedTopic {
  readonly id: string;
  readonly isDerived: boolean;
  /** `place`: of the topic's entry. `idPlace`: of its id, or of the text that the id derives from. */
  readonly place: Place;
  readonly idPlace: Place;
  readonly textPath: Path;
  /** One clean text for all languages, or one for each; `null` if it could not be read. */
  readonly text: string | ReadonlyMap<string, string> | null;
  readonly lists: readonly { readonly name: string; readonly place: Place }[];
  readonly languages: readonly string[];
  readonly difficulties: readonly number[];
  readonly settings: Settings;
}

export interface ResolvedRule {
  readonly place: Place;
  readonly topic: string | undefined;
  readonly topicPlace: Place;
  readonly lang: string | undefined;
  readonly difficulty: number | undefined;
  readonly settings: Partial<Settings>;
}

/** The plan's jobs before expansion, with defaults filled in. */
export interface ResolvedPlan {
  readonly topics: readonly ResolvedTopic[];
  readonly exclude: readonly ResolvedRule[];
  readonly include: readonly ResolvedRule[];
  /** Whether every topic has its id. If one is missing, an unknown name can't be called wrong. */
  readonly knowsAllTopics: boolean;
  /** Whether topics, languages and difficulties were all read. If not, nothing can be called missing. */
  readonly isWhole: boolean;
  readonly problems: readonly PlanProblem[];
}

const settingNames = ["length", "genre", "form", "audiobook", "visibility"] as const;

const ruleKeys = ["topic", "lang", "difficulty", ...settingNames] as const;

interface Resolution {
  readonly places: Places;
  readonly problems: PlanProblem[];
  isWhole: boolean;
}

type ReadableTopic = Exclude<Readable<WrittenTopic>, string>;

/** Reads topics and rules, and fills in the plan's defaults. */
export function resolveDefaults(written: Readable<WrittenPlan>, places: Places): ResolvedPlan {
  const resolution: Resolution = { places, problems: [], isWhole: true };
  const whole: Axes = {
    languages: readAxis(written.languages, ["languages"], resolution),
    difficulties: readAxis(written.difficulties, ["difficulties"], resolution),
    settings: {
      length: written.defaults?.length ?? "short",
      genre: written.defaults?.genre,
      form: written.defaults?.form,
      audiobook: written.defaults?.audiobook ?? true,
      visibility: written.defaults?.visibility ?? "private",
    },
  };
  const entries = written.topics ?? [];
  const topics = entries
    .map((entry, index) => readTopic(entry, ["topics", index], whole, resolution))
    .filter((topic) => topic !== null);
  const knowsAllTopics = entries.length > 0 && topics.length === entries.length;
  return {
    topics,
    exclude: readRules(written.exclude, "exclude", places),
    include: readRules(written.include, "include", places),
    knowsAllTopics,
    isWhole: resolution.isWhole && knowsAllTopics && topics.every(hasAxes),
    problems: resolution.problems,
  };
}

function hasAxes(topic: ResolvedTopic): boolean {
  return topic.languages.length > 0 && topic.difficulties.length > 0;
}

interface Axes {
  readonly languages: readonly string[];
  readonly difficulties: readonly number[];
  readonly settings: Settings;
}

function readTopic(
  entry: Readable<WrittenTopic> | undefined,
  path: Path,
  plan: Axes,
  resolution: Resolution,
): ResolvedTopic | null {
  const topic: ReadableTopic | undefined = typeof entry === "string" ? { topic: entry } : entry;
  if (topic === undefined) return null;
  const { places } = resolution;
  const textPath = typeof entry === "string" ? path : [...path, "topic"];
  const text = readTopicText(topic, textPath, resolution);
  const named = topic.id ?? (places.has([...path, "id"]) ? null : deriveFrom(text));
  if (named === null) return null;
  const own = { ...plan.settings, ...definedSettings(topic) };
  return {
    id: named,
    isDerived: topic.id === undefined,
    place: places.of(path),
    idPlace: places.of(topic.id !== undefined ? [...path, "id"] : textPath),
    textPath,
    text,
    lists: (topic.words ?? []).flatMap((name, index) =>
      name === undefined ? [] : [{ name, place: places.of([...path, "words", index]) }],
    ),
    languages: places.has([...path, "languages"])
      ? readAxis(topic.languages, [...path, "languages"], resolution)
      : plan.languages,
    difficulties: places.has([...path, "difficulties"])
      ? readAxis(topic.difficulties, [...path, "difficulties"], resolution)
      : plan.difficulties,
    settings: own,
  };
}

function deriveFrom(text: ResolvedTopic["text"]): string | null {
  const first = text === null || typeof text === "string" ? text : text.values().next().value;
  return first === undefined || first === null ? null : deriveTopicId(first);
}

function readTopicText(topic: ReadableTopic, path: Path, resolution: Resolution): ResolvedTopic["text"] {
  const written = topic.topic;
  if (written === undefined) return null;
  if (typeof written === "string") return readOneText(written, path, resolution);
  const texts = new Map<string, string>();
  for (const [lang, one] of Object.entries(written)) {
    const text = one === undefined ? null : readOneText(one, [...path, lang], resolution);
    if (text !== null) texts.set(lang, text);
  }
  return texts;
}

function readOneText(written: string, path: Path, resolution: Resolution): string | null {
  const place = resolution.places.of(path);
  const { text, problems } = readText(written, place, { key: "topic", most: limits.topicCharacters });
  resolution.problems.push(...problems);
  return text;
}

/** The valid values of an axis, without duplicates. */
function readAxis<Value>(
  written: readonly (Value | undefined)[] | undefined,
  path: Path,
  resolution: Resolution,
): readonly Value[] {
  const values = (written ?? []).filter((value) => value !== undefined);
  if (values.length !== written?.length)
    resolution.isWhole &&= written === undefined && !resolution.places.has(path);
  return [...new Set(values)];
}

/** The settings that the plan defines somewhere. */
export function definedSettings(
  written: Readable<Pick<WrittenRule, keyof Settings>> | ReadableTopic,
): Partial<Settings> {
  return Object.fromEntries(
    settingNames.map((name) => [name, written[name]]).filter(([, value]) => value !== undefined),
  );
}

/** The rules that were read completely: a rule without its invalid key would match too much. */
function readRules(
  written: readonly (Readable<WrittenRule> | undefined)[] | undefined,
  name: "exclude" | "include",
  places: Places,
): readonly ResolvedRule[] {
  return (written ?? []).flatMap((rule, index) => {
    const path = [name, index];
    if (rule === undefined) return [];
    if (ruleKeys.some((key) => rule[key] === undefined && places.has([...path, key]))) return [];
    const { topic, lang, difficulty } = rule;
    const settings = definedSettings(rule);
    const topicPlace = places.of([...path, "topic"]);
    return [{ place: places.of(path), topic, topicPlace, lang, difficulty, settings }];
  });
}
