import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { SavedAlignment } from "../../../src/lessons/align/alignment.ts";
import { scriptOf } from "../../../src/lessons/align/script.ts";
import { applyCorrections } from "../../../src/lessons/correction/apply-overlay.ts";
import {
  type Change,
  type OriginalLesson,
  withChange,
} from "../../../src/lessons/correction/change-corrections.ts";
import { shiftTimes } from "../../../src/lessons/correction/corrected-story.ts";
import { type Corrections, noCorrections } from "../../../src/lessons/correction/overlay.ts";
import { wordDifference } from "../../../src/lessons/correction/word-difference.ts";
import { paragraphsOf } from "../../../src/lessons/text/sentences.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const spanish = languageOf("es");
const text = "Ana compra pan. El pan es bueno. Paga.\n\n—¿Algo más?\n—No, gracias.\n\nSale.";

const lessonOf = (title: string | null, of: string): OriginalLesson => ({
  title,
  text: of,
  sentences: scriptOf({ title, text: of }, spanish).sentences,
  words: [{ word: "el pan", gloss: "bread" }],
  items: new Map(),
});
const lesson = lessonOf("En la tienda", text);
const numberOf = (part: string): number =>
  lesson.sentences.findIndex((sentence) => sentence.text.includes(part));

function changed(before: Corrections, change: Change): Corrections {
  const after = withChange(before, change, lesson);
  if (typeof after === "string") throw new Error(`${after}: ${JSON.stringify(change)}`);
  return after;
}

function corrected(...changes: readonly Change[]): Corrections {
  return changes.reduce(changed, noCorrections);
}

const sentence = (part: string, as: string): Change => ({
  kind: "sentence",
  sentence: numberOf(part),
  text: as,
});
const laid = (corrections: Corrections) => {
  const applied = applyCorrections(lesson, corrections);
  if (applied === null) throw new Error("it does not fit");
  return applied;
};

