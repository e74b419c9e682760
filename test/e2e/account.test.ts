import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { rig, type Served, smallCourse } from "./fixtures/served.ts";

let served: Served;

const account = (...args: string[]) => served.commandHere(["account", ...args]);

beforeAll(async () => {
  served = await rig({ plan: smallCourse(["First"]).replace("audiobook: false", "audiobook: true") });
  await served.runHere();
});

describe("account export", () => {
  it("replaces an earlier export once the new one is complete", async () => {
    const id = String(served.events().find(({ type }) => type === "book.exported")?.book);
    const exports = join(served.folder, "out", "exports");
    const exporting = await account("export", id);
    expect(exporting.code, exporting.stderr).toBe(0);
    const bytes = readFileSync(join(exports, id));
    expect(bytes.length).toBeGreaterThan(1000);
    const refused = { ...served.environment, STORY_API_KEY: `sk_live_${"w".repeat(43)}` };
    expect((await served.commandHere(["account", "export", id], refused)).code).toBe(6);
    expect(readFileSync(join(exports, id)).equals(bytes)).toBe(true);
    expect((await account("export", id)).code).toBe(0);
    expect(readFileSync(join(exports, id)).equals(bytes)).toBe(true);
    expect(readdirSync(exports)).toEqual([id]);
  });

  it("says that the service has no such book", async () => {
    const id = crypto.randomUUID();
    const unknown = { exitCode: 4, problems: [{ code: "book_unknown" }] };
    expect(documentOf(await account("export", id, "--json"))).toMatchObject(unknown);
    expect(existsSync(join(served.folder, "out", "exports", id))).toBe(false);
  });
});

it("account quote gives the price and the balance", async () => {
  const quoted = await account("quote", "es", "2", "--no-audiobook");
  expect(quoted.stdout).toContain("13 credits (13 writing, 0 audiobook)\nbalance 975, plan");
});
