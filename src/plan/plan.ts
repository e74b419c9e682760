import type { Length } from "../contract/choices.ts";
import type { CreationRequest } from "../contract/stories.ts";

/** Every format there is. */
export const packageFormats = [
  "web",
  "epub",
  "print",
  "words",
  "anki",
  "cartridge",
  "cartridge12",
  "scorm",
  "moodle",
  "teacher",
] as const;

/** Where sound can be: recordings in the files of a format, and the sound of single sentences in flashcards and questions. */
export const soundFormats = ["epub", "cartridge", "scorm", "anki", "sentences"] as const;

/** The name of a place where sound can be. */
export type SoundFormat = (typeof soundFormats)[number];

/** What is made to leave the zip is whole without it. A flashcard has its own sentence: a whole recording for a word would be too much. */
export const defaultSoundFormats: readonly SoundFormat[] = ["epub", "cartridge", "scorm", "sentences"];

/** The name of a format of the package. */
export type PackageFormat = (typeof packageFormats)[number];

/** What a plan gets that chooses no formats: one cartridge, the version that every importer reads. */
export const defaultFormats: readonly PackageFormat[] = packageFormats.filter(
  (format) => format !== "cartridge12",
);

/** Where something stands in a file that a person wrote. Line and column count from 1. */
export interface Place {
  /** As the person named it: the path given on the command line, or one relative to the plan's folder for a word list. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The exact body of one `POST /stories`, with every default written out, so that nothing hangs on the service's own. */
export interface StoryRequest extends CreationRequest {
  readonly length: Length;
  readonly audiobook: boolean;
  readonly visibility: "private" | "public";
}

/** One story to make. */
export interface Job {
  /** `<topic>.<lang>.<difficulty>` */
  readonly id: string;
  /** `<edition>/<id>`. Its ledger may have it under another name (`run/match/match-lessons.ts`). */
  readonly key: string;
  /** Its keys under the ids that its topic had before, the newest first: what it was bought as there, it keeps. */
  readonly formerKeys: readonly string[];
  readonly topicId: string;
  readonly request: StoryRequest;
  /** The topic or the `include` rule that the job comes from. */
  readonly place: Place;
}

/** What `removed` lets go: lessons that match all that it says. Null: whatever it is. */
export interface Removal {
  readonly topic: string | null;
  readonly lang: string | null;
  readonly difficulty: number | null;
  readonly settings: Partial<Pick<StoryRequest, "length" | "audiobook" | "visibility" | "genre" | "form">>;
  /** How the id of its story, or of an attempt at it, begins. */
  readonly story: string | null;
  /** The text that its topic had last. */
  readonly text: string | null;
  readonly place: Place;
}

/** What `moved` says: the lessons that were bought under an id, or for a text, are a topic's of today. One of `from` and `text` is null. */
export interface Move {
  readonly from: string | null;
  readonly text: string | null;
  readonly to: string;
  readonly place: Place;
}

/** Where a plan has the keys that say what became of bought lessons; null: it has none yet. A new one stands above `topics`. */
export interface KeyPlaces {
  readonly moved: Place | null;
  readonly removed: Place | null;
  readonly topics: Place;
}

/** A job that an `exclude` rule took away: what was bought for it is accounted for. */
export interface ExcludedJob extends Pick<Job, "id" | "key" | "formerKeys" | "topicId"> {
  readonly request: Pick<StoryRequest, "topic" | "lang" | "difficulty">;
}

/** A plan with every default resolved: past this type nothing `undefined` means "default". */
export interface Plan {
  /** As given on the command line. */
  readonly file: string;
  readonly course: string;
  readonly title: string;
  readonly description: string | null;
  /** The creator of the course's books; null: the publisher is. */
  readonly author: string | null;
  readonly publisher: string | null;
  readonly license: string | null;
  /** The path of the cover image below the plan's folder, as written. */
  readonly cover: string | null;
  /** The language of the glosses and of the package's own pages. */
  readonly reader: string;
  readonly edition: string;
  readonly budget: { readonly credits: number; readonly month: number | null };
  readonly formats: readonly PackageFormat[];
  /** The formats whose files hold the recordings. */
  readonly soundIn: readonly SoundFormat[];
  /** In the order of the lessons: topics as written, then languages, then difficulties; then jobs that `include` adds. */
  readonly jobs: readonly Job[];
  readonly excluded: readonly ExcludedJob[];
  readonly keys: KeyPlaces;
  readonly removed: readonly Removal[];
  /** What those with `from` mean for jobs is in `formerKeys`. */
  readonly moved: readonly Move[];
}
