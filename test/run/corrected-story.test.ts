import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { overlayInForce } from "../../src/ledger/format/reviews.ts";
import type { SavedAlignment } from "../../src/lessons/align/alignment.ts";
import { timesFor } from "../../src/lessons/correction/corrected-story.ts";
import { type Corrections, noCorrections } from "../../src/lessons/correction/overlay.ts";
import { correctedParts } from "../../src/package/contents/corrected-parts.ts";
import type { LessonSource } from "../../src/package/contents/course.ts";
import { lackingReadings, withReadings } from "../../src/package/contents/readings.ts";
import type { ListWord, Plan } from "../../src/plan/plan.ts";
import { readingsOf } from "../../src/run/words.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles as files } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { temporaryFolder } from "../fixtures.ts";
import { problemOf } from "../ledger/fixtures.ts";
import { edition, job, storyId } from "../ledger/format/histories.ts";
import { lesson } from "../package/fixtures.ts";
import { withBrackets } from "../shared/languages/with-brackets.ts";
import { CorrectedCourse } from "./correct/corrected-course.ts";

const story = JSON.stringify({ title: "En la tienda", text: "Ana compra pan. Paga." });
const corrections: Corrections = {
  ...noCorrections,
  sentences: [{ paragraph: 0, from: 16, to: 21, original: "Paga.", corrected: "Ana paga." }],
};

let folder: ReturnType<typeof temporaryFolder>;
let course: CorrectedCourse;

const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(async () => {
  folder = temporaryFolder();
  course = await CorrectedCourse.open(folder.path, null, story);
});

afterEach(async () => {
  await course.store.close();
  await folder.dispose();
});

const overlayPath = (): string => at(overlayInForce(course.facts)?.file ?? "none");

it("A correction that is changed or lost on disk, or of another text, makes its story unreadable", async () => {
  await course.correct(corrections);
  const content = readFileSync(overlayPath(), "utf8");
  const isUnusable = async () =>
    expect(await problemOf(course.read())).toMatchObject({ code: "correction_unusable", job });
  writeFileSync(overlayPath(), content.replace("Ana paga.", "Ana pago."));
  await isUnusable();
  rmSync(overlayPath());
  await isUnusable();
  writeFileSync(overlayPath(), content);
  const other = story.replace("pan", "leche");
  writeFileSync(at("stories", "a.json"), other);
  const saved = { file: "stories/a.json", bytes: Buffer.byteLength(other), sha256: sha256(other) };
  await course.store.append({ type: "story.saved", edition, job, id: storyId, ...saved });
  await isUnusable();
  await course.undo();
  expect(await course.read()).toMatchObject({ text: "Ana compra leche. Paga." });
});

it("A correction's file is durable before the ledger names it; a file that can't be written records nothing", async () => {
  const done: string[] = [];
  const watched: Files = {
    ...files,
    rename: async (from, to) => {
      await files.rename(from, to);
      done.push("in place");
    },
    syncFolder: async (path) => {
      await files.syncFolder(path);
      done.push(`durable in ${basename(path)}`);
    },
  };
  const append = course.store.append.bind(course.store);
  course.store.append = (...event: Parameters<typeof append>) => {
    done.push("recorded");
    return append(...event);
  };
  await course.correct(corrections, watched);
  expect(done).toEqual(["in place", "durable in corrections", "recorded"]);
  expect(existsSync(overlayPath())).toBe(true);
  const full = { ...watched, openAppend: () => Promise.reject(new Error("ENOSPC")) };
  const more = { ...corrections, title: { original: "En la tienda", corrected: "La tienda" } };
  await expect(course.correct(more, full)).rejects.toThrow("ENOSPC");
  expect(course.facts.corrections).toHaveLength(1);
});

it("The package is told which sentences the recording says otherwise, and when", async () => {
  await course.correct(corrections);
  const corrected = await course.read();
  const sentence = { paragraph: 0, confidence: 1 };
  const times: SavedAlignment = {
    format: 1,
    algorithm: "1",
    text: sha256(story),
    sound: sha256("sound"),
    level: "sentences",
    why: null,
    durationMs: 5_000,
    title: null,
    hints: [],
    sentences: [
      { ...sentence, from: 0, to: 15, startMs: 900.4, endMs: 2_000 },
      { ...sentence, from: 16, to: 21, startMs: 2_000.6, endMs: 3_000 },
    ],
  };
  expect(correctedParts(corrected, { hasSound: true, times, respoken: null })).toEqual({
    title: false,
    sentences: 1,
    glosses: 0,
    unheard: [{ paragraph: 0, from: 16, to: 25 }],
    unwritten: [{ startMs: 2_001, endMs: 3_000 }],
  });
  expect(correctedParts(corrected, { hasSound: false, times: null, respoken: null })).toMatchObject({
    unheard: [],
    unwritten: [],
  });
  expect(timesFor(corrected, times, "es")?.sentences.map(({ startMs }) => startMs)).toEqual([900.4]);
});

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

type Readable = Pick<Plan, "readings" | "lists" | "reader">;
type Options = Parameters<typeof withReadings>[2];

const read = (one: LessonSource, plan: Readable, options?: Options) =>
  withReadings(one, { ...readingsOf(plan, one), reader: plan.reader }, options);

async function shown(plan: Readable, options?: Options) {
  const { readings, words } = await read(source, plan, options);
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
    expect(await read(source, planOf(null, listed("駅", null)), { load })).toEqual(source);
    expect(await read(source, planOf("none", ...lists), { load })).toEqual(source);
    const spanish = lesson({ words: [{ word: "pan", gloss: "bread", reading: "pan" }] });
    const { words } = await read(spanish, planOf("all", ...lists), { load });
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
    const { readings } = await read(come, planOf("listed", listed("来る", "くる")), {
      load: uninstalled,
    });
    expect(withBrackets(come.text, readings?.paragraphs[0] ?? [])).toBe("母が来[く]る。父は来ます。");
  });

  test("that its lists lack are missing without the dictionary, which is told once, with what to do", async () => {
    const plan = planOf("all", ...lists);
    const unread = await read(source, plan, { load: uninstalled });
    expect(unread.words.map(({ reading }) => reading)).toEqual(["たべる", undefined]);
    const lackingIn = (of: Readable, lessons: LessonSource[], load?: typeof uninstalled) =>
      lackingReadings(lessons, (one) => readingsOf(of, one), load);
    const lacking = (of: Readable) => lackingIn(of, [unread, unread], uninstalled);
    const problem = { code: "readings_left_out", language: "Japanese", package: "@patdx/kuromoji" };
    expect(await lacking(plan)).toEqual([{ ...problem, why: "not_installed" }]);
    expect(await lacking(planOf("listed", ...lists))).toHaveLength(1);
    expect(await lacking(planOf(null, ...lists))).toHaveLength(1);
    expect(await lacking(planOf({ 3: "all" }, listed("駅", null)))).toEqual([]);
    expect(await lackingIn(plan, [{ ...unread, lang: "yue" }])).toMatchObject([
      { why: "no_dictionary", language: "Cantonese" },
    ]);
    expect(await lackingIn(plan, [unread, lesson()])).toEqual([]);
  });
});
