import * as z from "zod";
import type { LanguageFacts } from "../../shared/languages/languages.ts";

/** A plain sentence. */
const text = z.string().min(1);

type Values<Names extends readonly string[]> = { [Index in keyof Names]: string | number };

/** A sentence with a placeholder in braces for each name, parsed into a function that takes the values in the order of the names. */
function phrase<const Names extends readonly string[]>(...names: Names) {
  return text
    .refine((written) => placesIn(written).sort().join() === [...names].sort().join(), {
      error: `must hold ${names.map((name) => `{${name}}`).join(" and ")}, each once, and nothing else in braces`,
    })
    .transform(
      (written) =>
        (...values: Values<Names>): string =>
          written.replace(/\{(\w+)\}/g, (_, name: string) => String(values[names.indexOf(name)])),
    );
}

const counting = text.refine((written) => written.startsWith("{count} "), {
  error: "must begin with {count}",
});

/**
 * A number with its noun, in each form that the language of this tag counts with: the plural categories of Unicode CLDR, as `Intl.PluralRules`
 * tells them. English has `one` and `other`, Polish also `few` and `many`. A form that is left out is `other`.
 */
export function pluralIn(tag: string) {
  const rules = new Intl.PluralRules(tag);
  return z
    .strictObject({
      zero: counting.optional(),
      one: counting.optional(),
      two: counting.optional(),
      few: counting.optional(),
      many: counting.optional(),
      other: counting,
    })
    .transform(
      (forms) =>
        (count: number): string =>
          (forms[rules.select(count)] ?? forms.other).replace("{count}", String(count)),
    );
}

function placesIn(written: string): string[] {
  return [...written.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? "");
}

const described = z.strictObject({ name: text, use: text });
const exercise = z.strictObject({ title: text, task: text });
const listening = z.strictObject({
  before: text,
  after: text,
  hear: phrase("number"),
  again: text,
  repeat: text,
  shadow: text,
});

/** The language of a locale file, which says how it counts. */
export const localeTag = z.object({ tag: text });