describe("corrections laid over a story", () => {
  it.each([
    ["leave a sentence out with the space beside it", "bueno", "", text.replace(" El pan es bueno.", "")],
    ["leave out a paragraph with its only sentence", "Sale", "", text.replace("\n\nSale.", "")],
    ["leave out what shows nothing", "Paga", "\u200b\u200f", text.replace(" Paga.", "")],
    [
      "are cleaned",
      "Paga",
      "  Paga\u202e ya,\r\n\r\n\u0000 y sale. ",
      text.replace("Paga.", "Paga ya,\ny sale."),
    ],
  ])("%s", (_, part, as, now) => {
    expect(laid(corrected(sentence(part, as))).text.trim()).toBe(now);
  });

  it("are none any more once a sentence, the title or a gloss reads as it was bought", () => {
    const there = corrected(sentence("Paga", "Paga ya."), { kind: "title", text: "En el mercado" } as const, {
      kind: "gloss",
      word: "el pan",
      text: "a loaf",
    });
    expect(there).toMatchObject({
      title: { original: "En la tienda", corrected: "En el mercado" },
      sentences: [{ original: "Paga.", corrected: "Paga ya." }],
      glosses: [{ word: "el pan", original: "bread", corrected: "a loaf" }],
    });
    const back = [
      sentence("Paga", "Paga."),
      { kind: "title", text: "En la tienda" } as const,
      { kind: "gloss", word: "el pan", text: " bread " } as const,
    ].reduce((all, one) => changed(all, one), there);
    expect(back).toEqual(noCorrections);
    const nothing = corrected({ kind: "gloss", word: "el pan", text: "\u2060" });
    expect(nothing.glosses).toMatchObject([{ corrected: null }]);
  });

  it("of readings name a word of the list or any text in Chinese characters, and are none once it reads as its list says", () => {
    const of = { ...lesson, words: [{ word: "食べる", gloss: null, reading: "たべる" }] };
    const read = (before: Corrections, word: string, as: string) =>
      withChange(before, { kind: "reading", word, text: as }, of) as Corrections;
    const both = read(read(noCorrections, "食べる", " くべる "), "行った", "いった");
    expect(both.readings).toEqual([
      { word: "食べる", original: "たべる", corrected: "くべる" },
      { word: "行った", original: "", corrected: "いった" },
    ]);
    expect(read(read(both, "食べる", "たべる"), "行った", "")).toEqual(noCorrections);
    expect(read(noCorrections, "きれい", "x")).toBe("no_such_part");
  });

  it("are refused if they name nothing in the lesson, or would leave nothing of it", () => {
    const refusalOf = (change: Change, of = lesson) => withChange(noCorrections, change, of);
    expect(refusalOf({ kind: "sentence", sentence: 99, text: "x" })).toBe("no_such_part");
    expect(refusalOf({ kind: "gloss", word: "la leche", text: "milk" })).toBe("no_such_part");
    const short = lessonOf(null, "Sale.");
    for (const nothing of ["", " ", "\u200b", "\u200f\u2060 \u3164"]) {
      expect(refusalOf({ kind: "title", text: nothing })).toBe("nothing_left");
      expect(refusalOf({ kind: "sentence", sentence: 0, text: nothing }, short)).toBe("nothing_left");
    }
  });

  it("don't fit another text", () => {
    const changes = corrected(sentence("bueno", "El pan está bueno."));
    expect(applyCorrections({ title: null, text: text.replace("bueno", "malo") }, changes)).toBeNull();
    expect(applyCorrections({ title: null, text: "Sale." }, changes)).toBeNull();
    const twice = { ...changes, sentences: [...changes.sentences, ...changes.sentences] };
    expect(applyCorrections(lesson, twice)).toBeNull();
  });

  it("keep every other sentence, whatever is corrected", () => {
    const words = fc.constantFrom("Sí.", "", "Ana y Leo compran pan, leche y queso.", "x", "a\nb");
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("0", "1", "2", "3", "4"), words), (edits) => {
        const changes = Object.entries(edits).reduce<Corrections>(
          (all, [number, as]) => changed(all, { kind: "sentence", sentence: Number(number), text: as }),
          noCorrections,
        );
        const { text: now, placeNow } = laid(changes);
        const paragraphs = paragraphsOf(now);
        for (const { text: original, ...place } of lesson.sentences) {
          const own = changes.sentences.find(
            ({ paragraph, from }) => paragraph === place.paragraph && from === place.from,
          );
          const { place: at } = placeNow(place);
          const reads = at === null ? "" : paragraphs[at.paragraph]?.slice(at.from, at.to);
          // In a text of one paragraph, lines are joined.
          expect(reads?.replaceAll("\n", " ")).toBe((own?.corrected ?? original).replaceAll("\n", " "));
        }
      }),
    );
  });
});

