import { describe, expect, it } from "vitest";
import { levelsSchema } from "../../src/contract/levels.ts";
import { labelOf } from "../../src/story-service/levels.ts";
import { keyOfAnn, spokenStory, startRig } from "./fixtures.ts";

const config = `accounts:
  - id: ann
    credits: 999
    native: [en]
    learning: [pt, pt-br]
    levels: { es: "3.4", it: 0.75, en: "9.0" }
    keys: [{ name: k, secret: ${keyOfAnn} }]`;

describe("the levels", () => {
  it("cover what is recorded in settings, levels and books, in the interface's order", async () => {
    const fixture = await startRig({ config });
    const { id } = (await fixture.post("/stories", { ...spokenStory, lang: "fr-ca" })).json;
    await fixture.write();
    await fixture.get(`/stories/${id}`);
    const reply = await fixture.get("/levels");
    expect(reply.headers["cache-control"]).toBe("no-store");
    const guide = `${fixture.service.appUrl}/levels`;
    expect(levelsSchema.parse(reply.json)).toEqual({
      calculatedAt: "2026-03-10T12:00:01.200Z",
      languages: [
        { code: "en", status: "native", displayLevel: null, native: true, explanationUrl: `${guide}/en` },
        {
          code: "fr",
          status: "unavailable",
          displayLevel: null,
          native: false,
          explanationUrl: `${guide}/fr`,
        },
        {
          code: "it",
          status: "available",
          displayLevel: "0.5",
          native: false,
          explanationUrl: `${guide}/it#0.5`,
        },
        {
          code: "pt",
          status: "unavailable",
          displayLevel: null,
          native: false,
          explanationUrl: `${guide}/pt`,
        },
        {
          code: "es",
          status: "available",
          displayLevel: "3.4",
          native: false,
          explanationUrl: `${guide}/es#3.4`,
        },
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

  it("are refused for unknown codes, regional ones, an empty list, and a repeated or unknown parameter", async () => {
    const fixture = await startRig({ config });
    const wrong = [
      "languages=xx",
      "languages=ES",
      "languages=es-419",
      "languages=pt-br",
      "languages=en-gb",
      "languages=",
    ];
    const more = [
      "languages=es,",
      "languages=es,%20fr",
      "languages=es&languages=fr",
      "language=es",
      "languages=es&x=1",
    ];
    for (const query of [...wrong, ...more]) {
      const reply = await fixture.get(`/levels?${query}`);
      expect([query, reply.status, reply.json.code]).toEqual([query, 400, "invalid_request"]);
      expect(reply.json.issues).toHaveLength(1);
    }
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
