import { describe, expect, it } from "vitest";
import { openAligner } from "../../../src/lessons/align/aligner.ts";
import { readTimes, writeTimes } from "../../../src/lessons/align/alignment.ts";
import { scriptOf } from "../../../src/lessons/align/script.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

describe("an aligner", () => {
  it("reports a language without a voice, and reads no sound for it", async () => {
    const sound = {
      [Symbol.iterator]: (): never => {
        throw new Error("the sound was read");
      },
    };
    const aligner = openAligner();
    const script = { title: "", sentences: [] };
    expect(await aligner.align({ lang: "got", script, sound })).toMatchObject({
      level: "none",
      why: "no_voice",
    });
    await aligner.close();
  });
});

describe("a script", () => {
  it("has the sentences of every paragraph with their places", () => {
    const { title, sentences } = scriptOf(
      { title: " El  mercado ", text: "Llueve.  Ana sale.\n\n—¿Adónde vas?" },
      languageOf("es"),
    );
    expect(title).toBe("El mercado");
    expect(sentences).toEqual([
      { paragraph: 0, from: 0, to: 7, text: "Llueve." },
      { paragraph: 0, from: 9, to: 18, text: "Ana sale." },
      { paragraph: 1, from: 0, to: 13, text: "—¿Adónde vas?" },
    ]);
  });
});

describe("a file of times", () => {
  const source = { text: "a".repeat(64), sound: "b".repeat(64) };
  const alignment = {
    ...({ level: "sentences", why: null, durationMs: 2_000, title: null } as const),
    sentences: [{ paragraph: 0, from: 0, to: 7, startMs: 120, endMs: 1_400, confidence: 0.93 }],
    hints: [{ kind: "missing", sentence: 1, atMs: 1_400 } as const],
  };

  it("is read back as it was written", () => {
    expect(readTimes(Buffer.from(writeTimes(alignment, source)))).toMatchObject({ ...alignment, ...source });
  });

  it.each(["", "{}", "not json", JSON.stringify({ format: 2 })])(
    "is rejected if its content is %j",
    (text) => {
      expect(readTimes(Buffer.from(text))).toBeNull();
    },
  );
});
