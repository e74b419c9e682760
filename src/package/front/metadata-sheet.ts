import { type Contents, hasExtra, type Lesson, packagedSums, type Volume } from "../contents/contents.ts";
import { isbnOf } from "../contents/publishing.ts";
import { storyTextPath } from "../formats/text/index.ts";
import { csv } from "../formats/words/index.ts";
import type { ListedFile } from "./manifest.ts";

interface Row {
  readonly lesson: Lesson;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly hashOf: (path: string | undefined) => string;
}

/** The columns in order. Numbers stay numbers; an empty cell means absent or unknown. */
const columns: readonly (readonly [name: string, value: (row: Row) => string | number])[] = [
  ["course", ({ contents }) => contents.course.course],
  ["edition", ({ contents }) => contents.course.edition],
  ["volume", ({ volume }) => volume.folder],
  ["lesson", ({ lesson }) => lesson.number],
  ["title", ({ lesson }) => lesson.title],
  ["topic", ({ lesson }) => lesson.topic],
  ["language", ({ volume }) => volume.language.name],
  ["lang", ({ lesson }) => lesson.language.code],
  ["tag", ({ lesson }) => lesson.direction.tag],
  ["direction", ({ lesson }) => lesson.direction.dir],
  ["difficulty", ({ lesson }) => lesson.difficulty],
  ["length", ({ lesson }) => lesson.length],
  ["count", ({ lesson }) => lesson.size.count],
  ["unit", ({ lesson }) => lesson.size.unit],
  ["words", ({ lesson }) => lesson.words.length],
  ["words used", ({ lesson }) => lesson.words.filter(({ used }) => used).length],
  ["audio type", ({ lesson }) => lesson.sound?.part.mediaType ?? ""],
  ["audio seconds", secondsOf],
  ["audio bytes", ({ lesson }) => (lesson.sound === null ? "" : packagedSums(lesson.sound).bytes)],
  ...(["epub", "audiobook", "paperback"] as const).map(
    (form) =>
      [`isbn ${form}`, ({ contents, volume }: Row) => isbnOf(contents.course, volume, form) ?? ""] as const,
  ),
  ["publisher", ({ contents }) => contents.course.publisher ?? ""],
  ["license", ({ contents }) => contents.course.license ?? ""],
  ["service", ({ contents }) => contents.course.service],
  ["rehearsal", ({ contents }) => (contents.course.rehearsal ? "yes" : "no")],
  ["job", ({ lesson }) => lesson.job],
  ["story id", ({ lesson }) => lesson.storyId],
  ["text file", (row) => textFileOf(row) ?? ""],
  ["text sha256", (row) => row.hashOf(textFileOf(row))],
  ["audio file", ({ lesson }) => lesson.sound?.path ?? ""],
  ["audio sha256", ({ lesson, hashOf }) => hashOf(lesson.sound?.path)],
];

/** The publisher's sheet: one row per lesson, in package order, for a catalogue or a spreadsheet. */
export function metadataSheet(contents: Contents, files: readonly ListedFile[]): string {
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const hashOf = (path: string | undefined): string => hashes.get(path ?? "") ?? "";
  const rows = contents.volumes.flatMap((volume) =>
    volume.lessons.map((lesson) => columns.map(([, value]) => value({ lesson, volume, contents, hashOf }))),
  );
  return csv([columns.map(([name]) => name), ...rows]);
}

function textFileOf({ lesson, volume, contents }: Row): string | undefined {
  return hasExtra("audio", contents) ? storyTextPath(lesson, volume) : undefined;
}

function secondsOf({ lesson }: Row): number | string {
  const ms = lesson.sound?.part.durationMs ?? null;
  return ms === null ? "" : Math.round(ms / 100) / 10;
}
