import type { SavedAlignment } from "../../lessons/align/alignment.ts";
import type { EditedItem } from "../../lessons/correction/overlay.ts";
import type { Question } from "../../lessons/questions/question.ts";
import type { SentencePlace, StoryText } from "../../lessons/text/story-text.ts";
import type { ListEntry } from "../../lessons/words/occurrence.ts";
import type { StoryWords } from "../../lessons/words/story-words.ts";
import type { Ruby } from "../../shared/languages/ruby.ts";
import type { Publishing } from "./publishing.ts";

/**
 * What a package is made from, as plain data. The run collects it from the plan, the ledger and the saved stories. Every text of the plan is one line,
 * cleaned (`shared/text.ts`) when the plan was read, but still untrusted.
 */
export interface Course {
  readonly course: string;
  readonly title: string;
  readonly description: string | null;
  /** The author of the course, used as the creator of its books. Null: the publisher is. */
  readonly author: string | null;
  readonly publisher: string | null;
  readonly license: string | null;
  /** What the plan says of its books as products. Missing or null: nothing. */
  readonly publishing?: Publishing | null;
  /** The plan's own cover image for its books. */
  readonly cover: Picture | null;
  readonly edition: string;
  readonly release: Release;
  /** The service's code of the language of glosses and of the package's own pages. */
  readonly reader: string;
  /** The address of the service that made the stories, or `local` for a rehearsal. */
  readonly service: string;
  /** True for a rehearsal: every page then says that the local service made it. */
  readonly rehearsal: boolean;
  /** The formats to write, out of those that the package module has. */
  readonly formats: readonly string[];
  /**
   * What the package does without: `audio`, the folders of recordings and texts, so that the web reader has the recordings beside its pages;
   * `sheets`, those for the publisher. Missing: nothing.
   */
  readonly without?: readonly ("audio" | "sheets")[];
  /** The platforms that the package is for, each with the file that it takes best, besides the formats. Missing: none. */
  readonly platforms?: readonly string[];
  /** Where sound goes besides the recordings of the web reader or the `audio` folder. */
  readonly soundIn: readonly SoundFormat[];
  /** Whether the package also has, for the publisher, what exports hold besides sound. */
  readonly exported: boolean;
  /** What a typed answer is worth that is almost right. Missing: half a point. */
  readonly almost?: "full";
  /** The paper of sheets and keys. */
  readonly paper: PaperSize;
  /** The page of the printed reader. */
  readonly trim: TrimSize;
  /** In plan order, across all volumes. */
  readonly lessons: readonly LessonSource[];
  /** What a partial package lacks. */
  readonly gaps: readonly Gap[];
}

export type PaperSize = "a4" | "letter";

export type TrimSize = "5x8in" | "5.5x8.5in" | "6x9in" | "a5";

/** A release of an edition. */
export interface Release {
  /** SHA-256 of everything that the package is made from. */
  readonly content: string;
  /** From 1; increases by one with each release of an edition. */
  readonly revision: number;
}

/** A picture that the plan supplies. */
export interface Picture {
  readonly bytes: Buffer;
  readonly mediaType: "image/png" | "image/jpeg";
}

export interface LessonImage extends Picture {
  /** What it shows, for those who don't see it. */
  readonly alt: string;
}

/**
 * Where sound can go. The package always has each recording once, in the `audio` folder or with the web reader. epub, cartridge, scorm, moodle, h5p,
 * anki: those files contain the recordings too. sentences: flashcards and questions contain the sound of their own sentence, cut out of the lesson's
 * recording.
 */
export const soundFormats = ["epub", "cartridge", "scorm", "moodle", "h5p", "anki", "sentences"] as const;

/** The name of a kind of file that can hold recordings. */
export type SoundFormat = (typeof soundFormats)[number];

export interface LessonSource extends StoryText {
  /** `<topic>.<lang>.<difficulty>` */
  readonly job: string;
  readonly topicId: string;
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
  readonly length: string;
  readonly storyId: string;
  /** With the forms that the plan's lists name for them. */
  readonly words: readonly ListEntry[];
  /** The readings above its title and its paragraphs. Missing: none. */
  readonly readings?: { readonly title: readonly Ruby[]; readonly paragraphs: readonly (readonly Ruby[])[] };
  /** The saved occurrences of these words. Null or missing if there are none; they are then found while the package is made. */
  readonly found?: StoryWords | null;
  /** The exported book on disk; null if no audiobook was requested, and for a lesson without its sound. */
  readonly book: BookFile | null;
  /** When its sentences are heard. Null or missing without a recording, or before it was aligned (`coursebinder align`). */
  readonly times?: SavedAlignment | null;
  /** The plan's picture for its topic. Missing: none. */
  readonly image?: LessonImage;
  /** What editors ask about the story. Left out: nothing. */
  readonly questions?: readonly Question[];
  /** What editors made of items of its exercises. Left out: nothing. */
  readonly edited?: readonly EditedItem[];
  /** The plan's questions to talk about. Missing: none. */
  readonly prompts?: readonly string[];
  /** Missing: nothing. */
  readonly corrected?: CorrectedParts;
  /** Who approved exactly this text, recording, times and correction. Missing: nobody. */
  readonly approvals?: readonly Approval[];
}

