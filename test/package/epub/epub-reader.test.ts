import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { fileFolder } from "../../fixtures.ts";
import { hostileAsText, showcase, tortureCourse } from "../courses.ts";
import { course, lesson, recording, saveBook, silence, spoken, withTimes } from "../fixtures.ts";
import { describeInBrowser, fileBrowser, newPage, serve } from "../pages/browser.ts";
import { saveEpubs } from "./epub-fixtures.ts";

// What checkers can't say: whether a reading program opens a book, turns its pages, and follows its sound, and whether a text in it runs.

/** A page with foliate-js that opens a book and each of its sections. */
const readerPage = `<!doctype html><title>reader</title><script type="module">
import "/view.js";
import { FootnoteHandler } from "/footnotes.js";
const openBook = async (url) => {
  const view = document.createElement("foliate-view");
  document.body.append(view);
  await view.open(new File([await (await fetch(url)).blob()], "book.epub"));
  return view;
};
const goTo = (view, chapter) => view.goTo(view.book.sections.findIndex(({ id }) => id.endsWith(chapter)));
window.readBook = async (url) => {
  const view = await openBook(url);
  const shown = new Map();
  view.addEventListener("load", ({ detail: { doc, index } }) => {
    const { dir, lang } = doc.documentElement;
    const size = (element) => Number.parseFloat(element ? getComputedStyle(element).fontSize : "0");
    const titleSize = size(doc.querySelector("h1.story-face")) / size(doc.querySelector(".story") ?? doc.body);
    shown.set(index, { text: doc.body.textContent.trim(), dir, lang, picture: doc.images[0]?.naturalWidth ?? 0, titleSize });
  });
  for (const place of view.book.sections.keys()) await view.goTo(place);
  const { title, language } = view.book.metadata;
  const toc = view.book.toc.map(({ label }) => label);
  const hasCover = ((await view.book.getCover())?.size ?? 0) > 0;
  const sections = [...shown].sort(([a], [b]) => a - b).map(([, section]) => section);
  return { title, language, dir: view.book.dir, toc, hasCover, sections };
};
// What the reader shows beside a word of a chapter, instead of leaving the page.
window.noteOf = async (url, chapter, word) => {
  const view = await openBook(url);
  const notes = new FootnoteHandler();
  notes.addEventListener("before-render", ({ detail }) => document.body.append(detail.view));
  const rendered = new Promise((resolve) => notes.addEventListener("render", ({ detail }) => resolve(detail)));
  view.addEventListener("link", (event) => notes.handle(view.book, event));
  await goTo(view, chapter);
  const { doc } = view.renderer.getContents()[0];
  [...doc.querySelectorAll("a.word")].find(({ textContent }) => textContent === word).click();
  const { type, hidden, view: note } = await rendered;
  return { type, hidden, text: note.renderer.getContents()[0].doc.body.textContent.trim() };
};
// Records what is highlighted while an overlay plays, up to the last sentence of its chapter.
window.playBook = async (url, chapter, last) => {
  const view = await openBook(url);
  await goTo(view, chapter);
  const sounds = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    sounds.push(this);
    return play.call(this);
  };
  const lit = [];
  const done = new Promise((resolve, reject) => {
    view.mediaOverlay.addEventListener("error", ({ detail }) => reject(detail));
    view.mediaOverlay.addEventListener("highlight", ({ detail }) => {
      const id = detail.text.split("#")[1];
      const at = sounds.at(-1)?.currentTime ?? 0;
      // The reader highlights the element after turning the page to it.
      const look = () => {
        const { doc } = view.renderer.getContents()[0];
        const marked = doc.querySelector(".-epub-media-overlay-active");
        if (marked?.id !== id) return void requestAnimationFrame(look);
        lit.push({ id, text: marked.textContent.trim(), at });
        if (id === last) resolve();
      };
      look();
    });
  });
  await view.startMediaOverlay();
  await done;
  view.mediaOverlay.stop();
  return lit;
};
</script>`;

interface ReadInBrowser {
  readonly title: unknown;
  readonly language: unknown;
  readonly dir: string;
  readonly toc: readonly string[];
  readonly hasCover: boolean;
  readonly sections: readonly {
    text: string;
    dir: string;
    lang: string;
    picture: number;
    titleSize: number;
  }[];
}

const library = dirname(createRequire(import.meta.url).resolve("foliate-js/view.js"));

