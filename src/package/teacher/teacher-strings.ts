import type { Measure } from "./level-facts.ts";

/** Every sentence of the teacher's pages, in one language. */
export interface TeacherStrings {
  readonly pages: string;
  readonly plan: string;
  readonly planIntro: string;
  readonly week: (number: number) => string;
  readonly read: string;
  readonly review: string;
  readonly fromWeek: (number: number) => string;
  readonly practise: string;
  readonly sheet: string;
  readonly key: string;
  readonly minutesOfSound: (minutes: string) => string;
  readonly recycling: string;
  readonly recyclingIntro: (few: number) => string;
  readonly word: string;
  readonly meaning: string;
  readonly encounters: string;
  readonly below: (few: number) => string;
  readonly inLessons: string;
  readonly longestGap: string;
  readonly gapLessons: (lessons: number) => string;
  readonly lessonsWith: (lessons: string) => string;
  readonly nowhere: string;
  readonly wordsByEncounters: string;
  readonly spreadsheet: string;
  readonly noWords: string;
  readonly level: string;
  readonly levelIntro: string;
  readonly levelRule: string;
  readonly measures: Readonly<Record<Measure, { readonly words: string; readonly characters: string }>>;
  readonly lesson: string;
  readonly title: string;
  readonly outlier: string;
  readonly outliers: (count: number) => string;
  readonly median: (value: string) => string;
}
