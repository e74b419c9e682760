import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainName } from "../../src/package/contents/plain-name.ts";
import { foldAnswer } from "../../src/package/exercises/answer.ts";
import { writePackage } from "../../src/package/write-package.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { saveBook, silence, spoken, testFolder, unzip } from "./fixtures.ts";
import { parseCloze } from "./lms/cloze-parser.ts";
import { all, attr, parsed } from "./lms/fixtures.ts";
import { tortureCourse } from "./torture/torture-course.ts";

/** The text of a piece of HTML, with white space folded. */
function textOf(markup: string): string {
  const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code, name) =>
      code === undefined ? (named[name] ?? "") : String.fromCodePoint(Number(code)),
    )
    .replaceAll("\u2060", "")
    .replace(/\s+/g, " ")
    .trim();
}

function pieces(markup: string, pattern: RegExp): string[] {
  return [...markup.matchAll(pattern)].map(([, piece = ""]) => piece);
}

const rowsOf = (list: string) => pieces(list, /<li[^>]*>(.*?)<\/li>/gs);

// What every format asks for: the glosses of a matching, the first sentence of an order.
function answersIn(list: string, kind: string): string[] {
  const rows = rowsOf(list);
  if (kind === "matching" || kind === "true-false")
    return rows.map((row) => textOf(/.*(<span [^>]*dir="auto">.*)/s.exec(row)?.[1] ?? ""));
  return (kind === "sentence-order" ? rows.slice(0, 1) : rows).map(textOf);
}

interface Told {
  readonly title: string;
  readonly words: readonly string[];
  readonly glosses: readonly string[];
  /** Of versions A and B, exercise after exercise. */
  readonly answers: readonly string[];
}

type Files = ReadonlyMap<string, Buffer>;

function wordsIn(page: string): Pick<Told, "words" | "glosses"> {
  return {
    words: pieces(page, /<dt>(.*?)<\/dt>/gs).map(textOf),
    glosses: pieces(page, /<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs).map((gloss) => textOf(gloss).replace(/^–$/, "")),
  };
}

interface Exercised {
  readonly told: Told;
  readonly kinds: readonly string[];
}

function fromWeb(files: Files, stem: string): Exercised {
  const page = String(files.get(`${stem}.html`));
  const kinds: string[] = [];
  const answers: string[] = [];
  for (const version of ["a", "b"]) {
    const sheet = String(files.get(`${stem}-exercises-${version}.html`) ?? "");
    for (const [, kind = "", list = ""] of sheet.matchAll(
      /<section class="exercise ([a-z-]+)".*?<details>.*?<ol>(.*?)<\/ol><\/details>/gs,
    )) {
      kinds.push(kind);
      answers.push(...answersIn(list, kind));
    }
  }
  const [title = ""] = pieces(page, /<h1[^>]*>(.*?)<\/h1>/gs);
  return { told: { title: textOf(title), ...wordsIn(page), answers }, kinds };
}

/** What a teacher finds with the keys, for whom their letters and numbers lead to the sheet's glosses and sentences. */
function fromPrint(
  files: Files,
  { volume, name }: ListedLesson,
  kinds: readonly string[],
): Pick<Told, "title" | "answers"> {
  const sheet = String(files.get(`${volume}/print/${name}.html`));
  const all = String(files.get(`teacher/${volume}/keys.html`));
  const [own = ""] = pieces(all, new RegExp(`<section id="${name}">(.*?)</section>`, "gs"));
  const asked = pieces(sheet, /<section class="exercise [^"]*">(.*?)<\/section>/gs);
  const keys = pieces(own, /<dd>(.*?)<\/dd>/gs);
  expect([asked.length, keys.length]).toEqual([kinds.length, kinds.length]);
  const [title = ""] = pieces(sheet, /<h1[^>]*>(.*?)<\/h1>/gs);
  return {
    title: textOf(title),
    answers: keys.flatMap((key, index) => readKey(key, asked[index] ?? "", kinds[index] ?? "")),
  };
}

function readKey(key: string, asked: string, kind: string): string[] {
  const rows = rowsOf(key).map(textOf);
  const shown = pieces(asked, /<ul class="order"[^>]*>(.*?)<\/ul>/gs)
    .flatMap(rowsOf)
    .map(textOf);
  if (kind === "matching") {
    return rows.map((letter) =>
      (shown.find((gloss) => gloss.startsWith(`${letter}) `)) ?? "").slice(letter.length + 2),
    );
  }
  if (kind === "sentence-order") return [shown[textOf(key).split(" – ").indexOf("1")] ?? ""];
  return kind === "true-false" ? rows.map((row) => row.split(" – ")[0] ?? "") : rows;
}

function fromCartridge(files: Files, name: string): Told {
  const page = String(files.get(`web_resources/${name}.html`));
  const [title = ""] = pieces(page, /<h1[^>]*>(.*?)<\/h1>/gs);
  const answers = ["a", "b"].flatMap((version) => {
    const quiz = files.get(`${name}-${version}/assessment.xml`);
    if (quiz === undefined) return [];
    return all(parsed(String(quiz)), "item").map((item) => {
      const right = all(item, "varequal")[0]?.content ?? "";
      const label = all(item, "response_label").find((each) => attr(each, "ident") === right);
      return label === undefined ? right : textOf(all(label, "mattext")[0]?.content ?? "");
    });
  });
  return { title: textOf(title), ...wordsIn(page), answers };
}

