import type { Length } from "../contract/choices.ts";
import type { CreationRequest } from "../contract/stories.ts";
import type { TopicMaterial } from "./material/material.ts";
import type { Publishing } from "./publishing/publishing.ts";
import type { LevelWord } from "./quality/level-word.ts";
import type { QualityLimits } from "./quality/quality-checks.ts";

export const packageFormats = [
  "web",
  "epub",
  "print",
  "pdf",
  "words",
  "anki",
  "cartridge",
  "cartridge12",
  "scorm",
  "moodle",
  "teacher",
  "h5p",
] as const;

/** Where sound can be included: recordings in a format's files, and single sentences in flashcards and questions. */
export const soundFormats = ["epub", "cartridge", "scorm", "moodle", "h5p", "anki", "sentences"] as const;

/** The name of a kind of file that can hold recordings. */
export type SoundFormat = (typeof soundFormats)[number];

/**
 * Formats whose files leave the zip include recordings, so that they are complete on their own. Flashcards (`anki`) only get single
 * sentences: a whole recording for one word would be too much.
 */
export const defaultSoundFormats: readonly SoundFormat[] = [
  "epub",
  "cartridge",
  "scorm",
  "moodle",
  "h5p",
  "sentences",
];

/** The paper of sheets and keys. */
export const paperSizes = ["a4", "letter"] as const;

/** The page of the printed reader after trimming, in the sizes that printers on demand offer. */
export const trimSizes = ["5x8in", "5.5x8.5in", "6x9in", "a5"] as const;

/** The name of a format of the package. */
export type PackageFormat = (typeof packageFormats)[number];

/**
 * The formats of a plan that chooses none: one cartridge, in the version that every importer reads, and no PDF, which needs a browser and is not
 * the same on every machine.
 */
export const defaultFormats: readonly PackageFormat[] = packageFormats.filter(
  (format) => format !== "cartridge12" && format !== "pdf",
);

