import { join } from "node:path";
import { expect, test } from "vitest";
import { plainName } from "../../src/package/contents/plain-name.ts";
import { foldAnswer } from "../../src/package/exercises/answer.ts";
import { packageOf } from "./bound.ts";
import { journey } from "./exercises/fixtures.ts";
import { sampleCourse } from "./exercises/sample-courses.ts";
import { lesson, saveBook, silence, spoken, testFolder, unzip } from "./fixtures.ts";
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

// What every format asks for: the glosses of a matching, the sentences of an order in that order.
function answersIn(list: string, kind: string): string[] {
  const rows = rowsOf(list);
  if (kind === "matching" || kind === "true-false")
    return rows.map((row) => textOf(/.*(<span [^>]*dir="auto">.*)/s.exec(row)?.[1] ?? ""));
  return rows.map(textOf);
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
  if (kind === "sentence-order") return inOrder(shown, textOf(key).split(" – "));
  return kind === "true-false" ? rows.map((row) => row.split(" – ")[0] ?? "") : rows;
}

/** Sentences by their numbers. */
function inOrder(sentences: readonly string[], numbers: readonly string[]): string[] {
  return sentences.map((_, place) => sentences[numbers.indexOf(String(place + 1))] ?? "");
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
    else {
      const sentences = rowsOf(rest).map((row) => textOf(row).replace(/ \[\[\d+\]\]$/, ""));
      lesson.answers.push(...inOrder(sentences, right));
    }
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
  const book = await saveBook(join(folder, "book"), silence(2_000), "audio/mpeg");
  const torture = isHeard ? tortureCourse(book, { soundIn: ["sentences"] }) : tortureCourse(null);
  // The torture course has no story that makes statements to be true or false.
  const lessons = [
    ...torture.lessons,
    lesson({ topicId: "journey", text: journey, words: [], book: isHeard ? book : null }),
  ];
  const made = isHeard ? spoken({ ...torture, lessons }) : { ...torture, lessons };
  const files = await packageOf(made, folder);
  const packed = JSON.parse(String(files.get("publisher/manifest.json"))).lessons as ListedLesson[];
  let asked = 0;
  const seen = new Set<string>();
  for (const volume of new Set(packed.map(({ volume }) => volume))) {
    const own = packed.filter((each) => each.volume === volume);
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
    for (const [index, each] of own.entries()) {
      const fold = (answers: readonly string[]) =>
        answers.map((answer) => foldAnswer(answer, { bcp47: each.tag }));
      const { told } = fromWeb(files, `${volume}/web/${each.name}`);
      const quiz = fromCartridge(cartridge, each.name);
      const category = moodle[index];
      expect([told.title, quiz.title]).toEqual([each.title, each.title]);
      expect(
        category?.category.endsWith(`/${each.number}. ${plainName(each.title).replaceAll("/", "//")}`),
      ).toBe(true);
      const words = each.words.map(({ word }) =>
        textOf(word.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)),
      );
      expect([told.words, quiz.words]).toEqual([words, words]);
      expect(quiz.glosses).toEqual(told.glosses);
      expect(quiz.glosses.map((gloss) => gloss !== "")).toEqual(
        each.words.map(({ gloss }) => gloss !== null),
      );
      const answers = fold(told.answers);
      expect(fold(quiz.answers)).toEqual(answers);
      expect(fold(category?.answers ?? [])).toEqual(answers);
      asked += answers.length;
      const sheetKinds = kinds.get(each.number) ?? [];
      for (const kind of sheetKinds) seen.add(kind);
      expect(files.has(`${volume}/print/${each.name}.html`)).toBe(sheetKinds.length > 0);
      if (sheetKinds.length === 0) continue;
      const print = fromPrint(files, each, sheetKinds);
      expect(print.title).toBe(each.title);
      expect(fold(print.answers)).toEqual(answers);
    }
  }
  expect(asked).toBeGreaterThan(isHeard ? 200 : 160);
  expect([...seen]).toEqual(expect.arrayContaining(["matching", "sentence-order", "true-false"]));
});

