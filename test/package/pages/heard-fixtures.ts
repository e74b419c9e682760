import type { Page } from "playwright-core";
import type { BookFile, Course, LessonSource } from "../../../src/package/contents/course.ts";
import { fileFolder } from "../../fixtures.ts";
import { showcase } from "../courses.ts";
import { lesson, recording, silence, unzipped, withTimes } from "../fixtures.ts";

/** So long that a key reaches the sentence that it is pressed for, even on a busy machine. */
const sentenceMs = 2_000;

/** Binds a course whose recordings are all a long silence with invented times, and unzips its package. */
export async function unzipHeard(
  what: (
    heard: (source: LessonSource, level?: "sentences" | "paragraphs") => LessonSource,
    book: BookFile,
  ) => Course,
): Promise<string> {
  const folder = fileFolder();
  const book = await recording(folder, silence(4_000));
  return unzipped(
    what((source, level) => withTimes({ ...source, book }, level, sentenceMs), book),
    folder,
  );
}

/** The visible state of the player in a reader's page. */
export interface Shown {
  readonly lit: string | null;
  readonly state: string;
  readonly at: number;
  readonly isPaused: boolean;
}

export const whatIsShown = `(() => {
  const sound = document.querySelector("audio");
  return {
    lit: document.querySelector(".is-heard")?.textContent ?? null,
    state: document.querySelector(".player").dataset.state ?? "paused",
    at: sound.currentTime,
    isPaused: sound.paused,
  };
})()`;

export const shown = (page: Page): Promise<Shown> => page.evaluate(whatIsShown);

/** As long as a page waits for anything else: the error says what was awaited, which the longer limit of a test could not. */
const longestWaitMs = 120_000;

/**
 * Waits until an expression is truthy in a page, and returns its value. The browser driver's own wait evaluates strings in the page, which
 * the page's policy forbids. By a timer: a page that isn't painted gets no frames, and the wait would never end.
 */
export function until<T>(page: Page, expression: string): Promise<T> {
  return page.evaluate(`new Promise((done, fail) => {
    const began = performance.now();
    const look = () => {
      const found = ${expression};
      if (found !== false && found != null) done(found);
      else if (performance.now() - began > ${longestWaitMs}) fail(new Error("in vain: " + ${JSON.stringify(expression)}));
      else setTimeout(look, 10);
    };
    look();
  })`);
}

/** Waits until a page has loaded its recording's metadata, and notes from then on when which part is highlighted. */
export async function soundReady(page: Page): Promise<void> {
  await until(page, `document.querySelector("audio").readyState > 0`);
  await page.evaluate(noteLit);
}

/** What is noted: on a busy machine, a part may be over before the test comes to look. */
const noteLit = `(() => {
  const sound = document.querySelector("audio");
  globalThis.noted = [];
  globalThis.looked = 0;
  let [last, longest] = [performance.now(), 0];
  const measure = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const tick = () => { measure(); requestAnimationFrame(tick); };
  tick();
  const note = () => {
    const text = document.querySelector(".is-heard")?.textContent ?? null;
    const { state = "paused" } = document.querySelector(".player").dataset;
    const before = noted.at(-1);
    if (before?.text === text && before.state === state) return;
    measure();
    noted.push({ text, state, at: sound.currentTime, ms: last, gap: longest / 1000 });
    longest = 0;
  };
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["class", "data-state"] });
  note();
})()`;

/** The moment at which a part was highlighted, or the player's state changed meanwhile. */
export interface Noted {
  /** The position of the recording then, in seconds. */
  readonly at: number;
  /** The time then, in ms. */
  readonly ms: number;
  /** How long the page was kept from running before that, in seconds: whatever follows a recording is late by as much, whoever wrote it. */
  readonly gap: number;
}

/** Waits until a part is highlighted, or was since the one that was waited for before. */
export function litAt(page: Page, text: string, state?: "turn"): Promise<Noted> {
  const isIt = `text === ${JSON.stringify(text)}${state === undefined ? "" : ` && state === "${state}"`}`;
  return until(
    page,
    `(() => {
      const found = noted.findIndex(({ text, state }, index) => index >= looked && ${isIt});
      if (found === -1) return null;
      looked = found;
      return noted[found];
    })()`,
  );
}

/** Moves the recording to a time, like dragging the player's slider. Resolves once it is there, with the part that is highlighted then. */
export function moveTo(page: Page, second: number): Promise<string | null> {
  return page.evaluate(`new Promise((done) => {
    const [line, sound] = [document.querySelector(".place"), document.querySelector("audio")];
    sound.addEventListener("seeked", () => done(document.querySelector(".is-heard")?.textContent ?? null), { once: true });
    line.value = "${second}";
    line.dispatchEvent(new Event("input"));
  })`);
}

const thai =
  "วันนี้อากาศดีมาก มาลีเดินไปตลาดกับแม่ แม่ซื้อผลไม้สดหลายอย่าง\n\nมาลีเห็นดอกไม้สีแดงที่หน้าร้าน เธอยิ้มแล้วซื้อดอกไม้ให้ยาย";

const manyLanguages =
  "Ana lee un cartel: «صباح الخير». Después ve 東京の写真 en la pared. ¡Qué bonito!\n\nشاهدت ليلى كلمة Willkommen على الباب. ثم قرأت: pan.\n\n「Hello」とケンは言いました。";

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const laptop = { viewport: { width: 1280, height: 800 } };

/** Lessons in four scripts with times of sentences, one with times of paragraphs, one without times, one in several languages. */
export const playerCourse: Parameters<typeof unzipHeard>[0] = (heard, book) => {
  const { lessons, ...rest } = showcase(book);
  const [market, train, letter, garden, rain] = lessons.map((each) => ({ ...each, book }));
  const own = [
    ...[market, garden, rain].flatMap((each) => (each === undefined ? [] : [heard(each)])),
    ...(train === undefined ? [] : [heard(train, "paragraphs")]),
    ...(letter === undefined ? [] : [letter]),
    heard(
      lesson({
        topicId: "thai",
        lang: "th",
        title: "ตลาด",
        text: thai,
        words: [{ word: "ตลาด", gloss: "market" }],
      }),
    ),
    heard(
      lesson({
        topicId: "many",
        title: "Carteles",
        text: manyLanguages,
        words: [{ word: "pan", gloss: "bread" }],
      }),
    ),
  ];
  return { ...rest, gaps: [], lessons: own };
};

export const playerPages = {
  spanish: "es-2/web/lesson-01",
  paragraphs: "es-2/web/lesson-02",
  withoutTimes: "es-2/web/lesson-03",
  manyLanguages: "es-2/web/lesson-04",
  arabic: "ar-3/web/lesson-01",
  japanese: "ja-2/web/lesson-01",
  thai: "th-2/web/lesson-01",
};