describeInBrowser("In a reading program, an EPUB", () => {
  let books: ReadonlyMap<string, string>;
  let base: string;

  beforeAll(async () => {
    const folder = fileFolder();
    const [short, long] = [silence(20), silence()];
    const book = await recording(folder, short);
    const timed = withTimes(lesson({ book: await saveBook(join(folder, "long"), long, "audio/mpeg") }));
    const courses = {
      showcase: spoken({ ...showcase(book), soundIn: ["epub"] }),
      torture: tortureCourse(book),
      played: course({ lessons: [timed], soundIn: ["epub"] }),
    };
    books = await saveEpubs(courses, folder);
    await fileBrowser({ autoplay: true });
    base = await serve((path) =>
      path === "" ? Buffer.from(readerPage) : readFile(books.get(path) ?? join(library, path)),
    );
  });

  /** What a function of the reader's page says, in which nothing may run, complain or ask for anything else. */
  async function told<Found>(call: string): Promise<Found> {
    const { page, asked, complaints } = await newPage();
    await page.goto(base);
    await page.waitForFunction("window.playBook");
    const found = await page.evaluate<Found>(call);
    // The browser's own, of the program's frames.
    expect(complaints.filter((one) => !one.includes("its sandbox attribute"))).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(base) && !url.startsWith("blob:"))).toEqual([]);
    return found;
  }

  const read = (name: string) => told<ReadInBrowser>(`readBook("${name}")`);

  test("opens from its cover to its last page", async () => {
    const names = [...books.keys()].filter((file) => /^(showcase-(es|ja)|torture-ar)/.test(file));
    expect(names.length).toBeGreaterThanOrEqual(3);
    for (const name of names) {
      const { sections, toc, hasCover } = await read(name);
      expect([name, hasCover]).toEqual([name, true]);
      expect(sections.length).toBe(toc.length + 3);
      for (const { text, picture } of sections) expect(text.length > 0 || picture > 0).toBe(true);
    }
  });

  test("turns its pages in the right direction, and shows hostile text as text", async () => {
    const arabic = await read("torture-ar-3.epub");
    expect(arabic).toMatchObject({ dir: "rtl", language: "ar" });
    expect(arabic.sections[3]).toMatchObject({ dir: "rtl", lang: "ar" });
    const hostile = await read("torture-es-2.epub");
    expect(hostile).toMatchObject({ dir: "ltr", title: `${hostileAsText("course")}: Spanish, Level 2` });
    expect(hostile.toc[0]).toBe(hostileAsText("title"));
    expect(hostile.sections[3]?.text).toContain(hostileAsText("title"));
    const [glossary, rights] = hostile.sections.slice(-2).map(({ text }) => text);
    for (const word of ["]]></mattext>", "&lt;b&gt;&#x41;"]) expect(glossary).toContain(word);
    expect(rights).toContain(hostileAsText("license"));
  });

  test("has the title of a chapter larger than its story", async () => {
    const { sections } = await read("showcase-es-2.epub");
    const titles = sections.map(({ titleSize }) => titleSize).filter((size) => size > 0);
    expect(titles.length).toBeGreaterThan(0);
    for (const size of titles) expect(size).toBeGreaterThan(1.3);
  });

  test("has a word's meaning shown beside the word", async () => {
    const note = await told(`noteOf("showcase-es-2.epub", "lesson-01.xhtml", "cesta")`);
    expect(note).toEqual({ type: "footnote", hidden: true, text: "cesta basket" });
  });

  test("has each sentence of a chapter highlighted while it is played", async () => {
    const call = `playBook("played-es-2.epub", "lesson-01.xhtml", "s3")`;
    // Of a highlighted sentence also the position of the sound then, in seconds.
    const all = await told<{ id: string; text: string; at: number }[]>(call);
    // On a busy machine the program may highlight the sentence that it is at a second time.
    const lit = all.filter(({ id }, index) => id !== all[index - 1]?.id);
    expect(lit.map(({ id, text }) => [id, text])).toEqual([
      ["title", "La mañana en el mercado"],
      ["s1", "Ana va al mercado."],
      ["s2", "Compra pan."],
      ["s3", "El pan está caliente."],
    ]);
    for (const [index, { at }] of lit.entries()) {
      expect(at).toBeGreaterThanOrEqual(0.6 * index - 0.15);
      expect(at).toBeLessThan(0.6 * index + 0.6);
    }
  });
});
