import { expect, it } from "vitest";
import { inKana } from "../../../src/shared/speech/kana-readings.ts";
import { narrateInline } from "../../../src/story-service/narrators/narrate-inline.ts";
import { packFor } from "../../../src/story-service/writers/language-pack.ts";

it("can read everything that the embedded writer writes in Japanese", () => {
  const japanese = packFor("ja");
  if (japanese === null) throw new Error("no Japanese pack");
  const { quote, typeset, ...pack } = japanese;
  const everything = typeset(JSON.stringify(pack)) + quote("");
  expect(everything.match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(1_000);
  expect(() => inKana(everything)).not.toThrow();
});

it("prefers longer words to shorter ones, and reads particles as they are pronounced", () => {
  expect(inKana("ハナは手紙を書きます。")).toBe("ハナわてがみをかきます。");
  expect(inKana("二人は六時十分前に駅へ行きました。")).toBe(
    "ふたりわろくじじゅっぷんまえにえきえいきました。",
  );
  expect(inKana("花はなくなりました。")).toBe("はなはなくなりました。");
});

it("names the kanji that it can't read instead of reading something else", async () => {
  const story = { lang: "ja", title: "魔法の猫", text: "猫がいます。" };
  await expect(narrateInline(story)).rejects.toThrow("can't read 魔法");
});
