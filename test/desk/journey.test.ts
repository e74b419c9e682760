import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { chromiumPath, openBrowser } from "../chromium.ts";
import { rig, type Served, smallCourse } from "../e2e/fixtures/served.ts";
import { ReviewerPage } from "../e2e/review/reviewer-page.ts";
import { fileFolder, withoutAligning } from "../fixtures.ts";
import { unzip } from "../package/fixtures.ts";
import { workbook } from "../spreadsheet/fixtures.ts";
import { needTool } from "../tools.ts";
import { OpenedHome } from "./opened-home.ts";
import { Person } from "./person.ts";

const hasChromium = needTool("Chromium", chromiumPath);

/** A teacher's spreadsheet; its topics have these levels. */
const spreadsheet = (level: string): Promise<Buffer> =>
  workbook({
    course: [
      ["Name", "Value"],
      ["Title", "Everyday Spanish"],
      ["Course ID", "everyday"],
      ["Budget", 150],
      ["Languages", "Spanish"],
      ["Levels", "2"],
      ["Audiobook", false],
      ["Approvals", 1],
    ],
    topics: [
      ["Topic", "Levels", "Word lists"],
      ["Una mañana en el mercado", "", "Market"],
      ["El tren nocturno", level, ""],
    ],
    Market: [
      ["Word", "Meaning", "Language"],
      ["el puesto", "stall", "es"],
    ],
  });

describe.runIf(hasChromium)("a teacher with an empty folder and a spreadsheet, by keyboard alone", () => {
  const folder = fileFolder();
  let browser: Browser;
  let home: OpenedHome;
  let ana: Person;

  beforeAll(async () => {
    home = await OpenedHome.start({ folder, environment: { ...withoutAligning } });
    browser = await openBrowser();
    ana = await Person.open(browser, home.address);
  });

  const path = join(folder, "Everyday.xlsx");
  const choose = async (level: string): Promise<void> => {
    await writeFile(path, await spreadsheet(level));
    const [chooser] = await Promise.all([
      ana.page.waitForEvent("filechooser"),
      ana.press(/^Spreadsheet$/, "Space"),
    ]);
    await chooser.setFiles(path);
  };

  it("is told what is wrong with the spreadsheet, cell by cell, and nothing is written", async () => {
    await ana.sees("There is no course in this folder yet.");
    await ana.sees("this computer needs the address of a story service and your key");
    await choose("easy");
    await ana.said(/1 problem in the spreadsheet/);
    expect(await ana.page.innerText(".shown li")).toMatch(/topics\s+B3\s+Error: .*easy/);
    expect(await ana.obstacles()).toEqual([]);
    expect((await home.courses().catch(() => null))?.courses ?? []).toEqual([]);
  });

  it("is told to choose the spreadsheet again if it has changed since it was shown", async () => {
    await choose("4");
    await ana.said(/A new course with 2 lessons/);
    await writeFile(path, await spreadsheet("3"));
    await ana.press(/^Create the course$/);
    await ana.sees("The file has changed since you chose it. Choose it again.");
  });

  it("sees what would be made, and makes the course", async () => {
    await choose("3");
    await ana.said(/A new course with 2 lessons/);
    for (const change of ["Everyday Spanish", 'new el-tren-nocturno: "El tren nocturno"'])
      await ana.sees(change, ".shown li");
    await ana.press(/^Create the course$/);
    await ana.sees("Everyday Spanish", "h2");
    await ana.sees("The plan has no problems.");
    const plan = readFileSync(join(folder, "everyday", "course.yaml"), "utf8");
    expect(parse(plan)).toMatchObject({ course: "everyday", budget: { credits: 150 } });
  });

  it("rehearses for nothing, told of each step", async () => {
    await ana.press(/^Bill and run$/);
    await ana.sees(/2 lessons to be rehearsed, free of charge/);
    await ana.sees(/El tren nocturno\s*Spanish, level 3\s*to be made/);
    expect(await ana.obstacles()).toEqual([]);
    await ana.press(/^Rehearse now$/);
    await ana.sees("2 of 2 lessons are done.");
    await ana.said(/Not every lesson is complete/);
    await ana.sees(/2 lessons .*approved/, ".is-neutral");
    expect(await ana.obstacles()).toEqual([]);
  });

  it("approves both lessons at the review desk", async () => {
    const [tab] = await Promise.all([ana.page.context().waitForEvent("page"), ana.press(/^Review/)]);
    const reviewer = new ReviewerPage(tab);
    await tab.waitForSelector("#status");
    await reviewer.showing(".history", /^Rehearsed\. Ordered, it would have cost \d+ credits, /);
    expect(await reviewer.text("aside")).not.toMatch(/Price|Bought|Another story/);
    await reviewer.retype("La feria");
    await reviewer.press("Enter");
    await reviewer.showing("#ask-title", /^Who is reviewing/);
    // What was typed isn't lost, and nothing looks as if it were.
    expect(await tab.locator("#unsent").count()).toBe(0);
    await reviewer.answer(/./, "Ana");
    await reviewer.showing("h2", /^La feria$/);
    await reviewer.press("a");
    await reviewer.counted(/^1 approved/);
    expect(await tab.locator(".messages a").count()).toBe(0);
    await reviewer.press("a");
    await reviewer.counted(/^2 approved/);
    await reviewer.showing("#message", /No lesson is waiting\. Next: make the package$/);
    expect(await reviewer.obstacles()).toEqual([]);
    await tab.click("header a");
    await tab.waitForURL(/#\/.+\/run\/rehearsal$/);
    await tab.goBack();
    await tab.click(".messages a");
    await tab.waitForURL(/#\/.+\/package\/rehearsal$/);
    await tab.close();
  });

  it("makes the package, and takes it and the report", async () => {
    await ana.press(/^Package and report$/);
    await ana.press(/^Make the package$/);
    await ana.sees("The package is ready. Every lesson is in it.");
    await ana.sees("It doesn't contain later corrections and reviews.");
    expect(await ana.obstacles()).toEqual([]);
    const [download] = await Promise.all([
      ana.page.waitForEvent("download"),
      ana.press(/^Download the package/),
    ]);
    const files = [...(await unzip(readFileSync(await download.path()))).keys()];
    expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/START-HERE\.html$/)]));
    const [report] = await Promise.all([
      ana.page.context().waitForEvent("page"),
      ana.press(/^Open the report/),
    ]);
    await report.getByText("Everyday Spanish").first().waitFor();
    ana.expectNoComplaints();
  });
});

