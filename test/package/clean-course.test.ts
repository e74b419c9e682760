import { expect, test } from "vitest";
import { cleanCourse } from "../../src/package/contents/course.ts";
import { course, lesson } from "./fixtures.ts";

const unclean = " A\u202e\u0007\n line ";
const line = "A line";
const image = { bytes: Buffer.alloc(1), mediaType: "image/png" as const };
const gap = { job: "lake.es.2", lang: "es", difficulty: 2, state: "failed", lacks: "lesson" as const };
const of = (text: string) =>
  course({
    title: text,
    description: text,
    author: text,
    publisher: text,
    license: text,
    gaps: [{ ...gap, topic: text }],
    lessons: [lesson({ topic: text, image: { ...image, alt: text }, prompts: [text] })],
  });

test("a course is cleaned with the topics, pictures and questions of its lessons, and a clean one stays as it is", () => {
  const cleaned = cleanCourse(of(unclean));
  expect(cleaned).toEqual({ ...of(line), publishing: null });
  expect(cleanCourse(cleaned)).toEqual(cleaned);
});
