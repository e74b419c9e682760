import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Document } from "../fixtures.ts";
import { unzip } from "../package/fixtures.ts";
import { randomOf } from "../random.ts";
import { shareOf } from "../share.ts";
import { rig, type Served } from "./fixtures/served.ts";

const seeds = Array.from({ length: 6 / shareOf(6) }, (_, index) => index + 1);

interface Topic {
  readonly id: string;
  readonly text: string;
  readonly words: readonly string[];
}

/** A weekly course: its plan, and what has been bought. */
class Course {
  readonly below: (limit: number) => number;
  readonly pool: Topic[];
  readonly deleted: Topic[] = [];
  readonly moved: { from: string; to: string }[] = [];
  readonly removed: string[] = [];
  readonly skip: string[] = [];
  settings = { rotate: 2, recall: [1, 2], title: "Every Monday", credits: 1000, length: "short" };
  /** The ids and texts of the topics that have come, and the words that were taught. */
  readonly had = new Set<string>();
  #ids = 0;

  constructor(seed: number) {
    const random = randomOf(seed);
    this.below = (limit) => Math.floor(random() * limit);
    this.pool = Array.from({ length: 12 }, () => this.newTopic());
  }

  newId = (): string => {
    this.#ids += 1;
    return `t${this.#ids}`;
  };
  newWord = (): string =>
    Array.from({ length: 7 }, () => "abcdefghijklmnopqrstuvwxyz"[this.below(26)]).join("");
  newText = (): string => `Topic ${this.newWord()} ${this.newWord()}`;
  newTopic = (): Topic => ({
    id: this.newId(),
    text: this.newText(),
    words: [this.newWord(), this.newWord()],
  });

  takeAny(): Topic[] {
    return this.pool.splice(this.below(this.pool.length), 1);
  }

  changeAny(edit: (topic: Topic) => Partial<Topic>): void {
    const index = this.below(this.pool.length);
    const topic = this.pool[index] as Topic;
    this.pool[index] = { ...topic, ...edit(topic) };
  }

  set(settings: Partial<Course["settings"]>): void {
    this.settings = { ...this.settings, ...settings };
  }

  hasHad({ id, text }: Topic): boolean {
    return this.had.has(id) || this.had.has(text);
  }

  /** JSON, which is YAML, without empty lists. */
  plan(): string {
    const { credits, length, ...settings } = this.settings;
    const plan = {
      course: "course",
      edition: "{isoYear}-W{isoWeek}",
      budget: { credits },
      languages: ["es"],
      difficulties: [2],
      defaults: { audiobook: false, length },
      package: { formats: ["words"] },
      quality: { language: "ignore" },
      ...settings,
      skip: this.skip,
      moved: this.moved.filter(({ to }) => this.pool.some(({ id }) => id === to)),
      removed: this.removed,
      words: Object.fromEntries(
        this.pool.flatMap(({ id, words }) => (words.length > 0 ? [[id, { es: words }]] : [])),
      ),
      topics: this.pool.map(({ id, text, words }) => ({
        id,
        topic: text,
        words: words.length > 0 ? [id] : [],
      })),
    };
    return JSON.stringify(plan, (_, value) =>
      Array.isArray(value) && value.length === 0 ? undefined : value,
    );
  }
}

// What a teacher may do between two weeks, the second of which is the edition `next`.
const edits: readonly ((course: Course, next: string) => unknown)[] = [
  // Topics come, go and come back.
  ({ pool, newTopic }) => pool.push(newTopic()),
  ({ pool, newTopic }) => pool.unshift(newTopic()),
  (course) => course.pool.length > 6 && course.deleted.push(...course.takeAny()),
  ({ pool, deleted, removed, newId }) =>
    pool.push(
      ...deleted
        .splice(-1)
        .map((topic) => ({ ...topic, id: removed.includes(topic.id) ? newId() : topic.id })),
    ),
  ({ deleted, removed }) =>
    removed.push(...deleted.flatMap(({ id }) => (removed.includes(id) ? [] : [id])).slice(0, 1)),
  // They change their places, texts and ids.
  (course) => course.pool.push(...course.takeAny()),
  ({ pool }) => pool.reverse(),
  (course) => course.changeAny(() => ({ text: course.newText() })),
  (course) => course.changeAny(() => ({ id: course.newId() })),
  (course) =>
    course.changeAny(({ id: from }) => {
      if (!course.had.has(from)) return {};
      const to = course.newId();
      course.moved.push({ from, to });
      course.had.add(to);
      return { id: to };
    }),
  // Their word lists change.
  (course) => course.changeAny(({ words }) => ({ words: [...words, course.newWord()] })),
  (course) => course.changeAny(({ words }) => ({ words: words.slice(0, -1) })),
  (course) => course.changeAny(() => ({ words: [course.newWord(), course.newWord()] })),
  (course) => course.changeAny(() => ({ words: [] })),
  // The course's settings change.
  (course) => course.set({ rotate: 1 + course.below(4) }),
  (course) => course.set({ recall: [1 + course.below(2), 3] }),
  ({ skip }, next) => skip.push(next),
  (course) => course.set({ length: course.settings.length === "short" ? "medium" : "short" }),
  (course) => course.set({ title: course.newText() }),
  (course) => course.set({ credits: course.settings.credits + 10 }),
];

