import { describe, expect, it } from "vitest";
import { levelsSchema } from "../../src/contract/levels.ts";
import { labelOf } from "../../src/story-service/levels.ts";
import { keyOfAnn, plainStory, startRig } from "./fixtures.ts";

const config = `accounts:
  - id: ann
    credits: 999
    native: [en]
    learning: [pt, pt-br]
    levels: { es: "3.4", it: 0.75, en: "9.0" }
    keys: [{ name: k, secret: ${keyOfAnn} }]`;

describe("the levels", () => {
  it("cover what is recorded in settings, levels and stories, in the interface's order", async () => {
    const fixture = await startRig({ config });
    await fixture.order({ ...plainStory, lang: "de" });
    await fixture.write();
    await fixture.beginBook({ lang: "fr-ca" });
    const reply = await fixture.get("/levels");
    const guide = `${fixture.service.appUrl}/levels`;
    const entry = (code: string, status: string, displayLevel: string | null = null) => ({
      code,
      status,
      displayLevel,
      native: status === "native",
      explanationUrl: `${guide}/${code}${displayLevel === null ? "" : `#${displayLevel}`}`,
    });
    expect(levelsSchema.parse(reply.json)).toEqual({
      calculatedAt: "2026-03-10T12:00:02.400Z",
      languages: [
        entry("en", "native"),
        entry("fr", "unavailable"),
        entry("de", "unavailable"),
        entry("it", "available", "0.5"),
        entry("pt", "unavailable"),
        entry("es", "available", "3.4"),
      ],
    });
  });

  it("are answered in the requested order, even for unknown levels", async () => {
    const fixture = await startRig({ config });
    const codesOf = async (query: string) =>
      (await fixture.get(`/levels?languages=${query}`)).json.languages.map(
        (entry: { code: string }) => entry.code,
      );
    expect(await codesOf("es,zh-hant,ar-classical,es")).toEqual(["es", "zh-hant", "ar-classical"]);
    expect(await codesOf("zu%2Cen")).toEqual(["zu", "en"]);
  });

  it("have labels that exist: estimates are rounded down, and 0.6 to 0.9 become 0.5", () => {
    const labels = new Map([
      [0, "0.0"],
      [0.59, "0.5"],
      [0.6, "0.5"],
      [0.999, "0.5"],
      [1, "1.0"],
      [2.3, "2.3"],
      [8.199, "8.1"],
      [10.97, "10.9"],
      [99, "10.9"],
    ]);
    for (const [estimate, label] of labels) expect(labelOf(estimate)).toBe(label);
  });
});
