import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { editedExercise, writeItem } from "../../../src/package/exercises/edited-exercise.ts";
import type { ExerciseDocument, LessonDocument } from "../../../src/review/documents.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { documentOf } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { packagedFiles, packagedTexts } from "../fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";
import { ReviewerPage, screens } from "./reviewer-page.ts";

const words = { pan: "bread", mesa: "table", llave: "key", ventana: "window", puerta: "door", libro: "book" };

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
  let editor: ReviewerPage;
  let page: Page;

  beforeAll(async () => {
    const list = Object.entries(words).map(([word, gloss]) => ({ word, gloss }));
    const topics = [
      { id: "first", topic: "Bread", words: ["w"] },
      { id: "second", topic: "Keys", words: ["w"] },
    ];
    const more = "package: { formats: [web, print, moodle, h5p, cartridge] }\nreview: { required: 1 }";
    const plan = smallCourse(topics, `words: { w: { es: ${JSON.stringify(list)} } }\n${more}`);
    served = await rig({ writingTime: "20ms", plan });
    await served.runHere();
    desk = await OpenedDesk.start(served);
    browser = await openBrowser();
    editor = await ReviewerPage.open(browser, desk.address);
    page = editor.page;
    await editor.choose("Bread");
  });

  const said = (hasText: RegExp) => editor.showing("#message", hasText);
  const unit = (key: string, version = "A") => `[data-unit="item-${version}-${key}"]`;
  const corrections = () => served.events().filter(({ type }) => type === "lesson.corrected");
  const shown = async (job: string): Promise<LessonDocument> => {
    const address = new URL(`/api/lesson?job=${job}`, desk.address);
    return (await page.evaluate(
      `fetch(${JSON.stringify(address.pathname + address.search)}).then((it) => it.json())`,
    )) as LessonDocument;
  };
  /** By keys: to the exercise, then on or back in it. */
  const goTo = async (on: ReviewerPage, key: string): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      if ((await on.page.locator(`${unit(key)}[aria-current]`).count()) > 0) return;
      const isThere = await on.page.locator(`.exercise:has(${unit(key)}):has([aria-current])`).count();
      const isBehind = await on.page.locator(`${unit(key)} ~ [aria-current]`).count();
      await on.press(isThere === 0 ? "x" : isBehind > 0 ? "ArrowLeft" : "ArrowRight");
    }
    throw new Error(`the keys don't lead to ${key}`);
  };
  const typeOver = async (on: ReviewerPage, text: string): Promise<void> => {
    await on.page.waitForSelector("#ask[open]");
    await on.page.keyboard.press("Control+a");
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) await on.page.keyboard.press("Shift+Enter");
      await on.page.keyboard.insertText(line);
    }
    await on.page.keyboard.press("Enter");
  };
  /** The package's files, those inside its archives too. */
  const packaged = async (): Promise<Map<string, string>> => {
    const made = await served.commandHere(["package", "course.yaml", "--allow-partial", "--json"], {});
    expect(documentOf(made)).toMatchObject({ problems: [] });
    return new Map(await packagedTexts(served));
  };
  const having = (files: ReadonlyMap<string, string>, text: string): string[] =>
    [...files].flatMap(([path, content]) => (content.includes(text) ? [path] : []));

  let left: ReturnType<typeof firstOf>;
  let typed: ReturnType<typeof firstOf>;

  it("leaves an item out, edits another, and sees what learners will get", async () => {
    const lesson = await shown("first.es.2");
    [left, typed] = [firstOf(lesson, "matching"), firstOf(lesson, "first-letter")];
    await goTo(editor, left.key);
    await editor.answering("d", "Inés Ferrer");
    await page.waitForSelector(`${unit(left.key)} del`);
    await said(/^Changed\. It is recorded\. Press u to undo it\./);
    await goTo(editor, typed.key);
    await editor.press("e");
    await typeOver(editor, "Aquí falta una palabra.\n= otra");
    expect(await page.innerText("#ask-objection")).toContain("Write ___ exactly once, where the gap is");
    await typeOver(editor, "La ___ es de plata.\n= cuchara\n= cucharilla");
    await page.waitForSelector(`${unit(typed.key)}.is-corrected b:has-text("cuchara / cucharilla")`);
    expect(corrections()).toHaveLength(2);
    await page.locator("#exercises").evaluate("(it) => it.scrollIntoView()");
    expect(await editor.obstacles()).toEqual([]);
    await page.setViewportSize(screens.laptop);
    expect(editor.complaints).toEqual([]);
  });

  it("asks a question, takes it back in one step, puts an item back and leaves it out again", async () => {
    await editor.press("q");
    await typeOver(editor, "¿De qué es la cuchara?\n- De oro\n* De plata");
    await page.waitForSelector('#questions:has-text("De plata")');
    await editor.press("u");
    await said(/was undone/);
    expect(await page.locator("#questions li").count()).toBe(0);
    await editor.press("q");
    await typeOver(editor, "¿De qué es la cuchara?\n- De oro\n* De plata");
    await page.waitForSelector('#questions:has-text("De plata")');
    await goTo(editor, left.key);
    await editor.press("d");
    await page.waitForSelector(`${unit(left.key)} button:has-text("Leave out")`);
    await editor.press("d");
    await page.waitForSelector(`${unit(left.key)} button:has-text("Put back")`);
  });

  it("approves it, and every format has exactly that", async () => {
    await editor.press("a");
    await said(/^Approved/);
    const lesson = await shown("first.es.2");
    expect(lesson).toMatchObject({
      status: { kind: "approved" },
      edited: expect.arrayContaining([expect.objectContaining({ item: left.key, now: "" })]),
    });
    const files = await packaged();
    const found = having(files, "plata");
    for (const path of ["web/", "print/", "teacher/", "moodle", ".h5p!content", "assessment"])
      expect([path, found.some((one) => one.includes(path))]).toEqual([path, true]);
    for (const path of ["web/", "keys", "moodle", ".h5p!content", "assessment"])
      expect([path, having(files, "cucharilla").some((one) => one.includes(path))]).toEqual([path, true]);
    const pages = [...files].filter(([path]) => path.includes("web/")).map(([, text]) => text);
    expect(pages.join()).toMatch(/data-also="[^"]*cucharilla/);
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
    expect(await served.commandHere(["review", "course.yaml", "--export", "page.html"], {})).toMatchObject({
      code: 0,
    });
    const reviewer = await ReviewerPage.open(browser, join(served.folder, "page.html"));
    await reviewer.choose("Keys");
    const lesson = await shown("second.es.2");
    const [matched, typedToo] = [firstOf(lesson, "matching"), firstOf(lesson, "first-letter")];
    await goTo(reviewer, matched.key);
    await reviewer.answering("d", "Cho Lin");
    await reviewer.page.waitForSelector(`${unit(matched.key)} del`);
    await goTo(reviewer, typedToo.key);
    await reviewer.press("e");
    await typeOver(reviewer, "El ___ es de lata.\n= cubo");
    await reviewer.page.waitForSelector(`${unit(typedToo.key)}.is-corrected b:has-text("cubo")`);
    await goTo(reviewer, matched.key);
    await reviewer.press("ArrowRight", "d");
    await reviewer.page.locator(".exercise del").nth(1).waitFor();
    await reviewer.press("u");
    await reviewer.page.locator("#message", { hasText: "was undone" }).waitFor();
    await reviewer.page.locator("#lesson:not([aria-busy=true])").waitFor();
    const seen = await reviewer.page.innerText("#exercises");
    await reviewer.press("a");
    await reviewer.counted(/^2 approved/);
    const answer = await reviewer.save(served.folder);
    expect(reviewer.complaints).toEqual([]);
    await reviewer.page.close();
    const imported = await served.commandHere(["review", "course.yaml", "--yes", "--import", answer], {});
    expect(imported).toMatchObject({ code: 0 });
    await page.reload();
    await page.waitForSelector("#status");
    await page.click('#queue button:has-text("Keys")');
    await page.locator("#status", { hasText: "Approved by Cho Lin" }).waitFor();
    expect(await page.innerText("#exercises")).toBe(seen);
    expect(having(await packaged(), "de lata").length).toBeGreaterThan(3);
  });

  it("says so when a changed story no longer has an item, and forgets it on request", async () => {
    const lesson = await shown("second.es.2");
    const { edited, sheets } = lesson;
    const kept = edited.find(({ now }) => now !== "");
    const item = sheets[0]?.exercises.flatMap(({ items, keys }) =>
      items.filter((_, at) => keys[at] === kept?.item),
    )[0];
    const sentence = item?.sentences[0] ?? 0;
    const cookies = await page.context().cookies();
    desk.cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(await desk.correct(lesson, { kind: "sentence", sentence, text: "Nada." })).toMatchObject({
      status: 200,
    });
    await page.locator("#corrections li", { hasText: "No longer in the exercises" }).first().waitFor();
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

describe("readings", () => {
  const job = "first.ja.2";
  let served: Served;
  let desk: OpenedDesk;

  beforeAll(async () => {
    const words = "words: { w: { ja: [{ word: 食べる, gloss: to eat, reading: たべる }] } }";
    const extra = `${words}\npackage: { formats: [web], readings: all }`;
    const topic = { id: "first", topic: "駅", words: ["w"] };
    const plan = smallCourse([topic], extra).replace("languages: [es]", "languages: [ja]");
    served = await rig({ writingTime: "20ms", plan });
    await served.runHere();
    desk = await OpenedDesk.enter(served);
  });

  const readingsOf = ({ paragraphs }: LessonDocument): string[] =>
    paragraphs
      .flat()
      .flatMap(({ text, readings }) =>
        readings.map(({ from, to, reading }) => `${text.slice(from, to)} ${reading}`),
      );

  async function page(): Promise<string> {
    const { code, stderr } = await served.commandHere(["package", "course.yaml"], {});
    expect(code, stderr).toBe(0);
    return String((await packagedFiles(served)).get("ja-2/web/lesson-01.html"));
  }

  it.runIf(needTool("Chromium", chromiumPath))(
    "that an editor sees above the text and corrects, of a word of the list and of any other text, are in the next package",
    async () => {
      expect(await page()).toContain("<ruby>食<rt>た</rt></ruby>べる");
      const { address } = await OpenedDesk.start(served);
      const editor = await ReviewerPage.open(await openBrowser(), address);
      const rubies = editor.page.locator(".text ruby");
      expect(await rubies.count()).toBe(readingsOf(await desk.lesson(job)).length);
      await editor.page.getByRole("button", { name: "Correct a reading" }).click();
      await editor.answer(/Correct a reading in the text/, "人は にんは");
      await editor.answer(/Who is reviewing/, "Inés Ferrer");
      await editor.showing("#corrections", /Reading of 人は: にんは/);
      await editor.page.getByRole("button", { name: "Edit the reading of 食べる" }).click();
      await editor.retype("くべる");
      await editor.press("Enter");
      await editor.showing("#corrections", /Reading of 食べる/);
      expect(await editor.page.locator("mark rt").first().innerText()).toBe("く");
      const shown = await desk.lesson(job);
      expect(readingsOf(shown)).toEqual(expect.arrayContaining(["食 く", "人 にん"]));
      expect(shown).toMatchObject({ words: [{ reading: "くべる" }], status: { kind: "waiting" } });
      expect(await page()).toContain("<ruby>食<rt>く</rt></ruby>べる");
      expect(await editor.obstacles(["laptop", "tablet"])).toEqual([]);
      expect(editor.complaints).toEqual([]);
    },
  );
});
