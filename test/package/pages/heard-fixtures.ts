import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { paragraphsOf } from "../../../src/lessons/text/paragraphs.ts";
import type { BookFile, Course, LessonSource } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { extract, saveBook, silence, unzip, withTimes } from "../fixtures.ts";

/** A part of a story from its saved times, with its text. */
export interface SavedPart {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The sentences and times that a run saved for its one story in a language. */
export async function savedParts(courseFolder: string, lang: string): Promise<SavedPart[]> {
  const lines = (await readFile(join(courseFolder, "ledger.jsonl"), "utf8")).trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as { type: string; job?: string; file?: string });
  const fileOf = async (type: string): Promise<string> => {
    const event = events.find((each) => each.type === type && each.job?.includes(`.${lang}.`));
    return await readFile(join(courseFolder, event?.file ?? ""), "utf8");
  };
  const { text } = JSON.parse(await fileOf("story.saved")) as { text: string };
  const { sentences } = JSON.parse(await fileOf("times.saved")) as {
    sentences: (SavedPart & { paragraph: number; from: number; to: number })[];
  };
  const paragraphs = paragraphsOf(text);
  return sentences.map(({ paragraph, from, to, startMs, endMs }) => ({
    ...{ startMs, endMs },
    text: paragraphs[paragraph]?.slice(from, to) ?? "",
  }));
}

/** Binds a course whose recordings are all a long silence with invented times, and unzips its package. */
export async function unzipHeard(
  folder: string,
  what: (
    heard: (source: LessonSource, level?: "sentences" | "paragraphs") => LessonSource,
    book: BookFile,
  ) => Course,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const book = await saveBook(join(folder, "book"), silence(2_000), "audio/mpeg");
  const target = { path: join(folder, "package.zip"), files: realFiles };
  await writePackage(
    what((source, level) => withTimes({ ...source, book }, level), book),
    target,
  );
  await extract(await unzip(await readFile(target.path)), folder);
}

/** Unzips the package that a run left in a folder, beside it. */
export async function unzipPackageIn(courseFolder: string, to: string): Promise<void> {
  const name = (await readdir(courseFolder)).find((each) => each.endsWith(".zip")) ?? "";
  await extract(await unzip(await readFile(join(courseFolder, name))), to);
}

/** The visible state of the player in a reader's page. */
export interface Shown {
  readonly lit: string | null;
  readonly state: string;
  readonly at: number;
  readonly isPaused: boolean;
}

export function shown(page: Page): Promise<Shown> {
  return page.evaluate(`(() => {
    const sound = document.querySelector("audio");
    return {
      lit: document.querySelector(".is-heard")?.textContent ?? null,
      state: document.querySelector(".player").dataset.state ?? "paused",
      at: sound.currentTime,
      isPaused: sound.paused,
    };
  })()`);
}

/**
 * Waits until an expression is truthy in a page, and returns its value. The browser driver's own wait evaluates strings in the page, which
 * the page's policy forbids.
 */
export function until<T>(page: Page, expression: string): Promise<T> {
  return page.evaluate(`new Promise((done) => {
    const look = () => {
      const found = ${expression};
      if (found === false || found == null) requestAnimationFrame(look);
      else done(found);
    };
    look();
  })`);
}

/** Waits until a page has loaded its recording's metadata. */
export async function soundReady(page: Page): Promise<void> {
  await until(page, `document.querySelector("audio").readyState > 0`);
}

/**
 * Starts to measure how long a page is kept from running: on a busy machine, what follows a recording is late by as much, whoever wrote it.
 * Resolves with a function that ends it with the longest time between two frames, in seconds.
 */
export async function measureGaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`(() => {
    let last = performance.now();
    let longest = 0;
    const look = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    };
    const tick = () => { look(); frame = requestAnimationFrame(tick); };
    let frame = requestAnimationFrame(tick);
    globalThis.endGaps = () => { look(); cancelAnimationFrame(frame); return longest / 1000; };
  })()`);
  return () => page.evaluate("endGaps()");
}

/** Waits until a part is highlighted, and returns the position of the recording then, in seconds. */
export function litAt(page: Page, text: string): Promise<number> {
  const isLit = `document.querySelector(".is-heard")?.textContent === ${JSON.stringify(text)}`;
  return until(page, `${isLit} && document.querySelector("audio").currentTime`);
}

/** Moves the recording to a time, like dragging the player's slider. */
export async function moveTo(page: Page, second: number): Promise<void> {
  await page.locator(".place").evaluate((line, value) => {
    (line as unknown as { value: string }).value = String(value);
    line.dispatchEvent(
      new (line.ownerDocument.defaultView as unknown as { Event: typeof Event }).Event("input"),
    );
  }, second);
}
