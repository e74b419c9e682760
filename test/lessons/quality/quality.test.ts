import { beforeAll, describe, expect, it } from "vitest";
import type { SavedAlignment } from "../../../src/lessons/align/alignment.ts";
import { newWordsPerHundred, profiler } from "../../../src/lessons/profile/profiler.ts";
import { foreignPassages } from "../../../src/lessons/quality/check-text.ts";
import { checkVolume } from "../../../src/lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../../../src/lessons/quality/checked-lesson.ts";
import type { SoundMeasures } from "../../../src/lessons/recording/sound-measures.ts";
import {
  type Detect,
  distance,
  echoesAmong,
  loadDetector,
  outliersIn,
  repetitionIn,
  wordRunsOf,
} from "../../../src/lessons/series/passages.ts";
import { readQuality } from "../../../src/plan/quality-checks.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const defaultQuality = readQuality();

const lesson = (job: string, text: string, change: Partial<LessonToCheck> = {}): LessonToCheck => ({
  job,
  lang: "es",
  difficulty: 2,
  length: "short",
  title: job,
  text,
  words: [],
  hasSound: false,
  times: null,
  sound: null,
  ...change,
});

const check = (lessons: readonly LessonToCheck[], change: Partial<Parameters<typeof checkVolume>[2]> = {}) =>
  checkVolume("es-2", lessons, {
    limits: defaultQuality,
    headwords: null,
    reader: languageOf("en"),
    detect: () => ({ es: 0.8 }),
    ...change,
  });

describe("the checks of a volume", () => {
  it("report words off the publisher's lists with their sentences, above the limit", () => {
    const headwords = ["el", "perro", "correr", "ladrar"].map((word) => ({ word, gloss: null, level: 1 }));
    const lessons = [lesson("a", "El perro corre. El murciélago ladra."), lesson("b", "El perro ladra.")];
    const { findings, lessons: facts } = check(lessons, { headwords });
    const spots = [{ sentence: 1, text: "El murciélago ladra." }];
    expect(findings).toMatchObject([{ job: "a", check: "offList", words: ["murciélago"], spots }]);
    expect(facts.map(({ profile }) => profile?.by)).toEqual(["levels", "levels"]);
    expect(check(lessons).findings).toEqual([]);
  });

  it("profile lessons by the words required so far if the plan has no levels", () => {
    const words = (word: string) => ({ words: [{ word, found: "exact" as const }] });
    const lessons = [
      lesson("a", "El perro.", words("perro")),
      lesson("b", "El perro ladra.", words("ladrar")),
    ];
    expect(check(lessons).lessons.map(({ profile }) => profile)).toMatchObject([
      { by: "lists", known: 0.5 },
      { by: "lists", known: 0.667 },
    ]);
  });

  it("leave out ignored findings, and sort the rest by severity", () => {
    const words = [
      { word: "pan", found: "missing" as const },
      { word: "queso", found: "inflected" as const },
    ];
    const limits = { ...defaultQuality, title: { most: 0, severity: "hold" as const } };
    const lessons = [lesson("a", "Hay quesos.", { words }), lesson("b", "Hay leche.", { title: "a" })];
    const { findings } = check(lessons, { limits });
    expect(findings.map(({ job, check: name, severity }) => `${job} ${name} ${severity}`)).toEqual([
      "a title hold",
      "b title hold",
      "a missing warn",
    ]);
  });

  it("report what the stories of a volume have in common", () => {
    const stories = ["uno", "dos", "tres", "cuatro"].map((job, at) =>
      lesson(job, `Todo empieza aquí. Es el número ${job}. ${at === 0 ? "Y termina." : "Ya está."}`),
    );
    const { ofVolumes } = check(stories);
    expect(ofVolumes).toMatchObject([
      { volume: "es-2", check: "openings", of: 4, text: "Todo empieza aquí.", severity: "warn" },
    ]);
  });
});

const sound: SoundMeasures = {
  ...{ durationMs: 60_000, loudness: -18, peak: -3.5, rms: -20, floor: -65 },
  ...{ clipped: 0, clippedAtMs: null, silences: [] },
};
const times: SavedAlignment = {
  ...({
    format: 1,
    algorithm: "1",
    text: "a".repeat(64),
    sound: "b".repeat(64),
    level: "sentences",
  } as const),
  ...{ why: null, durationMs: 60_000, title: null, hints: [] },
  sentences: [
    { paragraph: 0, from: 0, to: 19, startMs: 0, endMs: 4_000, confidence: 1 },
    { paragraph: 0, from: 20, to: 41, startMs: 5_000, endMs: 9_000, confidence: 1 },
  ],
};
const first = { sentence: 0, text: "Ana abre la puerta." };
const second = { sentence: 1, text: "Luis cierra la ventana." };
const missing = { kind: "missing", sentence: 1, atMs: 5_100 } as const;

type Measured = Partial<SoundMeasures & Pick<SavedAlignment, "why" | "hints">>;

