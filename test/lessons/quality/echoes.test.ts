import { describe, expect, test } from "vitest";
import { checkVolume } from "../../../src/lessons/quality/check-volume.ts";
import type { LessonToCheck } from "../../../src/lessons/quality/checked-lesson.ts";
import { defaultQuality } from "../../../src/plan/quality-checks.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { sampleCourse } from "../../package/exercises/sample-courses.ts";
import { writtenLesson } from "./planted/good-lessons.ts";

const echoesIn = (lessons: readonly LessonToCheck[]) =>
  checkVolume("volume", lessons, {
    limits: defaultQuality,
    detect: null,
    headwords: null,
    reader: languageOf("en"),
  }).findings.filter(({ check }) => check === "echo");

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
});
