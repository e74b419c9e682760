import { expect, test } from "vitest";
import { foldAnswer } from "../../src/package/exercises/answer.ts";
import { choicesOf, type Exercise } from "../../src/package/exercises/exercise.ts";
import { kinds } from "../../src/package/exercises/kinds.ts";
import { plainName } from "../../src/package/quiz/lesson-markup.ts";
import { hostileAsText, hostileWords, sampleCourse, scriptStories, tortureCourse } from "./courses.ts";
import { journey, plainStory } from "./exercises/fixtures.ts";
import {
  type Archive,
  decoded,
  lesson,
  packageOf,
  recorded,
  recording,
  silence,
  spoken,
} from "./fixtures.ts";
import { moodleQuestions } from "./lms/cloze-parser.ts";
import { all, attr, parsed, shown, textIn } from "./lms/fixtures.ts";

/** The text of a piece of HTML, with white space folded. */
function textOf(markup: string): string {
  return decoded(markup.replace(/<[^>]*>/g, ""))
    .replaceAll("\u2060", "")
    .replace(/\s+/g, " ")
    .trim();
}

const pieces = (markup: string, pattern: RegExp): string[] =>
  [...markup.matchAll(pattern)].map(([, piece = ""]) => piece);
const rowsOf = (list: string): string[] => pieces(list, /<li[^>]*>(.*?)<\/li>/gs).map(textOf);
const kindsIn = (markup: string): string[] => pieces(markup, /<section class="exercise ([a-z-]+)"/g);
const titleIn = (page: string): string => textOf(pieces(page, /<h1[^>]*>(.*?)<\/h1>/gs)[0] ?? "");

const wordsIn = (page: string) => ({
  words: pieces(page, /<dt>(.*?)<\/dt>/gs).map(textOf),
  glosses: pieces(page, /<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs).map((gloss) => textOf(gloss).replace(/^–$/, "")),
});

/** The answers that the reader shows for a sheet. */
function fromWeb(sheet: string): string[] {
  return [
    ...sheet.matchAll(/<section class="exercise ([a-z-]+)".*?<details>.*?<ol>(.*?)<\/ol><\/details>/gs),
  ].flatMap(([, kind = "", list = ""]) =>
    kinds[kind as Exercise["kind"]].inReader === true
      ? pieces(list, /<li[^>]*>(.*?)<\/li>/gs).map((row) =>
          textOf(/.*(<span [^>]*dir="auto">.*)/s.exec(row)?.[1] ?? ""),
        )
      : rowsOf(list),
  );
}

/** What a teacher finds with a key, for whom its letters and numbers lead to the sheet's glosses and sentences. */
function fromKey(key: string, asked: string, kind: string): string[] {
  const rows = rowsOf(key);
  const shown = pieces(asked, /<ul class="order"[^>]*>(.*?)<\/ul>/gs).flatMap(rowsOf);
  const { form, choices } = kinds[kind as Exercise["kind"]];
  if (choices === "column")
    return rows.map((letter) =>
      (shown.find((gloss) => gloss.startsWith(`${letter}) `)) ?? "").slice(letter.length + 2),
    );
  if (choices === "beside") return rows.map((row) => row.split(" – ")[0] ?? "");
  if (form !== "order") return rows;
  const numbers = textOf(key).split(" – ");
  return shown.map((_, place) => shown[numbers.indexOf(String(place + 1))] ?? "");
}

function fromCartridge(quiz: string): string[] {
  return all(parsed(quiz), "item").map((item) => {
    const right = textIn(item, "varequal");
    const label = all(item, "response_label").find((each) => attr(each, "ident") === right);
    return label === undefined ? right : textOf(textIn(label, "mattext"));
  });
}

/** For each lesson of a volume, the name of its category and the answers to its questions, those of a question in one list. */
function fromMoodle(xml: string) {
  const lessons: { category: string; answers: string[][] }[] = [];
  for (const { type, name, right } of moodleQuestions(xml)) {
    if (type === "category") lessons.push({ category: name, answers: [] });
    if (type === "cloze") lessons.at(-1)?.answers.push(right.map(([first = "?"]) => first));
  }
  return lessons;
}

