import type { Removal } from "../../plan/plan.ts";
import { grouped } from "../../shared/grouped.ts";
import { idCharactersLeast } from "../create/replacements.ts";
import type { LeftFact, MoveHint, RunProblem } from "../problem.ts";
import { topicOf } from "./bought-lessons.ts";
import { KnownTopics } from "./known-topics.ts";
import type { LeftLesson } from "./left-lessons.ts";
import type { MatchedJob, MatchedPlan } from "./match-lessons.ts";
import { foldTopic } from "./topic-text.ts";

/** The most guesses for what a left topic has become. */
const guessesMost = 3;

/** Guesses about more topics than this go unread. */
const topicsMost = 20;

/**
 * The problem that the plan doesn't account for some bought lessons, with all entries that the user can write to account for them; null if
 * there are none. Nothing new of the edition is bought until then, since it might be one of them.
 */
export function problemOfLeft(plan: MatchedPlan): Extract<RunProblem, { code: "lessons_left" }> | null {
  const left = plan.left.filter(({ account }) => account === null);
  if (left.length === 0) return null;
  const { edition, keys } = plan;
  return {
    code: "lessons_left",
    edition,
    keys,
    left: left.map(factOf),
    removed: removalsFor(left, plan),
    moved: guessMoves(left, plan),
  };
}

/** A lesson's facts for the user. */
export function factOf({ name, text, ids }: LeftLesson): LeftFact {
  return { name, topic: text, story: ids[0]?.slice(0, idCharactersLeast) ?? "" };
}

type Rule = Omit<Removal, "settings" | "place">;
const anyLesson: Rule = { topic: null, lang: null, difficulty: null, story: null, text: null };

/**
 * The fewest entries of `removed` that drop these lessons and match no job of the plan: whole topics, then whole languages and
 * difficulties, then parts of topics; a lesson whose exact name a job has now is given by its story.
 */
function removalsFor(left: readonly LeftLesson[], { jobs, excluded }: MatchedPlan): Rule[] {
  // A topic whose jobs are all excluded still occupies its id.
  const topics = excluded.map(({ topicId: topic }) => ({ ...anyLesson, topic }));
  const matching = jobs.flatMap((job) => rulesFor(job.topicId, job.request));
  const planned = new Set([...matching, ...topics].map(keyOf));
  const isAnother = anotherTopicOfToday(jobs);
  const rules = new Map<string, Rule>();
  for (const lesson of left) {
    const { topicId, request, ids } = lesson;
    const free = rulesFor(topicId, request).find(
      (rule) => !planned.has(keyOf(rule)) && (rule.topic === null || !isAnother(lesson)),
    );
    const rule = free ?? { ...anyLesson, story: ids[0]?.slice(0, idCharactersLeast) ?? "" };
    rules.set(keyOf(rule), rule);
  }
  return [...rules.values()];
}

/**
 * Whether another topic of the current plan has the id that a lesson's topic had: an entry that used the id would refer to that other
 * topic.
 */
function anotherTopicOfToday(jobs: readonly MatchedJob[]): (lesson: LeftLesson) => boolean {
  const ofToday = new Set<string>();
  const kept = new Set<string>();
  for (const { topicId, recordName, match, request } of jobs) {
    ofToday.add(topicId);
    kept.add(`${topicId} ${foldTopic(request.topic)}`);
    if (match !== null && topicOf(recordName.job) === topicId) kept.add(topicId);
  }
  return ({ topicId, text }) =>
    ofToday.has(topicId) && !kept.has(topicId) && !kept.has(`${topicId} ${foldTopic(text)}`);
}

/** The rules that match a lesson, the widest first. */
function rulesFor(
  topic: string,
  { lang, difficulty }: Pick<LeftLesson["request"], "lang" | "difficulty">,
): Rule[] {
  return [
    { topic },
    { lang },
    { difficulty },
    { topic, lang },
    { topic, difficulty },
    { topic, lang, difficulty },
  ].map((rule) => ({ ...anyLesson, ...rule }));
}

function keyOf({ topic, lang, difficulty, story }: Rule): string {
  return `${topic ?? ""}\n${lang ?? ""}\n${difficulty ?? ""}\n${story ?? ""}`;
}

interface NewTopic {
  readonly id: string;
  readonly text: string;
  /** How many topics precede it in the plan. */
  readonly position: number;
  /** Languages and difficulties in which nothing was bought for it. */
  readonly settings: ReadonlySet<string>;
}

/** New topics that left ones may have become: a very similar text first, then the topic at the same position, then others in its languages. */
function guessMoves(left: readonly LeftLesson[], plan: MatchedPlan): MoveHint[] {
  const movedFrom = new Set<string | null>(plan.moved.map(({ from }) => from));
  const ofToday = new Set([...plan.jobs, ...plan.excluded].map(({ topicId }) => topicId));
  const movedTo = new Set(plan.moved.map(({ to }) => to));
  const fresh = newTopics(plan.jobs).filter(({ id }) => !movedTo.has(id));
  const alike = new KnownTopics();
  for (const { text } of fresh) alike.add(text);
  // A topic guessed first for one is not guessed for another, so that all first guesses together form a valid plan.
  const guessed = new Set<string>();
  const groups = [...grouped(left, ({ topicId }) => topicId)].flatMap(([id, lessons]) => {
    const texts = [...grouped(lessons, ({ text }) => foldTopic(text)).values()];
    return texts.map((together) => ({
      id,
      isClear: texts.length === 1 && !movedFrom.has(id) && !ofToday.has(id),
      lessons: together,
    }));
  });
  return groups.slice(0, topicsMost).flatMap(({ id: from, isClear, lessons }): MoveHint[] => {
    const [first] = lessons;
    if (first === undefined) return [];
    const { text, position } = first;
    const isFit = ({ id, settings }: NewTopic): boolean =>
      id !== from && !guessed.has(id) && lessons.some((lesson) => settings.has(settingOf(lesson.request)));
    const likely = [fresh[alike.firstAlike(text) ?? -1], fresh.find((one) => one.position === position)];
    const guesses = [...new Set([...likely.flatMap((one) => one ?? []), ...fresh])].filter(isFit);
    if (guesses.length === 0) return [];
    guessed.add(guesses[0]?.id ?? "");
    const to = guesses.slice(0, guessesMost).map(({ id, text: topic }) => ({ id, topic }));
    return [{ from: isClear ? from : null, topic: text, to }];
  });
}

function newTopics(jobs: readonly MatchedJob[]): NewTopic[] {
  const topics = new Map<string, Omit<NewTopic, "id"> & { settings: Set<string> }>();
  const seen = new Set<string>();
  for (const { topicId, request, match } of jobs) {
    seen.add(topicId);
    if (match !== null) continue;
    const topic = topics.get(topicId) ?? {
      text: request.topic,
      position: seen.size - 1,
      settings: new Set(),
    };
    topics.set(topicId, topic);
    topic.settings.add(settingOf(request));
  }
  return [...topics].map(([id, topic]) => ({ id, ...topic }));
}

function settingOf({ lang, difficulty }: Pick<LeftLesson["request"], "lang" | "difficulty">): string {
  return `${lang}/${difficulty}`;
}