/** A position in a file written by a person. Line and column count from 1. */
export interface Place {
  /** As the user named it: the path given on the command line, or for a word list, one relative to the plan's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The exact body of one `POST /stories` (interface 4.2), with every default written out, so that nothing depends on the service's own defaults.
 * `lang` is a code of 2.1, `difficulty` 1 to 10; `genre` and `form` are absent if the service chooses.
 */
export interface StoryRequest extends CreationRequest {
  readonly length: Length;
  readonly audiobook: boolean;
  readonly visibility: "private" | "public";
}

/** One story to make. */
export interface Job {
  /** `<topic>.<lang>.<difficulty>` */
  readonly id: string;
  /** `<edition>/<id>`. The ledger may have it under another name (`run/match.ts`). */
  readonly key: string;
  /** Its keys under its topic's former ids, the newest first: it keeps what was bought under them. */
  readonly formerKeys: readonly string[];
  /** The id of its topic in the plan. */
  readonly topicId: string;
  /** What is sent to create it. */
  readonly request: StoryRequest;
  /** The topic or `include` rule that the job comes from. */
  readonly place: Place;
}

/** An entry of `removed`: it covers the lessons that match all its fields. Null: any value. */
export interface Removal {
  readonly topic: string | null;
  readonly lang: string | null;
  readonly difficulty: number | null;
  readonly settings: Partial<Pick<StoryRequest, "length" | "audiobook" | "visibility" | "genre" | "form">>;
  /** The start of the id of its story, or of an attempt. */
  readonly story: string | null;
  /** The text that its topic last had. */
  readonly text: string | null;
  readonly place: Place;
}

/** An entry of `moved`: the lessons bought under an id, or for a text, belong to a current topic. One of `from` and `text` is null. */
export interface Move {
  readonly from: string | null;
  readonly text: string | null;
  readonly to: string;
  readonly place: Place;
}

/** Where the plan has the keys about bought lessons; null: not present yet. A new one goes above `topics`. */
export interface KeyPlaces {
  readonly moved: Place | null;
  readonly removed: Place | null;
  readonly topics: Place;
}

/** A job removed by an `exclude` rule: purchases for it are accounted for. */
export interface ExcludedJob extends Pick<Job, "id" | "key" | "formerKeys" | "topicId"> {
  readonly request: Pick<StoryRequest, "topic" | "lang" | "difficulty">;
}

/** A word of a list, clean. */
export interface ListWord {
  readonly word: string;
  readonly gloss: string | null;
  /** Its forms, where the list names them: what a story may have in its place. */
  readonly forms: readonly string[];
  /** A sentence of the list with the word in it. */
  readonly example: string | null;
  /** The level that the list gives it, as it is written there. */
  readonly level: string | null;
  /** By which two spellings are one word. */
  readonly key: string;
  readonly place: Place;
}

/** The words of every list by name and language. */
export type WordLists = ReadonlyMap<string, ReadonlyMap<string, readonly ListWord[]>>;

/** What a plan asks of its reviewers. */
export interface ReviewTerms {
  /** How many different people must approve each lesson before it is packaged. */
  readonly required: number;
  /** How many lessons of each volume must be approved before any but the first ones is bought; null: the review holds back no purchase. */
  readonly gate: number | null;
  /** Who speaks corrected sentences anew; null: nobody. */
  readonly narrator: NarratorChoice | null;
}

/** The narrators that a plan can choose; it names neither an address nor a key, because a plan is content. */
export const narrators = ["embedded", "openai"] as const;
type NarratorChoice = (typeof narrators)[number];

/** Words of earlier editions that a volume's stories are asked for again. */
export interface RepeatedWords {
  readonly lang: string;
  readonly difficulty: number;
  readonly words: readonly string[];
}

/** What is an edition's turn, in a plan whose topics rotate. */
export interface EditionTurn {
  /** The ids of its topics, in the plan's order. */
  readonly topics: readonly string[];
  /** How many topics the plan has. */
  readonly of: number;
  /** The words of earlier editions that its stories are asked for again, by volume. */
  readonly repeated: readonly RepeatedWords[];
}

/** A plan with every default resolved: from here on, no `undefined` means "default". */
export interface Plan {
  /** As given on the command line. */
  readonly file: string;
  /** Its id: it names the course's folder and package. */
  readonly course: string;
  readonly title: string;
  readonly description: string | null;
  /** The creator of the course's books; null: the publisher is. */
  readonly author: string | null;
  readonly publisher: string | null;
  readonly license: string | null;
  /** What the plan says of its books as products; null: nothing. */
  readonly publishing: Publishing | null;
  /** By topic id: pictures and questions for its lessons. */
  readonly material: ReadonlyMap<string, TopicMaterial>;
  /** The path of the cover image below the plan's folder, as written. */
  readonly cover: string | null;
  /** The language of the glosses and of the package's own pages. */
  readonly reader: string;
  /** The edition, with its placeholders filled in. */
  readonly edition: string;
  /** The plan's own edition as written, with its placeholders. */
  readonly editionPattern: string;
  /** The edition whose stories it takes where a lesson's request is the same; null: none. */
  readonly basedOn: { readonly edition: string; readonly place: Place } | null;
  /** Null: every edition has all topics. */
  readonly turn: EditionTurn | null;
  /** The entry of `skip` that leaves this edition out; null: it is made. */
  readonly skippedAt: Place | null;
  /** The most that the edition, and a month in UTC, may cost, in credits; null: no limit of the month. */
  readonly budget: { readonly credits: number; readonly month: number | null };
  /** The words of every list, by its name and language, with all that their lists say of them. */
  readonly lists: WordLists;
  readonly formats: readonly PackageFormat[];
  /** The formats that include recordings. */
  readonly soundIn: readonly SoundFormat[];
  /** Whether the package also has, for the publisher, what exports hold besides sound. */
  readonly exported: boolean;
  readonly paper: (typeof paperSizes)[number];
  readonly trim: (typeof trimSizes)[number];
  /** The limits of what is found in its lessons, and what is done beyond them. */
  readonly quality: QualityLimits;
  /** Null: lessons are packaged without anybody's approval. */
  readonly review: ReviewTerms | null;
  /** The publisher's headwords by language, which stories are compared with. */
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>;
  /** In lesson order: topics as written, then languages, then difficulties; then jobs added by `include`. */
  readonly jobs: readonly Job[];
  /** What `exclude` took out. */
  readonly excluded: readonly ExcludedJob[];
  readonly keys: KeyPlaces;
  readonly removed: readonly Removal[];
  /** The effect on jobs of entries with `from` is in `formerKeys`. */
  readonly moved: readonly Move[];
}