test("a lesson has the same exercises, numbers and points in the reader, on paper and in Moodle, though one sheet of paper has no room for all that its story could ask", async () => {
  const graded = await sampleCourse("graded-readers");
  const long = graded.lessons.filter(({ topicId, lang }) => topicId === "mountain-hut" && lang === "es");
  const made = spoken({ ...graded, paper: "letter", lessons: long });
  const files = await packageOf({ ...made, formats: ["web", "print", "moodle"] });
  const packed = JSON.parse(String(files.get("publisher/manifest.json"))).lessons as ListedLesson[];
  const kindsIn = (markup: string) => pieces(markup, /<section class="exercise ([a-z-]+)"/g);
  expect(packed.length).toBeGreaterThan(1);
  for (const { volume, name, number } of packed) {
    const moodle = String(files.get(`${volume}/lms/moodle-questions.xml`));
    const paper = String(files.get(`${volume}/print/${name}.html`))
      .split('<div class="sheet')
      .slice(1);
    expect(paper).toHaveLength(2);
    for (const [index, sheet] of paper.entries()) {
      const version = "ab"[index] ?? "";
      const web = String(files.get(`${volume}/web/${name}-exercises-${version}.html`));
      expect(kindsIn(sheet)).toEqual(kindsIn(web));
      expect(pieces(sheet, /<span class="number">(\d+)</g)).toEqual(kindsIn(web).map((_, at) => `${at + 1}`));
      const [points] = pieces(sheet, /class="score">[^<]*<b>\/ (\d+)</g);
      // Every item is a point, and of an order every place.
      const orders = kindsIn(web).filter((kind) => ["sentence-order", "story-order"].includes(kind)).length;
      const places = web.match(/<\w+[^>]* data-place\b/g)?.length ?? 0;
      const items = (web.match(/<\w+[^>]* data-item\b/g)?.length ?? 0) - orders;
      expect(String(items + places), `${name} ${version}`).toBe(points);
      const ofSheet = new RegExp(
        `<question type="cloze">\\s*<name><text>${number}${version.toUpperCase()}\\.`,
        "g",
      );
      expect(moodle.match(ofSheet)).toHaveLength(kindsIn(web).length);
    }
  }
});

test("a gap whose word has no meaning in the list shows its first letters in every format, and never the whole word", async () => {
  const weekly = await sampleCourse("weekly-spanish");
  const formats = ["web", "print", "moodle", "cartridge", "scorm", "h5p"];
  const files = await packageOf({ ...weekly, lessons: weekly.lessons.slice(0, 1), formats });
  const inside = async (path: RegExp) => {
    const name = [...files.keys()].find((each) => path.test(each)) ?? "";
    return [...(await unzip(files.get(name) ?? Buffer.alloc(0))).values()].map(String).join("\n");
  };
  const web = String(files.get("es-2/web/lesson-01-exercises-a.html"));
  const [cloze = ""] = pieces(web, /(<section class="exercise cloze".*?<\/section>)/gs);
  const hints = pieces(textOf(cloze), /(\(\p{L}+…\))/gu);
  const answers = pieces(cloze, /data-answer="([^"]*)"/g);
  expect(hints.length).toBeGreaterThan(2);
  for (const hint of hints) {
    const letters = hint.slice(1, -2);
    expect(answers.filter((answer) => answer.startsWith(letters))).toHaveLength(1);
    expect(answers).not.toContain(letters);
  }
  const shown = [
    String(files.get("es-2/print/lesson-01.html")),
    String(files.get("es-2/lms/moodle-questions.xml")),
    await inside(/-cc11\.imscc$/),
    await inside(/scorm12\/lesson-01\.zip$/),
    await inside(/\.h5p$/),
  ].map((text) => textOf(text.replaceAll("&amp;", "&")));
  for (const text of shown) for (const hint of hints) expect(text).toContain(hint);
});
