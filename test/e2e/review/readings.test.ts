import { beforeAll, describe, expect, it } from "vitest";
import type { LessonDocument } from "../../../src/review/documents.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { packagedFiles } from "../fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";
import { ReviewerPage } from "./reviewer-page.ts";

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

describe("a reading corrected at the desk", () => {
  it("is in the next package, of a word of the list and of any other text, until it is undone", async () => {
    const before = await desk.lesson(job);
    expect(readingsOf(before)).toEqual(expect.arrayContaining(["食 た", "人 ひと"]));
    expect(before).toMatchObject({ readings: [], words: [{ word: "食べる", reading: "たべる" }] });
    const bought = await page();
    expect(bought).toContain("<ruby>食<rt>た</rt></ruby>べる");
    for (const [word, text] of [
      ["食べる", "くべる"],
      ["人は", "にんは"],
    ] as const)
      expect((await desk.correct(await desk.lesson(job), { kind: "reading", word, text })).status).toBe(200);
    const after = await desk.lesson(job);
    expect(readingsOf(after)).toEqual(expect.arrayContaining(["食 く", "人 にん"]));
    expect(after).toMatchObject({
      words: [{ reading: "くべる" }],
      readings: [
        { original: "たべる", corrected: "くべる" },
        { word: "人は", original: "" },
      ],
      status: { kind: "waiting" },
    });
    expect(await page()).toContain("<ruby>食<rt>く</rt></ruby>べる");
    for (const _ of [1, 2]) expect((await desk.undo(await desk.lesson(job))).status).toBe(200);
    expect(readingsOf(await desk.lesson(job))).toEqual(readingsOf(before));
    expect(served.proxy.creations).toBe(1);
  });
});

it.runIf(needTool("Chromium", chromiumPath))(
  "An editor sees readings above the text, and corrects them",
  async () => {
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
    expect(await editor.obstacles(["laptop", "tablet"])).toEqual([]);
    expect(editor.complaints).toEqual([]);
  },
);
