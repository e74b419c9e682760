import { html, type Markup } from "../../../shared/html.ts";
import { type Contents, type Lesson, mayHoldSound, type View, type Volume } from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import type { Exercise, HeardItem, SheetVersion } from "../../exercises/exercise.ts";
import { type Locale, labelled, levelName, localeFor } from "../../locales/locale.ts";
import { asXmlText, wordList } from "../../quiz/lesson-markup.ts";
import { heardSounds, type SentenceSound, type SoundCutter } from "../../sentence-sounds/sentence-sounds.ts";
import { piecesEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { exerciseText, gapCode } from "./exercise-text.ts";

export const moodle: Format = {
  id: "moodle",
  entries,
};

/** Each exercise is one question with all its gaps, in a category per lesson, with the sounds of its sentences if the course has them. */
function entries(volume: Volume, contents: Contents): FormatEntry[] {
  const path = `${volume.folder}/lms/moodle-questions.xml`;
  const mayBeLong = mayHoldSound(["sentences"], volume.lessons, contents);
  const entry = piecesEntry(path, mayBeLong, (count) => questionPieces({ volume, contents, count }));
  return [listed("moodle", entry, { volume })];
}

interface QuizSource {
  readonly volume: Volume;
  readonly contents: Contents;
  /** Receives the number of bytes of the file that are sound. */
  readonly count: (bytes: number) => void;
}

async function* questionPieces({ volume, contents, count }: QuizSource): AsyncGenerator<Buffer> {
  const strings = localeFor(contents.reader);
  yield Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n`);
  for (const lesson of volume.lessons) {
    const part = { lesson, volume, contents, strings };
    yield Buffer.from(
      `<question type="category"><category>${text(categoryOf(part))}</category></question>\n`,
    );
    const heard = heardSounds(lesson, contents);
    for (const { version, exercises, retell } of lesson.exercises()) {
      for (const exercise of exercises) {
        const files = await filesOf(heard.soundsOf(exercise), heard.cutter);
        count(files.reduce((sum, { base64 }) => sum + base64.length, 0));
        const name = nameOf(lesson, { exercise, version, strings });
        const asking = { ...part, soundOf: (item: HeardItem) => heard.soundOf(item)?.name ?? null };
        const asked = exerciseText(exercise, asking, (gap) => gapCode(gap, contents.course));
        yield Buffer.from(question(name, asked, files).toString());
      }
      if (retell.length > 0) yield Buffer.from(essay({ ...part, version, retell }).toString());
    }
  }
  yield Buffer.from("</quiz>\n");
}

interface QuestionFile {
  readonly name: string;
  readonly base64: string;
}

async function filesOf(sounds: readonly SentenceSound[], cutter: SoundCutter): Promise<QuestionFile[]> {
  const files: QuestionFile[] = [];
  for (const sound of sounds)
    files.push({ name: sound.name, base64: (await cutter.read(sound)).toString("base64") });
  return files;
}

function question(name: string, asked: Markup, files: readonly QuestionFile[]): Markup {
  return html`<question type="cloze">
<name>${text(name)}</name>
<questiontext format="html"><text>${asXmlText(asked)}</text>${files.map(
    (file) => html`<file name="${file.name}" path="/" encoding="base64">${file.base64}</file>`,
  )}</questiontext>
</question>
`;
}

interface Retelling extends View {
  readonly version: SheetVersion;
  readonly retell: readonly string[];
}

/** The story to be written in the learner's own words, which a teacher reads. */
function essay({ version, retell, ...part }: Retelling): Markup {
  const { lesson, strings } = part;
  const { title } = strings.exercises.retell;
  const name = plainName(`${lesson.number}${version}. ${labelled(title, lesson.title, strings)}`);
  const asked = html`<p>${strings.print.writeWith}</p>\n${wordList(retell, part)}`;
  return html`<question type="essay">
<name>${text(name)}</name>
<questiontext format="html"><text>${asXmlText(asked)}</text></questiontext>
<responseformat>editor</responseformat>
<responserequired>1</responserequired>
<responsefieldlines>15</responsefieldlines>
<attachments>0</attachments>
<attachmentsrequired>0</attachmentsrequired>
<graderinfo format="html"><text></text></graderinfo>
<responsetemplate format="html"><text></text></responsetemplate>
</question>
`;
}

// Slashes separate categories; a doubled slash is a literal one.
function categoryOf({ lesson, contents, volume, strings }: View): string {
  const names = [contents.course.title, levelName(volume, strings), `${lesson.number}. ${lesson.title}`];
  return ["$course$", "top", ...names.map((name) => plainName(name).replaceAll("/", "//"))].join("/");
}

interface Named {
  readonly exercise: Exercise;
  readonly version: SheetVersion;
  readonly strings: Locale;
}

function nameOf(lesson: Lesson, { exercise, version, strings }: Named): string {
  const kind = strings.exercises.kinds[exercise.kind].title;
  return plainName(`${lesson.number}${version}. ${labelled(kind, lesson.title, strings)}`);
}

function text(content: string): Markup {
  return html`<text>${content}</text>`;
}
