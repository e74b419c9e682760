import { posix } from "node:path";
import { html } from "../../../shared/html.ts";
import { partFile } from "../../books/part-file.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { mayHoldSound } from "../../contents/may-hold-sound.ts";
import type { Locale } from "../../locales/locale.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { labelled } from "../../pages/labelled.ts";
import { languageName } from "../../pages/language-names.ts";
import { pictureFile } from "../../quiz/lesson-picture.ts";
import { heardSounds } from "../../sentence-sounds/heard-sounds.ts";
import { archiveEntry, type PackageEntry } from "../../zip/entry.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { type Format, lessonFiles, volumeFile } from "../format.ts";
import { type Element, element, soundFile, titleFor } from "./element.ts";
import { exerciseElements, storyElement } from "./exercise-elements.ts";
import type { ExercisePart } from "./exercise-part.ts";
import { dependency, heldByColumn, type Library } from "./libraries.ts";
import { pictureElement, promptsElement, retellElement } from "./open-elements.ts";

// An Interactive Book takes no more pages.
const mostPages = 50;

export const h5p: Format = {
  id: "h5p",
  entries,
  describe: (volume) => [
    ...(volume.lessons.length <= mostPages
      ? [volumeFile(volume, bookPath(volume), { kind: "h5pBook", group: "platform", soundFormat: "h5p" })]
      : []),
    lessonFiles(volume, (name) => `lms/h5p/${name}.h5p`, {
      kind: "h5p",
      group: "platform",
      soundFormat: "h5p",
    }),
  ],
};

function bookPath({ folder }: Volume): string {
  return `lms/h5p/${folder}.h5p`;
}

/**
 * H5P contents without bundled content types, so that a teacher may upload them where these are installed: a Column per lesson, with the
 * story, its sound and its exercises, and an Interactive Book of all of them.
 */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  const { folder, lessons } = volume;
  const source = { volume, contents, strings };
  const isLong = (some: readonly Lesson[]) => mayHoldSound(["h5p", "sentences"], some, contents);
  const single = lessons.map((lesson) =>
    archiveEntry(`${folder}/lms/h5p/${lesson.name}.h5p`, isLong([lesson]), () => lessonFile(lesson, source)),
  );
  if (lessons.length > mostPages) return single;
  return [archiveEntry(`${folder}/${bookPath(volume)}`, isLong(lessons), () => bookFile(source)), ...single];
}

interface Source {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
}

function lessonFile(lesson: Lesson, source: Source): ZipFile[] {
  const { column, files } = columnOf(lesson, source);
  return packed("H5P.Column", { title: lesson.title, params: column.params, files }, source);
}

function bookFile(source: Source): ZipFile[] {
  const { volume, contents, strings } = source;
  const made = volume.lessons.map((lesson) => columnOf(lesson, source));
  const level = `${languageName(volume.language, strings).text}, ${strings.level(volume.difficulty)}`;
  const params = {
    showCoverPage: false,
    bookCover: {},
    chapters: made.map(({ column }) => column),
    behaviour: {
      defaultTableOfContents: true,
      progressIndicators: true,
      progressAuto: true,
      displaySummary: true,
      enableRetry: true,
    },
    nextPage: strings.next,
    previousPage: strings.previous,
  };
  const title = labelled(contents.course.title, level, strings);
  return packed("H5P.InteractiveBook", { title, params, files: made.flatMap(({ files }) => files) }, source);
}

interface Column {
  readonly column: Element;
  readonly files: readonly ZipFile[];
}

/** A lesson as a Column, and the sounds and the picture that it shows. */
function columnOf(lesson: Lesson, { volume, contents, strings }: Source): Column {
  const heard = heardSounds(lesson, contents);
  const scope = `${contents.course.course}/${volume.folder}/${lesson.name}`;
  const soundOf: ExercisePart["soundOf"] = (item) => heard.soundOf(item)?.name ?? null;
  const part = { lesson, contents, strings, soundOf, scope };
  const recording = contents.soundIn.has("h5p") ? (lesson.book?.sound ?? null) : null;
  const name = recording && posix.basename(recording.path);
  const picture = pictureElement(part);
  const elements = [...(picture === null ? [] : [picture]), storyElement(part)];
  if (recording !== null && name !== null) {
    const files = [soundFile(name, recording.part.mediaType ?? "audio/mpeg")];
    const params = { playerMode: "full", fitToWrapper: false, controls: true, autoplay: false, files };
    elements.unshift(element("H5P.Audio", lesson.title, { params, scope }));
  }
  for (const sheet of lesson.exercises()) {
    const { version, exercises } = sheet;
    const own = { ...part, scope: `${scope}/${version}` };
    const asked = exercises.flatMap((exercise) => exerciseElements(exercise, own));
    if (asked.length === 0) continue;
    const told = retellElement(sheet, own);
    if (told !== null) asked.push(told);
    const text = html`<h2>${strings.quiz.exercises(version)}</h2>`.toString();
    elements.push(element("H5P.AdvancedText", strings.quiz.exercises(version), { params: { text }, scope }));
    elements.push(...asked);
  }
  const prompts = promptsElement(part);
  if (prompts !== null) elements.push(prompts);
  const params = { content: elements.map((content) => ({ content, useSeparator: "auto" })) };
  return {
    column: element("H5P.Column", `${lesson.number}. ${lesson.title}`, { params, scope }),
    files: [
      ...[pictureFile(lesson, "content/images/")].filter((file) => file !== null),
      ...(recording !== null && name !== null ? [partFile(`content/audios/${name}`, recording)] : []),
      ...heard.cutter.sounds.map((sound) => heard.cutter.file(`content/audios/${sound.name}`, sound)),
    ],
  };
}

interface Packed {
  readonly title: string;
  readonly params: object;
  readonly files: readonly ZipFile[];
}

function packed(
  library: Library,
  { title, params, files }: Packed,
  { strings, contents }: Source,
): ZipFile[] {
  const content = JSON.stringify(params);
  const used: readonly Library[] = [
    library,
    ...(["H5P.Column", ...heldByColumn] as const).filter(
      (each) => each !== library && content.includes(`"library":"${each} `),
    ),
  ];
  const facts = {
    title: titleFor(title),
    language: languageFor(contents.reader.bcp47),
    mainLibrary: library,
    embedTypes: ["iframe"],
    license: "U",
    defaultLanguage: strings.tag,
    preloadedDependencies: used.map(dependency),
  };
  return [
    { path: "h5p.json", read: async () => Buffer.from(JSON.stringify(facts)) },
    { path: "content/content.json", read: async () => Buffer.from(content) },
    ...files,
  ];
}

// H5P takes letters and hyphens only, ten of them at most.
function languageFor(tag: string): string {
  return /^[-a-zA-Z]{1,10}$/.test(tag) ? tag : "und";
}
