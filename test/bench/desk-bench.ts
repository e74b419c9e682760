import type { Browser, Page, Request } from "playwright-core";
import { chromiumPath, openBrowser } from "../chromium.ts";
import { Served } from "../e2e/fixtures/served.ts";
import { OpenedDesk } from "../e2e/review/opened-desk.ts";
import { hasProgram, median, say } from "./measure.ts";

const lessons = 100;
/** What a short story's recording lasts. */
const soundSeconds = 90;
const steps = 40;
const approvals = 20;

/**
 * The review desk with a hundred lessons in a browser: from its address to the first lesson, and from one lesson to the next by key. Against
 * the same browser opening an empty page, since the machine's own speed comes and goes.
 */
export async function benchDesk(): Promise<void> {
  say(`\nreview desk of ${lessons} lessons with recordings of ${soundSeconds} s, in Chromium`);
  if (!hasProgram(chromiumPath)) return;
  const served = await Served.start({
    writingTime: "20ms",
    narrationTime: "20ms",
    credits: 5_000,
    soundSeconds,
  });
  const browser = await openBrowser();
  try {
    served.plan(planOf(lessons));
    const { code, stderr } = await served.run();
    if (code !== 4) throw new Error(stderr);
    const desk = await OpenedDesk.start(served);
    await measureDesk(desk, browser);
    await desk.stop();
  } finally {
    await browser.close();
    await served.dispose();
  }
}

async function measureDesk({ address }: OpenedDesk, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const sent = new Sent(page);
  const empty = await tookMs(() => page.goto("about:blank"));
  const opened = await tookMs(async () => {
    await page.goto(address.href);
    await page.waitForSelector("#status");
  });
  say(
    `  an empty page ${empty.toFixed(0)} ms, the queue and its first lesson ${opened.toFixed(0)} ms, ${await sent.take()}`,
  );
  // The name is asked for once; what is measured comes after.
  await page.keyboard.press("n");
  await page.fill("#ask-text", "Ana");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#name:not([hidden])");
  await page.waitForSelector("#lesson[aria-busy=false]");
  await sent.take();
  for (const [name, key, times] of [
    ["next lesson", "j", steps],
    ["approved, and the next", "a", approvals],
  ] as const) {
    const took: number[] = [];
    for (let at = 0; at < times; at += 1) took.push(await pressed(page, key));
    say(
      `  ${name.padEnd(42)} median ${median(took).toFixed(0)} ms, at most ${Math.max(...took).toFixed(0)} ms, each ${await sent.take(times)}`,
    );
  }
  say(`  elements of the page ${await page.evaluate("document.querySelectorAll('*').length")}`);
}

/** Presses a key, and resolves once the lesson is there that it leads to, with the ms until then. */
const press = `async (key) => {
  const lesson = document.getElementById("lesson");
  const begun = performance.now();
  const shown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (lesson.ariaBusy !== "false") return;
      observer.disconnect();
      resolve();
    });
    observer.observe(lesson, { attributeFilter: ["aria-busy"] });
  });
  document.dispatchEvent(new KeyboardEvent("keydown", { key }));
  await shown;
  return performance.now() - begun;
}`;

/** From a key to the lesson that it leads to, in ms, as the page itself sees it. */
function pressed(page: Page, key: string): Promise<number> {
  return page.evaluate(`(${press})(${JSON.stringify(key)})`);
}

/** What a page was sent. */
class Sent {
  #finished: Promise<number>[] = [];

  constructor(page: Page) {
    page.on("requestfinished", (request: Request) => {
      this.#finished.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
  }

  /** What it was sent since the last time, in words; for one of so many. */
  async take(times = 1): Promise<string> {
    const bytes = await Promise.all(this.#finished.splice(0));
    const all = bytes.reduce((sum, one) => sum + one, 0);
    return `${(bytes.length / times).toFixed(1)} requests, ${(all / times / 1_000).toFixed(0)} KB`;
  }
}

async function tookMs(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

function planOf(count: number): string {
  const topics = Array.from({ length: count }, (_, index) => `Market day ${index + 1}`);
  return `course: course
title: A hundred market days
budget: { credits: 5000 }
languages: [es]
difficulties: [2]
words: { w: { es: [{ word: pan, gloss: bread }, { word: carta, gloss: letter }] } }
topics: [${topics.map((topic) => `{ topic: ${topic}, words: [w] }`).join(", ")}]
package: { formats: [web] }
review: { required: 1 }
`;
}