describe.runIf(hasChromium)("a publisher who orders lessons, by keyboard alone", () => {
  let served: Served;
  let home: OpenedHome;
  let ana: Person;

  beforeAll(async () => {
    const plan = smallCourse(["First [[lose-reply]]", "Second"]).replace("credits: 500", "credits: 20");
    served = await rig({ plan });
    home = await OpenedHome.start(served);
    ana = await Person.open(await openBrowser(), home.address);
    await ana.press(/^A small course$/);
  });

  it("can't order what the budget doesn't allow", async () => {
    await ana.press(/^Bill and run$/);
    await ana.sees(/cost 26 credits, but the plan's budget for this edition is 20/);
    await ana.page.selectOption("header select", "de");
    await ana.sees("Das Budget, das Konto oder die Grenze des Schlüssels lässt das nicht zu.");
    await ana.page.selectOption("header select", "en");
    expect(await ana.page.locator("button.main").count()).toBe(0);
    await ana.press(/^Rehearsal /);
    await ana.sees(/cost 26 credits, but the plan's budget for this edition is 20/);
    expect(await ana.obstacles()).toEqual([]);
    await ana.press(/^Change the budget$/);
    await expect.poll(() => ana.focused()).toMatch(/^Credits per edition/);
    await ana.fill(/^Credits per edition$/, "60");
    await ana.said(/^Saved/);
  });

  it("orders once the sum is typed, and nothing before", async () => {
    await ana.press(/^Bill and run$/);
    await ana.press(/^Paid lessons /);
    await ana.to(/^To order, type the total in credits: 26$/);
    expect(await ana.obstacles()).toEqual([]);
    await ana.page.keyboard.type("25");
    await ana.page.keyboard.press("Enter");
    const refused = ana.page.locator("input[name=sum]:invalid");
    const says = (field: { readonly validationMessage: string }) => field.validationMessage;
    const message = "Type the total of the bill, 26. Nothing was ordered.";
    expect(await refused.evaluate(says as never)).toBe(message);
    expect(served.proxy.creations).toBe(0);
    await ana.fill(/^To order, type the total/, "26");
    await ana.press(/^Order for 26 credits$/);
    await ana.said(/It is unknown whether a lesson was ordered/);
    expect(served.proxy.creations).toBe(1);
  });

  it("settles what nobody knows, and gets the rest: nothing is bought twice", async () => {
    await ana.sees("Lessons whose outcome is unknown");
    // It is said there, and nowhere else.
    expect((await ana.page.innerText("main")).match(/We can't tell whether/g)).toBeNull();
    expect(await ana.obstacles()).toEqual([]);
    // Without an answer, the browser asks for one and nothing is recorded.
    await ana.press(/^Record the decision$/);
    await expect.poll(() => ana.page.locator("select:invalid").count()).toBe(1);
    expect(served.events().filter(({ type }) => type === "creation.resolved")).toEqual([]);
    await ana.to(/^Was the story made/);
    await ana.page.keyboard.press("ArrowDown");
    await ana.fill(/^Id of the story$/, served.stories()[0]?.id ?? "");
    await ana.press(/^Record the decision$/);
    await ana.said(/The decision is recorded/);
    await ana.to(/^To order, type the total in credits: 13$/);
    await ana.page.keyboard.type("13");
    await ana.page.keyboard.press("Enter");
    await ana.sees("2 of 2 lessons are done.");
    expect(served.proxy.creations).toBe(2);
    expect(served.stories()).toHaveLength(2);
  });

  it("sees within seconds what a terminal does", async () => {
    await ana.press(/^Courses$/);
    await ana.sees("2 of 2 lessons are done.");
    served.plan(smallCourse(["First [[lose-reply]]", "Second", "Third"]));
    await ana.page.getByText("2 of 3 lessons are done.").waitFor({ timeout: 4_000 });
    await served.runHere();
    await ana.page.getByText("3 of 3 lessons are done.").waitFor({ timeout: 4_000 });
  });

  it("stops a run, reads that nothing is lost, and goes on", async () => {
    served.plan(smallCourse(["First [[lose-reply]]", "Second", "Third", "Fourth"]));
    await ana.press(/^A small course$/);
    await ana.press(/^Bill and run$/);
    served.proxy.holdsAnswers = true;
    const held = served.proxy.heldAnswer();
    await ana.fill(/^To order, type the total in credits: 13$/, "13");
    await ana.press(/^Order for 13 credits$/);
    await held;
    await ana.press(/^Stop the run$/);
    await ana.sees("Stopping");
    served.proxy.passHeld();
    await ana.sees("The run was stopped. The next run continues from there.", ".is-neutral");
    await ana.sees("3 of 4 lessons are done.");
    await ana.sees("started, not fetched yet");
    expect(await ana.page.innerText("main")).not.toMatch(/being made/);
    expect(await ana.obstacles()).toEqual([]);
    await ana.press(/^Continue; nothing is charged$/);
    await ana.sees("4 of 4 lessons are done.");
  });

  it("changes a bought topic, keeps its story, and buys a new one only where that is wanted", async () => {
    const changed = { id: "second", topic: "A new second" };
    served.plan(smallCourse(["First [[lose-reply]]", changed, "Third", "Fourth"]));
    await ana.press(/^Bill and run$/);
    await ana.sees("The plan has changed; the lesson keeps its story.");
    await ana.sees("There is nothing to make");
    await ana.press(/^Buy a new story/);
    await ana.sees("1 lesson to be made, for 13 credits.");
    expect(await ana.obstacles()).toEqual([]);
    await ana.press(/^Buy no new story/);
    await ana.sees("There is nothing to make");
    await ana.press(/^Buy a new story/);
    expect(served.proxy.creations).toBe(4);
    await ana.fill(/^To order, type the total in credits: 13$/, "13");
    await ana.press(/^Order for 13 credits$/);
    await ana.said(/The run has ended, and everything is done/);
    expect(served.proxy.creations).toBe(5);
  });

  it("gets from the review desk to a bill with another story for a lesson, which buys nothing yet", async () => {
    const tab = await ana.page.context().newPage();
    const [, course] = /#\/([0-9a-f]+)/.exec(ana.page.url()) ?? [];
    await tab.goto(`${home.address.origin}/courses/${course}/review/paid/`);
    await tab.waitForSelector("aside a");
    expect(await new ReviewerPage(tab).obstacles()).toEqual([]);
    await tab.click("aside a");
    await tab.waitForURL(/#\/.+\/run\/paid\/[^/]+\.es\.2@[0-9a-f-]+$/);
    await tab.getByText("1 lesson to be made, for 13 credits.").waitFor();
    expect(served.proxy.creations).toBe(5);
    await tab.click("text=Buy no new story");
    await tab.getByText("There is nothing to make").waitFor();
    await tab.close();
  });

  it("is shown what to type where a page can't go on: lessons were bought with another ledger", async () => {
    const plan = smallCourse(["Fifth"]).replace("course: course", "course: other");
    await writeFile(join(served.folder, "other.yaml"), plan.replace("A small course", "Another course"));
    const elsewhere = ["run", "other.yaml", "--yes", "--ledger", "elsewhere.jsonl", "--poll", "50ms"];
    expect((await served.commandHere(elsewhere)).code).toBe(0);
    await ana.press(/^Courses$/);
    await ana.press(/^Another course$/);
    await ana.press(/^Bill and run$/);
    await ana.sees(/coursebinder run other.yaml .*--ledger elsewhere.jsonl/, "code");
    expect(served.proxy.creations).toBe(6);
    ana.expectNoComplaints();
  });
});
