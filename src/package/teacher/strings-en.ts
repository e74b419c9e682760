import { counted } from "../../shared/counted.ts";
import type { TeacherStrings } from "./teacher-strings.ts";

export const english: TeacherStrings = {
  pages: "For the teacher",
  plan: "Lesson plan",
  planIntro:
    "One story a week. The words of a week come back after one, two and four weeks: ask for them before the new story.",
  week: (number) => `Week ${number}`,
  read: "Read",
  review: "Review",
  fromWeek: (number) => `from week ${number}`,
  practise: "Practise",
  sheet: "Print sheet",
  key: "Answer key",
  minutesOfSound: (minutes) => `recording ${minutes}`,
  recycling: "Recycling of words",
  recyclingIntro: (few) =>
    `How often the stories have each word form of the lists. A word that is met fewer than ${few} times is seldom kept. Counted as written: another inflection of a word is not counted.`,
  word: "Word form",
  meaning: "Meaning",
  encounters: "Encounters",
  below: (few) => `below ${few}`,
  inLessons: "Lessons",
  longestGap: "Longest gap",
  gapLessons: (lessons) => counted(lessons, "lesson", "lessons"),
  lessonsWith: (lessons) => `In lessons ${lessons}`,
  nowhere: "In no lesson",
  wordsByEncounters: "Word forms by number of encounters",
  spreadsheet: "The same as a spreadsheet",
  noWords: "The lessons of this volume have no word lists.",
  level: "Consistency of the level",
  levelIntro: "Lessons of one level should be alike. This shows what can be counted; it grades nothing.",
  levelRule:
    "Marked are lessons farther from the median of all than three median deviations and than a fifth of the median; with fewer than five lessons none.",
  measures: {
    length: { words: "Length in words", characters: "Length in characters" },
    different: { words: "Different word forms", characters: "Different characters" },
    sentence: { words: "Words a sentence", characters: "Characters a sentence" },
    speed: { words: "Recorded words a minute", characters: "Recorded characters a minute" },
  },
  lesson: "Lesson",
  title: "Title",
  outlier: "unlike the others",
  outliers: (count) => counted(count, "unlike the others", "unlike the others"),
  median: (value) => `median ${value}`,
};