/** The answers to the questions of a backup, those of a question in one list. */
function fromBackup(xml: string): string[][] {
  const questions = all(parsed(xml), "question");
  const byId = new Map(questions.map((question) => [attr(question, "id"), question]));
  return questions
    .filter((question) => textIn(question, "qtype") === "multianswer")
    .map((question) => {
      const gaps = textIn(question, "sequence").split(",");
      const text = textIn(question, "questiontext");
      for (const number of gaps.keys()) expect(text.split(`{#${number + 1}}`)).toHaveLength(2);
      expect(Number(textIn(question, "defaultmark"))).toBe(gaps.length);
      return gaps.map((id) => {
        const answers = all(byId.get(id) ?? question, "answer");
        const right = answers.find((answer) => Number(textIn(answer, "fraction")) === 1);
        return shown(textIn(right, "answertext")).text.replaceAll("\u2060", "");
      });
    });
}

/** The right answers of an exercise, item by item, as people read them. */
function answersOf(exercise: Exercise): string[] {
  const { kind, items } = exercise;
  const { form } = kinds[kind];
  if (form === "choose") return items.map((item) => choicesOf(exercise, item)[item.correct] ?? "?");
  if (form === "order") return items.toSorted((a, b) => a.correct - b.correct).map(({ before }) => before);
  return items.map(({ before, answer, given, after }) =>
    given === null ? `${before === "" ? "" : `${before} `}${answer}${after}` : answer,
  );
}

/** The same on the reader's pages, where a sentence that was asked about stands before its answer. */
function answersOnPage(exercise: Exercise): string[] {
  const answers = answersOf(exercise);
  const { form, inReader } = kinds[exercise.kind];
  if (form !== "choose" || inReader === true) return answers;
  return exercise.items.map(
    ({ before, given }, at) => `${given === null ? `${before} – ` : ""}${answers[at]}`,
  );
}

// C0 and C1 except tab and line ends, lone surrogates, noncharacters, bidi controls that reorder their neighbours.
const unclean =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/u;

