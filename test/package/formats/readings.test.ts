import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { withReadings } from "../../../src/package/contents/readings.ts";
import { violationsIn } from "../../accessibility.ts";
import { fileFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { showcase } from "../courses.ts";
import { epubCheck, javaTools } from "../epub/epub-checkers.ts";
import { type Archive, course, lesson, packageOf, recording, unzipped, withTimes } from "../fixtures.ts";
import { describeInBrowser, openPage } from "../pages/browser.ts";

const formats = ["web", "epub", "print", "words", "anki", "teacher", "cartridge", "moodle", "h5p", "scorm"];
const plain = {
  ja: lesson({
    lang: "ja",
    title: "朝の駅",
    text: "毎朝、駅で食べます。人が多いです。\n\n手紙を読む人は、母",
    words: [
      { word: "食べる", gloss: "to eat" },
      { word: "きれい", gloss: "pretty" },
    ],
  }),
  zh: lesson({ lang: "zh", title: "信", text: "我吃饭。", words: [{ word: "吃饭", gloss: "to eat" }] }),
};

async function bound(readings: "all" | null): Promise<Course> {
  const book = await recording(fileFolder());
  const asked = { choice: readings ?? ("none" as const), listed: new Map(), reader: "en" };
  // The only one that is long enough for exercises.
  const long = showcase(null).lessons.filter(({ lang }) => lang === "ja");
  const lessons = [...Object.values(plain), ...long].map(async (one): Promise<LessonSource> => {
    return withTimes({ ...(await withReadings(one, asked)), book });
  });
  return course({ formats, soundIn: ["epub"], lessons: await Promise.all(lessons) });
}

let files: Archive;
const text = (path: string) => files.text(path);
const eat = "<ruby>食<rt>た</rt></ruby>べる";

beforeAll(async () => {
  files = await packageOf(await bound("all"), fileFolder());
});

/** The names of the files inside an archive of the package, and their text. */
async function inside(path: string, of = files): Promise<string> {
  return [...(await of.inside(path)).values()].map(String).join("\n");
}

test("readings stand in the reader, on paper, in books and on the back of cards, above kanji alone", async () => {
  const web = text("ja-2/web/lesson-01.html");
  expect(web).toContain("<ruby>朝<rt>あさ</rt></ruby>の<ruby>駅<rt>えき</rt></ruby></span></h1>");
  expect(web).toMatch(/<a class="word"[^>]*><ruby>食<rt>た<\/rt><\/ruby>べます<\/a>/);
  expect(web).toMatch(/<dt><a [^>]*><span [^>]*><ruby>食<rt>た<\/rt><\/ruby>べる<\/span>/);
  expect(web).not.toMatch(/<ruby>[^<]*きれい/);
  for (const path of ["print/ja-2.html", "print/lesson-01.html"]) expect(text(`ja-2/${path}`)).toContain(eat);
  expect(await inside("ja-2/book/ja-2.epub")).toContain(
    "<ruby>食<rp>(</rp><rt>た</rt><rp>)</rp></ruby>べる</dfn>",
  );
  expect(text("zh-2/web/lesson-01.html")).toMatch(
    /<ruby>吃<rt>chī<\/rt><\/ruby><ruby>饭<rt>fàn<\/rt><\/ruby>/,
  );
  const cards = await inside("ja-2/words/ja-2.apkg");
  expect(cards).toContain(`<span lang="ja">${eat}</span><br>to eat`);
  expect(cards).toContain("食べる\u001f<span");
});

test("a reading is text alone on a card, whatever it looks like", async () => {
  const words = [{ word: "駅", gloss: null, reading: "[sound:x.mp3] {{Word}} <b>" }];
  const made = await packageOf(() => course({ formats: ["anki"], lessons: [lesson({ lang: "ja", words })] }));
  const cards = await inside("ja-2/words/ja-2.apkg", made);
  expect(cards).toContain("&#91;sound:x.mp3&#93; &#123;&#123;Word&#125;&#125; &lt;b&gt;</rt>");
});

test("exercises, quizzes, texts and subtitles have none, and are the same as without", async () => {
  const without = await packageOf(await bound(null));
  const same = files.paths.filter((path) => files.bytes(path).equals(without.get(path) ?? Buffer.of()));
  const kinds = new Set(same.map((path) => path.replace(/^.*\./, "")));
  expect([...kinds].sort().join(" ")).toBe("csv h5p html imscc js mp3 txt vtt xml");
  const exercises = text("ja-2/web/lesson-02-exercises-a.html");
  expect(exercises.replace(/<button[^>]*data-do="readings".*\n/, "")).toBe(
    without.text("ja-2/web/lesson-02-exercises-a.html"),
  );
  for (const [path, bytes] of without)
    expect([path, String(bytes).includes("<ruby>")]).toEqual([path, false]);
});

test.runIf(javaTools.map(([name, path]) => needTool(name, path)).every(Boolean))(
  "a book with readings, a recording and notes has no error and no warning from EPUBCheck",
  async () => {
    const folder = fileFolder();
    const paths = ["ja-2", "zh-2"].map((name) => join(folder, `${name}.epub`));
    for (const path of paths) {
      const name = basename(path, ".epub");
      await writeFile(path, files.bytes(`${name}/book/${name}.epub`));
    }
    expect(await epubCheck(paths, folder)).toEqual([[], []]);
  },
);

describeInBrowser("a learner of Japanese", () => {
  test("sees a word's reading with its meaning, plays a sentence that ends in a reading, and switches readings off for good", async () => {
    const folder = await unzipped(await bound("all"));
    const { page, complaints } = await openPage(folder, "ja-2/web/lesson-01.html", { bypassCSP: true });
    expect(await violationsIn(page)).toEqual([]);
    await page.click(".story a.word");
    expect(await page.locator(".gloss-body ruby").innerHTML()).toBe("食<rt>た</rt>");
    await page.keyboard.press("Escape");
    expect(await page.locator(".story .held ruby + .hold, .story .held > ruby").count()).toBe(2);
    const reading = page.locator(".story rt").first();
    expect(await reading.isVisible()).toBe(true);
    const button = page.getByRole("button", { name: "Pronunciation above words" });
    await button.click();
    expect([await reading.isVisible(), await button.getAttribute("aria-pressed")]).toEqual([false, "false"]);
    await page.reload();
    expect(await reading.isVisible()).toBe(false);
    await button.click();
    expect(await reading.isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
