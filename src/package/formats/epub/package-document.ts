import type { Contents, Lesson, Volume, VolumeView } from "../../contents/contents.ts";
import { isbnOf, publishingOf } from "../../contents/publishing.ts";
import { releaseSeconds } from "../../contents/release.ts";
import { filled } from "../../template.ts";
import { chapterHref, soundIn } from "./pages.ts";

/** A file of the book as listed in its package document. */
export interface Listed {
  readonly id: string;
  readonly href: string;
  readonly mediaType: string;
  readonly properties: string | null;
  /** Whether it belongs to the reading order. */
  readonly isRead: boolean;
  /** The id of its media overlay. */
  readonly overlay: string | null;
}

/** `package.opf`: the book's metadata, its files and their order. */
export function packageDocument(view: VolumeView, files: readonly Listed[]): string {
  const { contents, volume, strings } = view;
  const { course } = contents;
  const { contributors, published, accessibility } = publishingOf(course);
  const authors = contributors.filter(({ role }) => role === "author");
  const isNamed =
    authors.length > 0 && (course.author === null || authors.some(({ name }) => name === course.author));
  const overlays = volume.lessons.flatMap((lesson) => overlayOf(lesson, contents) ?? []);
  const wholeMs = overlays.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const [, version, level] = /^WCAG (\S+) (A+)$/.exec(accessibility?.conformsTo ?? "") ?? [];
  return filled(new URL("./templates/package.opf.xml", import.meta.url), {
    tag: strings.tag,
    identifier: volume.identifier,
    isbn: isbnOf(course, volume, "epub"),
    title: volume.title,
    creator: isNamed ? null : (course.author ?? course.publisher),
    contributors: contributors.map((one, index) => ({
      ...one,
      id: `contributor-${index + 1}`,
      element: one.role === "author" ? "creator" : "contributor",
      relator: relators[one.role] ?? "ctb",
    })),
    language: languageOf(volume),
    description: course.description,
    publisher: course.publisher,
    license: course.license,
    published,
    // EPUB distinguishes two releases of a book by a date, and readers treat the later one as newer.
    modified: `${new Date(releaseSeconds(course) * 1_000).toISOString().slice(0, 19)}Z`,
    course: course.title,
    position: contents.volumes.findIndex(({ folder }) => folder === volume.folder) + 1,
    overlays: overlays.map(({ id, durationMs }) => ({ id, duration: clockOf(durationMs) })),
    narration: overlays.length > 0 && { duration: clockOf(wholeMs), narrator: strings.epub.narrator },
    access: accessFacts(view),
    // What the plan's certifier says about the book (EPUB Accessibility 1.1, part 4).
    certified: accessibility && {
      ...accessibility,
      conformance: accessibility.conformsTo !== null && { version, level },
    },
    files,
    progression: volume.progression,
    spine: files.filter(({ isRead }) => isRead),
  }).toString();
}

// One language only, because shelves and Kindles show the last of several: the language of most stories, not that of the glosses.
function languageOf({ language, lessons }: Volume): string {
  const tags = lessons.map(({ direction }) => direction.tag);
  const count = (tag: string): number => tags.filter((one) => one === tag).length;
  return tags.reduce((most, tag) => (count(tag) > count(most) ? tag : most), tags[0] ?? language.bcp47);
}

/** MARC's relators, by the plan's words for roles. */
const relators: Readonly<Record<string, string>> = {
  author: "aut",
  editor: "edt",
  "series-editor": "edt",
  consultant: "csl",
  adapter: "adp",
  translator: "trl",
  reviser: "edt",
  introduction: "win",
  foreword: "wfw",
  illustrator: "ill",
  photographer: "pht",
  cover: "cov",
  narrator: "nrt",
};

/**
 * A book's accessibility, as EPUB Accessibility 1.1 requires it of every book, in schema.org's vocabulary; also for the book trade. It doesn't claim
 * conformance: only somebody who has checked the book can do that.
 */
export function accessFacts({ contents, strings, volume }: VolumeView) {
  const say = strings.epub;
  const sounds = volume.lessons.filter((lesson) => soundIn(lesson, contents) !== null).length;
  const hasSound = sounds > 0;
  const hasPictures = volume.lessons.some(({ image }) => image !== null);
  const readable = hasPictures ? say.readableWithPictures : say.readable;
  const heard = sounds < volume.lessons.length ? say.readableWithSomeSound : say.readableWithSound;
  const spoken = volume.lessons.filter((lesson) => overlayOf(lesson, contents) !== null).length;
  return {
    modes: ["textual", "visual", ...(hasSound ? ["auditory"] : [])],
    features: [
      "alternativeText",
      "ARIA",
      "displayTransformability",
      "readingOrder",
      "structuralNavigation",
      ...(spoken > 0 ? ["synchronizedAudioText"] : []),
      "tableOfContents",
      "unlocked",
    ],
    hazards: hasSound ? ["noFlashingHazard", "noMotionSimulationHazard", "unknownSoundHazard"] : ["none"],
    summary: hasSound ? `${readable} ${heard}` : readable,
    isWhollySpoken: spoken === volume.lessons.length,
  };
}

/**
 * A chapter's media overlay, in SMIL 3.0 (EPUB 3.3, part 9): when each part of the chapter is heard, and how long all of them last, which EPUBCheck
 * compares. Null for a lesson whose recording is not in the book or whose times are not known.
 */
export function overlayOf(lesson: Lesson, contents: Contents) {
  const sound = soundIn(lesson, contents);
  const { readAlong } = lesson;
  if (sound === null || readAlong === null) return null;
  const { title, parts } = readAlong;
  const clips = [
    ...(title === null ? [] : [{ ...title, target: "title" }]),
    ...parts.map((part) => ({ ...part, target: part.id })),
  ];
  return {
    id: `overlay-${lesson.number}`,
    href: `${lesson.name}.smil`,
    durationMs: clips.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
    values: {
      chapter: chapterHref(lesson),
      sound: sound.href,
      clips: clips.map(({ target, startMs, endMs }) => ({
        target,
        begin: clockOf(startMs),
        end: clockOf(endMs),
      })),
    },
  };
}

/** A time as a SMIL clock value in seconds. */
function clockOf(ms: number): string {
  return `${(ms / 1_000).toFixed(3)}s`;
}
