import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rig, smallCourse } from "../fixtures/served.ts";

it("The places of a lesson's words are saved once, before the package, made anew if they are damaged or lost, and looked for again when the list changes", async () => {
  await using served = await rig({ writingTime: "20ms" });
  const list = (...rows: string[]): void =>
    writeFileSync(join(served.folder, "words.csv"), ["word,gloss,forms", ...rows, ""].join("\n"));
  list("la carta,letter,", "el ramo,bunch,");
  const topics = ["First", "Second"].map((topic) => ({ id: topic.toLowerCase(), topic, words: ["post"] }));
  served.plan(smallCourse(topics, "words: { post: { es: { file: words.csv } } }"));
  const wordsEvents = () => served.events().filter(({ type }) => type === "words.saved");
  const zip = (): Buffer => readFileSync(served.file("course-1.zip"));
  for (const run of [() => served.run(), () => served.runHere()]) {
    expect((await run()).code).toBe(0);
    expect(wordsEvents()).toHaveLength(2);
  }
  const types = served.events().map(({ type }) => type);
  expect(types.lastIndexOf("words.saved")).toBeLessThan(types.indexOf("package.written"));

  const before = zip();
  const [first = "", second = ""] = wordsEvents().map(({ file }) => served.file(String(file)));
  const saved = readFileSync(first);
  writeFileSync(first, "{}");
  rmSync(second);
  rmSync(served.file("course-1.zip"));
  expect((await served.commandHere(["package", "course.yaml"], {})).code).toBe(0);
  expect(zip().equals(before)).toBe(true);
  expect((await served.runHere()).code).toBe(0);
  expect(readFileSync(first).equals(saved)).toBe(true);
  expect(zip().equals(before)).toBe(true);

  const known = wordsEvents().length;
  list("la carta,letter,cartita", "el ramo,bunch,");
  expect((await served.runHere()).code).toBe(0);
  expect(wordsEvents()).toHaveLength(known + 2);
  expect(served.proxy.creations).toBe(2);
});
