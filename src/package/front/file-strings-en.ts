import type { FileStrings } from "./file-strings.ts";

export const english: FileStrings = {
  everything: "Every file, and what it is for",
  allFiles: "All its files",
  groups: {
    reading: "To read and hear",
    paper: "On paper",
    words: "Words and cards",
    platform: "For a learning platform",
    teacher: "For the teacher",
  },
  files: {
    web: {
      name: "Web reader",
      use: "Stories, recordings, meanings to tap, exercises that answer. Opens in any browser, without a network.",
    },
    epub: {
      name: "E-book (EPUB)",
      use: "The whole volume for tablets, phones and e-readers: Apple Books, Google Play Books, Kobo, Thorium, Calibre.",
    },
    texts: { name: "Plain texts", use: "To copy into sheets of your own. Opens in any text editor." },
    recordings: { name: "Recordings", use: "A sound file a lesson, for any player, phone or class speaker." },
    books: {
      name: "Exported books",
      use: "As the service gave them: no sound that is known here was found inside.",
    },
    print: {
      name: "Print sheets",
      use: "Exercises in versions A and B. Opens in a browser; print it there, on A4 or Letter.",
    },
    keys: { name: "Answer keys", use: "One for each print sheet, to keep on your desk." },
    wordTable: {
      name: "Word list",
      use: "Each word with its meaning and lesson. Opens in Excel, LibreOffice and Google Sheets.",
    },
    ankiPackage: {
      name: "Flashcards",
      use: "For Anki: double-click the file. A later edition updates the cards and never doubles one.",
    },
    ankiText: {
      name: "Flashcards as text",
      use: "For Anki’s File → Import, where you have a note type of your own.",
    },
    cartridge11: {
      name: "Common Cartridge 1.1",
      use: "Pages and quizzes for Moodle, Canvas, Blackboard and Open edX. Import the file as it is. Moodle adds up the marks of imported quizzes wrongly: where marks count, use SCORM or a question file there. Open edX shows the pages without their sound.",
    },
    cartridge12: {
      name: "Common Cartridge 1.2",
      use: "The same for Schoology, CYPHER and others that ask for 1.2.",
    },
    scorm: {
      name: "SCORM lessons",
      use: "One file a lesson, with a score. Add it to Moodle or another platform as it is, without unzipping.",
    },
    moodle: {
      name: "Moodle questions",
      use: "The exercises for Moodle’s question bank: Import, format “Moodle XML”.",
    },
    teacherCartridge11: {
      name: "Common Cartridge 1.1 with answer keys",
      use: "The same pages and quizzes, and an answer key in each module. Open edX would show it to learners.",
    },
    teacherCartridge12: {
      name: "Common Cartridge 1.2 with answer keys",
      use: "The same for platforms that ask for 1.2.",
    },
    plan: {
      name: "Lesson plan",
      use: "A story a week, and which words to ask for again. Opens in a browser.",
    },
    recycling: {
      name: "Recycling of words",
      use: "How often the stories have each word, and which too seldom. Opens in a browser.",
    },
    recyclingTable: { name: "The same as a table", use: "Opens in a spreadsheet." },
    level: {
      name: "Consistency of the level",
      use: "Whether the lessons are alike in length and sentences. Opens in a browser.",
    },
  },
  soundApart:
    "A file that holds no sound says which recording belongs to it; the sound itself is among the recordings.",
  extras: "What came together with a recording lies beside it, in the folder audio.",
  metadata: "Every lesson as a row of a spreadsheet",
  manifest: "The same and more, for programs",
};
