import { randomInt } from "node:crypto";
import process from "node:process";
import { expect, test } from "vitest";
import { type Bought, cellOf } from "../../src/run/match/bought-lessons.ts";
import { type DoubtfulRow, findDoubtful } from "../../src/run/match/doubtful-lessons.ts";
import type { AnyRow, Match } from "../../src/run/match/lesson-matching.ts";
import { Chance } from "../simulation/chance.ts";
import { jobNamed } from "./histories.ts";

const courses = 400;

test(`in ${courses} courses the doubtful lessons are those that a comparison of all pairs finds`, () => {
  const first = Number(process.env.COURSEBINDER_TEST_SEED ?? randomInt(1, 2 ** 31 - courses));
  const seen = { doubted: 0, believed: 0 };
  for (let seed = first; seed < first + courses; seed++) {
    const { rows, gone, left } = drawCourse(new Chance(seed));
    const doubtful = findDoubtful({ rows, gone }, left);
    const name = ({ job, lesson, isMoved }: DoubtfulRow): string => `${job.id} ${lesson.key} ${isMoved}`;
    expect(doubtful.map(name), `seed ${seed}`).toEqual(plainDoubtful({ rows, gone, left }).map(name));
    seen.doubted += doubtful.length;
    seen.believed += [...rows, ...gone].filter(({ found }) => found !== null).length - doubtful.length;
  }
  expect(Math.min(seen.doubted, seen.believed)).toBeGreaterThan(courses);
});

interface Course {
  readonly rows: AnyRow[];
  readonly gone: AnyRow[];
  readonly left: Bought[];
}

const words = "a the of at in morning market train night river blue bread winter música Straße 港".split(" ");

function textBy(chance: Chance): string {
  return Array.from({ length: chance.between(1, 6) }, () => chance.pick(words)).join(" ");
}

function reworded(text: string, chance: Chance): string {
  if (chance.hits(0.2)) return textBy(chance);
  const parts = text.split(" ").map((word) => (chance.hits(0.3) ? chance.pick(words) : word));
  return parts.join(chance.hits(0.1) ? "  " : " ");
}

/** Two languages of topics of which most have a lesson by an id, with some that are new, excluded or left over. */
function drawCourse(chance: Chance): Course {
  const course: Course = { rows: [], gone: [], left: [] };
  const isCalm = chance.hits(0.4);
  // Else both languages have the topics of today in common, and not the lessons.
  const isAlone = chance.hits(0.5);
  for (let topic = chance.between(1, 14); topic > 0; topic--) {
    const [was, now] = [textBy(chance), textBy(chance)];
    const common = chance.hits(0.5) ? reworded(was, chance) : now;
    for (const lang of ["es", "fr"]) {
      const lesson = boughtAs(`t${topic}.${lang}.2`, { was, lang, chance });
      const text = isAlone ? reworded(was, chance) : common;
      const match = isCalm ? "id" : chance.pick<Match>(["id", "id", "id", "moved", "text", "said"]);
      const row = rowOf(`t${topic}.${lang}.2`, { text, lang });
      if (isCalm || chance.hits(0.8)) course.rows.push({ ...row, found: lesson, match });
      else if (chance.hits(0.3)) course.gone.push({ ...row, found: chance.hits(0.5) ? lesson : null, match });
      else if (chance.hits(0.5)) course.rows.push(row);
      else course.left.push(lesson);
    }
  }
  return course;
}

function rowOf(id: string, { text, lang }: { text: string; lang: string }): AnyRow {
  const job = jobNamed(id);
  return { job: { ...job, request: { ...job.request, topic: text, lang } }, found: null, match: null };
}

function boughtAs(
  name: string,
  { was, lang, chance }: { was: string; lang: string; chance: Chance },
): Bought {
  const steps = chance.hits(0.3) ? [{ as: name, topic: reworded(was, chance) }] : [];
  const { request } = jobNamed(name);
  return {
    key: `1/${name}`,
    name,
    plainKey: `1/${name}`,
    request: { ...request },
    requestHash: "",
    position: 0,
    cell: cellOf({ ...request, lang }),
    text: was,
    steps,
  };
}

/** The definition, as it stands in the comments of `doubtful-lessons.ts`: every text against every other. */
function plainDoubtful({ rows, gone, left }: Course): DoubtfulRow[] {
  const all = [...rows, ...gone];
  const held = all.flatMap(({ job, found: lesson, match }) =>
    lesson !== null && (match === "id" || match === "moved")
      ? [{ job, lesson, isMoved: match === "moved" }]
      : [],
  );
  const cells = [...new Set(held.map(({ lesson }) => lesson.cell))];
  return cells.flatMap((cell) => {
    const byId = held.filter(({ lesson }) => lesson.cell === cell);
    const without = all.filter(({ job, found }) => found === null && cellOf(job.request) === cell);
    const others = left.filter((lesson) => lesson.cell === cell);
    const isAtStake = others.length > 0 || without.some((row) => rows.includes(row));
    const topics = [...byId, ...without].map(({ job }) => job.request.topic);
    const lessons = [...byId.map(({ lesson }) => lesson), ...others];
    const own = byId.map(({ job, lesson }) => alike(lesson, job.request.topic));
    const rivals = byId.map((_, at) => {
      const toTopic = lessons.map((lesson, other) =>
        other === at ? 0 : best(lesson, topics[at] ?? "", own[other] ?? 0),
      );
      const toLesson = topics.map((topic, other) =>
        other === at ? 0 : best(lessons[at] as Bought, topic, own[other] ?? 0),
      );
      return Math.max(0, ...toTopic, ...toLesson);
    });
    const isDenied = ({ isMoved }: DoubtfulRow, at: number): boolean => {
      const [likely, rival] = [own[at] ?? 0, rivals[at] ?? 0];
      if (rival < 0.45) return false;
      return isAtStake && !isMoved ? rival > likely - 0.15 : rival >= likely + 0.15;
    };
    const isContested = isAtStake || byId.some(isDenied);
    return byId.filter(
      (row, at) => isDenied(row, at) || (isContested && !row.isMoved && (own[at] ?? 0) < 0.6),
    );
  });
}

/** How alike they are, unless the other is more its own. */
function best({ text, steps }: Bought, topic: string, own: number): number {
  const values = [text, steps.at(-1)?.topic ?? text].map((one) => plainLikeness(one, topic));
  return Math.max(...values.filter((value) => value >= own), 0);
}

function alike({ text, steps }: Bought, topic: string): number {
  return Math.max(plainLikeness(text, topic), plainLikeness(steps.at(-1)?.topic ?? text, topic));
}

function plainLikeness(one: string, other: string): number {
  const [runs, rest] = [runsOf(one), runsOf(other)];
  const all = runs.length + rest.length;
  const shared = runs.filter((run) => {
    const at = rest.indexOf(run);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
  return (2 * shared.length) / all;
}

// The words of these tests hold nothing but letters, which folding makes capitals of.
function runsOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/ +/)
    .filter((word) => word !== "")
    .flatMap((word) => {
      const letters = [..."  ", ...word, " "];
      return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
    });
}
