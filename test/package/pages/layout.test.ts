import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { fileFolder } from "../../fixtures.ts";
import { scriptStories } from "../courses.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, firstPageOf, lesson, unzipped } from "../fixtures.ts";
import { describeInBrowser, newPage, openPage, unzipArchives } from "./browser.ts";
import { laptop, phone } from "./heard-fixtures.ts";

const arabic =
  "اشترى أحمد كتابًا جديدًا عن -ism من المكتبة. فتح الولد باب البيت الجديد #tag اليوم. رأى رجلًا عجوزًا يسقي الأشجار في المساء.\n\nكان الهواء باردًا وشربا الشاي معًا في الحديقة. كانت ليلى تمشي أمامَ البابِ إلى المدرسة. جلس الرجل على مقعد خشبيّ تحت الشجرة.\n\n" +
  "لعب الأطفال بالكرة قرب النهر. شرب الحصان ماءً من البئر. وصل القطار ليلًا إلى المحطّة. باع الخبّاز خبزًا ساخنًا للجيران. زرعت مريم وردة بيضاء هنا. غسلت الجدّة صحونًا كثيرة اليوم. نامت القطّة تحت الكرسيّ المكسور. سمع الجيران أغنية جميلة مساءً.";
const german =
  "Die Geschwindigkeitsbegrenzung war streng gemeint. Der Hund schlief auf dem warmen Deck. Die Kinder spielten mit dem alten Anker. Am Abend kam der Nebel über den Fluss. Der Koch suchte seinen hölzernen Löffel. Die Nachbarin öffnete leise das schmale Fenster. Zwei Möwen saßen auf dem nassen Geländer. Ein Matrose schrieb lange Briefe nach Hause.";
const words = (lines: readonly string[]) =>
  lines.map((line) => {
    const [word = "", gloss = ""] = line.split(" = ");
    return { word, gloss };
  });

/** For each occurrence of a text in a page, whether its characters are displayed from left to right. */
const readsFromLeft = (text: string) => `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = node.data.indexOf(${JSON.stringify(text)}); at !== -1; at = node.data.indexOf(${JSON.stringify(text)}, at + 1)) {
      const left = (index) => {
        const range = document.createRange();
        range.setStart(node, at + index);
        range.setEnd(node, at + index + 1);
        return range.getBoundingClientRect().left;
      };
      if (node.parentElement.checkVisibility() && !node.parentElement.closest("option")) found.push(left(0) < left(1));
    }
  }
  return found;
})()`;

/** Links and buttons that a finger misses. What stands in running text is excepted, and what reaches further than its box. */
const tooSmall = `[...document.querySelectorAll("a, button, input, select, summary")].flatMap((element) => {
  const { width, height } = element.getBoundingClientRect();
  const reach = getComputedStyle(element, "::after");
  const inText = element.closest("p, .part") !== null && getComputedStyle(element).display === "inline";
  if (width === 0 || inText || parseFloat(reach.height) >= 24) return [];
  return width < 24 || height < 24 ? [element.outerHTML + " " + width + " x " + height] : [];
})`;

const indents = `[...new Set([...document.querySelectorAll(".story p")].map((paragraph) => {
  const { textIndent, fontSize } = getComputedStyle(paragraph);
  return Math.round(parseFloat(textIndent) / parseFloat(fontSize) * 100) / 100;
}))]`;

const scriptStory = (lang: string): string => {
  const text = scriptStories.find((each) => each.lang === lang)?.text ?? "";
  return [text, text, text].join("\n\n");
};

