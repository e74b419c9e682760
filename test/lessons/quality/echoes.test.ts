import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkVolume } from "../../../src/lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../../../src/lessons/quality/checked-lesson.ts";
import { defaultQuality } from "../../../src/plan/quality-checks.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { sampleCourse } from "../../package/exercises/sample-courses.ts";
import { writtenLesson } from "./good-lessons.ts";

const packs = new URL("../../../src/story-service/writers/stories/", import.meta.url);

const echoesIn = (lessons: readonly LessonToCheck[]) =>
  checkVolume("volume", lessons, {
    limits: defaultQuality,
    detect: null,
    headwords: null,
    reader: languageOf("en"),
  }).findings.filter(({ check }) => check === "echo");

interface Pack {
  readonly codes: readonly string[];
  readonly present: {
    readonly plots: readonly { readonly kind: string; readonly titles: readonly string[] }[];
  };
}

/** The plot of a story, by its title: the texts of a title's pattern that stand between its places. */
function plotOf(title: string, { present }: Pack): string | null {
  const [best] = present.plots
    .map(({ kind, titles }) => {
      const texts = titles.flatMap((pattern) =>
        pattern.split(/\{\w\}|[<>|[\]/+~:,]/u).map((text) => text.trim()),
      );
      const found = texts.filter((text) => text.length > 3 && title.includes(text));
      return { kind, length: Math.max(0, ...found.map((text) => text.length)) };
    })
    .sort((a, b) => b.length - a.length);
  return best === undefined || best.length === 0 ? null : best.kind;
}

describe("stories that repeat others", () => {
  test("are found where most of the volume does, and not only where few do", async () => {
    const course = await sampleCourse("graded-readers");
    const german = course.lessons.filter(({ lang, difficulty }) => lang === "de" && difficulty === 4);
    const lessons = await Promise.all(
      german.map(async ({ topic, text, title, job }) => {
        const order = { lang: "de", difficulty: 4, topic: topic ?? "" };
        return { ...(await writtenLesson(order)), job, title, text };
      }),
    );
    const found = echoesIn(lessons);
    expect(found.map(({ job }) => job)).toEqual(german.map(({ job }) => job));
    expect(found).toHaveLength(4);
    for (const each of found) expect(each.check === "echo" && each.share).toBeGreaterThan(0.36);
  });

  test("are no false alarm among a hundred good lessons, three of different plots to a volume", async () => {
    let [good, alarms] = [0, 0];
    for (const file of await readdir(packs)) {
      const pack = parse(await readFile(new URL(file, packs), "utf8")) as Pack;
      const [lang = ""] = pack.codes;
      for (const difficulty of [2, 4, 8]) {
        const byPlot = new Map<string, LessonToCheck>();
        for (let number = 1; byPlot.size < 3 && number < 40; number += 1) {
          const lesson = await writtenLesson({ lang, difficulty, topic: `Walk number ${number}` });
          const plot = plotOf(lesson.title ?? "", pack);
          if (plot !== null && !byPlot.has(plot)) byPlot.set(plot, lesson);
        }
        good += byPlot.size;
        alarms += echoesIn([...byPlot.values()]).length;
      }
    }
    expect(good).toBeGreaterThanOrEqual(100);
    expect(alarms).toBeLessThanOrEqual(1);
  });
});
