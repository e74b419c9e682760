import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Rows, workbook } from "../spreadsheet/fixtures.ts";
import { rig, type Served } from "./fixtures/served.ts";

const kurs: Rows = [
  ["Titel", "Course"],
  ["Kennung", "course"],
  ["Budget", "1.000"],
  ["Sprachen", "Spanisch"],
  ["Stufen", "2; 3"],
  ["Hörbuch", false],
];
const themen = [
  ["Thema", "Wörter"],
  ["Ein Morgen auf dem Markt", "Markt"],
  ["Der Nachtzug", ""],
  ["Tee mit Ana", ""],
];
const markt = [
  ["Wort", "Bedeutung"],
  ["pan", "Brot"],
];

async function save(served: Served, sheets: Readonly<Record<string, Rows>>): Promise<void> {
  writeFileSync(join(served.folder, "kurs.xlsx"), await workbook(sheets));
}

/** Runs the plan; the story of each lesson by its job's id. */
async function run(served: Served): Promise<Readonly<Record<string, string | null>>> {
  const report = await served.report();
  expect(report).toMatchObject({ exitCode: 0 });
  const { list } = report as unknown as { list: { id: string; story: string | null }[] };
  return Object.fromEntries(list.map(({ id, story }) => [id, story]));
}

const importing = ["init", ".", "--from", "kurs.xlsx"] as const;

describe("a course from a spreadsheet", () => {
  it("keeps its ids and stories whatever is changed in the spreadsheet, and buys nothing twice", async () => {
    await using served = await rig();
    await save(served, { Kurs: kurs, Themen: themen, Markt: markt });
    expect(await served.commandHere([...importing, "--json"])).toMatchObject({ code: 0 });
    expect(existsSync(join(served.folder, "course.schema.json"))).toBe(true);
    const rehearsing = ["run", "course.yaml", "--local", "--yes", "--poll", "50ms"];
    expect((await served.commandHere(rehearsing)).code).toBe(0);
    expect(served.proxy.creations).toBe(0);
    const bought = await run(served);
    expect(served.proxy.creations).toBe(6);

    // Reworded, moved, translated, with a list that has grown: nothing of that is new.
    const changed = [
      ["Thema", "Wörter"],
      ["der Nachtzug!", ""],
      ["Ein früher Morgen auf dem Markt", "markt"],
      ["El té con Ana", ""],
    ];
    await save(served, { Kurs: kurs, Themen: changed, Markt: [...markt, ["puesto", "Stand"]] });
    const plan = readFileSync(join(served.folder, "course.yaml"));
    const shown = await served.commandHere(importing);
    expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --yes") });
    expect(readFileSync(join(served.folder, "course.yaml"))).toEqual(plan);
    expect((await served.commandHere([...importing, "--yes"])).stdout).toBe(
      `${shown.stdout}wrote    words/markt.es.csv\nwrote    course.yaml\n`,
    );
    expect(await run(served)).toEqual(bought);
    expect(served.proxy.creations).toBe(6);

    // A topic is gone and another one new: that alone is bought.
    const replaced = [
      ["Thema", "Wörter", "Kennung"],
      ["Der Nachtzug", "", ""],
      ["Das Fest", "", "fest"],
      ["Ein früher Morgen auf dem Markt", "Markt", ""],
    ];
    await save(served, { Kurs: kurs, Themen: replaced, Markt: markt });
    expect((await served.commandHere([...importing, "--yes", "--json"])).code).toBe(0);
    await run(served);
    expect(served.proxy.creations).toBe(8);
    const topics = served.stories().map(({ topic }) => topic);
    expect(topics.slice(6)).toEqual(["Das Fest", "Das Fest"]);

    // It comes back, under an id made of its text: it still has its stories.
    await save(served, { Kurs: kurs, Themen: [...replaced, ["El té con Ana", "", ""]], Markt: markt });
    expect((await served.commandHere([...importing, "--yes"])).code).toBe(0);
    const { "fest.es.2": _, "fest.es.3": __, ...others } = await run(served);
    expect(served.proxy.creations).toBe(8);
    expect(new Set(Object.values(others))).toEqual(new Set(Object.values(bought)));
  });

  it("writes nothing while a cell is wrong, or what it can't read", async () => {
    await using served = await rig();
    const wrong = [...kurs.slice(0, 5), ["Hörbuch", "vielleicht"]];
    await save(served, { Kurs: wrong, Themen: themen, Markt: markt });
    expect(await served.commandHere([...importing, "--json"])).toMatchObject({ code: 2 });
    const missing = await served.commandHere(["init", ".", "--from", "other.xlsx"]);
    expect(missing.stderr).toBe(
      "other.xlsx can't be used as a spreadsheet: there is no such file. Nothing was written.\n",
    );
    expect(existsSync(join(served.folder, "course.yaml"))).toBe(false);
    expect(await served.commandHere(["init", "--template", "kurs.xlsx"])).toMatchObject({ code: 2 });
  });
});