describeInBrowser("the layout of pages", () => {
  let courseFolder: string;
  beforeAll(async () => {
    courseFolder = await unzipped((book) =>
      course({
        formats: ["web", "print", "teacher", "epub", "cartridge", "scorm"],
        lessons: [
          lesson({
            lang: "ar",
            title: "#tag في البيت",
            topic: "-ism in Arabic",
            text: arabic,
            words: words([
              "-ism = -lehre",
              "#tag = #label",
              "الشجرة = (tree",
              "الباب = door",
              "الشاي = tea",
              "الحصان = horse",
              "القطار = train",
              "الأطفال = children",
              "النهر = river",
              "مقعد = bench",
              "أغنية = song",
            ]),
            book,
            prompts: ["ماذا تشتري من السوق؟", "لماذا؟"],
          }),
          lesson({ topicId: "next", lang: "ar", title: "-ism", text: arabic, words: [] }),
          lesson({
            lang: "de",
            text: german,
            words: words([
              "Geschwindigkeitsbegrenzung = limit",
              "Löffel = spoon",
              "Nebel = fog",
              "Hund = dog",
            ]),
          }),
          lesson({ text: plainStory, book }),
          lesson({ lang: "ja", text: scriptStory("ja"), words: [] }),
          lesson({ lang: "zh", text: scriptStory("zh-hant"), words: [] }),
        ],
      }),
    );
  });
  async function open(path: string, width = 900): Promise<Page> {
    const options = width === 390 ? phone : { viewport: { width, height: 700 } };
    return (await openPage(courseFolder, path, options)).page;
  }

  test("a Latin word with a symbol before it stays together in every line of every page", async () => {
    const counts = {
      "ar-2/web/lesson-01.html": 5,
      "ar-2/web/lesson-02.html": 2,
      "ar-2/web/index.html": 2,
      "ar-2/web/lesson-01-exercises-a.html": 3,
      "ar-2/print/lesson-01.html": 3,
      "teacher/ar-2/keys.html": 2,
      "teacher/ar-2/plan.html": 3,
      "teacher/ar-2/recycling.html": 2,
    };
    for (const [path, atLeast] of Object.entries(counts)) {
      const page = await open(path);
      const found = [
        await page.evaluate(readsFromLeft("-ism")),
        await page.evaluate(readsFromLeft("#tag")),
      ].flat();
      expect([path, found.length >= atLeast, found.includes(false)]).toEqual([path, true, false]);
    }
  });

  test("no page can be scrolled sideways on a laptop, whichever way it is written", async () => {
    await unzipArchives(courseFolder);
    const paths = (await readdir(courseFolder, { recursive: true })).filter((path) => path.endsWith(".html"));
    expect(paths).toContain("ar-2/print/ar-2.html");
    expect(paths.some((path) => path.startsWith("ar-2/lms/scorm12/lesson-01/"))).toBe(true);
    const { page } = await newPage(laptop);
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(pathToFileURL(join(courseFolder, path)).href);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      if (width !== 1280) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
  });

  test("a choice with a symbol before it stays together, and is compared without isolating characters", async () => {
    const page = await open("ar-2/web/lesson-01-exercises-b.html");
    const item = page.locator('.matching [data-item]:has(select[aria-label="#tag"])');
    const meaning = page.locator('.matching .meaning-tile[value="#label"]');
    expect(await meaning.textContent()).toBe("\u2068#label\u2069");
    await item.locator(".word-tile").click();
    await meaning.click();
    expect(await item.locator(".verdict").textContent()).toBe("Right");
    // Words stand where lines begin in their script.
    const [word, gloss] = [await item.locator(".word-tile").boundingBox(), await meaning.boundingBox()];
    expect(word?.x ?? 0).toBeGreaterThan(gloss?.x ?? 0);
  });

  test("the score never covers a link's target", async () => {
    const page = await open("ar-2/web/lesson-01-exercises-a.html");
    const covered = (await page.evaluate(`(() => {
      const score = document.querySelector(".score");
      const all = [...document.querySelectorAll(".exercise :is(h2, select, input, button, summary)")];
      return all.filter((each) => {
        scrollTo(0, 0);
        each.scrollIntoView({ block: "nearest" });
        const end = each.getBoundingClientRect().bottom;
        return getComputedStyle(score).position === "sticky" && end > score.getBoundingClientRect().top;
      }).length;
    })()`)) as number;
    expect(covered).toBe(0);
    expect(await page.locator(".exercise h2").count()).toBeGreaterThan(2);
  });

  test("a long word of the list stays whole on a phone and beside the story", async () => {
    for (const width of [360, 1280]) {
      const page = await open("de-2/web/lesson-01.html", width);
      const lines =
        (await page.evaluate(`[...document.querySelectorAll(".glossary dt .story-face")].map((word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      })`)) as number[];
      expect(lines).toEqual([1, 1, 1, 1]);
    }
  });

  test("a number to match and its word share a line on paper, however long the word", async () => {
    for (const path of ["de-2/print/lesson-01.html", "ar-2/print/lesson-01.html"]) {
      const page = await open(path, 560);
      await page.emulateMedia({ media: "print" });
      const apart = (await page.evaluate(`[...document.querySelectorAll(".pair")].filter((pair) => {
        const [box, word] = [...pair.children].map((child) => child.getBoundingClientRect());
        return box.bottom <= word.top || word.bottom <= box.top;
      }).length`)) as number;
      expect(await page.locator(".pair").count()).toBeGreaterThanOrEqual(8);
      expect(apart).toBe(0);
    }
  });

  test("a gap keeps the given letter and the full stop after it on its line, on a phone and on paper", async () => {
    for (const path of [
      "web/lesson-01-exercises-a.html",
      "web/lesson-01-exercises-b.html",
      "print/lesson-01.html",
    ]) {
      for (const volume of ["ar-2", "de-2"]) {
        const page = await open(`${volume}/${path}`, 360);
        const broken = (await page.evaluate(`[...document.querySelectorAll(".held")].filter((held) => {
          const lines = [...held.childNodes].map((node) => {
            const range = document.createRange();
            range.selectNode(node);
            const { top, bottom } = range.getBoundingClientRect();
            return { top, bottom };
          });
          return lines.some(({ top }) => lines.some(({ bottom }) => bottom <= top));
        }).length`)) as number;
        expect(await page.locator(".held").count()).toBeGreaterThanOrEqual(4);
        expect(broken).toBe(0);
        const narrowed =
          await page.evaluate(`[...document.querySelectorAll(".held select")].filter((select) => {
          const alone = select.cloneNode(true);
          select.closest(".exercise").append(alone);
          const wanted = alone.offsetWidth;
          alone.remove();
          // Only a choice wider than the line may break.
          return select.offsetWidth < Math.min(wanted - 1, 240);
        }).length`);
        expect(narrowed).toBe(0);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      }
    }
  });

  test("the words to match are at the side where lines begin in their script", async () => {
    for (const [volume, first] of [
      ["ar-2", "glosses"],
      ["de-2", "words"],
    ] as const) {
      const page = await open(`${volume}/print/lesson-01.html`);
      const [words, glosses] = await Promise.all(
        [".pairs .items", ".pairs .order"].map((part) => page.locator(part).first().boundingBox()),
      );
      expect((words?.x ?? 0) < (glosses?.x ?? 0) ? "words" : "glosses").toBe(first);
    }
  });

  test("no link or button has fewer than 24 pixels on a phone, but in running text", async () => {
    const web = ["index", "lesson-01", "lesson-01-exercises-a"].map((name) => `es-2/web/${name}.html`);
    for (const path of ["START-HERE.html", ...web])
      expect([path, await (await open(path, 390)).evaluate(tooSmall)]).toEqual([path, []]);
  });

  test("the paragraphs of a story are indented as its language does", async () => {
    for (const [lang, onScreen, onPaper] of [
      ["es", [0, 1.4], [0, 1.3]],
      ["ja", [1], [1]],
      ["zh", [2], [2]],
      ["ar", [0, 1.4], [0, 1.3]],
    ] as const) {
      expect(await (await open(`${lang}-2/web/lesson-01.html`)).evaluate(indents)).toEqual(onScreen);
      expect(await (await open(`${lang}-2/print/${lang}-2.html`)).evaluate(indents)).toEqual(onPaper);
    }
  });

  test("Arabic questions to talk about begin at the right, with their signs", async () => {
    for (const path of ["ar-2/web/lesson-01.html", "ar-2/print/lesson-01.html"]) {
      const page = await open(path);
      const list = "document.querySelector('.prompts ul')";
      expect(await page.evaluate(`getComputedStyle(${list}).direction`)).toBe("rtl");
      // No sign is cut off at the edge.
      expect(await page.evaluate(`parseFloat(getComputedStyle(${list}).paddingRight)`)).toBeGreaterThan(10);
      expect(await page.evaluate(`${list}.lang`)).toBe("");
    }
  });

  test.each([
    ["de", ["canvas"], "Unterrichten mit Canvas"],
    ["fr", ["scorm", "h5p"], "Enseigner avec SCORM, H5P"],
  ])(
    "the first page of 18 volumes fits on a laptop's screen, and on three of a phone (%s)",
    async (reader, platforms, teach) => {
      const languages = ["es", "fr", "de", "it", "pt", "nl"];
      const cells = languages.flatMap((lang) => [2, 4, 6].map((difficulty) => ({ lang, difficulty })));
      const topics = Array.from({ length: 6 }, (_, index) => `t${index}`);
      const folder = fileFolder();
      const page = await firstPageOf((book) =>
        course({
          title: "A small library",
          description:
            "Stories in several languages, each retold at three levels, with longer books for better readers.",
          reader,
          platforms,
          rehearsal: true,
          formats: ["web", "epub", "print", "words", "anki", "teacher"],
          without: ["audio", "sheets"],
          lessons: cells.flatMap((cell) => topics.map((topicId) => lesson({ ...cell, topicId, book }))),
        }),
      );
      await writeFile(join(folder, "START-HERE.html"), page);
      for (const [width, height, screens] of [
        [1366, 768, 1],
        [390, 844, 3],
      ] as const) {
        const { page } = await openPage(folder, "START-HERE.html", { viewport: { width, height } });
        const size = (await page.evaluate(
          "({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })",
        )) as { width: number; height: number };
        expect.soft(size.height, `${width} wide`).toBeLessThanOrEqual(screens * height);
        expect.soft(size.width).toBeLessThanOrEqual(width);
        expect(await page.locator("h2", { hasText: teach }).first().isVisible()).toBe(true);
      }
    },
  );
});
