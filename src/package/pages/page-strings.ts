/** Every sentence of the package's own pages, in one language. Plain text: the pages escape it. */
export interface PageStrings {
  /** BCP 47, for the pages' `lang`. */
  readonly tag: string;
  readonly level: (difficulty: number) => string;
  readonly lesson: (number: number) => string;
  readonly lessonCount: (count: number) => string;
  readonly wordCount: (count: number) => string;
  readonly characterCount: (count: number) => string;
  readonly minutes: (minutes: number) => string;
  readonly withAudio: string;
  readonly edition: (edition: string) => string;
  readonly contents: string;
  readonly previous: string;
  readonly next: string;
  readonly pages: string;
  readonly skipToStory: string;
  readonly skipToContents: string;
  readonly listen: string;
  readonly speed: string;
  readonly saveRecording: string;
  readonly bookFile: string;
  readonly words: string;
  readonly backToStory: (word: string) => string;
  readonly notInThisForm: string;
  readonly rehearsalName: string;
  readonly rehearsal: string;
  readonly startHere: StartHereStrings;
}

interface StartHereStrings {
  readonly title: string;
  readonly skip: string;
  readonly books: string;
  readonly openReader: string;
  readonly unzipFirst: string;
  readonly forTeacher: string;
  readonly teacher: readonly string[];
  readonly teacherWeb: readonly string[];
  readonly forPublisher: string;
  readonly publisher: readonly string[];
  readonly check: string;
  readonly missing: string;
  readonly missingIntro: string;
  readonly gapStates: Readonly<Record<string, string>>;
  readonly lacksSound: string;
  readonly details: string;
  readonly detailNames: {
    readonly course: string;
    readonly edition: string;
    readonly publisher: string;
    readonly license: string;
    readonly service: string;
  };
}
