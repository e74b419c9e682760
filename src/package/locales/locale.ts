import { z } from "zod";
import { phrase, plural, text } from "./phrases.ts";

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
const measure = z.strictObject({ words: text, characters: text });

/** A locale file as it is written: every sentence that the package says to people, in one language. */
export const localeSchema = z.strictObject({
  /** BCP 47, for the pages' `lang`. */
  tag: text,
  level: phrase("difficulty"),
  lesson: phrase("number"),
  lessonCount: plural,
  wordCount: plural,
  characterCount: plural,
  minutes: phrase("minutes"),
  withAudio: text,
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
  bookFile: text,
  words: text,
  backToStory: phrase("word"),
  notInThisForm: text,
  rehearsalName: text,
  rehearsal: text,
  /** The first page of the package. */
  startHere: z.strictObject({
    title: text,
    skip: text,
    books: text,
    openReader: text,
    unzipFirst: text,
    forTeacher: text,
    teacher: z.array(text).min(1),
    teacherWeb: z.array(text).min(1),
    forPublisher: text,
    publisher: z.array(text).min(1),
    check: text,
    missing: text,
    missingIntro: text,
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
      "sentence-order": exercise,
      "listening-cloze": exercise,
      dictation: exercise,
    }),
    gap: phrase("number"),
    letters: phrase("count"),
    otherOrders: text,
    /** What a sentence that is played is called. */
    sentence: phrase("number"),
    /** Where in the lesson's recording something is heard, in minutes and seconds. */
    heardAt: phrase("from", "to"),
  }),
  /** The reader's controls and the feedback on exercises. */
  web: z.strictObject({
    display: text,
    smaller: text,
    larger: text,
    night: text,
    back: text,
    meaning: text,
    close: text,
    wordList: text,
    backToStory: text,
    choose: text,
    right: text,
    wrong: text,
    /** The page's script fills in `{right}` and `{all}`. */
    score: text,
    check: text,
    up: text,
    down: text,
    yourSentence: text,
    otherSet: phrase("version"),
  }),
  /** The reader's player. Learners hear a story by its sentences, or by its paragraphs where the times are no finer. */
  player: z.strictObject({
    play: text,
    pause: text,
    ahead: text,
    position: text,
    /** The page's script fills in `{at}` and `{length}`. */
    positionOf: phrase("at", "length"),
    /** Said in the pause in which the learner speaks. */
    turn: text,
    /** Where the recording belongs when it is not found. */
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
  /** What quizzes on learning platforms need beyond the exercises' own words. */
  quiz: z.strictObject({
    story: text,
    words: text,
    exercises: phrase("version"),
    key: text,
    whichFirst: text,
    choose: text,
    check: text,
    again: text,
    right: text,
    wrong: text,
    /** Asks for the right answers, and says what that means for the score. */
    reveal: text,
    /** Said when the right answers are shown: whatever is answered now is for practice. */
    settled: text,
    score: phrase("right", "all"),
    /** Where the recording is, in a file that holds none. */
    recording: phrase("file"),
  }),
  /** What only a book has. */
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
    readableWithSound: text,
  }),
  /** What stands on printed sheets beside the exercises themselves. */
  print: z.strictObject({
    name: text,
    date: text,
    key: text,
    keep: text,
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
    level: text,
    levelIntro: text,
    levelRule: text,
    measures: z.strictObject({
      length: measure,
      different: measure,
      sentence: measure,
      speed: measure,
    }),
    lesson: text,
    title: text,
    outlier: text,
    outliers: plural,
    median: phrase("value"),
  }),
  /** What the first page says of the files. */
  files: z.strictObject({
    everything: text,
    allFiles: text,
    groups: z.strictObject({
      reading: text,
      paper: text,
      words: text,
      platform: text,
      teacher: text,
    }),
    /** What a file is called, what it is for and where it opens. */
    files: z.strictObject({
      web: described,
      epub: described,
      texts: described,
      recordings: described,
      subtitles: described,
      books: described,
      print: described,
      keys: described,
      wordTable: described,
      ankiPackage: described,
      ankiText: described,
      cartridge11: described,
      cartridge12: described,
      scorm: described,
      moodle: described,
      teacherCartridge11: described,
      teacherCartridge12: described,
      plan: described,
      recycling: described,
      recyclingTable: described,
      level: described,
    }),
    /** Where the sound is, for files that hold none. */
    soundApart: text,
    /** What came in one archive with a recording. */
    extras: text,
    /** The files of the whole package, for the publisher. */
    metadata: text,
    manifest: text,
  }),
  /** Names of the stories' languages by the interface's codes. Kept here, and not asked of `Intl`, whose names change with its version. */
  languages: z.record(z.string(), text),
});

/** Every sentence that the package says to people, in one language. Plain text: what shows it escapes it. */
export type Locale = z.output<typeof localeSchema>;

/** What a volume can hold, as the first page tells it. */
export type FileKind = keyof Locale["files"]["files"];

/** What the files are for. */
export type FileGroup = keyof Locale["files"]["groups"];
