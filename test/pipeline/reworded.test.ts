import { randomInt } from "node:crypto";
import process from "node:process";
import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/event.ts";
import { findReworded } from "../../src/pipeline/reworded.ts";
import type { Order } from "../../src/pipeline/work.ts";
import type { Job } from "../../src/plan/plan.ts";
import { Chance } from "../simulation/chance.ts";
import { intended, jobNamed, planOf, refused, stateOf } from "./histories.ts";

interface Lesson {
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
}

interface Wanted extends Lesson {
  readonly idFollowsText: boolean;
}

const market: Lesson = { topic: "A morning at the market", lang: "es", difficulty: 2 };

test.for([
  ["another spelling", "held", { topic: "A mornign at the Market!" }],
  ["another topic", "new", { topic: "The night train that never arrived" }],
  ["another language", "new", { lang: "fr" }],
  ["another difficulty", "new", { difficulty: 3 }],
  ["an id and the same text", "held", { idFollowsText: false }],
  ["an id and another spelling", "new", { topic: "A mornign at the market", idFollowsText: false }],
] as const)("beside a bought lesson, one with %s is %s", ([, verdict, change]) => {
  const found = answersFor([market], [{ ...market, idFollowsText: true, ...change }]);
  expect(found).toEqual(verdict === "held" ? ["old-0"] : [null]);
});

test("of several bought lessons that a topic looks like, the one that was bought first is named", () => {
  const alike = ["A morning in the market", "A morning at the market", "A morning at the markets"];
  const bought = alike.map((topic) => ({ ...market, topic }));
  expect(answersFor(bought, [{ ...market, idFollowsText: true }])).toEqual(["old-0"]);
  expect(answersFor(bought, [{ ...market, idFollowsText: false }])).toEqual(["old-1"]);
});

test("a topic of a letter or of none is only taken for the very same text", () => {
  const bought = ["?", "x", "!"].map((topic) => ({ ...market, topic }));
  const wanted = ["!", "X", "x", "??"].map((topic) => ({ ...market, topic, idFollowsText: true }));
  expect(answersFor(bought, wanted)).toEqual(["old-2", null, "old-1", null]);
});

test("a lesson that was refused, or that the plan names still, is none that another is taken for", () => {
  const planned = jobNamed("planned");
  const wanted: Job = { ...jobNamed("new"), request: { ...planned.request, topic: "planned" } };
  const state = stateOf(intended({ job: "planned", attempt: 1 }), ...refusedOnce("refused", 2));
  const twin: Job = { ...jobNamed("newer"), request: { ...planned.request, topic: "refused" } };
  expect(findReworded(planOf([planned, wanted, twin]), [orderOf(wanted), orderOf(twin)], state)).toEqual([]);
});

test("among thousands of topics the ones that a person would find one by one are found, and no text is read again for each other", () => {
  const seed = Number(process.env.COURSEBINDER_TEST_SEED ?? randomInt(1, 2 ** 31 - 2));
  const chance = new Chance(seed);
  const bought = Array.from({ length: 3_000 }, () => someLesson(chance));
  const wanted = Array.from({ length: 3_000 }, (): Wanted => {
    const lesson = chance.hits(0.4) ? corrected(chance.pick(bought), chance) : someLesson(chance);
    return { ...lesson, idFollowsText: chance.hits(0.8) };
  });
  let readings = 0;
  const found = answersFor(bought, wanted, () => {
    readings += 1;
  });
  expect(readings, `seed ${seed}`).toBeLessThan(10 * wanted.length);
  for (let look = 0; look < 60; look++) {
    const at = chance.below(wanted.length);
    expect([at, found[at]], `seed ${seed}`).toEqual([at, plainAnswer(bought, wanted[at] as Wanted)]);
  }
  expect(new Set(found).size, `seed ${seed}`).toBeGreaterThan(300);
  expect(found.filter((was) => was === null).length, `seed ${seed}`).toBeGreaterThan(300);
});

const words =
  "a the of at in morning market train night river blue bread sister letter winter música Straße 港".split(
    " ",
  );

function someLesson(chance: Chance): Lesson {
  const topic = Array.from({ length: chance.between(1, 9) }, () => chance.pick(words)).join(" ");
  return { topic, lang: chance.pick(["es", "de", "ja"]), difficulty: chance.between(1, 3) };
}

/** The lesson with some of its letters, or words, left out or doubled. */
function corrected(lesson: Lesson, chance: Chance): Lesson {
  const parts = lesson.topic.split(chance.hits(0.5) ? "" : " ");
  const changed = parts.flatMap((part) =>
    chance.hits(0.2) ? chance.pick<string[]>([[], [part, part], [part.toUpperCase()]]) : [part],
  );
  const topic = changed.join(parts.length === [...lesson.topic].length ? "" : " ");
  return { ...lesson, topic: topic === "" ? "a" : topic };
}

/** What each wanted lesson is taken for, when the bought ones are no longer in the plan. `read`: called for each look at a wanted topic. */
function answersFor(
  bought: readonly Lesson[],
  wanted: readonly Wanted[],
  read: () => void = () => {},
): (string | null)[] {
  const events = bought.map(({ topic, lang, difficulty }, at): EventBody => {
    const event = intended({ job: `old-${at}`, attempt: at }) as Extract<
      EventBody,
      { type: "creation.intended" }
    >;
    return { ...event, request: { ...event.request, topic, lang, difficulty } };
  });
  const jobs = wanted.map((lesson, at) => jobOf(`new-${at}`, lesson, read));
  const reworded = findReworded(planOf(jobs), jobs.map(orderOf), stateOf(...events));
  const found = new Map(reworded.map(({ job, was }) => [job.id, was]));
  for (const { job, isRenamed } of reworded) expect(isRenamed).toBe(!job.idFollowsText);
  return jobs.map(({ id }) => found.get(id) ?? null);
}

function jobOf(id: string, { topic, lang, difficulty, idFollowsText }: Wanted, read: () => void): Job {
  const job = jobNamed(id);
  const request = {
    ...{ ...job.request, lang: lang as Job["request"]["lang"], difficulty },
    get topic(): string {
      read();
      return topic;
    },
  };
  return { ...job, idFollowsText, request };
}

function orderOf(job: Job): Order {
  return { job, replaces: null };
}

function refusedOnce(job: string, attempt: number): EventBody[] {
  return [intended({ job, attempt }), refused(job, attempt)];
}

/** The rule, computed for one lesson against each of the others. */
function plainAnswer(bought: readonly Lesson[], wanted: Wanted): string | null {
  const at = bought.findIndex(
    (was) =>
      was.lang === wanted.lang &&
      was.difficulty === wanted.difficulty &&
      (was.topic === wanted.topic || (wanted.idFollowsText && likenessOf(was.topic, wanted.topic) >= 0.6)),
  );
  return at === -1 ? null : `old-${at}`;
}

function likenessOf(a: string, b: string): number {
  const left = pairsOf(a);
  const rest = pairsOf(b);
  const all = left.length + rest.length;
  const shared = left.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
  return all === 0 ? 0 : (2 * shared.length) / all;
}

function pairsOf(text: string): string[] {
  const letters = Array.from(text.toLowerCase()).filter((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter));
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
