import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { BookFile, Course, LessonSource } from "../../src/package/contents/course.ts";
import type { Publishing } from "../../src/package/contents/publishing.ts";
import type { Format } from "../../src/package/formats/format.ts";
import { packageFormats } from "../../src/plan/names.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import { cleanLine } from "../../src/shared/text.ts";
import { embeddedWriter } from "../../src/story-service/writers/tell-story.ts";
import { course, filesOf, lesson, recording, withTimes } from "./fixtures.ts";

/** A short story in some script, with words that occur in it. */
interface ScriptStory {
  readonly lang: string;
  readonly title: string;
  readonly text: string;
  readonly words: readonly (readonly [word: string, gloss: string])[];
}

export const scriptStories: readonly ScriptStory[] = parse(
  readFileSync(join(import.meta.dirname, "torture", "stories.yaml"), "utf8"),
);

/** Text that a format might interpret: markup, quiz syntax, formulas, sound tags, paths, characters that break a line or change its direction. */
const hostilePieces: readonly string[] = [
  `"'><script>alert(1)</script>`,
  `<img src=x onerror=alert(2)>`,
  `<a href="javascript:alert(3)">`,
  "&amp;&#60;&nbsp;&copy",
  "]]><!-- --><![CDATA[<?xml",
  "{1:SHORTANSWER:=x}{{c1::y}}",
  "[sound:evil.mp3][latex]z[/latex]",
  "$IMS-CC-FILEBASE$../../etc/passwd\\",
  "${" + "7*7}%00~#=*_`",
  "</style></title></textarea></main>",
];
const brokenCharacters = "\u0000\u0007\u001b[31m\u001f\u007f\u0085\u202e\u2066\ufffe\ud800";

/** A text that is hostile to every format, identified by its name, as a story may have it. */
function hostile(name: string): string {
  return `=${name} ${hostilePieces.join(" ")} ${brokenCharacters}end-of-${name}`;
}

/** How it must appear in every format, and how a plan has it once it was read. */
export function hostileAsText(name: string): string {
  return cleanLine(hostile(name));
}

/** Required words, each hostile to some format, within the interface's 60 characters. All occur in the hostile story. */
export const hostileWords: readonly string[] = [
  "<script>alert(4)</script>",
  `" onfocus="alert(5)" x="`,
  "=HYPERLINK(A1)",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "-ness",
  "[sound:../../evil.mp3]",
  "{1:SHORTANSWER:=secret}",
  "{{c1::cloze}}",
  "]]></mattext>",
  "&lt;b&gt;&#x41;",
  "#separator:tab",
  "tags: evil",
  "../../../etc/passwd",
  "CON.txt. ",
  "a\u202eb\u0000c",
  "x\ud800y",
  "~=%50%right#wrong",
  "%00{{7*7}}",
  "--><!--",
  "pan",
];

const sixty = "a gloss that says everything there is room for, to the end.1";

/** A story in which every field is hostile, with each word in a sentence that is suitable for exercises. */
function hostileLesson(book: BookFile | null, difficulty: number): LessonSource {
  const sentences = hostileWords.map((word, index) => `Ana compra ${word} y pan en la calle ${index}.`);
  return lesson({
    topicId: "evil",
    topic: hostileAsText("topic"),
    difficulty,
    title: hostile("title"),
    text: `${hostile("opening")}\r\n\r\n${sentences.slice(0, 9).join(" ")}\n\n${sentences.slice(9).join(" ")}\n\n${hostile("closing")}`,
    words: hostileWords.map((word, index) => ({
      word,
      gloss: index === 0 ? null : index === 1 ? sixty : hostile("").slice(index * 9, index * 9 + 57) + index,
    })),
    book,
  });
}

function scriptLesson(index: number, book: BookFile | null): LessonSource {
  const story = scriptStories[index % scriptStories.length];
  if (story === undefined) throw new Error("no story");
  const { lang, title, text, words } = story;
  return lesson({
    lang,
    difficulty: 3,
    storyId: storyIdOf(index),
    title,
    text,
    words: words.map(([word, gloss], at) => ({ word, gloss: at === 1 ? sixty : gloss })),
    // Every second one has no recording.
    book: index % 2 === 0 ? book : null,
  });
}

const storyIdOf = (index: number) => `0b54c6c4-3f0f-4a5e-9a53-${String(index).padStart(12, "0")}`;

function emptyLesson(): LessonSource {
  return lesson({
    topicId: "empty",
    topic: "A lesson without a title and words",
    title: " \u202e\u0007 ",
    text: "Nada.",
    words: [],
  });
}

/**
 * A course of everything that breaks packages: scripts from right to left, without spaces, stacked; the service's own classical codes;
 * hostile content in every field; lessons without sound, title or words; volumes of one lesson; glosses of 60 characters; a gap.
 */
export function tortureCourse(book: BookFile | null, change: Partial<Course> = {}): Course {
  return course({
    course: "torture",
    title: hostileAsText("course"),
    description: hostileAsText("description"),
    publisher: hostileAsText("publisher"),
    license: hostileAsText("license"),
    edition: "1",
    formats: packageFormats.filter((format) => format !== "pdf"),
    lessons: [
      hostileLesson(book, 2),
      emptyLesson(),
      ...scriptStories.map((_, index) => scriptLesson(index, book)),
    ],
    gaps: [
      {
        job: "lake.es.2",
        topic: hostileAsText("gap"),
        lang: "es",
        difficulty: 2,
        state: "failed",
        lacks: "lesson",
      },
      {
        job: "lake.ar-classical.3",
        topic: "A lake",
        lang: "ar-classical",
        difficulty: 3,
        state: "pending",
        lacks: "lesson",
      },
    ],
    ...change,
  });
}