/** The lessons in the package that a run has written. `story`: what must stay as it is. */
async function lessonsIn({ folder }: Served, { package: written }: Document) {
  if (written === null) return [];
  const files = await unzip(readFileSync(join(folder, written.path)));
  const { lessons } = files.json("publisher/manifest.json") as {
    lessons: { storyId: string; topicId: string; topic: string; words: { word: string }[] }[];
  };
  return lessons.map(({ storyId, topicId, topic, words: used }) => {
    const words = used.map(({ word }) => word);
    return { topicId, words, story: [storyId, topic, ...words].join(" ") };
  });
}

test.each(seeds)(
  "in 52 weeks with edits between them, no past week buys or changes, recalled words were taught, and no topic comes twice before all have come (seed %i)",
  async (seed) => {
    const course = new Course(seed);
    await using served = await rig({ plan: course.plan(), writingTime: "5ms", credits: 100_000 });
    const past = new Map<string, Awaited<ReturnType<typeof lessonsIn>>>();

    const buyWeek = async (date: string, topicsDue: number) => {
      const ended = await served.report("--date", date);
      const lessons = await lessonsIn(served, ended);
      const topics = course.pool.filter(({ id }) => lessons.some(({ topicId }) => topicId === id));
      const repeated = topics.filter((topic) => course.hasHad(topic));
      const waiting = course.pool.filter((topic) => !course.hasHad(topic) && !topics.includes(topic));
      const own = topics.flatMap(({ words }) => words);
      const untaught = lessons
        .flatMap(({ words }) => words)
        .filter((word) => !own.includes(word) && !course.had.has(word));
      expect({
        date,
        exitCode: ended.exitCode,
        topics: topics.length,
        repeatedTooEarly: waiting.length > 0 ? repeated : [],
        untaught,
      }).toEqual({ date, exitCode: 0, topics: topicsDue, repeatedTooEarly: [], untaught: [] });
      for (const { id, text, words } of topics) for (const each of [id, text, ...words]) course.had.add(each);
      if (lessons.length > 0) past.set(date, lessons);
    };

    const expectUnchanged = async (date: string, inWeek: number) => {
      const { creations } = served.proxy;
      const stories = past
        .get(date)
        ?.flatMap(({ topicId, story }) => (course.removed.includes(topicId) ? [] : [story]));
      const again = await served.report("--date", date);
      const now = (await lessonsIn(served, again)).map(({ story }) => story);
      // A week whose lessons have all been removed has nothing to package.
      const exitCode = stories?.length === 0 ? 2 : 0;
      const found = { exitCode: again.exitCode, stories: now, creations: again.creations };
      expect({ inWeek, date, ...found }).toEqual({ inWeek, date, exitCode, stories, creations });
    };

    for (let week = 0; week < 52; week += 1) {
      const date = new Date(Date.UTC(2026, 0, 5 + week * 7)).toISOString().slice(0, 10);
      // 5 January 2026 is in the second week of a year of 53.
      const edition = `2026-W${String(week + 2).padStart(2, "0")}`;
      for (const turn of week === 0 ? [] : [0, 1])
        edits[(week * 2 + turn + seed * 7) % edits.length]?.(course, edition);
      served.plan(course.plan());
      const isMissed = week > 0 && course.below(9) === 0;
      if (!isMissed) await buyWeek(date, course.skip.includes(edition) ? 0 : course.settings.rotate);
      const begun = [...past.keys()];
      const some = [begun[course.below(begun.length)] ?? "", begun.at(-1) ?? ""];
      for (const one of week === 51 ? begun : some) await expectUnchanged(one, week);
    }
    // Words did come back.
    const words = served.stories().flatMap((story) => story.words);
    expect(words.length - new Set(words).size).toBeGreaterThan(50);
  },
);
