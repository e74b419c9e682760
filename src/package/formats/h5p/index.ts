import { posix } from "node:path";
import type { ZipFile } from "../../../shared/files/zip.ts";
import { html } from "../../../shared/html.ts";
import { partFile } from "../../books/part-file.ts";
import { lessonViews, type View } from "../../contents/contents.ts";
import { pictureFile } from "../../quiz/lesson-markup.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { archive, type Format } from "../format.ts";
import { audioElement, dependenciesOf, element, titleFor } from "./element.ts";
import {
  type ExercisePart,
  exerciseElements,
  pictureElement,
  promptsElement,
  retellElement,
  storyElement,
} from "./exercise-elements.ts";

/** A lesson as a Column, without bundled content types, so that a teacher may upload it where these are installed. */
export const h5p: Format = {
  id: "h5p",
  entries: (view) =>
    lessonViews(view).map((of) => {
      const path = `lms/h5p/${of.lesson.name}.h5p`;
      return archive("h5p", of, { path, sounds: ["h5p", "sentences"], files: () => lessonFile(of) });
    }),
};

function lessonFile(view: View): ZipFile[] {
  const { lesson, volume, contents, strings } = view;
  const heard = heardSounds(lesson, contents);
  const scope = `${contents.course.course}/${volume.folder}/${lesson.name}`;
  const soundOf: ExercisePart["soundOf"] = (item) => heard.soundOf(item)?.name ?? null;
  const part = { ...view, soundOf, scope };
  const recording = contents.soundIn.has("h5p") ? lesson.sound : null;
  const name = recording && posix.basename(recording.path);
  const elements = [pictureElement(part), storyElement(part)].filter((each) => each !== null);
  if (recording !== null && name !== null) {
    const mediaType = recording.part.mediaType ?? "audio/mpeg";
    elements.unshift(audioElement(lesson.title, { name, mediaType, scope }));
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
  const content = JSON.stringify({
    content: elements.map((each) => ({ content: each, useSeparator: "auto" })),
  });
  const facts = {
    title: titleFor(lesson.title),
    language: languageFor(contents.reader.bcp47),
    mainLibrary: "H5P.Column",
    embedTypes: ["iframe"],
    license: "U",
    defaultLanguage: strings.tag,
    preloadedDependencies: dependenciesOf(content),
  };
  return [
    { path: "h5p.json", read: async () => Buffer.from(JSON.stringify(facts)) },
    { path: "content/content.json", read: async () => Buffer.from(content) },
    ...[pictureFile(lesson, "content/images/")].filter((file) => file !== null),
    ...(recording !== null && name !== null ? [partFile(`content/audios/${name}`, recording)] : []),
    ...heard.cutter.sounds.map((sound) => heard.cutter.file(`content/audios/${sound.name}`, sound)),
  ];
}

// H5P takes letters and hyphens only, ten of them at most.
function languageFor(tag: string): string {
  return /^[-a-zA-Z]{1,10}$/.test(tag) ? tag : "und";
}
