import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { editedExercise, writeItem } from "../../../src/package/exercises/edited-exercise.ts";
import type { ExerciseDocument, LessonDocument } from "../../../src/review/documents.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { needTool } from "../../tools.ts";
import { Served } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";
import { openLesson, pressOn, violationsOn } from "./press-on.ts";
import { ReviewerPage } from "./reviewer-page.ts";

const pictures = process.env.DESK_PICTURES;
const words = [
  "pan = bread",
  "mesa = table",
  "llave = key",
  "ventana = window",
  "puerta = door",
  "libro = book",
];

/** The item of an exercise that stands first in the set, as the desk has it. */
function firstOf(
  lesson: LessonDocument,
  kind: string,
): { exercise: ExerciseDocument; key: string; text: string } {
  const exercise = lesson.sheets[0]?.exercises.find((one) => one.kind === kind);
  const item = exercise?.items[0];
  if (exercise === undefined || item === undefined) throw new Error(`no ${kind}`);
  return { exercise, key: exercise.keys[0] ?? "", text: writeItem(exercise, item) };
}

describe.runIf(needTool("Chromium", chromiumPath))("an editor's hand on the exercises", () => {
  let served: Served;
  let desk: OpenedDesk;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[] = [];

  beforeAll(async () => {
    served = await Served.start({ writingTime: "20ms" });
    const list = words.map((each) => each.split(" = ")).map(([word, gloss]) => ({ word, gloss }));
    served.plan(`course: course
title: Market days
budget: { credits: 500 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
words: { w: { es: ${JSON.stringify(list)} } }
topics: [{ id: first, topic: Bread, words: [w] }, { id: second, topic: Keys, words: [w] }]
package: { formats: [web, print, moodle, h5p, cartridge] }
review: { required: 1 }
`);
    await served.run();
    desk = await OpenedDesk.start(served);
    browser = await openBrowser();
    ({ page, complaints } = await openLesson(browser, desk, { lesson: "Bread", width: 1440, height: 900 }));
  });

  const press = (...keys: string[]): Promise<void> => pressOn(page, ...keys);
  const said = (hasText: RegExp) => page.locator("#message", { hasText }).waitFor();
  const unit = (key: string, version = "A") => `[data-unit="item-${version}-${key}"]`;
  const corrections = () => served.events().filter(({ type }) => type === "lesson.corrected");
  const shown = async (job: string): Promise<LessonDocument> => {
    const address = new URL(`/api/lesson?job=${job}`, desk.address);
    return (await page.evaluate(
      `fetch(${JSON.stringify(address.pathname + address.search)}).then((it) => it.json())`,
    )) as LessonDocument;
  };
  /** By keys: to the exercise, then on or back in it. */
  const goTo = async (on: Page, key: string): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      if ((await on.locator(`${unit(key)}[aria-current]`).count()) > 0) return;
      const isThere = await on.locator(`.exercise:has(${unit(key)}):has([aria-current])`).count();
      const isBehind = await on.locator(`${unit(key)} ~ [aria-current]`).count();
      await pressOn(on, isThere === 0 ? "x" : isBehind > 0 ? "ArrowLeft" : "ArrowRight");
    }
    throw new Error(`the keys don't lead to ${key}`);
  };
  const typeOver = async (on: Page, text: string): Promise<void> => {
    await on.waitForSelector("#ask[open]");
    await on.keyboard.press("Control+a");
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) await on.keyboard.press("Shift+Enter");
      await on.keyboard.insertText(line);
    }
    await on.keyboard.press("Enter");
  };
  const look = async (name: string): Promise<void> => {
    if (pictures === undefined) return;
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  };
  /** The package's files, those inside its archives too. */
  const packaged = async (): Promise<Map<string, string>> => {
    const made = await served.command(["package", "course.yaml", "--allow-partial", "--json"], {});
    expect(documentOf(made)).toMatchObject({ problems: [] });
    const files = await unzip(readFileSync(served.file("course-1.zip")));
    const all = new Map([...files].map(([path, content]) => [path, String(content)]));
    for (const [path, content] of files) {
      if (!/\.(imscc|h5p)$/.test(path)) continue;
      for (const [inner, text] of await unzip(content)) all.set(`${path}/${inner}`, String(text));
    }
    return all;
  };
  const having = (files: ReadonlyMap<string, string>, text: string): string[] =>
    [...files].flatMap(([path, content]) => (content.includes(text) ? [path] : []));

  let left: ReturnType<typeof firstOf>;
  let typed: ReturnType<typeof firstOf>;

  it("leaves an item out, edits another, and sees what learners will get", async () => {
    const lesson = await shown("first.es.2");
    [left, typed] = [firstOf(lesson, "matching"), firstOf(lesson, "first-letter")];
    await goTo(page, left.key);
    await look("marked");
    await press("d");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type("Inés Ferrer");
    await press("Enter");
    await page.waitForSelector(`${unit(left.key)} del`);
    await said(/^Changed\. It is recorded\. u takes it back\./);
    await goTo(page, typed.key);
    await press("e");
    await typeOver(page, "Aquí falta una palabra.\n= otra");
    expect(await page.innerText("#ask-objection")).toContain("Write ___ where the gap is");
    await look("dialog");
    await typeOver(page, "La ___ es de plata.\n= cuchara\n= cucharilla");
    await page.waitForSelector(`${unit(typed.key)}.is-corrected b:has-text("cuchara / cucharilla")`);
    expect(corrections()).toHaveLength(2);
    await page.locator("#exercises").evaluate("(it) => it.scrollIntoView()");
    await look("edited");
    expect(await violationsOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("asks a question, takes it back in one step, puts an item back and leaves it out again", async () => {
    await press("q");
    await typeOver(page, "¿De qué es la cuchara?\n- De oro\n* De plata");
    await page.waitForSelector('#questions:has-text("De plata")');
    await press("u");
    await said(/taken back/);
    expect(await page.locator("#questions li").count()).toBe(0);
    await press("q");
    await typeOver(page, "¿De qué es la cuchara?\n- De oro\n* De plata");
    await page.waitForSelector('#questions:has-text("De plata")');
    await goTo(page, left.key);
    await press("d");
    await page.waitForSelector(`${unit(left.key)} button:has-text("Leave out")`);
    await press("d");
    await page.waitForSelector(`${unit(left.key)} button:has-text("Put back")`);
  });

  it("approves it, and every format has exactly that", async () => {
    await press("a");
    await said(/^Approved/);
    const lesson = await shown("first.es.2");
    expect(lesson).toMatchObject({
      status: { kind: "approved" },
      edited: expect.arrayContaining([expect.objectContaining({ item: left.key, now: "" })]),
    });
    const files = await packaged();
    const found = having(files, "plata");
    for (const path of ["web/", "print/", "teacher/", "moodle", ".h5p/content", "assessment"])
      expect([path, found.some((one) => one.includes(path))]).toEqual([path, true]);
    for (const path of ["web/", "keys", "moodle", ".h5p/content", "assessment"])
      expect([path, having(files, "cucharilla").some((one) => one.includes(path))]).toEqual([path, true]);
    const [, sheet = ""] =
      [...files].find(([path, text]) => path.endsWith("exercises-a.html") && text.includes("plata")) ?? [];
    const edits = new Map(lesson.edited.map(({ item, now }) => [item, now]));
    // An order is one element of the page.
    const counts = (lesson.sheets[0]?.exercises ?? []).map((each) =>
      each.form === "order" ? 1 : (editedExercise(each, edits)?.items.length ?? 0),
    );
    // And the question of her own.
    expect(sheet.match(/data-item/g)).toHaveLength(counts.reduce((sum, count) => sum + count, 1));
    expect(sheet).not.toContain(
      `data-answer="${left.exercise.choices[left.exercise.items[0]?.correct ?? 0]}"`,
    );
  });

  it("does the same by mail, and it is bound once it is imported", async () => {
    expect(await served.command(["review", "course.yaml", "--export", "page.html"], {})).toMatchObject({
      code: 0,
    });
    const reviewer = await ReviewerPage.open(browser, join(served.folder, "page.html"));
    await reviewer.choose("Keys");
    const lesson = await shown("second.es.2");
    const [matched, typedToo] = [firstOf(lesson, "matching"), firstOf(lesson, "first-letter")];
    await goTo(reviewer.page, matched.key);
    await reviewer.answering("d", "Cho Lin");
    await reviewer.page.waitForSelector(`${unit(matched.key)} del`);
    await goTo(reviewer.page, typedToo.key);
    await pressOn(reviewer.page, "e");
    await typeOver(reviewer.page, "El ___ es de lata.\n= cubo");
    await reviewer.page.waitForSelector(`${unit(typedToo.key)}.is-corrected b:has-text("cubo")`);
    await goTo(reviewer.page, matched.key);
    await pressOn(reviewer.page, "ArrowRight", "d");
    await reviewer.page.locator(".exercise del").nth(1).waitFor();
    await pressOn(reviewer.page, "u");
    await reviewer.page.locator("#message", { hasText: "Taken back" }).waitFor();
    await reviewer.page.locator("#lesson:not([aria-busy=true])").waitFor();
    const seen = await reviewer.page.innerText("#exercises");
    await pressOn(reviewer.page, "a");
    await reviewer.counted(/^2 approved/);
    const answer = await reviewer.save(served.folder);
    expect(reviewer.complaints).toEqual([]);
    await reviewer.page.close();
    const imported = await served.command(["review", "course.yaml", "--yes", "--import", answer], {});
    expect(imported).toMatchObject({ code: 0 });
    await page.reload();
    await page.waitForSelector("#status");
    await page.click('#queue button:has-text("Keys")');
    await page.locator("#status", { hasText: "Approved by Cho Lin" }).waitFor();
    expect(await page.innerText("#exercises")).toBe(seen);
    expect(having(await packaged(), "de lata").length).toBeGreaterThan(3);
  });

  it("says so when a changed story no longer has an item, and forgets it on request", async () => {
    const { edited, sheets, sentences, seen, story } = await shown("second.es.2");
    const kept = edited.find(({ now }) => now !== "");
    const item = sheets[0]?.exercises.flatMap(({ items, keys }) =>
      items.filter((_, at) => keys[at] === kept?.item),
    )[0];
    const sentence = item?.sentences[0] ?? 0;
    const change = { kind: "sentence", sentence, text: `${sentences[sentence]?.original} Y nada más.` };
    const cookies = await page.context().cookies();
    desk.cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const about = {
      job: "second.es.2",
      story,
      seen,
      who: "Inés Ferrer",
      id: "7f0c1f1e-5c7e-4a7c-9a51-0d7d6d1a9f10",
    };
    expect(
      await desk.post("/api/corrections", { ...about, change: { ...change, text: "Nada." } }),
    ).toMatchObject({ status: 200 });
    await page.locator("#corrections li", { hasText: "No longer in the exercises" }).first().waitFor();
    await look("lapsed");
    await page
      .locator("#corrections li", { hasText: "No longer in the exercises" })
      .first()
      .locator("button")
      .click();
    await said(/^Changed/);
    const now = await shown("second.es.2");
    expect(now.edited.length).toBe(edited.length - 1);
    expect(now.status.kind).toBe("waiting");
    expect(having(await packaged(), "de lata")).toEqual([]);
  });
});
