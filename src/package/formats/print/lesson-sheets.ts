import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import type { Locale } from "../../locales/locale.ts";
import { languageName } from "../../pages/language-names.ts";
import { onPaper, type PaperSheet } from "./on-paper.ts";
import { sideHeight } from "./paper.ts";
import { headHeight } from "./room-on-paper.ts";

/** A lesson, and what its sheets say besides its exercises. */
export interface SheetPage {
  readonly lesson: Lesson;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

/** The sets of a lesson as its sheets and keys have them. */
export function lessonSheets({ lesson, volume, contents, strings }: SheetPage): PaperSheet[] {
  const place = [
    languageName(volume.language, strings).text,
    strings.level(volume.difficulty),
    strings.lesson(lesson.number),
    strings.exercises.set("A"),
  ];
  const head = [contents.course.title, ...place].join(" · ");
  const headMm = headHeight({ head, title: lesson.title });
  const { image, prompts } = lesson;
  return onPaper(
    lesson.exercises(),
    { sideMm: sideHeight(contents.course.paper), headMm },
    { prompts, hasPicture: image !== null },
  );
}
