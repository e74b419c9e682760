import { forms, genres, lengths, visibilities } from "../contract/choices.ts";
import { limits } from "../contract/limits.ts";
import { languages } from "../shared/languages.ts";
import { listNamePattern, namePattern } from "./name-patterns.ts";
import { packageFormats, soundFormats } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { WrittenPlan } from "./written-plan.ts";

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === "string";
const language = oneOf(languages.map(({ code }) => code));
const difficulty = whole(limits.difficultyLeast, limits.difficultyMost);
const credits = whole(0, planLimits.creditsMost);

const settings: Checks = {
  length: oneOf(lengths),
  genre: oneOf(genres),
  form: oneOf(forms),
  audiobook: (value) => typeof value === "boolean",
  visibility: oneOf(visibilities),
};
const axes: Checks = { languages: listOf(language), difficulties: listOf(difficulty) };

const word = either(isText, map({ word: isText }, { gloss: either(isText, (value) => value === null) }));
const words = entries(
  matching(listNamePattern),
  byLanguage(either(listOf(word), map({ file: isText }, {}))),
  0,
);
const topic = either(
  isText,
  map(
    { topic: either(isText, byLanguage(isText)) },
    { id: matching(namePattern), words: listOf(isText), ...axes, ...settings },
  ),
);
const rules = listOf(map({}, { topic: isText, lang: language, difficulty, ...settings }), 0);
const removals = listOf(
  either(
    matching(namePattern),
    map({}, { topic: isText, lang: language, difficulty, story: isText, text: isText, ...settings }),
  ),
  0,
);
const moves = listOf(map({ to: matching(namePattern) }, { from: matching(namePattern), text: isText }), 0);

const plan = map(
  {
    course: matching(namePattern),
    title: isText,
    budget: map({ credits }, { month: credits }),
    topics: listOf(topic),
  },
  {
    ...{ description: isText, author: isText, publisher: isText, license: isText, cover: isText },
    ...{ reader: language, edition: isText, ...axes, words },
    ...{ defaults: map({}, settings), exclude: rules, include: rules, moved: moves, removed: removals },
    vocabulary: map(
      {},
      { perStory: whole(1, limits.wordsPerStory), encounters: whole(1, planLimits.encountersMost) },
    ),
    maxJobs: whole(1, planLimits.jobsMost),
    package: map({}, { formats: listOf(oneOf(packageFormats)), audio: listOf(oneOf(soundFormats), 0) }),
  },
);

/**
 * Whether data is a plan beyond doubt. True only where `writtenPlanSchema` accepts it; false means that the schema must be asked. The many
 * plans without a mistake need no schema at all.
 */
export function fitsPlan(data: unknown): data is WrittenPlan {
  return plan(data);
}

function oneOf(choices: readonly string[]): Check {
  const known = new Set<unknown>(choices);
  return (value) => known.has(value);
}

function matching(pattern: RegExp): Check {
  return (value) => typeof value === "string" && pattern.test(value);
}

function whole(least: number, most: number): Check {
  return (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

function listOf(item: Check, least = 1): Check {
  return (value) => {
    if (!Array.isArray(value) || value.length < least) return false;
    // Unlike `every`, this sees the holes of a list too.
    for (const member of value) if (!item(member)) return false;
    return true;
  };
}

function either(one: Check, other: Check): Check {
  return (value) => one(value) || other(value);
}

function byLanguage(value: Check): Check {
  return entries(language, value, 1);
}

function entries(key: Check, value: Check, least: number): Check {
  return (given) => {
    if (!isPlain(given)) return false;
    const members = Object.entries(given);
    return members.length >= least && members.every(([name, member]) => key(name) && value(member));
  };
}

/** A map with these keys and no other. */
function map(required: Checks, optional: Checks): Check {
  const checks = new Map(Object.entries({ ...optional, ...required }));
  const needed = Object.keys(required);
  return (given) =>
    isPlain(given) &&
    needed.every((name) => Object.hasOwn(given, name)) &&
    Object.entries(given).every(([name, member]) => checks.get(name)?.(member) === true);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
