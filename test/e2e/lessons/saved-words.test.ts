import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Served } from "../fixtures/served.ts";

let served: Served;

const inCourse = (...names: string[]): string => join(served.folder, "out", "course", ...names);
const wordsEvents = () => served.events().filter(({ type }) => type === "words.saved");
const zip = (): Buffer => readFileSync(inCourse("course-1.zip"));
const list = (...rows: string[]): void =>
  writeFileSync(join(served.folder, "words.csv"), ["word,gloss,forms", ...rows, ""].join("\n"));
const plan = `course: course
title: A small course
budget: { credits: 500 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
words: { post: { es: { file: words.csv } } }
topics:
  - { topic: First, words: [post] }
  - { topic: Second, words: [post] }
`;

beforeEach(async () => {
  served = await Served.start({ writingTime: "20ms" });
  list("la carta,letter,", "el ramo,bunch,");
  served.plan(plan);
  const finished = await served.run();
  expect(finished.code, finished.stdout).toBe(0);
});

afterEach(() => served.dispose());

it("The places of a lesson's words are saved once, before the package that uses them", async () => {
  expect(wordsEvents()).toHaveLength(2);
  const types = served.events().map(({ type }) => type);
  expect(types.lastIndexOf("words.saved")).toBeLessThan(types.indexOf("package.written"));
  expect((await served.runHere()).code).toBe(0);
  expect(wordsEvents()).toHaveLength(2);
});

it("A damaged or lost words file changes no byte of the package, and the next run makes it anew", async () => {
  const before = zip();
  const [first, second] = wordsEvents().map(({ file }) => inCourse(String(file)));
  const saved = readFileSync(first ?? "");
  writeFileSync(first ?? "", "{}");
  rmSync(second ?? "");
  rmSync(inCourse("course-1.zip"));
  expect((await served.commandHere(["package", "course.yaml"], {})).code).toBe(0);
  expect(zip().equals(before)).toBe(true);
  expect((await served.runHere()).code).toBe(0);
  expect(readFileSync(first ?? "").equals(saved)).toBe(true);
  expect(zip().equals(before)).toBe(true);
});

it("A form that is added to the list later is looked for in the stories that are already bought", async () => {
  const { creations } = served.proxy;
  list("la carta,letter,cartita", "el ramo,bunch,");
  expect((await served.runHere()).code).toBe(0);
  expect(wordsEvents()).toHaveLength(4);
  expect(served.proxy.creations).toBe(creations);
});
