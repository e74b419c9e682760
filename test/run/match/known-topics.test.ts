import { randomInt } from "node:crypto";
import process from "node:process";
import { expect, test } from "vitest";
import { KnownTopics } from "../../../src/run/match/known-topics.ts";
import { likeness, wordTrigrams } from "../../../src/run/match/topic-text.ts";
import { Chance } from "../../simulation/chance.ts";

function knowing(...topics: readonly string[]): KnownTopics {
  const known = new KnownTopics();
  for (const topic of topics) known.add(topic);
  return known;
}

test.each([
  ["A mornign at the Market!", 0],
  ["The night train that never arrived", undefined],
  ["a morning in the market", 0],
] as const)("%j is matched to the topic that it may be with a correction", (topic, found) => {
  expect(knowing("A morning at the market", "A morning at the markets").firstAlike(topic)).toBe(found);
});

test("a topic of one letter or none is matched only to the very same text", () => {
  const known = knowing("?", "x", "!");
  expect(["!", "X", "x", "??"].map((topic) => known.firstAlike(topic))).toEqual([2, undefined, 1, undefined]);
});

test("among thousands of topics, the index finds the same ones as comparing one by one", () => {
  const seed = Number(process.env.COURSEBINDER_TEST_SEED ?? randomInt(1, 2 ** 31 - 2));
  const chance = new Chance(seed);
  const topics = Array.from({ length: 3_000 }, () => someTopic(chance));
  const known = knowing(...topics);
  let alike = 0;
  for (let look = 0; look < 200; look++) {
    const topic = chance.hits(0.5) ? corrected(chance.pick(topics), chance) : someTopic(chance);
    const plain = topics.findIndex((one) => one === topic || likenessOf(one, topic) >= 0.6);
    expect([topic, known.firstAlike(topic) ?? -1], `seed ${seed}`).toEqual([topic, plain]);
    if (plain !== -1) alike += 1;
  }
  expect(alike, `seed ${seed}`).toBeGreaterThan(50);
});

test("every similar text is reported, with the same figure as a comparison of the two alone", () => {
  const seed = Number(process.env.COURSEBINDER_TEST_SEED ?? randomInt(1, 2 ** 31 - 2));
  const chance = new Chance(seed);
  const topics = Array.from({ length: 500 }, () => someTopic(chance));
  const known = new KnownTopics(wordTrigrams);
  for (const topic of topics) known.add(topic);
  let alike = 0;
  for (let look = 0; look < 100; look++) {
    const topic = chance.hits(0.5) ? corrected(chance.pick(topics), chance) : someTopic(chance);
    for (const least of [0, 0.45, 1]) {
      const found: [number, number][] = [];
      known.eachAlike(topic, least, (number, value) => found.push([number, value]));
      const plain = topics.map((one, number) => [number, likeness(one, topic)] as const);
      const expected = plain.filter(([, value]) => value > 0 && value >= least);
      expect([topic, found], `seed ${seed}`).toEqual([topic, expected]);
      if (least === 0.45) alike += found.length;
    }
  }
  expect(alike, `seed ${seed}`).toBeGreaterThan(100);
});

const words =
  "a the of at in morning market train night river blue bread letter winter música Straße 港".split(" ");

function someTopic(chance: Chance): string {
  return Array.from({ length: chance.between(2, 9) }, () => chance.pick(words)).join(" ");
}

function corrected(topic: string, chance: Chance): string {
  const changed = topic
    .split(" ")
    .flatMap((part) => (chance.hits(0.2) ? [part.toUpperCase(), part] : [part]));
  return changed.join(" ");
}

function likenessOf(a: string, b: string): number {
  const [left, rest] = [pairsOf(a), pairsOf(b)];
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
