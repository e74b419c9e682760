import { html } from "../../../shared/html.ts";
import { lessonViews, mayHoldSound, type View, type VolumeView } from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import { piecesEntry } from "../../entry.ts";
import type { HeardItem } from "../../exercises/exercise.ts";
import { labelled } from "../../locales/locale.ts";
import { wordList } from "../../quiz/lesson-markup.ts";
import { heardSounds } from "../../sentence-sounds/sentence-sounds.ts";
import { filled, type TemplateValues } from "../../template.ts";
import { type Format, listed } from "../format.ts";
import { exerciseText, gapCode } from "./exercise-text.ts";

/** Each exercise is one question with all its gaps, in a category per lesson, with the sounds of its sentences if the course has them. */
export const moodle: Format = {
  id: "moodle",
  entries: (view) => {
    const { volume, contents } = view;
    const path = `${volume.folder}/lms/moodle-questions.xml`;
    const mayBeLong = mayHoldSound(["sentences"], volume.lessons, contents);
    return [
      listed(
        "moodle",
        piecesEntry(path, mayBeLong, (count) => questionPieces(view, count)),
        view,
      ),
    ];
  },
};

/** `count` receives the number of bytes of the file that are sound. */
async function* questionPieces(of: VolumeView, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const { contents, strings } = of;
  yield Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n`);
  for (const view of lessonViews(of)) {
    const { lesson } = view;
    yield question("category", { category: categoryOf(view) });
    const heard = heardSounds(lesson, contents);
    const asking = { ...view, soundOf: (item: HeardItem) => heard.soundOf(item)?.name ?? null };
    for (const { version, exercises, retell } of lesson.exercises()) {
      const named = (kind: string) =>
        plainName(`${lesson.number}${version}. ${labelled(kind, lesson.title, strings)}`);
      for (const exercise of exercises) {
        const files = [];
        for (const sound of heard.soundsOf(exercise))
          files.push({ name: sound.name, base64: (await heard.cutter.read(sound)).toString("base64") });
        count(files.reduce((sum, { base64 }) => sum + base64.length, 0));
        const asked = exerciseText(exercise, asking, (gap) => gapCode(gap, contents.course));
        const name = named(strings.exercises.kinds[exercise.kind].title);
        yield question("cloze", { name, asked: asked.toString(), files });
      }
      if (retell.length === 0) continue;
      // The story to be written in the learner's own words, which a teacher reads.
      const asked = html`<p>${strings.print.writeWith}</p>\n${wordList(retell, view)}`;
      yield question("essay", { name: named(strings.exercises.retell.title), asked: asked.toString() });
    }
  }
  yield Buffer.from("</quiz>\n");
}

function question(template: "category" | "cloze" | "essay", values: TemplateValues): Buffer {
  return Buffer.from(filled(new URL(`./templates/${template}.xml`, import.meta.url), values).toString());
}

// Slashes separate categories; a doubled slash is a literal one.
function categoryOf({ lesson, contents, volume }: View): string {
  const names = [contents.course.title, volume.level, `${lesson.number}. ${lesson.title}`];
  return ["$course$", "top", ...names.map((name) => plainName(name).replaceAll("/", "//"))].join("/");
}