test("the reader, the sheets and keys, the cartridge, the questions for Moodle and its backup ask for the same, with the lessons' titles and words, and hostile texts are text everywhere", async () => {
  const book = await recording(undefined, silence(2_000));
  const torture = tortureCourse(book, { soundIn: ["sentences"] });
  // The torture course has no story that makes statements to be true or false, nor one in which several people speak.
  const talk =
    "«¿Dónde está el perro?», pregunta Ana. «No lo sé, mira en el jardín», dice Luis. «Aquí no hay nada», contesta Ana. Después Ana abre la puerta y ve a Luis. «Mañana vamos a la playa», grita Luis. «Tengo mucha hambre», dice Ana. «Las llaves están en casa», responde Luis. «Hoy cocino yo», dice Ana. «Me gusta la sopa caliente», dice Luis.";
  const others = { journey, talk: `${talk} ${plainStory}` };
  const lessons = [
    ...torture.lessons,
    ...Object.entries(others).map(([topicId, text]) => lesson({ topicId, text, words: [], book })),
  ];
  const made = spoken({ ...torture, lessons });
  const files = await packageOf(made);
  const { contents } = await recorded(made);
  const [asked, seen] = [{ items: 0 }, new Set<string>()];
  for (const volume of contents.volumes) {
    const text = (path: string) => String(files.get(`${volume.folder}/${path}`) ?? "");
    const cartridge = await files.inside(`${volume.folder}/lms/${volume.folder}-cc11.imscc`);
    const backup = await files.inside(`${volume.folder}/lms/${volume.folder}.mbz`);
    const inBackup = fromBackup(backup.text("questions.xml"));
    const moodle = fromMoodle(text("lms/moodle-questions.xml"));
    const keys = String(files.get(`teacher/${volume.folder}/keys.html`) ?? "");
    expect(moodle).toHaveLength(volume.lessons.length);
    for (const [index, { name, number, title, language, words, exercises }] of volume.lessons.entries()) {
      const fold = (answers: readonly string[]) => answers.map((answer) => foldAnswer(answer, language));
      const sheets = exercises().map(({ version, exercises: own }) => ({ set: version.toLowerCase(), own }));
      const all = sheets.flatMap(({ own }) => own);
      const expected = fold(all.flatMap(answersOf));
      const page = text(`web/${name}.html`);
      const lessonPage = cartridge.text(`web_resources/${name}.html`);
      expect([titleIn(page), titleIn(lessonPage)]).toEqual([title, title]);
      const listed = words.map(({ word }) =>
        textOf(word.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)),
      );
      for (const told of [page, lessonPage].map(wordsIn)) {
        expect(told.words).toEqual(listed);
        expect(told.glosses).toEqual(wordsIn(page).glosses);
        expect(told.glosses.map((gloss) => gloss !== "")).toEqual(words.map(({ gloss }) => gloss !== null));
      }
      const web = sheets.map(({ set }) => text(`web/${name}-exercises-${set}.html`));
      expect(web.flatMap(kindsIn)).toEqual(all.map(({ kind }) => kind));
      expect(fold(web.flatMap(fromWeb)), `${volume.folder} ${name}`).toEqual(
        fold(all.flatMap(answersOnPage)),
      );
      const quizzes = sheets.map(({ set }) => cartridge.text(`${name}-${set}/assessment.xml`));
      expect(fold(quizzes.flatMap(fromCartridge))).toEqual(expected);
      // Orders are asked for by the number of each sentence.
      const numbered = all.map((one) =>
        kinds[one.kind].form === "order"
          ? one.items.map(({ correct }) => String(correct + 1))
          : fold(answersOf(one)),
      );
      expect(moodle[index]?.answers.map(fold)).toEqual(numbered);
      expect(inBackup.splice(0, all.length).map(fold)).toEqual(numbered);
      const { category = "" } = moodle[index] ?? {};
      expect(category.endsWith(`/${number}. ${plainName(title).replaceAll("/", "//")}`)).toBe(true);
      asked.items += expected.length;
      for (const { kind } of all) seen.add(kind);
      const sheet = text(`print/${name}.html`);
      for (const shown of pieces(sheet, /<h2[^>]*>(.*?)<\/h2>/gs)) expect(textOf(shown)).toBe(title);
      if (all.length === 0) continue;
      const printed = pieces(sheet, /<section class="exercise [^"]*">(.*?)<\/section>/gs);
      const [own = ""] = pieces(keys, new RegExp(`<section id="${name}">(.*?)</section>`, "gs"));
      const answers = pieces(own, /<dd>(.*?)<\/dd>/gs);
      expect([printed.length, answers.length]).toEqual([all.length, all.length]);
      expect(
        fold(all.flatMap(({ kind }, at) => fromKey(answers[at] ?? "", printed[at] ?? "", kind))),
      ).toEqual(expected);
    }
    expect(inBackup).toEqual([]);
  }
  expect(asked.items).toBeGreaterThan(200);
  expect([...seen]).toEqual(expect.arrayContaining(["matching", "sentence-order", "true-false", "who-said"]));
  expectHarmless(files);
});

/** A torture course is bound completely, with every hostile text as text in its manifest, and no character that breaks a line or changes its direction. */
function expectHarmless(files: Archive): void {
  const manifest = files.json("publisher/manifest.json");
  expect(manifest).toMatchObject({
    title: hostileAsText("course"),
    description: hostileAsText("description"),
    publisher: hostileAsText("publisher"),
    license: hostileAsText("license"),
    gaps: [{ topic: hostileAsText("gap") }, { topic: "A lake" }],
  });
  expect(manifest.volumes).toHaveLength(scriptStories.length + 1);
  expect(manifest.lessons[0].title).toBe(hostileAsText("title"));
  expect(manifest.lessons[0].words).toHaveLength(hostileWords.length);
  const words = manifest.lessons.flatMap((one: { words: { used: boolean }[] }) => one.words);
  expect(words.filter(({ used }: { used: boolean }) => !used)).toEqual([]);
  for (const path of files.paths) expect(path).toMatch(/^[A-Za-z0-9./-]+$/);
  const texts = files.paths.filter((path) => /\.(html|json|csv|txt|xml|css|js|svg)$/.test(path));
  expect(texts.length).toBeGreaterThan(40);
  for (const path of texts) expect(path + (unclean.exec(files.text(path))?.[0] ?? "")).toBe(path);
}

