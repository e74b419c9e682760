import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { course, lesson } from "../fixtures.ts";

const { market, train, garden, rain } = parse(
  readFileSync(join(import.meta.dirname, "showcase.yaml"), "utf8"),
);

/** A small course that shows what a package can contain: three scripts, words with glosses, sound, a gap. */
export function showcase(book: LessonSource["book"]): Course {
  return course({
    title: "A Week of Small Journeys",
    description:
      "Short, quiet stories for reading at home and hearing in class. Each one meets the words of the week.",
    publisher: "Lighthouse Readers",
    license: "CC BY-NC 4.0",
    lessons: [
      lesson({
        text: market,
        title: "El pan del sábado",
        book,
        words: [
          { word: "cesta", gloss: "basket" },
          { word: "pan", gloss: "bread" },
          { word: "panadero", gloss: "baker" },
          { word: "Monedero", gloss: "purse" },
          { word: "dos barras de pan", gloss: "two loaves of bread" },
          { word: "huerta", gloss: "vegetable garden" },
          { word: "estante", gloss: "shelf" },
          { word: "pescado", gloss: "fish" },
        ],
      }),
      lesson({
        topicId: "night-train",
        topic: "El tren nocturno",
        title: "Once de la noche",
        text: train,
        words: [
          { word: "billete", gloss: "ticket" },
          { word: "andén", gloss: "platform" },
        ],
        book,
      }),
      lesson({ topicId: "letter", topic: "A letter from far away", title: null, text: train, words: [] }),
      lesson({
        topicId: "garden",
        topic: "An old garden",
        lang: "ar",
        difficulty: 3,
        title: "حديقة الليمون",
        text: garden,
        book,
        words: [
          { word: "شجرة", gloss: "tree" },
          { word: "المدرسة", gloss: "the school" },
          { word: "مقعد", gloss: "bench" },
          { word: "قديم", gloss: "old" },
          { word: "صديق", gloss: "friend" },
          { word: "نافذة", gloss: "window" },
        ],
      }),
      lesson({
        topicId: "rain",
        topic: "A rainy day",
        lang: "ja",
        difficulty: 2,
        title: "雨の日の楽しみ",
        text: rain,
        words: [
          { word: "傘", gloss: "umbrella" },
          { word: "窓", gloss: "window" },
          { word: "台所", gloss: "kitchen" },
        ],
      }),
    ],
    gaps: [
      {
        job: "lake.es.2",
        topic: "A day at the lake",
        lang: "es",
        difficulty: 2,
        state: "failed",
        lacks: "lesson",
      },
    ],
  });
}
