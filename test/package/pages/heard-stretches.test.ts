import { beforeAll, expect, test } from "vitest";
import { fileFolder } from "../../fixtures.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, lesson, recording, spoken, unzipped } from "../fixtures.ts";
import { babbled } from "../sentence-sounds/fixtures.ts";
import { describeInBrowser, openPage, unzipArchives } from "./browser.ts";

/**
 * Runs in the page, so that it has no types here: waits until a sentence was played, and tells its range, what of it was played, and how long the
 * page was kept from running meanwhile, in seconds. On a busy machine, what follows a recording is late by as much, whoever wrote it.
 */
const listen = new Function(
  "stretch",
  `return new Promise((resolve) => {
    const sound = stretch.querySelector("audio");
    let [begin, longest, last] = [null, 0, performance.now()];
    const look = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      requestAnimationFrame(look);
    };
    look();
    sound.addEventListener("playing", () => { begin = sound.currentTime; }, { once: true });
    sound.addEventListener("pause", () => {
      look();
      const [from, to] = [stretch.dataset.from, stretch.dataset.to].map(Number);
      resolve({ from, to, begin, end: sound.currentTime, gap: longest / 1000 });
    }, { once: true });
  })`,
) as (stretch: unknown) => Promise<Readonly<Record<"from" | "to" | "begin" | "end" | "gap", number>>>;

describeInBrowser("a sentence that is played alone", () => {
  let folder: string;

  beforeAll(async () => {
    folder = fileFolder();
    const book = await recording(folder, await babbled(40));
    const lessons = [lesson({ text: plainStory, book })];
    const made = course({ lessons, formats: ["web", "scorm"], soundIn: ["scorm"] });
    await unzipArchives(await unzipped(spoken(made), folder));
  });

  const pages = ["es-2/web/lesson-01-exercises-a.html", "es-2/lms/scorm12/lesson-01/index.html"] as const;

  test("stops when its button is pressed again, and when another one is played", async () => {
    const { page } = await openPage(folder, pages[0]);
    const [first, second] = [0, 1].map((number) => page.locator(".heard button").nth(number));
    const state = (): Promise<unknown> =>
      page.evaluate(
        "[...document.querySelectorAll('.heard audio')].map((sound) => sound.paused).slice(0, 2)",
      );
    await first?.click();
    await page.waitForSelector(".heard button.is-playing");
    expect(await state()).toEqual([false, true]);
    await second?.click();
    expect(await state()).toEqual([true, false]);
    await second?.click();
    expect(await state()).toEqual([true, true]);
  });

  test("has the browser's own player without scripts, with the sentence's range in its URL", async () => {
    const { page } = await openPage(folder, pages[0], { javaScriptEnabled: false });
    const players = page.locator(".heard audio");
    expect(await players.count()).toBe(7);
    expect(await players.first().isVisible()).toBe(true);
    expect(await page.locator(".heard button").first().isVisible()).toBe(false);
  });

  test.each(pages)(
    "in %s begins and ends exactly with the sentence, every time it is played",
    async (path) => {
      const { page, complaints } = await openPage(folder, path);
      for (const number of [0, 2, 0]) {
        const stretch = page.locator(".heard").nth(number);
        const heard = stretch.evaluate(listen);
        await stretch.getByRole("button").click();
        const { from, to, begin, end, gap } = await heard;
        expect(begin).toBeGreaterThan(from - 0.05);
        expect(begin).toBeLessThan(from + 0.1 + gap);
        expect(end).toBeGreaterThanOrEqual(to - 0.01);
        expect(end).toBeLessThan(to + 0.1 + gap);
      }
      expect(complaints).toEqual([]);
    },
  );
});