test("a lesson has the same exercises, numbers and points in the reader, on paper and in Moodle, though one sheet of paper has no room for all that its story could ask", async () => {
  const graded = await sampleCourse("graded-readers");
  const long = graded.lessons.filter(({ topicId, lang }) => topicId === "mountain-hut" && lang === "es");
  const made = spoken({ ...graded, paper: "letter", lessons: long, formats: ["web", "print", "moodle"] });
  const files = await packageOf(made);
  const { contents } = await recorded(made);
  expect(contents.volumes.length).toBeGreaterThan(1);
  for (const { folder, lessons } of contents.volumes)
    for (const { name, number } of lessons) {
      const moodle = files.text(`${folder}/lms/moodle-questions.xml`);
      const paper = files.text(`${folder}/print/${name}.html`).split('<div class="sheet').slice(1);
      expect(paper).toHaveLength(2);
      for (const [index, sheet] of paper.entries()) {
        const version = "ab"[index] ?? "";
        const web = files.text(`${folder}/web/${name}-exercises-${version}.html`);
        expect(kindsIn(sheet)).toEqual(kindsIn(web));
        expect(pieces(sheet, /<span class="number">(\d+)</g)).toEqual(
          kindsIn(web).map((_, at) => `${at + 1}`),
        );
        const [points] = pieces(sheet, /class="score">[^<]*<b>\/ (\d+)</g);
        // Every item is a point, and of an order every place.
        const orders = kindsIn(web).filter((kind) => /^(?:sentence|story)-order$/.test(kind)).length;
        const count = (mark: string) => web.match(new RegExp(`<\\w+[^>]* ${mark}\\b`, "g"))?.length ?? 0;
        expect(String(count("data-item") - orders + count("data-place")), `${name} ${version}`).toBe(points);
        const ofSheet = `<question type="cloze">\\s*<name><text>${number}${version.toUpperCase()}\\.`;
        expect(moodle.match(new RegExp(ofSheet, "g"))).toHaveLength(kindsIn(web).length);
      }
    }
});

test("a gap whose word has no meaning in the list shows its first letters in every format, and never the whole word", async () => {
  const weekly = await sampleCourse("weekly-spanish");
  const formats = ["web", "print", "moodle", "cartridge", "scorm", "h5p"];
  const files = await packageOf({ ...weekly, lessons: weekly.lessons.slice(0, 1), formats });
  const inside = async (path: string) => [...(await files.inside(path)).values()].map(String).join("\n");
  const shown = [
    files.text("es-2/print/lesson-01.html"),
    files.text("es-2/lms/moodle-questions.xml"),
    await inside("es-2/lms/es-2-cc11.imscc"),
    await inside("es-2/lms/scorm12/lesson-01.zip"),
    await inside("es-2/lms/h5p/lesson-01.h5p"),
  ].map((text) => textOf(text.replaceAll("&amp;", "&")));
  const web = files.text("es-2/web/lesson-01-exercises-a.html");
  const [cloze = ""] = pieces(web, /(<section class="exercise cloze".*?<\/section>)/gs);
  const hints = pieces(textOf(cloze), /(\(\p{L}+…\))/gu);
  const answers = pieces(cloze, /data-answer="([^"]*)"/g);
  expect(hints.length).toBeGreaterThan(2);
  for (const hint of hints) {
    const letters = hint.slice(1, -2);
    expect(answers.filter((answer) => answer.startsWith(letters))).toHaveLength(1);
    expect(answers).not.toContain(letters);
    for (const text of shown) expect(text).toContain(hint);
  }
});
