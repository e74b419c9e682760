import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { coursebinder, documentOf, fileFolder } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";

const folder = fileFolder();

const words =
  "pan queso leche huevo manzana pera uva sal azúcar aceite mesa silla puerta ventana llave cama taza plato cuchara tenedor calle plaza tren coche barco puente río monte playa nube".split(
    " ",
  );
const topics = ["El mercado", "La cocina", "El viaje", "La casa", "El domingo", "La carta"];

function writePlan(topicCount: number): void {
  writeFileSync(
    join(folder, "words.csv"),
    `word,gloss\n${words.map((word) => `${word},g-${word}\n`).join("")}`,
  );
  const entries = topics
    .slice(0, topicCount)
    .map((topic, at) => `  - { id: t${at}, topic: ${topic}, words: [w] }\n`);
  writeFileSync(
    join(folder, "course.yaml"),
    `course: course
title: A course
budget: { credits: 900 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
words: { w: { es: { file: words.csv } } }
package: { formats: [teacher] }
vocabulary: { perStory: 15, encounters: 2 }
topics:
${entries.join("")}`,
  );
}

interface Lesson {
  readonly job: string;
  readonly words: readonly { readonly word: string; readonly gloss: string; readonly used: boolean }[];
}

async function run() {
  const document = documentOf(
    await coursebinder(["run", "course.yaml", "--local", "--poll", "200ms", "--json"], { cwd: folder }),
  );
  const contents = await unzip(readFileSync(join(folder, document.package?.path ?? "")));
  const manifest = JSON.parse(contents.get("publisher/manifest.json")?.toString() ?? "") as {
    readonly lessons: readonly Lesson[];
  };
  const recycling = (contents.get("teacher/es-2/recycling.csv")?.toString() ?? "")
    .trim()
    .split("\r\n")
    .slice(1);
  return { document, manifest, recycling };
}

it("a list longer than a story takes becomes lessons that use each of its words as often as requested, and stay so", async () => {
  writePlan(5);
  const first = await run();
  expect(first.document).toMatchObject({ exitCode: 0, jobs: { total: 5, done: 5 } });
  const asked = first.manifest.lessons.map((lesson) => lesson.words.map(({ word }) => word));
  expect(asked.map((list) => list.length)).toEqual([12, 12, 12, 12, 12]);
  expect(first.recycling).toHaveLength(30);
  for (const row of first.recycling) {
    const [word = "", gloss, , ...counts] = row.split(",");
    const lessons = asked.flatMap((list, at) => (list.includes(word) ? [at] : []));
    expect(gloss).toBe(`g-${word}`);
    expect(lessons).toHaveLength(2);
    for (const lesson of lessons) expect(Number(counts[lesson])).toBeGreaterThan(0);
  }
  for (const lesson of first.manifest.lessons) expect(lesson.words.every(({ used }) => used)).toBe(true);

  // A topic more, once the others are bought: theirs stay as they are, and no word is met less often than before.
  writePlan(6);
  const second = await run();
  expect(second.document).toMatchObject({ exitCode: 0, jobs: { total: 6, done: 6 } });
  const [last, ...others] = [...second.manifest.lessons].reverse();
  expect(others.reverse()).toEqual(first.manifest.lessons);
  expect(last?.words).toHaveLength(10);
  const priceOf = ({ document, manifest }: typeof first) => document.credits.spent / manifest.lessons.length;
  expect(priceOf(second)).toBe(priceOf(first));
});