it.each<[string, object, Measured]>([
  ["silent", { spots: [] }, { loudness: null }],
  ["silent", { spots: [] }, { loudness: -50.1, why: "unlike" }],
  ["silent", { spots: [] }, { why: "no_sound" }],
  ["recording", { why: "unlike" }, { why: "unlike" }],
  ["sentences", { kinds: ["missing"], spots: [{ ...second, atMs: 5_100 }] }, { hints: [missing] }],
  ["silence", { where: "start", spots: [] }, { silences: [{ from: 20, to: 4_100 }] }],
  ["silence", { where: "within", spots: [first] }, { silences: [{ from: 1_000, to: 5_100 }] }],
  ["silence", { where: "end", spots: [second] }, { silences: [{ from: 55_900, to: 59_980 }] }],
  ["clipped", { perMinute: 11, spots: [second] }, { clipped: 11, clippedAtMs: 6_000 }],
  ["peak", { value: 0.1 }, { peak: 0.1 }],
  ["loudness", { value: -13.9, usual: -18 }, { loudness: -13.9 }],
  ["loudness", { value: -22.1, usual: -18 }, { loudness: -22.1 }],
  ["speed", {}, { durationMs: 40_000 }],
])(
  "a recording that differs from the others of its volume is reported once: %s, %j",
  (name, details, { why, hints, ...measured }) => {
    const spoken = (at: number, change: Partial<SoundMeasures>, aligned: Partial<SavedAlignment>) =>
      lesson(`${at}`, `${first.text} ${second.text}`, {
        hasSound: true,
        sound: { ...sound, ...change },
        times: { ...times, ...aligned },
      });
    const aligned = { ...(why && { why }), ...(hints && { hints }) };
    const volume = [spoken(0, measured, aligned), ...[1, 2, 3, 4].map((at) => spoken(at, {}, {}))];
    const limits = { ...defaultQuality, echo: { ...defaultQuality.echo, severity: "ignore" as const } };
    // What is silent is far from the others' loudness, too.
    const found = check(volume, { limits }).findings.filter(
      (one) => one.check !== "loudness" || name !== "silent",
    );
    expect(found).toMatchObject([{ job: "0", check: name, ...details }]);
  },
);

const runsIn = (lang: string, ...sentences: readonly string[]) => wordRunsOf(sentences, languageOf(lang));

describe("runs of five words", () => {
  it("cross the ends of sentences, and ignore case and punctuation", () => {
    const { runs, sentences } = runsIn("en", "The dog runs.", "The cat sleeps well!");
    expect(runs).toEqual(["the dog runs the cat", "dog runs the cat sleeps", "runs the cat sleeps well"]);
    expect(sentences).toEqual([0, 0, 0]);
  });

  it("are longer runs of characters in scripts without word spacing", () => {
    expect(runsIn("zh", "早晨他去市场买新鲜的面包。").runs).toEqual(["早 晨 他 去 市 场 买 新 鲜 的 面 包"]);
  });

  it("show which other text shares most, and where", () => {
    const own = "Ana opens the old green door and waits.";
    const texts = [
      runsIn("en", "It is early.", own),
      runsIn("en", "Nothing is the same here, nothing at all today."),
      runsIn("en", own, "Then a train comes from far away."),
    ];
    const [first, second, third] = echoesAmong(texts);
    expect(second).toBeNull();
    expect(first).toMatchObject({ other: 2, sentences: [1] });
    expect(first?.share).toBeCloseTo(4 / 7, 5);
    expect(third).toMatchObject({ other: 0, sentences: [0] });
  });

  it("show how much a text repeats itself", () => {
    const again = "Every day she walks to the market.";
    expect(repetitionIn(runsIn("en", again, "She is happy now.", again)).sentences).toEqual([2]);
    expect(repetitionIn(runsIn("en", again)).share).toBe(0);
    expect(repetitionIn(runsIn("en", "Short.")).share).toBe(0);
  });
});

describe("outliers", () => {
  const isFar = (value: number, usual: number) => distance(value, usual) > 0.3;

  it("come with the median of the known values", () => {
    const none = Array(4).fill(null);
    const outlier = { value: 22, usual: 10 };
    expect(outliersIn([10, 11, null, 10, 22, 9], isFar)).toEqual([...none, outlier, null]);
  });

  it("are none if the values' own spread is as large, or if there are too few values", () => {
    expect(outliersIn([5, 10, 20, 30, 40, 60], isFar).every((one) => one === null)).toBe(true);
    expect(outliersIn([10, 22], isFar)).toEqual([null, null]);
  });

  it("are equally far at half and at double the median", () => {
    expect(distance(5, 10)).toBe(1);
    expect(distance(20, 10)).toBe(1);
    expect(distance(0, 10)).toBe(Number.POSITIVE_INFINITY);
    expect(distance(0, 0)).toBe(0);
  });
});

let detect: Detect;

beforeAll(async () => {
  detect = await loadDetector();
});

const found = (lang: string, ...paragraphs: readonly (readonly string[])[]) =>
  foreignPassages(
    paragraphs.flatMap((sentences, paragraph) => sentences.map((text) => ({ text, paragraph }))),
    languageOf(lang),
    detect,
  ).map((passage) => [passage.found, passage.first, passage.last]);