describe("the times of a corrected story", () => {
  const timesOf = (level: SavedAlignment["level"]): SavedAlignment => ({
    format: 1,
    algorithm: "1",
    text: "a".repeat(64),
    sound: "b".repeat(64),
    level,
    why: null,
    durationMs: 10_000,
    title: { startMs: 0, endMs: 900 },
    sentences: lesson.sentences.map(({ text: _, ...place }, index) => ({
      ...place,
      startMs: 1_000 * (index + 1),
      endMs: 1_000 * (index + 2),
      confidence: 1,
    })),
    hints: [
      { kind: "missing", sentence: numberOf("bueno"), atMs: 2_000 },
      { kind: "repeated", sentence: numberOf("Sale"), atMs: 6_000 },
    ],
  });
  const shifted = (changes: Corrections, level: SavedAlignment["level"] = "sentences") => {
    const now = laid(changes);
    const sentences = scriptOf(now, spanish).sentences;
    const times = shiftTimes(timesOf(level), now, { original: lesson.sentences, corrected: sentences });
    const paragraphs = paragraphsOf(now.text);
    const heard = times.sentences.map(({ paragraph, from, to, startMs }) => [
      paragraphs[paragraph]?.slice(from, to),
      startMs,
    ]);
    return { times, heard, sentences };
  };

  it("are where the other sentences are now, and the changed sentence has none", () => {
    const { heard, times } = shifted(corrected(sentence("Ana", "Ana y su hermano compran pan.")));
    expect(heard.slice(0, 2)).toEqual([
      ["El pan es bueno.", 2_000],
      ["Paga.", 3_000],
    ]);
    expect(heard).toHaveLength(lesson.sentences.length - 1);
    expect(times.title).not.toBeNull();
  });

  it("stay with a sentence of which only signs, spaces or capitals were corrected", () => {
    expect(shifted(corrected(sentence("bueno", "El Pan es bueno!"))).heard[1]).toEqual([
      "El Pan es bueno!",
      2_000,
    ]);
    const accents = shifted(corrected(sentence("bueno", "El pan és bueno."))).heard;
    expect(accents.map(([reads]) => reads)).not.toContain("El pan és bueno.");
  });

  it("follow sentences into an earlier paragraph, and hints with them", () => {
    const changes = corrected(
      ...["Ana", "bueno", "Paga"].map((part) => sentence(part, "")),
      sentence("Sale", "¡Sale!"),
    );
    const { heard, times, sentences } = shifted(changes);
    expect(heard.at(-1)).toEqual(["¡Sale!", 6_000]);
    const [hint, ...others] = times.hints;
    expect(others).toEqual([]);
    expect(sentences[hint?.sentence ?? -1]?.text).toBe("¡Sale!");
  });

  it("are none for the title or, by paragraph, for the paragraph that says something else", () => {
    expect(shifted(corrected({ kind: "title", text: "En el mercado" })).times.title).toBeNull();
    expect(shifted(corrected({ kind: "title", text: "¡En la tienda!" })).times.title).not.toBeNull();
    const { heard } = shifted(corrected(sentence("bueno", "El pan está bueno.")), "paragraphs");
    expect(heard.map(([reads]) => reads)).not.toContain("Paga.");
    expect(heard.at(-1)).toEqual(["Sale.", 6_000]);
  });
});

const shown = (original: string, corrected: string): string =>
  wordDifference(original, corrected)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join("");

test.each([
  ["El pan es bueno.", "El pan está bueno.", "El pan [-es-][+está+] bueno."],
  ["El pan es bueno.", "El pan es muy bueno.", "El pan es [+muy +]bueno."],
  ["Hola Ana", "¡Hola, Ana!", "[+¡+]Hola[+,+] Ana[+!+]"],
  ["Sale.", "Sale.", "Sale."],
  ["La sala huele mal.", "Llega una carta mal.", "[-La sala huele-][+Llega una carta+] mal."],
  ["Sale.", "", "[-Sale.-]"],
  ["他去市场。", "她去市场。", "[-他-][+她+]去市场。"],
])("the difference between %s and %s is shown by words", (original, corrected, difference) => {
  expect(shown(original, corrected)).toBe(difference);
});

test("without what was added a difference is the original, and without what was removed the corrected text", () => {
  const word = fc.constantFrom("a", "b", "pan", " ", ".", "é", "e\u0301", "市", "👩‍👧", "\n");
  const texts = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
  fc.assert(
    fc.property(texts, texts, (original, corrected) => {
      const parts = wordDifference(original, corrected);
      const without = (kind: string): string =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join("");
      expect(without("added")).toBe(original);
      expect(without("removed")).toBe(corrected);
    }),
  );
});

test("two long texts without a common word are shown as replaced", () => {
  const long = (word: string): string =>
    Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(" ");
  const parts = wordDifference(long("a"), long("b"));
  expect(parts.map(({ kind }) => kind)).toEqual(["removed", "added"]);
});
