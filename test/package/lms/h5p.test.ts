import { describe, expect, test } from "vitest";
import { h5p } from "../../../src/package/formats/h5p/index.ts";
import { showcase, tortureCourse, volumesOf } from "../courses.ts";
import { filesOf, recorded, recording, spoken, unzip } from "../fixtures.ts";
import { expectOnly } from "./fixtures.ts";

interface Content {
  readonly library: string;
  readonly subContentId: string;
  readonly params: { readonly [name: string]: unknown };
}

/** Every content within another one, itself included. */
function contentsIn(value: unknown): Content[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(contentsIn);
  return "library" in value && "params" in value ? [value as unknown as Content, ...inside] : inside;
}

/** The markup of a content that H5P shows. */
function textsOfContent({ params }: Content): string[] {
  const { text, taskDescription, questions, textField } = params;
  return [text, taskDescription, textField, questions].flat().filter((each) => typeof each === "string");
}

async function opened(bytes: Buffer) {
  const files = await unzip(bytes);
  return { files, facts: files.json("h5p.json"), contents: contentsIn(files.json("content/content.json")) };
}

/** What is in the file of the first lesson of a course in Spanish, or in another volume. */
async function firstOf(course: Parameters<typeof filesOf>[1]) {
  const { files, volume } = await filesOf(h5p, course);
  const [lesson] = volume.lessons;
  return { ...(await opened(files.bytes(`${volume.folder}/lms/h5p/lesson-01.h5p`))), lesson };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

describe("the H5P files", () => {
  test("name every content type that they use, and hold every sound that they play", async () => {
    const view = await recorded({ ...spoken(showcase(await recording())), soundIn: ["h5p", "sentences"] });
    const { lessons } = view.volume;
    const entries = h5p(view);
    expect(entries.map(({ path }) => path)).toEqual(lessons.map(({ name }) => `es-2/lms/h5p/${name}.h5p`));
    const kinds = new Set<string | undefined>();
    for (const [index, { name, sound }] of lessons.entries()) {
      const { files, facts, contents: used } = await opened((await entries[index]?.read()) as Buffer);
      const named: string[] = facts.preloadedDependencies.map(
        (each: { machineName: string; majorVersion: number; minorVersion: number }) =>
          `${each.machineName} ${each.majorVersion}.${each.minorVersion}`,
      );
      const main = named.find((each) => each.startsWith(`${facts.mainLibrary} `));
      expect(new Set(named)).toEqual(new Set([main, ...used.map(({ library }) => library)]));
      expect(new Set(used.map(({ subContentId }) => subContentId)).size).toBe(used.length);
      const played = JSON.stringify(used.map(({ params }) => params)).match(/audios\/[^"]+/g) ?? [];
      const held = files.paths.filter((path) => path.startsWith("content/audios/"));
      expect(new Set(played.map((path) => `content/${path}`))).toEqual(new Set(held));
      expect(held.includes(`content/audios/${name}.mp3`)).toBe(sound !== null);
      for (const { library } of used) kinds.add(library.split(" ")[0]);
    }
    for (const kind of ["Audio", "AdvancedText", "Blanks", "DragText"])
      expect(kinds).toContain(`H5P.${kind}`);
  });

  test("ask for the words of the exercises, with what fits nowhere", async () => {
    const { contents, lesson } = await firstOf(showcase(null));
    const cloze = lesson?.exercises()[0]?.exercises.find(({ kind }) => kind === "cloze");
    if (cloze === undefined) throw new Error("no gaps");
    const begin = `*${cloze.items[0]?.answer}*${cloze.items[0]?.after}`;
    const asked = contents.find(({ params }) => String(params.textField).includes(begin));
    const marked = (text: unknown) => [...String(text).matchAll(/\*([^*]+)\*/g)].map(([, word]) => word);
    const words = marked(asked?.params.textField);
    expect(words).toHaveLength(cloze.items.length);
    expect([...words, ...marked(asked?.params.distractors)].sort()).toEqual([...cloze.choices].sort());
  });

  test("ask for words and meanings with every sign but those that H5P takes for its own", async () => {
    const words = Object.entries({
      perro: "driver (a woman)",
      pan: 'the "right" one',
      gato: "wolf; dog & cat = 1+1 · 20 °C",
      casa: "100% of €5。「ここ」कुत्ता।",
    }).map(([word, gloss]) => ({ word, gloss }));
    const text = "El perro come pan. El gato duerme en casa. Luis mira la calle larga.";
    const lessons = showcase(null).lessons.slice(0, 1);
    const made = { ...showcase(null), lessons: lessons.map((first) => ({ ...first, text, words })) };
    const texts = (await firstOf(made)).contents.map(({ params }) => String(params.textField ?? ""));
    for (const { gloss } of words) expect(texts.join("\n")).toContain(`*${gloss}*`);
  });

  test("can give as many points as the reader, in every script", async () => {
    const pointsOf = ({ library, params }: Content): number => {
      const answers = (text: unknown): number => (String(text).split("*").length - 1) / 2;
      if (library.startsWith("H5P.Blanks")) return answers(params.questions);
      if (library.startsWith("H5P.DragText")) return answers(params.textField);
      return library.startsWith("H5P.MultiChoice") ? 1 : 0;
    };
    const book = await recording();
    for (const course of [showcase(book), tortureCourse(book)].map(spoken)) {
      // Of markup, H5P can hold nothing.
      const lessons = course.lessons
        .filter(({ topicId }) => topicId !== "evil")
        .map((each) => ({
          ...each,
          words: each.words.map(({ gloss, ...word }) => ({ ...word, gloss: gloss && `${gloss} & + °` })),
        }));
      for (const { files, volume } of await volumesOf(h5p, { ...course, lessons }))
        for (const { name, job, exercises } of volume.lessons) {
          const { contents } = await opened(files.bytes(`${volume.folder}/lms/h5p/${name}.h5p`));
          const items = exercises().flatMap((sheet) => sheet.exercises.map((one) => one.items.length));
          expect([job, sum(contents.map(pointsOf))]).toEqual([job, sum(items)]);
        }
    }
  });

  test("keep the signs at the ends of an Arabic sentence on their side, where words are dragged", async () => {
    const torture = tortureCourse(null);
    const lessons = torture.lessons.filter(({ lang }) => lang === "ar");
    const { contents } = await firstOf({ ...torture, lessons });
    const lines = contents.flatMap(({ params }) => String(params.textField ?? "").split("\n"));
    const sentences = lines.filter((line) => line.includes("&#40;"));
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/^\u200f.*\u200f(?: &#40;.*&#41;)?$/u);
  });

  test("hold hostile content as text and nothing else", async () => {
    for (const { files } of await volumesOf(h5p))
      for (const bytes of files.values()) {
        const { facts, contents } = await opened(bytes);
        expect(facts.title).not.toMatch(/[<>]|&\S/);
        expect(Buffer.byteLength(facts.title)).toBeLessThanOrEqual(255);
        expect(facts.language).toMatch(/^[-a-zA-Z]{1,10}$/);
        for (const content of contents)
          for (const text of textsOfContent(content)) {
            expectOnly(text, { elements: "br div em h2 h3 li p span strong ul" });
            // An answer's sign stands only around answers: an even number of times.
            if (!content.library.startsWith("H5P.AdvancedText"))
              expect((text.match(/\*/g) ?? []).length % 2).toBe(0);
          }
      }
  });

  test("ask whether a statement is true, what comes next and what comes in which place with one right choice each", async () => {
    const { files, volume } = await filesOf(h5p, showcase(null));
    for (const { name, exercises } of volume.lessons) {
      const asked = (await files.inside(`es-2/lms/h5p/${name}.h5p`)).text("content/content.json");
      const choices = exercises()
        .flatMap((sheet) => sheet.exercises)
        .filter(({ kind }) => /^(?:what-next|sentence-order|story-order|true-false)$/.test(kind));
      const items = sum(choices.map((each) => each.items.length));
      expect(asked.split('"library":"H5P.MultiChoice ').length - 1).toBe(items);
      expect(asked.split('"correct":true').length - 1).toBe(items);
    }
  });
});
