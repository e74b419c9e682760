import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { Served, smallCourse } from "./fixtures/served.ts";

let served: Served;

/** Runs in this process, as the started command does for the first export and the first quote. */
const account = (...args: string[]) => served.commandHere(["account", ...args]);

beforeAll(async () => {
  served = await Served.start();
  served.plan(smallCourse(["First"], "").replace("audiobook: false", "audiobook: true"));
  await served.runHere();
});

afterAll(() => served.dispose());

describe("account export", () => {
  it("keeps the previous book until a new export is complete", async () => {
    const exported = served.events().find(({ type }) => type === "book.exported");
    const id = String(exported?.book);
    const exporting = await served.command(["account", "export", id]);
    expect(exporting.code, exporting.stderr).toBe(0);
    const path = join(served.folder, "out", "exports", id);
    const bytes = readFileSync(path);
    expect(bytes.length).toBeGreaterThan(1000);
    expect((await account("export", id, "--service", "http://127.0.0.1:9/api/v1")).code).toBe(7);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(readdirSync(join(served.folder, "out", "exports"))).toEqual([id]);
  });

  it("says that the service has no such book", async () => {
    const id = crypto.randomUUID();
    const finished = await account("export", id, "--json");
    expect(documentOf(finished)).toMatchObject({ exitCode: 4, problems: [{ code: "book_unknown" }] });
    expect(existsSync(join(served.folder, "out", "exports", id))).toBe(false);
  });
});

describe("account quote", () => {
  it.each([
    [["es", "eleven"], '<difficulty> takes a whole number from 1 to 10, not "eleven"'],
    [["es", "2", "huge"], '<length> takes short, medium, long, not "huge"'],
    [["es-149", "2"], '<lang> takes a language code of the service, such as es-419, not "es-149"'],
  ])("of %j says what is wrong and sends nothing", async (words, expected) => {
    const finished = await account("quote", ...words);
    expect(finished.code).toBe(2);
    expect(finished.stderr).toContain(expected);
  });

  it("gives the price and the balance", async () => {
    const quoted = await served.command(["account", "quote", "es", "2", "--no-audiobook"]);
    expect(quoted.stdout).toContain("13 credits (13 writing, 0 audiobook)\nbalance 975, plan");
  });
});
