import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { chromiumPath, openBrowser } from "../chromium.ts";
import { rig, type Served } from "../e2e/fixtures/served.ts";
import { needTool } from "../tools.ts";
import { OpenedHome } from "./opened-home.ts";
import { Person } from "./person.ts";

const written = `# Ana's course
course: course
title: Market days
budget: { credits: 500 } # for a week
languages: [es]
difficulties: [2]
words:
  market: { es: [{ word: pan, gloss: bread }, queso] }
topics:
  - Bread # the first
  - { id: fish, topic: Fish, words: [markt] }
  - Rain
package: { formats: [words] }
`;

/** Each step stands on those before. */
describe.runIf(needTool("Chromium", chromiumPath))("the forms of a plan", () => {
  let served: Served;
  let home: OpenedHome;
  let browser: Browser;
  let ana: Person;

  const file = () => readFileSync(join(served.folder, "course.yaml"), "utf8");
  const plan = () => parse(file()) as Record<string, unknown> & { topics: unknown[] };
  const saved = (member: string, value: unknown) =>
    expect.poll(() => plan()[member], { timeout: 20_000 }).toEqual(value);

  beforeAll(async () => {
    served = await rig({ plan: written });
    home = await OpenedHome.start(served);
    browser = await openBrowser();
    ana = await Person.open(browser, home.address);
    // What the plan's schema will have one day.
    await ana.page.route("**/api/plan-schema", async (route) => {
      const schema = (await (await route.fetch()).json()) as {
        properties: { defaults: { properties: Record<string, unknown> } };
      };
      const { defaults } = schema.properties;
      defaults.properties.mood = { type: "string", enum: ["merry", "calm"], description: "How it feels." };
      defaults.properties.guests = {
        type: "array",
        items: {
          type: "object",
          required: ["who"],
          properties: { who: { type: "string" }, age: { type: "integer" } },
        },
      };
      await route.fulfill({ json: schema });
    });
    await ana.press(/^course.yaml$|^Market days$/);
    await ana.sees("Levels");
  });

  it("show each problem at its field, and in a list that leads there", async () => {
    await ana.sees(/1 problem in the plan|2 problems in the plan/, ".problem-list");
    await ana.press(/^Topics, Entry 2, Word lists/);
    await expect.poll(() => ana.focused()).toBe("Word lists 1");
    const field = ana.page.locator("input:focus");
    expect([await field.inputValue(), await field.getAttribute("aria-invalid")]).toEqual(["markt", "true"]);
    const described = await field.getAttribute("aria-describedby");
    const problem = ana.page.locator(`[id="${described?.split(" ").at(-1)}"]`);
    expect(await problem.innerText()).toMatch(/Error: no word list is called "markt"/);
    await ana.press(/^Remove Word lists 1$/);
    await expect.poll(() => ana.focused()).toBe("Add to: Word lists");
    await ana.page.keyboard.press("ArrowDown");
    await ana.press(/^Add Add to: Word lists$/);
    await expect.poll(() => plan().topics[1]).toEqual({ id: "fish", topic: "Fish", words: ["market"] });
    await ana.sees("The plan has no problems.");
    await ana.press(/^Details: Topics 2/);
  });

  it("add, edit and remove topics, and keep what the author wrote around them", async () => {
    await ana.to(/^Add to: Topics$/);
    await ana.page.keyboard.type("Snow");
    await ana.page.keyboard.press("Enter");
    await expect.poll(() => plan().topics).toHaveLength(4);
    await ana.fill(/^Topic$/, "Good bread");
    await expect.poll(() => plan().topics[0]).toEqual({ id: "bread", topic: "Good bread" });
    await ana.press(/^Details: Topics 1/);
    await ana.page.locator("details[open]").getByLabel("Length").waitFor();
    await ana.to(/^Length/);
    await ana.page.keyboard.press("ArrowDown");
    await expect.poll(() => plan().topics[0]).toEqual({ id: "bread", topic: "Good bread", length: "short" });
    await ana.press(/^Details: Topics 1/);
    await ana.press(/^Remove Topics 3$/);
    await expect.poll(() => plan().topics.slice(1)).toEqual([expect.anything(), "Snow"]);
    expect(file()).toMatch(/^# Ana's course\n(?:.*\n)*.*# for a week/);
  });

  it("edit words, levels, budget and what is folded", async () => {
    await ana.press(/^market$/);
    await ana.press(/^Spanish$/);
    await ana.page.getByRole("group", { name: "Spanish 2" }).getByLabel("Meaning").focus();
    await ana.fill(/^Meaning$/, "cheese");
    const words = [
      { word: "pan", gloss: "bread" },
      { word: "queso", gloss: "cheese" },
    ];
    await saved("words", { market: { es: words } });
    await ana.to(/^Add to: Levels$/);
    await ana.page.keyboard.press("3");
    await ana.press(/^Add Add to: Levels$/);
    await saved("difficulties", [2, 3]);
    await ana.fill(/^Credits per edition$/, "many");
    await ana.sees(/1 problem in the plan/);
    expect(await ana.page.getByLabel("Credits per edition").getAttribute("aria-invalid")).toBe("true");
    await ana.fill(/^Credits per edition$/, "600");
    await saved("budget", { credits: 600 });
    await ana.to(/^People who approve/);
    await ana.page.keyboard.press("ArrowDown");
    await saved("review", { required: 1 });
    await expect.poll(() => ana.page.locator("select:focus").inputValue()).toBe("1");
    await ana.page.keyboard.press("ArrowUp");
    await saved("review", undefined);
  });

  it("show a key that the schema has since today, without code for it", async () => {
    await ana.to(/^mood$/);
    await ana.sees("How it feels.");
    await ana.page.keyboard.press("ArrowDown");
    await saved("defaults", { mood: "merry" });
    await ana.press(/^Add to: guests$/);
    await ana.fill(/^who$/, "Inés");
    await ana.fill(/^age$/, "7");
    await saved("defaults", { mood: "merry", guests: [{ who: "Inés", age: 7 }] });
    // The program itself doesn't know them so far.
    await ana.sees(/2 problems in the plan/);
  });

  it("see what others wrote, and never overwrite it", async () => {
    const typed = ana.page.locator("#yaml");
    expect(await typed.isVisible()).toBe(false);
    await ana.press(/^The plan as text/);
    await ana.page.keyboard.press("Tab");
    await ana.page.keyboard.type("# mine\n");
    writeFileSync(join(served.folder, "course.yaml"), written.replace("Market days", "Other days"));
    await expect.poll(() => ana.page.getByLabel("Title").inputValue()).toBe("Other days");
    await ana.press(/^Save the text$/);
    await ana.sees("The plan’s file was changed elsewhere in the meantime.");
    expect(await typed.inputValue()).toContain("# mine");
    await ana.press(/^Discard what I typed$/);
    expect(await typed.inputValue()).toContain("Other days");
    expect(file()).not.toContain("# mine");
  });

  it("leave a plan that can't be read to its text", async () => {
    await ana.to(/^The plan as text/);
    await ana.page.keyboard.press("Tab");
    await ana.page.keyboard.press("Control+a");
    await ana.page.keyboard.type("course: course\ntopics: [");
    await ana.press(/^Save the text$/);
    await ana.sees("The plan’s text can’t be read");
    await ana.press(/^(course.yaml, line \d|Topics)/);
    expect(await ana.focused()).toMatch(/^The plan as text/);
    writeFileSync(join(served.folder, "course.yaml"), written);
    await ana.sees("Levels");
  });

  it("are there for everybody, in four languages", async () => {
    expect(await ana.obstacles()).toEqual([]);
    for (const [tag, levels] of [
      ["de", "Stufen"],
      ["es", "Niveles"],
      ["fr", "Niveaux"],
    ] as const) {
      await ana.page.selectOption("header select", tag);
      await ana.sees(levels);
      expect(await ana.page.getAttribute("html", "lang")).toBe(tag);
      const languages = await ana.page.locator('[id="plan/languages:add"] option').allInnerTexts();
      expect(languages.length).toBeGreaterThan(250);
      expect(languages.filter((name, at) => languages.indexOf(name) < at)).toEqual([]);
    }
    await ana.page.reload();
    await ana.sees("Niveaux");
    await ana.sees("Ces messages sont en anglais.");
  });

  it("say that the desk has stopped, and what to type", async () => {
    await home.stop();
    const gone = ana.page.locator("#gone", { hasText: /Le programme s’est arrêté.*coursebinder open/ });
    await gone.waitFor({ timeout: 2_000 });
    ana.expectNoComplaints();
  });
});
