import { writeFileSync } from "node:fs";
import { requestHash } from "../../src/plan/fingerprint.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import { pastEditions, recordComposition } from "../../src/run/editions.ts";
import { recordMatches } from "../../src/run/edits.ts";
import type { Order } from "../../src/run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../src/run/match.ts";
import { divideWork } from "../../src/run/work.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import { accepted, intended, observed, saved } from "../run/histories.ts";
import type { Chance } from "../simulation/chance.ts";

const at = Date.UTC(2026, 0, 5);

/** A topic of the pool; `self` says which one it is, whatever it is called. */
interface WeeklyTopic {
  self: number;
  id: string;
  text: string;
  list: string;
  /** It never came, and has the number of a topic that did: nothing tells it from that one, reworded. */
  isMistaken?: boolean;
}

/** A plan as a teacher keeps it. */
const newDraft = () => ({
  topics: [] as WeeklyTopic[],
  lists: {} as Record<string, string[]>,
  rotate: 2,
  recall: [1, 2, 4],
  langs: ["es"],
  difficulty: 2,
  length: "short",
  perStory: null as number | null,
  moved: [] as { from: string; to: string }[],
  removed: [] as string[],
  exclude: [] as string[],
  skip: [] as number[],
});

type Draft = ReturnType<typeof newDraft>;

/** What an edition was made of, by the truth. */
interface Made {
  readonly week: number;
  readonly selves: ReadonlySet<number>;
  /** The words of each lesson that are its topic's own, by the lists of that day. */
  readonly own: ReadonlySet<string>;
  /** The lessons as the plan had them on that day: ids with hashes of requests. */
  readonly lessons: readonly (readonly [string, string])[];
}

/** A weekly course through a year, its ledger in memory: planned, matched and composed by the real code, bought by events, judged by what was made. */
export class WeeklyCourse {
  readonly draft = newDraft();
  readonly seen = { bought: 0, partial: 0, late: 0, recalled: 0, edits: new Set<string>() };
  readonly #chance: Chance;
  readonly #path: string;
  readonly #store = memoryStore(() => at);
  readonly #made: Made[] = [];
  readonly #unfinished = new Set<number>();
  readonly #missed: number[] = [];
  #next = 0;

