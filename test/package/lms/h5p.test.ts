import { describe, expect, test } from "vitest";
import { h5p } from "../../../src/package/formats/h5p/index.ts";
import { recording, spoken } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { tortureCourse } from "../torture/torture-course.ts";
import { filesOf, recorded, shown, textsOf, tortured } from "./fixtures.ts";

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
  return [text, taskDescription, textField, ...(Array.isArray(questions) ? questions : [])].filter(
    (each) => typeof each === "string",
  );
}

async function opened(bytes: Buffer | undefined) {
  const files = await textsOf(bytes);
  const facts = JSON.parse(files.get("h5p.json") ?? "");
  const content = JSON.parse(files.get("content/content.json") ?? "");
  return { files, facts, content, contents: contentsIn(content) };
}

describe("the H5P files", () => {
  test("name every content type that they use, and hold every sound that they play", async () => {
    const book = await recording();
    const view = await recorded({ ...spoken(showcase(book)), soundIn: ["h5p", "sentences"] });
    const { volume } = view;
    const entries = h5p(view);
    expect(entries.map(({ path }) => path)).toEqual(
      volume.lessons.map(({ name }) => `es-2/lms/h5p/${name}.h5p`),
    );
    for (const entry of entries) {
      const { files, facts, contents: used } = await opened(await entry.read());
      const named = facts.preloadedDependencies.map(
        (each: { machineName: string; majorVersion: number; minorVersion: number }) =>
          `${each.machineName} ${each.majorVersion}.${each.minorVersion}`,
      );
      const main = named.find((each: string) => each.startsWith(`${facts.mainLibrary} `));
      expect(new Set(named)).toEqual(new Set([main, ...used.map(({ library }) => library)]));
      const ids = used.map(({ subContentId }) => subContentId);
      expect(new Set(ids).size).toBe(ids.length);
      const played = JSON.stringify(used.map(({ params }) => params)).match(/audios\/[^"]+/g) ?? [];
      const held = [...files.keys()].filter((path) => path.startsWith("content/audios/"));
      expect(new Set(played.map((path) => `content/${path}`))).toEqual(new Set(held));
      const heard = volume.lessons.filter(({ sound }) => sound !== null).map(({ name }) => name);
      const own = heard.filter((name) => entry.path.includes(name));
      for (const name of own) expect(held).toContain(`content/audios/${name}.mp3`);
    }
    const { contents: used } = await opened(await entries[0]?.read());
    const kinds = used.map(({ library }) => library.split(" ")[0]);
    for (const kind of ["H5P.Audio", "H5P.AdvancedText", "H5P.Blanks", "H5P.DragText"])
      expect(kinds).toContain(kind);
  });

  test("ask for the words of the exercises, with what fits nowhere", async () => {
    const { files, volume } = await filesOf(h5p, showcase(null));
    const { contents } = await opened(files.get("es-2/lms/h5p/lesson-01.h5p"));
    const cloze = volume.lessons[0]?.exercises()[0]?.exercises.find(({ kind }) => kind === "cloze");
    if (cloze === undefined) throw new Error("no gaps");
    const [item] = cloze.items;
    const words = contents.find(({ params }) =>
      String(params.textField).includes(`*${item?.answer}*${item?.after}`),
    );
    const marked = (text: unknown) => [...String(text).matchAll(/\*([^*]+)\*/g)].map(([, word]) => word);
    expect(marked(words?.params.textField)).toHaveLength(cloze.items.length);
    const all = [...marked(words?.params.textField), ...marked(words?.params.distractors)];
    expect(all.sort()).toEqual([...cloze.choices].sort());
  });

  test("ask for words and meanings with every sign but those that H5P takes for its own", async () => {
    const glosses = [
      "driver (a woman)",
      'the "right" one',
      "wolf; dog & cat = 1+1 · 20 °C",
      "100% of €5。「ここ」कुत्ता।",
    ];
    const words = ["perro", "pan", "gato", "casa"].map((word, index) => ({
      word,
      gloss: glosses[index] ?? "",
    }));
    const [first] = showcase(null).lessons;
    if (first === undefined) throw new Error("no lesson");
    const text = "El perro come pan. El gato duerme en casa. Luis mira la calle larga.";
    const { files } = await filesOf(h5p, { ...showcase(null), lessons: [{ ...first, text, words }] });
    const { contents } = await opened(files.get("es-2/lms/h5p/lesson-01.h5p"));
    const texts = contents.map(({ params }) => String(params.textField ?? "")).join("\n");
    for (const gloss of glosses) expect(texts).toContain(`*${gloss}*`);
  });

  test("can give as many points as the reader, in every script", async () => {
    const pointsOf = ({ library, params }: Content): number => {
      const answers = (text: unknown): number => (String(text).split("*").length - 1) / 2;
      if (library.startsWith("H5P.Blanks")) return answers(params.questions);
      if (library.startsWith("H5P.DragText")) return answers(params.textField);
      return library.startsWith("H5P.MultiChoice") ? 1 : 0;
    };
    const sum = (points: readonly number[]): number => points.reduce((all, each) => all + each, 0);
    const book = await recording();
    for (const course of [showcase(book), tortureCourse(book)].map((each) => spoken(each))) {
      // Of markup, H5P can hold nothing.
      const lessons = course.lessons
        .filter(({ topicId }) => topicId !== "evil")
        .map((each) => ({
          ...each,
          words: each.words.map(({ gloss, ...word }) => ({ ...word, gloss: gloss && `${gloss} & + °` })),
        }));
      for (const folder of new Set(lessons.map(({ lang, difficulty }) => `${lang}-${difficulty}`))) {
        const own = lessons.filter(({ lang, difficulty }) => `${lang}-${difficulty}` === folder);
        const view = await recorded({ ...course, lessons: own });
        const entries = h5p(view);
        for (const [index, lesson] of view.volume.lessons.entries()) {
          const { contents } = await opened(await entries[index]?.read());
          const items = lesson
            .exercises()
            .flatMap(({ exercises }) => exercises.map((one) => one.items.length));
          expect([lesson.job, sum(contents.map(pointsOf))]).toEqual([lesson.job, sum(items)]);
        }
      }
    }
  });

  test("keep the signs at the ends of an Arabic sentence on their side, where words are dragged", async () => {
    const torture = tortureCourse(null);
    const lessons = torture.lessons.filter(({ lang }) => lang === "ar");
    const { files } = await filesOf(h5p, { ...torture, lessons });
    const [, bytes] = [...files].find(([path]) => path.endsWith("/lesson-01.h5p")) ?? [];
    const { contents } = await opened(bytes);
    const lines = contents.flatMap(({ params }) => String(params.textField ?? "").split("\n"));
    const sentences = lines.filter((line) => line.includes("&#40;"));
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/^\u200f.*\u200f(?: &#40;.*&#41;)?$/u);
  });

  test("hold hostile content as text and nothing else", async () => {
    for (const { files } of await tortured(h5p)) {
      for (const bytes of files.values()) {
        const { facts, contents } = await opened(bytes);
        expect(facts.title).not.toMatch(/[<>]|&\S/);
        expect(Buffer.byteLength(facts.title)).toBeLessThanOrEqual(255);
        expect(facts.language).toMatch(/^[-a-zA-Z]{1,10}$/);
        for (const content of contents) {
          for (const text of textsOfContent(content)) {
            const ours = ["br", "div", "em", "h2", "h3", "li", "p", "span", "strong", "ul"];
            for (const element of shown(text).elements) expect(ours).toContain(element);
            // An answer's sign stands only around answers: an even number of times.
            if (content.library.startsWith("H5P.AdvancedText")) continue;
            expect((text.match(/\*/g) ?? []).length % 2).toBe(0);
          }
        }
      }
    }
  });
});
