import { describe, expect, test } from "vitest";
import type { ListWord, Plan } from "../../src/plan/plan.ts";
import { lackingReadings, withReadings } from "../../src/run/readings.ts";
import { lesson } from "../package/fixtures.ts";
import { withBrackets } from "../shared/languages/with-brackets.ts";

const listed = (word: string, reading: string | null): ListWord => ({
  ...{ word, reading, entry: null, gloss: null, forms: [], example: null, level: null, key: word },
  place: { file: "words.csv", line: 1, column: 1 },
});

const planOf = (readings: Plan["readings"], ...words: ListWord[]) => ({
  readings,
  reader: "en",
  lists: new Map([["food", new Map([["ja", words]])]]),
});

const source = lesson({
  lang: "ja",
  title: "朝の市場",
  text: "毎朝、駅で弁当を食べます。\n\n駅の人は三人です。",
  words: [
    { word: "食べる", gloss: "to eat" },
    { word: "駅", gloss: "station" },
  ],
});
const lists = [listed("食べる", "たべる"), listed("駅", null)];
const uninstalled = async () => "not_installed" as const;

async function shown(
  ...[plan, options = {}]: [Parameters<typeof withReadings>[1], Parameters<typeof withReadings>[2]?]
) {
  const { readings, words } = await withReadings(source, plan, options);
  const [first = "", second = ""] = source.text.split("\n\n");
  return {
    title: withBrackets(source.title ?? "", readings?.title ?? []),
    text: [first, second].map((text, index) => withBrackets(text, readings?.paragraphs[index] ?? [])),
    words: words.map(({ reading }) => reading),
  };
}

describe("the readings of a Japanese lesson", () => {
  test("with all are above every kanji, and above the title", async () => {
    expect(await shown(planOf("all", ...lists))).toEqual({
      title: "朝[あさ]の市場[いちば]",
      text: [
        "毎朝[まいあさ]、駅[えき]で弁当[べんとう]を食[た]べます。",
        "駅[えき]の人[ひと]は三[さん]人[にん]です。",
      ],
      words: ["たべる", "えき"],
    });
  });

  test("with listed are above the words of its list in any form, from the list or the dictionary", async () => {
    const only = {
      title: "朝の市場",
      text: ["毎朝、駅[えき]で弁当を食[た]べます。", "駅[えき]の人は三人です。"],
    };
    const plan = planOf({ 2: "listed", 3: "none" }, ...lists);
    expect(await shown(plan)).toEqual({ ...only, words: ["たべる", "えき"] });
  });

  test("are listed where the plan doesn't say and a list has readings; there are none elsewhere, and nothing is analysed", async () => {
    expect(await shown(planOf(null, ...lists))).toEqual(await shown(planOf("listed", ...lists)));
    const load = async () => {
      throw new Error("analysed");
    };
    expect(await withReadings(source, planOf(null, listed("駅", null)), { load })).toEqual(source);
    expect(await withReadings(source, planOf("none", ...lists), { load })).toEqual(source);
    const spanish = lesson({ words: [{ word: "pan", gloss: "bread", reading: "pan" }] });
    const { words } = await withReadings(spanish, planOf("all", ...lists), { load });
    expect(words).toEqual([{ word: "pan", gloss: "bread" }]);
  });

  test("are as people corrected them: a word of the list in its forms, any other text wherever it stands", async () => {
    const corrected = [
      { word: "食べる", original: "たべる", corrected: "くべる" },
      { word: "毎朝", original: "", corrected: "まいちょう" },
    ];
    expect(await shown(planOf("all", ...lists), { corrected })).toMatchObject({
      text: ["毎朝[まいちょう]、駅[えき]で弁当[べんとう]を食[く]べます。", expect.anything()],
      words: ["くべる", "えき"],
    });
  });

  test("of a verb that is read otherwise in other forms are the list's only in its own form", async () => {
    const come = lesson({
      lang: "ja",
      text: "母が来る。父は来ます。",
      words: [{ word: "来る", gloss: "to come" }],
    });
    const { readings } = await withReadings(come, planOf("listed", listed("来る", "くる")), {
      load: uninstalled,
    });
    expect(withBrackets(come.text, readings?.paragraphs[0] ?? [])).toBe("母が来[く]る。父は来ます。");
  });

  test("that its lists lack are missing without the dictionary, which is told once, with what to do", async () => {
    const plan = planOf("all", ...lists);
    const read = await withReadings(source, plan, { load: uninstalled });
    expect(read.words.map(({ reading }) => reading)).toEqual(["たべる", undefined]);
    const lacking = (of: Parameters<typeof lackingReadings>[0]) =>
      lackingReadings(of, [read, read], uninstalled);
    const problem = { code: "readings_left_out", language: "Japanese", package: "@patdx/kuromoji" };
    expect(await lacking(plan)).toEqual([{ ...problem, why: "not_installed" }]);
    expect(await lacking(planOf("listed", ...lists))).toHaveLength(1);
    expect(await lacking(planOf(null, ...lists))).toHaveLength(1);
    expect(await lacking(planOf({ 3: "all" }, listed("駅", null)))).toEqual([]);
    expect(await lackingReadings(plan, [{ ...read, lang: "yue" }])).toMatchObject([
      { why: "no_dictionary", language: "Cantonese" },
    ]);
    expect(await lackingReadings(plan, [read, lesson()])).toEqual([]);
  });
});