  constructor(chance: Chance, path: string) {
    this.#chance = chance;
    this.#path = path;
    for (let count = 0; count < 7; count += 1) this.draft.topics.push(this.#newTopic());
  }

  /** One week: some edits, then a run, or part of one, or none; then looks back at weeks of the past. */
  async live(week: number): Promise<void> {
    for (let count = Math.floor(this.#chance.next() * 3); count > 0; count -= 1) this.#edit();
    if (this.#chance.hits(0.15) || this.draft.skip.includes(week)) this.#missed.push(week);
    else await this.#run(week);
    const missed = this.#missed.find((one) => !this.draft.skip.includes(one));
    if (missed !== undefined && this.#chance.hits(0.1)) {
      this.#missed.splice(this.#missed.indexOf(missed), 1);
      this.seen.late += 1;
      await this.#run(missed);
    }
    for (let count = 0; count < 3 && this.#made.length > 0; count += 1)
      await this.#lookBack(this.#chance.pick(this.#made));
  }

  async lookBackAtAll(): Promise<void> {
    for (const made of this.#made) await this.#lookBack(made);
  }

  async #read(week: number): Promise<MatchedPlan> {
    writeFileSync(this.#path, planOf(this.draft));
    const past = async () => pastEditions(this.#store.state);
    const result = await readPlan(this.#path, { at, edition: `week-${week}`, past });
    if (!result.ok)
      throw new Error(JSON.stringify(result.problems.filter(({ severity }) => severity === "error")));
    return matchLessons(result.plan, this.#store.state);
  }

  async #run(week: number): Promise<void> {
    const plan = await this.#read(week);
    this.#judge(week, plan);
    // A part of it, as with --first.
    const isPartial = this.#chance.hits(0.2);
    await this.#buy(plan, isPartial ? 1 : plan.jobs.length);
    if (!isPartial) return;
    this.#unfinished.add(week);
    this.seen.partial += 1;
  }

  /** An edition of the past, run again: what was begun is finished, and nothing else is bought or changed. */
  async #lookBack({ week, lessons }: Made): Promise<void> {
    const plan = await this.#read(week);
    const now = new Map(plan.jobs.map(({ id, request }) => [requestHash(request), id]));
    const gone = new Set(this.draft.removed);
    for (const [id, hash] of lessons) {
      const topic = id.slice(0, id.indexOf("."));
      const isGone = gone.has(topic);
      if (now.has(hash) === isGone)
        throw new Error(`week ${week}: ${id} ${isGone ? "was removed, and is there" : "is not what it was"}`);
    }
    if (plan.jobs.length > lessons.length)
      throw new Error(`week ${week} has more lessons than it was begun with`);
    const { orders } = divideWork(plan, { lessons: plan.lessons, replace: [] }, this.#store.state);
    if (orders.length > 0 && !this.#unfinished.has(week))
      throw new Error(
        `week ${week} was finished, and buys ${orders.map(({ lesson }) => lesson.job.id).join()}`,
      );
    const left = plan.left.filter(({ account }) => account !== "removed");
    if (left.length + plan.contradictions.length > 0)
      throw new Error(`week ${week} has lessons without a job`);
    await this.#buy(plan, plan.jobs.length);
    this.#unfinished.delete(week);
  }

  #judge(week: number, plan: MatchedPlan): void {
    const pool = this.draft.topics.filter(({ id }) => !this.draft.exclude.includes(id));
    const topics = pool.filter(({ id }) => plan.jobs.some(({ topicId }) => topicId === id));
    const selves = new Set(topics.map(({ self }) => self));
    if (selves.size !== Math.min(this.draft.rotate, pool.length) && this.draft.exclude.length === 0)
      throw new Error(`week ${week} has ${selves.size} topics`);
    for (const self of selves) {
      const last = this.#made.findLastIndex((made) => made.selves.has(self));
      if (last < 0) continue;
      const since = new Set(this.#made.slice(last).flatMap((made) => [...made.selves]));
      const waiting = pool.find(
        (other) => !since.has(other.self) && !selves.has(other.self) && !other.isMistaken,
      );
      if (waiting !== undefined)
        throw new Error(
          `week ${week}: topic ${self} comes again, and ${waiting.self} (${waiting.id}) has waited longer`,
        );
    }
    const taught = new Set(
      this.#made.filter((made) => this.#steps(made.week, week)).flatMap((made) => [...made.own]),
    );
    for (const { words } of plan.turn?.repeated ?? [])
      for (const word of words) {
        this.seen.recalled += 1;
        if (!taught.has(word)) throw new Error(`week ${week} recalls ${word}, which nobody was taught`);
      }
    const own = new Set(topics.flatMap(({ list }) => this.draft.lists[list] ?? []));
    const lessons = plan.jobs.map(({ id, request }) => [id, requestHash(request)] as const);
    this.#made.push({ week, selves, own, lessons });
  }

  /** Whether a week is one of those that `recall` counts back to, without the holidays between that were not made. */
  #steps(earlier: number, week: number): boolean {
    const made = new Set(this.#made.map((one) => one.week));
    let steps = 0;
    for (let one = week - 1; one >= earlier; one -= 1)
      if (!this.draft.skip.includes(one) || made.has(one)) steps += 1;
    return this.draft.recall.includes(steps);
  }

  async #buy(plan: MatchedPlan, most: number): Promise<void> {
    const work = divideWork(plan, { lessons: plan.lessons.slice(0, most), replace: [] }, this.#store.state);
    await recordMatches(plan, work, { store: this.#store });
    if (work.orders.length > 0) await recordComposition(plan, this.#store);
    for (const order of work.orders) await this.#buyOne(order);
  }

  async #buyOne({ lesson: { recordName, job } }: Order): Promise<void> {
    this.seen.bought += 1;
    const { edition, job: name } = recordName;
    const [attempt, story] = [this.seen.bought, 10_000 + this.seen.bought];
    const asked = { job: name, edition, attempt, requestHash: requestHash(job.request) };
    const events = [
      Object.assign(intended(asked), { request: { ...job.request } }),
      accepted(name, attempt, story, edition),
      { ...observed(name, story, "ready"), edition },
      { ...saved(name, story), edition },
    ];
    for (const event of events) await this.#store.append(event);
  }

  #newTopic(): WeeklyTopic {
    this.#next += 1;
    const self = this.#next;
    const list = `list${self}`;
    this.draft.lists[list] = [`palabra${self}a`, `palabra${self}b`];
    return { self, id: `t${self}x`, text: this.#someText(), list };
  }

  #someText(): string {
    this.#next += 1;
    const letters = "bcdfghjklmnpqrstvwz";
    const word = () =>
      Array.from({ length: 7 }, () => letters[Math.floor(this.#chance.next() * letters.length)]).join("");
    return `${word()} ${word()} ${this.#next}`;
  }

  #edit(): void {
    const kind = this.#chance.pick(Object.keys(this.#kinds));
    this.#kinds[kind]?.();
    this.seen.edits.add(kind);
  }

  /** A topic that is not on its way out, with its place in the pool. */
  #topic(): WeeklyTopic {
    return this.#chance.pick(this.draft.topics);
  }

  #delete(topic: WeeklyTopic): void {
    this.draft.topics = this.draft.topics.filter((one) => one !== topic);
    this.draft.exclude = this.draft.exclude.filter((id) => id !== topic.id);
    this.draft.moved = this.draft.moved.filter(({ to }) => to !== topic.id);
  }

  /** A topic that is another one from now on: its id changes and no edition has its text, or its text changes and none has its id with it. */
  #forget(topic: WeeklyTopic, by: "text" | "id"): boolean {
    this.#next += 1;
    const ids = [topic.id, ...this.draft.moved.filter(({ to }) => to === topic.id).map(({ from }) => from)];
    const isKnown = [...pastEditions(this.#store.state).values()].some(({ lessons }) =>
      lessons.some(
        ({ job, request }) =>
          request.topic === topic.text && (by === "text" || ids.some((id) => job.startsWith(`${id}.`))),
      ),
    );
    if (!isKnown) topic.self = this.#next;
    return !isKnown;
  }

  readonly #kinds: Readonly<Record<string, () => void>> = {
    "a topic is deleted": () => {
      if (this.draft.topics.length > 5) this.#delete(this.#topic());
    },
    "a topic is deleted and removed": () => {
      const topic = this.#topic();
      if (this.draft.topics.length <= 5 || this.draft.removed.length > 2 || topic.id.startsWith("n")) return;
      this.#delete(topic);
      this.draft.removed.push(topic.id);
    },
    "a topic is added at the end": () => {
      if (this.draft.topics.length < 12) this.draft.topics.push(this.#newTopic());
    },
    "a topic is added at the front": () => {
      if (this.draft.topics.length < 12) this.draft.topics.unshift(this.#newTopic());
    },
    "the pool is turned round": () => void this.draft.topics.reverse(),
    "two topics change places": () => {
      const { topics } = this.draft;
      const [one, other] = [this.#topic(), this.#topic()];
      const [a, b] = [topics.indexOf(one), topics.indexOf(other)];
      [topics[a], topics[b]] = [other, one];
    },
    "a topic is reworded a little": () => {
      const topic = this.#topic();
      topic.text += topic.text.length < 60 ? "s" : "";
    },
    "a topic is reworded altogether": () => {
      const topic = this.#topic();
      this.#forget(topic, "id");
      topic.text = this.#someText();
    },
    "the pool is renumbered": () => {
      this.draft.moved = [];
      this.draft.exclude = [];
      for (const [index, topic] of this.draft.topics.entries()) {
        const id = `n${index + 1}`;
        if (topic.id === id) continue;
        topic.isMistaken = this.#forget(topic, "text");
        topic.id = id;
      }
    },
    "a topic is renamed": () => {
      const topic = this.#topic();
      this.#next += 1;
      const to = `m${this.#next}`;
      this.draft.moved.push({ from: topic.id, to });
      this.draft.exclude = this.draft.exclude.filter((id) => id !== topic.id);
      topic.id = to;
    },
    "a word is added": () => {
      this.#next += 1;
      this.draft.lists[this.#topic().list]?.push(`palabra${this.#next}`);
    },
    "a word is deleted": () => {
      const words = this.draft.lists[this.#topic().list];
      if (words !== undefined && words.length > 1) words.shift();
    },
    "a topic has another list": () => {
      const topic = this.#topic();
      topic.list = this.#topic().list;
    },
    "a list is renamed": () => {
      const { list } = this.#topic();
      this.#next += 1;
      this.draft.lists[`list${this.#next}`] = this.draft.lists[list] ?? [];
      for (const topic of this.draft.topics) if (topic.list === list) topic.list = `list${this.#next}`;
    },
    "rotate is changed": () => {
      this.draft.rotate = this.#chance.between(1, 3);
    },
    "recall is changed": () => {
      this.draft.recall = [1, 2, 3, 4].filter(() => this.#chance.hits(0.5));
    },
    "a language is added or dropped": () => {
      this.draft.langs = this.draft.langs.length === 1 ? ["es", "fr"] : ["es"];
    },
    "the difficulty is changed": () => {
      this.draft.difficulty = 5 - this.draft.difficulty;
    },
    "stories are longer": () => {
      this.draft.length = this.draft.length === "short" ? "medium" : "short";
    },
    "stories take fewer words": () => {
      this.draft.perStory = this.draft.perStory === null ? 8 : null;
    },
    "a topic is excluded": () => {
      if (this.draft.exclude.length === 0) this.draft.exclude.push(this.#topic().id);
    },
    "nothing is excluded any more": () => {
      this.draft.exclude = [];
    },
    "a week is left out": () => {
      const week = 10 + Math.floor(this.#chance.next() * 40);
      if (!this.#made.some((made) => made.week === week) && this.draft.skip.length < 4)
        this.draft.skip.push(week);
    },
  };
}

function planOf(draft: Draft): string {
  const { topics, lists, langs, perStory, exclude } = draft;
  const words = Object.entries(lists).map(([name, list]) => [
    name,
    Object.fromEntries(langs.map((lang) => [lang, list])),
  ]);
  return JSON.stringify({
    course: "weekly",
    title: "Weekly",
    budget: { credits: 10_000 },
    languages: langs,
    difficulties: [draft.difficulty],
    defaults: { length: draft.length, audiobook: false },
    rotate: draft.rotate,
    ...(draft.recall.length > 0 && { recall: draft.recall }),
    ...(draft.skip.length > 0 && { skip: draft.skip.map((week) => `week-${week}`) }),
    ...(perStory !== null && { vocabulary: { perStory, encounters: 9 } }),
    ...(draft.moved.length > 0 && { moved: draft.moved }),
    ...(draft.removed.length > 0 && { removed: draft.removed }),
    ...(exclude.length > 0 && { exclude: exclude.map((topic) => ({ topic })) }),
    words: Object.fromEntries(words),
    topics: topics.map(({ id, text, list }) => ({ id, topic: text, words: [list] })),
  });
}
