import type { SavedAlignment } from "../../lessons/align/times-file.ts";

/**
 * What a package is made from, as plain data. The run collects it from the plan, the ledger and the saved stories; every text in
 * it was cleaned (`shared/text.ts`) when it was read, and is still untrusted content.
 */
export interface Course {
  readonly course: string;
  readonly title: string;
  readonly description: string | null;
  /** Who wrote the course, or has it made: its books' creator. Null: the publisher is. */
  readonly author: string | null;
  readonly publisher: string | null;
  readonly license: string | null;
  /** The plan's own picture for the covers of its books. */
  readonly cover: Cover | null;
  readonly edition: string;
  readonly release: Release;
  /** The service's code of the language of glosses and of the package's own pages. */
  readonly reader: string;
  /** The address of the service that made the stories, or `local` for a rehearsal. */
  readonly service: string;
  /** True for a rehearsal: every page then says that the local service made it. */
  readonly rehearsal: boolean;
  /** The formats to write, of those that the package module knows. */
  readonly formats: readonly string[];
  /** Where sound is besides the folder `audio`. */
  readonly soundIn: readonly SoundFormat[];
  /** In the plan's order, over all volumes. */
  readonly lessons: readonly LessonSource[];
  /** What a partial package lacks. */
  readonly gaps: readonly Gap[];
}

/** One release of an edition. */
export interface Release {
  /** SHA-256 of everything that the package is made from. */
  readonly content: string;
  /** From 1; each release of an edition has one more than the release before it. */
  readonly revision: number;
}

export interface Cover {
  readonly bytes: Buffer;
  readonly mediaType: "image/png" | "image/jpeg";
}

/**
 * Where sound can be. The package itself always has each recording once, in the folder `audio`. epub, cartridge, scorm, anki: the recordings are in
 * such files too. sentences: flashcards and questions hold the sound of their own sentence, cut out of its recording.
 */
export type SoundFormat = "epub" | "cartridge" | "scorm" | "anki" | "sentences";

export interface LessonSource {
  /** `<topic>.<lang>.<difficulty>` */
  readonly job: string;
  readonly topicId: string;
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
  readonly length: string;
  readonly storyId: string;
  /**
   * What the lesson cost in all, as far as the service's own figures show it: an audiobook that failed counts, since no figure of a story
   * says that its price was given back.
   */
  readonly credits: number;
  /** Empty or null where the service gave none: the topic then serves as title. */
  readonly title: string | null;
  readonly text: string;
  readonly words: readonly { readonly word: string; readonly gloss: string | null }[];
  /** The exported book on the disk; null where no audiobook was asked for, and in a lesson that lacks its sound. */
  readonly book: BookFile | null;
  /** When its sentences are heard. Null or left out where there is no recording, or nobody has looked yet (`coursebinder align`). */
  readonly times?: SavedAlignment | null;
}

export interface BookFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType: string | null;
}

/** A lesson of the plan that is not finished, and what a package lacks of it. */
export interface Gap {
  readonly job: string;
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
  /** One of the job states of `status`: `failed`, `uncertain`, `active`, `pending`. */
  readonly state: string;
  /** `sound`: the lesson is in the package with its text alone, since its text was saved and its book was not. */
  readonly lacks: "lesson" | "sound";
}