const spanish = [
  "Carmen está sentada a la mesa de la cocina y escribe una carta muy larga.",
  "Su abuela vive lejos, en un pueblo pequeño cerca del mar.",
];
const english = "Nobody had expected that the shop would be closed on such a beautiful day.";

describe("passages in another language", () => {
  it("are found with their sentences, among correct ones", () => {
    expect(found("es", spanish, [english], spanish)).toEqual([["en", 2, 2]]);
  });

  it("are not reported for a single sentence that is too short to judge", () => {
    expect(found("es", spanish, ["OK, baby!"], spanish)).toEqual([]);
    expect(found("es", ["No.", "Sí.", "Un taxi."])).toEqual([]);
  });

  it("join short sentences of the same paragraph", () => {
    const short = "She is here.|He has a dog.|The dog is old.|They walk home together.|It is late.".split(
      "|",
    );
    expect(found("es", spanish, short, spanish)).toEqual([["en", 2, 6]]);
  });

  it("are found in related languages, without false positives", () => {
    const portuguese = "Ninguém esperava que a loja estivesse fechada num dia tão bonito como aquele.";
    expect(found("es", [portuguese])).toEqual([["pt", 0, 0]]);
    expect(found("pt", [portuguese])).toEqual([]);
    for (const [lang, text] of [
      ["nb", "Katten sover på stolen, og det regner ute mens barna leker i stuen."],
      ["da", "Katten sover på stolen, og det regner udenfor, mens børnene leger i stuen."],
    ] as const)
      expect(found(lang, [text])).toEqual([]);
  });

  it("are found in Japanese and Chinese too, where few characters are enough", () => {
    expect(found("ja", ["彼女は朝早く市場へ行って、新しい野菜と果物を買いました。"])).toEqual([]);
    expect(found("ja", ["彼女は朝早く市場へ行きました。"], [english])).toEqual([["en", 1, 1]]);
  });

  it("are found only if English in a language that the detector does not know, and never in one that looks like English", () => {
    const swahili = "Mtoto alikwenda sokoni asubuhi na mapema kununua matunda na mboga kwa mama yake.";
    expect(found("sw", [swahili], [english])).toEqual([["en", 1, 1]]);
    expect(found("sco", [english])).toEqual([]);
  });

  it("do not include texts in another script of the same language", () => {
    const cyrillic = "Девојка је јутрос отишла на пијацу да купи свеже воће и поврће за ручак.";
    const latin = "Devojka je jutros otišla na pijacu da kupi sveže voće i povrće za ručak.";
    expect(found("sr", [cyrillic], [latin], [english])).toEqual([["en", 2, 2]]);
  });
});

const es = languageOf("es");
const reader = languageOf("en");
const words = (level: number, ...list: readonly string[]) =>
  list.map((word) => ({ word, gloss: null, level }));

const headwords = [
  ...words(1, "el perro", "la casa", "y", "en", "ser", "un", "grande", "la", "el"),
  ...words(2, "correr", "ladrar", "viejo"),
  ...words(4, "desgraciadamente"),
];

describe("the lexical profile of a story", () => {
  const look = profiler(headwords, { language: es, reader });

  it("counts each running word at the level of its headword, in any form", () => {
    const profile = look(["Un perro grande corre y ladra en la casa."], 2);
    expect(profile).toMatchObject({ running: 9, known: 1, offList: [] });
    expect(profile?.byLevel).toEqual([
      { level: 1, running: 7 },
      { level: 2, running: 2 },
    ]);
  });

  it("lists the words that are not on any list up to its level, the most frequent first, with their sentences", () => {
    const story = ["El perro corre.", "Desgraciadamente el murciélago corre.", "El murciélago ladra."];
    const profile = look(story, 2);
    expect(profile?.running).toBe(10);
    expect(profile?.known).toBeCloseTo(0.7, 5);
    expect(profile?.offList).toEqual([
      { word: "murciélago", count: 2, sentence: 1 },
      { word: "Desgraciadamente", count: 1, sentence: 1 },
    ]);
    expect(look(story, 4)?.known).toBeCloseTo(0.8, 5);
  });

  it("leaves out names and numbers", () => {
    expect(look(["El perro Bobi corre.", "La casa 27."], 2)).toMatchObject({ running: 5, known: 1 });
  });

  it("segments the words of Chinese, and is null if words can't be told apart", () => {
    const chinese = profiler(words(1, "早晨", "市场", "他", "去"), { language: languageOf("zh"), reader });
    expect(chinese(["早晨他去市场。"], 1)).toMatchObject({ running: 4, known: 1 });
    const lao = languageOf("zh-classical");
    expect(profiler(words(1, "學"), { language: lao, reader })(["學而時習之"], 1)).toBeNull();
  });
});

it("a word is new only once in a volume", () => {
  const stories = [["El perro corre."], ["El perro ladra hoy."], ["El perro corre."]];
  expect(newWordsPerHundred(stories, es)).toEqual([100, 50, 0]);
});
