import { describe, expect, it } from "vitest";
import { checkVolume } from "../../../src/lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../../../src/lessons/quality/checked-lesson.ts";
import { defaultQuality } from "../../../src/plan/quality-checks.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const lesson = (job: string, text: string, change: Partial<LessonToCheck> = {}): LessonToCheck => ({
  job,
  lang: "es",
  difficulty: 2,
  length: "short",
  genre: null,
  form: null,
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
    expect(findings).toMatchObject([
      {
        job: "a",
        check: "offList",
        words: ["murciélago"],
        spots: [{ sentence: 1, text: "El murciélago ladra." }],
      },
    ]);
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
    expect(
      check(lessons, { limits }).findings.map(({ job, check: name, severity }) => [job, name, severity]),
    ).toEqual([
      ["a", "title", "hold"],
      ["b", "title", "hold"],
      ["a", "missing", "warn"],
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