/** A person's approval of a lesson, for the publisher's records. */
export interface Approval {
  readonly who: string;
  /** An ISO instant in UTC. */
  readonly at: string;
  /** Whether the person decided from a page that had the recording, if there is one. */
  readonly heard: boolean;
}

/** The corrections that people have made to a lesson. */
export interface CorrectedParts {
  readonly title: boolean;
  readonly sentences: number;
  readonly glosses: number;
  /** The sentences of its text that say something else than its recording. They have no times. */
  readonly unheard: readonly SentencePlace[];
  /** When its recording says what is not in its text any more, in ms from its beginning. */
  readonly unwritten: readonly { readonly startMs: number; readonly endMs: number }[];
  /** What was spoken anew in its recording, and by which voice. Missing: nothing. */
  readonly respoken?: {
    readonly narrator: string;
    readonly title: boolean;
    /** Sentences of its text. */
    readonly sentences: readonly SentencePlace[];
  };
}

/** Whether a lesson's title or any of its sentences differs from what was bought. */
export function isTextCorrected(corrected: CorrectedParts | null): boolean {
  return corrected !== null && (corrected.title || corrected.sentences > 0);
}

export interface BookFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType: string | null;
}

/** A lesson of the plan that is missing from the package, or whose sound is missing. */
export interface Gap {
  readonly job: string;
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
  /**
   * One of the job states of `status`: `failed`, `uncertain`, `active`, `pending`; or `held`: finished, but left out because of a finding;
   * or `unapproved`: finished, but not approved by reviewers; or `silent`: finished as a text only.
   */
  readonly state: string;
  /** `sound`: the package has only the lesson's text, because its book was not saved. */
  readonly lacks: "lesson" | "sound";
  /** True if a run asks for it again: its book could not be exported, or the service did not find its story. */
  readonly askedAgain?: boolean;
}

/** Whether a package waits for a lesson; it never waits for sound that will not come. */
export function isMissing({ state }: Gap): boolean {
  return state !== "silent";
}

/** A lesson of a course, and where it is in the package. */
export interface PlacedLesson {
  readonly source: LessonSource;
  /** Its volume's folder: the service's language code and the difficulty, such as `ar-classical-3`. */
  readonly folder: string;
  /** From 1, within the volume. */
  readonly number: number;
  /** The base name of all files of the lesson, such as `lesson-01`. */
  readonly name: string;
}

/** A course's lessons in plan order, numbered within each volume. Pure. */
export function placeLessons({ lessons }: Pick<Course, "lessons">): PlacedLesson[] {
  const sizes = new Map<string, number>();
  const numbered = lessons.map((source) => {
    const folder = volumeFolder(source);
    const number = (sizes.get(folder) ?? 0) + 1;
    sizes.set(folder, number);
    return { source, folder, number };
  });
  return numbered.map((lesson) => {
    const digits = Math.max(2, String(sizes.get(lesson.folder)).length);
    return { ...lesson, name: `lesson-${String(lesson.number).padStart(digits, "0")}` };
  });
}

/** The folder of a lesson's volume. */
export function volumeFolder({ lang, difficulty }: Pick<LessonSource, "lang" | "difficulty">): string {
  return `${lang}-${difficulty}`;
}

/**
 * The folder of each part of a package depends on who the part is for: a class may get everything in a volume's own folder, while the volume's answers
 * are in `teacher/` and the records in `publisher/`.
 */
export const manifestPath = "publisher/manifest.json";
export const metadataPath = "publisher/metadata.csv";
/** A page to read and to copy from: how the course was made and who approved it. */
export const disclosurePath = "publisher/disclosure.html";
/** The volumes as products for the book trade. */
export const onixPath = "publisher/onix.xml";
/** Lists every file but itself, with paths from the root of the package. */
export const checksumsPath = "publisher/SHA256SUMS";

/** Where packages had their manifest before they had a folder for publishers. */
export const earlierManifestPath = "manifest.json";

/** The folder with a volume's answer keys, plans and overviews. */
export function teacherFolder({ folder }: { readonly folder: string }): string {
  return `teacher/${folder}`;
}

/** The folder with the unused files that came with a volume's recordings, for a plan that asks for them. */
export function exportedFolder(folder: string): string {
  return `publisher/exported/${folder}`;
}