const things = "cesta llave carta puerta ventana silla mesa lámpara reloj taza".split(" ");

/** A volume of `count` lessons that share words. */
export function longCourse(
  count: number,
  book: BookFile | null = null,
  change: Partial<Course> = {},
): Course {
  const lessons = Array.from({ length: count }, (_, index) => {
    const words = [0, 1, 3, 6].map((step) => things[(index + step) % things.length] ?? "pan");
    const [first, second, third, fourth] = words;
    return lesson({
      topicId: `day-${index + 1}`,
      topic: `Day ${index + 1}`,
      difficulty: 4,
      storyId: storyIdOf(index),
      title: `El día ${index + 1} de Lucía`,
      text: `Lucía busca la ${first} por toda la casa. Después mira debajo de la ${second} grande. Su hermano encuentra una ${third} muy vieja.\n\nPor la tarde los dos limpian la ${fourth} con agua. Al final la ${first} estaba en el jardín número ${index + 1}.`,
      words: words.map((word) => ({ word, gloss: `gloss of ${word}` })),
      book,
    });
  });
  const formats = tortureCourse(null).formats;
  return course({ course: "long", title: "A Very Long Course", edition: "1", formats, lessons, ...change });
}

interface Written extends Pick<Course, "title" | "description" | "publisher" | "license" | "gaps"> {
  readonly lessons: readonly (Partial<Omit<LessonSource, "words">> & {
    readonly words: Readonly<Record<string, string>>;
  })[];
}

const written = parse(readFileSync(join(import.meta.dirname, "torture", "showcase.yaml"), "utf8")) as Written;

// One without a title, and one in Japanese.
const silent = ["letter", "rain"];

/** A small course that shows what a package can contain: three scripts, words with glosses, sound, a gap. */
export function showcase(book: LessonSource["book"]): Course {
  const lessons = written.lessons.map(({ words, ...rest }) =>
    lesson({
      ...rest,
      words: Object.entries(words).map(([word, gloss]) => ({ word, gloss })),
      book: silent.includes(rest.topicId ?? "") ? null : book,
    }),
  );
  return course({ ...written, lessons });
}

/** What a plan can say of its books as products, all of it. */
const publishing: Publishing = {
  imprint: "Sol <Lecturas>",
  city: "Madrid",
  country: "ES",
  published: "2026-12-01",
  website: "https://sol.example/?a=1&b=2",
  email: "books@sol.example",
  isbn: {
    "es-2": { epub: "9788437604947", audiobook: "9783161484100", paperback: "9780306406157" },
    "pt-br-3": { epub: "9791090636071" },
  },
  prices: [
    {
      amount: 4.9,
      currency: "EUR",
      taxIncluded: true,
      isFixed: true,
      territories: ["ES", "FR"],
      forms: ["epub", "audiobook"],
    },
    { amount: 12, currency: "USD", taxIncluded: false, isFixed: false, territories: [], forms: [] },
  ],
  contributors: [
    { name: "Ana Ruiz", role: "editor", sortAs: "Ruiz, Ana", isOrganization: false },
    { name: "Bo & Li", role: "author", sortAs: null, isOrganization: false },
    { name: "Estudio Luz", role: "cover", sortAs: null, isOrganization: true },
  ],
  legal: ["© 2026 Sol. All rights <reserved>.", "Text and data mining is not permitted."],
  accessibility: {
    by: "Accessible Books Ltd",
    conformsTo: "WCAG 2.2 AA",
    credential: "Benetech",
    report: "https://reports.example/es-2",
  },
};

/** A course of two volumes, one with a recording that has times, with all that a plan can say of its books. */
export async function publishedCourse(change: Partial<Course> = {}): Promise<Course> {
  const book = await recording();
  return course({
    publisher: "Sol",
    description: "Readers & recordings",
    formats: ["epub"],
    soundIn: ["epub"],
    publishing,
    cover: { bytes: Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), mediaType: "image/png" },
    lessons: [
      withTimes(lesson({ book })),
      lesson({ topicId: "lake", lang: "pt-br", difficulty: 3, title: "O lago", words: [] }),
    ],
    ...change,
  });
}

/** A sample course with the stories that the local service tells for its plan. */
export async function sampleCourse(name: "weekly-spanish" | "graded-readers"): Promise<Course> {
  const file = fileURLToPath(new URL(`../../courses/${name}/course.yaml`, import.meta.url));
  const read = await readPlan(file, { at: Date.UTC(2026, 10, 23) });
  if (!read.ok) throw new Error(`${name} has problems`);
  const lessons = read.plan.jobs.map(async ({ id, topicId, request }) => {
    const { lang, difficulty, length, topic } = request;
    const words = (request.words ?? []).map((each) =>
      typeof each === "string" ? { word: each, gloss: null } : { word: each.word, gloss: each.gloss ?? null },
    );
    const order = {
      topic,
      lang,
      difficulty,
      length,
      words,
      genre: request.genre ?? null,
      form: request.form ?? null,
    };
    const { title, text } = await embeddedWriter.write(order);
    return lesson({ job: id, topicId, topic, lang, difficulty, title, text, words });
  });
  return course({ course: name, reader: read.plan.reader, lessons: await Promise.all(lessons) });
}

/** The same as `filesOf`, for every volume of a course. */
export function volumesOf(writer: Format, { lessons, ...course }: Course = tortureCourse(null)) {
  const folderOf = ({ lang, difficulty }: LessonSource) => `${lang}-${difficulty}`;
  const folders = [...new Set(lessons.map(folderOf))];
  return Promise.all(
    folders.map((folder) =>
      filesOf(writer, { ...course, lessons: lessons.filter((one) => folderOf(one) === folder) }),
    ),
  );
}