/** For each lesson, the name of its category and the answers to its questions. */
function fromMoodle(xml: string, kinds: ReadonlyMap<number, readonly string[]>) {
  const lessons: { category: string; answers: string[]; asked: number }[] = [];
  for (const question of all(parsed(xml), "question")) {
    const text = all(question, "text")[0]?.content ?? "";
    if (attr(question, "type") === "category") lessons.push({ category: text, answers: [], asked: 0 });
    const lesson = lessons.at(-1);
    if (lesson === undefined || attr(question, "type") !== "cloze") continue;
    const kind = kinds.get(lessons.length)?.[lesson.asked] ?? "none";
    lesson.asked += 1;
    const [source = ""] = all(question, "questiontext").map(
      (element) => all(element, "text")[0]?.content ?? "",
    );
    const { gaps, rest } = parseCloze(source);
    const right = gaps.map(({ answers }) => answers.find((answer) => answer.right)?.text ?? "");
    if (kind !== "sentence-order") lesson.answers.push(...right);
    else lesson.answers.push(textOf(rowsOf(rest)[right.indexOf("1")] ?? "").replace(/^\[\[\d+\]\] /, ""));
  }
  return lessons;
}

interface ListedLesson {
  readonly volume: string;
  readonly number: number;
  readonly name: string;
  readonly title: string;
  readonly tag: string;
  readonly words: readonly { readonly word: string; readonly gloss: string | null }[];
}

test.each([
  ["the same lessons, titles, words and answers", false],
  ["the same of lessons that are heard, with what is asked of what is heard", true],
])("the reader, the sheets, the cartridge and the questions for Moodle have %s", async (_, isHeard) => {
  const folder = await testFolder();
  const path = join(folder, "package.zip");
  const book = await saveBook(join(folder, "book"), silence(2_000), "audio/mpeg");
  const made = isHeard ? spoken(tortureCourse(book, { soundIn: ["sentences"] })) : tortureCourse(null);
  await writePackage(made, { path, files: realFiles });
  const files = await unzip(await readFile(path));
  const lessons = JSON.parse(String(files.get("publisher/manifest.json"))).lessons as ListedLesson[];
  let asked = 0;
  for (const volume of new Set(lessons.map((lesson) => lesson.volume))) {
    const own = lessons.filter((lesson) => lesson.volume === volume);
    const cartridge = await unzip(files.get(`${volume}/lms/${volume}-cc11.imscc`) ?? Buffer.alloc(0));
    expect(
      [...files.keys()].filter(
        (name) => /\/web\/lesson-\d+\.html$/.test(name) && name.startsWith(`${volume}/`),
      ),
    ).toHaveLength(own.length);
    expect([...cartridge.keys()].filter((name) => /lesson-\d+\.html$/.test(name))).toHaveLength(own.length);
    const kinds = new Map(
      own.map(({ name, number }) => [number, fromWeb(files, `${volume}/web/${name}`).kinds]),
    );
    const moodle = fromMoodle(String(files.get(`${volume}/lms/moodle-questions.xml`)), kinds);
    expect(moodle).toHaveLength(own.length);
    for (const [index, lesson] of own.entries()) {
      const fold = (answers: readonly string[]) =>
        answers.map((answer) => foldAnswer(answer, { bcp47: lesson.tag }));
      const { told } = fromWeb(files, `${volume}/web/${lesson.name}`);
      const quiz = fromCartridge(cartridge, lesson.name);
      const category = moodle[index];
      expect([told.title, quiz.title]).toEqual([lesson.title, lesson.title]);
      expect(
        category?.category.endsWith(`/${lesson.number}. ${plainName(lesson.title).replaceAll("/", "//")}`),
      ).toBe(true);
      const words = lesson.words.map(({ word }) =>
        textOf(word.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)),
      );
      expect([told.words, quiz.words]).toEqual([words, words]);
      expect(quiz.glosses).toEqual(told.glosses);
      expect(quiz.glosses.map((gloss) => gloss !== "")).toEqual(
        lesson.words.map(({ gloss }) => gloss !== null),
      );
      const answers = fold(told.answers);
      expect(fold(quiz.answers)).toEqual(answers);
      expect(fold(category?.answers ?? [])).toEqual(answers);
      asked += answers.length;
      const sheetKinds = kinds.get(lesson.number) ?? [];
      expect(files.has(`${volume}/print/${lesson.name}.html`)).toBe(sheetKinds.length > 0);
      if (sheetKinds.length === 0) continue;
      const print = fromPrint(files, lesson, sheetKinds);
      expect(print.title).toBe(lesson.title);
      expect(fold(print.answers)).toEqual(answers);
    }
  }
  expect(asked).toBeGreaterThan(isHeard ? 240 : 190);
});