/** A locale file as written: every sentence of the package in the language of this tag (BCP 47). */
export function localeSchema(tag: string) {
  const plural = pluralIn(tag);
  return z.strictObject({
    /** BCP 47, for the pages' `lang`. */
    tag: text,
    level: phrase("difficulty"),
    lesson: phrase("number"),
    lessonCount: plural,
    wordCount: plural,
    characterCount: plural,
    minutes: phrase("minutes"),
    withAudio: text,
    someWithAudio: phrase("some", "all"),
    edition: phrase("edition"),
    contents: text,
    previous: text,
    next: text,
    pages: text,
    skipToStory: text,
    skipToContents: text,
    listen: text,
    speed: text,
    saveRecording: text,
    recordingDiffers: text,
    words: text,
    backToStory: phrase("word"),
    notInThisForm: text,
    rehearsalName: text,
    rehearsal: text,
    /** The package's first page. */
    startHere: z.strictObject({
      title: text,
      skip: text,
      books: text,
      print: text,
      learn: text,
      teach: text,
      teachWith: phrase("platform"),
      openReader: text,
      unzipFirst: text,
      /** How many lessons are missing, how many have no recording, and before the commands that add what is missing. */
      missingLine: plural,
      silentLine: plural,
      missingDo: text,
      missing: text,
      missingIntro: text,
      silent: text,
      silentIntro: text,
      gapStates: z.record(z.string(), text),
      lacksSound: text,
      details: text,
      detailNames: z.strictObject({
        course: text,
        edition: text,
        publisher: text,
        license: text,
        service: text,
      }),
    }),
    /** The words around exercises, on screens and on paper. */
    exercises: z.strictObject({
      exercises: text,
      set: phrase("version"),
      answers: text,
      kinds: z.strictObject({
        cloze: exercise,
        matching: exercise,
        "first-letter": exercise,
        "letter-scramble": exercise,
        "word-order": exercise,
        "true-false": exercise,
        comprehension: exercise,
        "who-said": exercise,
        "find-sentence": exercise,
        "what-next": exercise,
        "sentence-order": exercise,
        "story-order": exercise,
        "listening-cloze": exercise,
        dictation: exercise,
      }),
      /** A task without an answer. */
      retell: exercise,
      /** The heading of questions from the plan. */
      prompts: z.strictObject({ title: text }),
      gap: phrase("number"),
      letters: phrase("count"),
      otherOrders: text,
      /** Beside a sentence put together in another order; the story’s sentence follows. */
      otherOrder: text,
      isTrue: text,
      isFalse: text,
      /** The label of a sentence that can be played. */
      sentence: phrase("number"),
      /** Where something is heard in the lesson's recording, in minutes and seconds. */
      heardAt: phrase("from", "to"),
    }),
    /** The reader's controls and the feedback on exercises. */
    web: z.strictObject({
      display: text,
      smaller: text,
      larger: text,
      night: text,
      back: text,
      close: text,
      wordList: text,
      backToStory: text,
      choose: text,
      right: text,
      /** A typed answer that is right but for its spelling; the right form follows. */
      almost: text,
      wrong: text,
      /** The page's script fills in `{right}` and `{all}`. */
      score: text,
      check: text,
      up: text,
      down: text,
      yourSentence: text,
      yourWord: text,
      otherSet: phrase("version"),
      /** The heading of a learner's result, and the button that prints it. */
      result: text,
      print: text,
      clear: text,
      undo: text,
      /** That the browser keeps the answers. */
      keeps: text,
    }),
    /** The reader's player. Learners listen by sentence, or by paragraph if the times are no finer. */
    player: z.strictObject({
      play: text,
      pause: text,
      ahead: text,
      position: text,
      /** The page's script fills in `{at}` and `{length}`. */
      positionOf: phrase("at", "length"),
      /** Shown during the pause in which the learner speaks. */
      turn: text,
      /** Where the recording should be, if it is not found. */
      missing: phrase("file"),
      sentences: listening,
      paragraphs: listening,
      help: text,
      handle: text,
      shadowing: text,
      slower: text,
      faster: text,
      space: text,
      useKeys: text,
    }),
    /** What quizzes on learning platforms need besides the exercises' own words. */
    quiz: z.strictObject({
      story: text,
      /** A lesson that gives its score to the platform. */
      interactive: text,
      words: text,
      exercises: phrase("version"),
      check: text,
      again: text,
      /** Requests the right answers, and says how that affects the score. */
      reveal: text,
      /** Shown with the right answers: further answers are for practice only. */
      settled: text,
      /** Where the recording is, in a file that does not contain it. */
      recording: phrase("file"),
    }),
    /** Used only in books. */
    epub: z.strictObject({
      cover: phrase("title"),
      titlePage: text,
      glossary: text,
      glossaryHint: text,
      inLessons: text,
      toStory: phrase("word", "lesson"),
      rights: text,
      publishedBy: text,
      license: text,
      noLicense: text,
      identifier: text,
      narrator: text,
      recordingBeside: text,
      recordingMissing: text,
      readable: text,
      /** As `readable`, for a book whose stories have pictures. */
      readableWithPictures: text,
      readableWithSomeSound: text,
      readableWithSound: text,
    }),
    /** Used on printed sheets besides the exercises' own words. */
    print: z.strictObject({
      name: text,
      date: text,
      score: text,
      key: text,
      keep: text,
      /** The task of telling the story once more on lines, with words to use and without. */
      writeWith: text,
      write: text,
    }),
    /** The teacher's pages. */
    teacher: z.strictObject({
      pages: text,
      plan: text,
      planIntro: text,
      week: phrase("number"),
      read: text,
      review: text,
      fromWeek: phrase("number"),
      practise: text,
      sheet: text,
      key: text,
      minutesOfSound: phrase("minutes"),
      recycling: text,
      recyclingIntro: phrase("few"),
      word: text,
      meaning: text,
      encounters: text,
      below: phrase("few"),
      inLessons: text,
      longestGap: text,
      gapLessons: plural,
      lessonsWith: phrase("lessons"),
      nowhere: text,
      wordsByEncounters: text,
      spreadsheet: text,
      noWords: text,
      lesson: text,
      title: text,
    }),
    /** Descriptions of the files on the first page. */
    files: z.strictObject({
      everything: text,
      groups: z.strictObject({
        reading: text,
        paper: text,
        words: text,
        platform: text,
        teacher: text,
      }),
      /** The name of a file, its purpose and where it opens. */
      files: z.strictObject({
        web: described,
        epub: described,
        texts: described,
        recordings: described,
        subtitles: described,
        print: described,
        printReader: described,
        printPdf: described,
        readerPdf: described,
        keysPdf: described,
        keys: described,
        wordTable: described,
        ankiPackage: described,
        mbz: described,
        h5p: described,
        cartridge11: described,
        cartridge12: described,
        scorm: described,
        moodle: described,
        plan: described,
        recycling: described,
        recyclingTable: described,
      }),
      /** Where the sound is, for files that do not contain it. */
      soundApart: text,
      forPublisher: text,
      /** The files of the whole package, for the publisher. */
      publisher: z.strictObject({
        onix: described,
        disclosure: described,
        metadata: described,
        manifest: described,
        checksums: described,
        exported: described,
      }),
    }),
    /** How the course was made, for readers, shops and authorities. `{people}`: names, as a list. */
    disclosure: z.strictObject({
      title: text,
      madeBy: phrase("service"),
      madeByLocal: text,
      narrated: text,
      approvedAll: phrase("people"),
      approvedSome: phrase("approved", "all", "people"),
      approvedNone: text,
      corrected: plural,
      spokenAnew: phrase("narrators", "count"),
      toPaste: text,
      lessons: text,
      approvedBy: text,
      nobody: text,
      unheard: text,
      corrections: text,
    }),
    /** Names of the stories' languages, by the interface's codes. Not taken from `Intl`, whose names change between versions. */
    languages: z.record(z.string(), text),
  });
}

/** Every sentence of the package in one language. Plain text: escaped where it is shown. */
export type Locale = z.output<ReturnType<typeof localeSchema>>;

/** The kinds of files of a volume that the first page describes. */
export type FileKind = keyof Locale["files"]["files"];

/** The purposes of the files. */
export type FileGroup = keyof Locale["files"]["groups"];

/** A label and its value, separated by a colon; in French with a space before the colon. */
export function labelled(name: string, text: string, { tag }: { readonly tag: string }): string {
  return `${name}${tag === "fr" ? "\u202f" : ""}: ${text}`;
}

/** The name of a language in the language of the pages, or else in English, with the tag of that language. */
export function languageName(language: LanguageFacts, strings: Locale): { text: string; tag: string } {
  const name = Object.hasOwn(strings.languages, language.code) ? strings.languages[language.code] : undefined;
  return name === undefined ? { text: language.name, tag: "en" } : { text: name, tag: strings.tag };
}
