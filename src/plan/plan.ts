import type { Length } from "../contract/choices.ts";
import type { CreationRequest } from "../contract/stories.ts";
import { type SoundFormat, soundFormats } from "../package/contents/course.ts";
import type { Publishing } from "../package/contents/publishing.ts";
import { earlierDefaultFormats } from "../package/formats/formats.ts";
import {
  defaultFormats,
  type narrators,
  type packageFormats,
  type platforms,
  type readingChoices,
} from "./names.ts";
import type { QualityLimits } from "./quality-checks.ts";
import type { WrittenPlan } from "./schema.ts";

/** The name of a format of the package. */
export type PackageFormat = (typeof packageFormats)[number];

export type Platform = (typeof platforms)[number];

/** A position in a file written by a person. Lines and columns are counted from 1. */
export interface Place {
  /** As the user named it: the path given on the command line or, for a word list, a path relative to the plan's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In a spreadsheet, the name of the sheet, whose rows are the lines; empty for a table without sheets. */
  readonly sheet?: string;
}

/**
 * The exact body of one `POST /stories` (interface 4.2), with every default written out, so that nothing depends on the service's own defaults.
 * `lang` is a code from interface 2.1, `difficulty` 1 to 10; `genre` and `form` are absent if the service chooses.
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
  readonly topicId: string;
  readonly request: StoryRequest;
  /** In an edition that has begun: the plan's current request, if it has changed since. It is used only to buy a replacement. */
  readonly edited?: StoryRequest;
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
  readonly text: string | null;
  readonly place: Place;
}

/** An entry of `moved`: the lessons bought under an id, or for a text, belong to a current topic. Either `from` or `text` is null. */
export interface Move {
  readonly from: string | null;
  readonly text: string | null;
  readonly to: string;
  readonly place: Place;
}

/** The part of a request that tells which text is whose: a lesson belongs only to a job of its language and difficulty. */
export type TopicRequest = Pick<StoryRequest, "topic" | "lang" | "difficulty">;

export interface ListWord {
  readonly word: string;
  /** The word as its list writes it, if it has dictionary marks there, such as the ending in `rojo, -a`. */
  readonly entry: string | null;
  readonly gloss: string | null;
  /** How it is read, in languages written in Chinese characters; null: its list doesn't say. */
  readonly reading: string | null;
  /** Its forms, if the list names them: a story may use one of them instead of the word. */
  readonly forms: readonly string[];
  readonly example: string | null;
  /** The word's level as its list writes it; null: none. */
  readonly level: string | null;
  /** Two spellings with the same key are one word. */
  readonly key: string;
  readonly place: Place;
}

export type WordLists = ReadonlyMap<string, ReadonlyMap<string, readonly ListWord[]>>;

export interface ReviewTerms {
  readonly required: number;
  /** How many lessons of each volume must be approved before the rest are bought; null: the review holds back no purchase. */
  readonly gate: number | null;
  /** The voice that speaks corrected sentences anew; null: none. */
  readonly narrator: (typeof narrators)[number] | null;
}

export interface RepeatedWords {
  readonly lang: string;
  readonly difficulty: number;
  readonly words: readonly string[];
}

/** In a plan whose topics rotate, the topics of an edition: their ids in the plan's order; `of`: how many topics there are in all. */
export interface EditionTurn {
  readonly topics: readonly string[];
  readonly of: number;
  readonly repeated: readonly RepeatedWords[];
}

/** A topic's additions to its lessons besides the story. None of them is sent to the service, so they may change after a story has been bought. */
export interface TopicMaterial {
  readonly image: TopicImage | null;
  readonly prompts: readonly string[] | ReadonlyMap<string, readonly string[]>;
}

export interface TopicImage {
  readonly path: string;
  readonly alt: string;
}

export function promptsFor({ prompts }: TopicMaterial, lang: string): readonly string[] {
  return prompts instanceof Map ? (prompts.get(lang) ?? []) : (prompts as readonly string[]);
}

export type ReadingChoice = (typeof readingChoices)[number];

/** A headword of the publisher's lists, and the level from which a learner is expected to know it. */
export interface LevelWord {
  readonly word: string;
  readonly gloss: string | null;
  readonly level: number;
}

/** Flashcards get only single sentences: a whole recording for one word would be too much. */
const defaultSoundFormats: readonly SoundFormat[] = soundFormats.filter((format) => format !== "anki");

/** Extras that are packaged only if the plan lists the package's contents or, in the case of the sheets, if it names a publisher or an ISBN. */
export type PackageExtra = "audio" | "sheets";

export const firstEdition = "1";

/** The settings of a plan that need no rule, with every default filled in. */
export function settingsOf(written: WrittenPlan) {
  const { cover = null, reader = "en", edition = firstEdition, budget, review } = written;
  const { formats, audio, exported = false } = written.package ?? {};
  const isChosen = formats !== undefined || audio !== undefined;
  const { almost = "half", paper = "a4", trim = "6x9in", readings = null } = written.package ?? {};
  const { required, gate, narrator } = review ?? {};
  const terms: ReviewTerms = { required: required ?? 1, gate: gate ?? null, narrator: narrator ?? null };
  return {
    course: written.course,
    cover,
    reader,
    editionPattern: edition,
    /** Null: the month has no limit. */
    budget: { credits: budget.credits, month: budget.month ?? null },
    formats: (formats ?? (isChosen ? earlierDefaultFormats : defaultFormats)) as readonly PackageFormat[],
    /** The extras that the package leaves out: the folders `audio` and `text`, and the publisher's sheets. */
    without: (isChosen
      ? []
      : written.publisher === undefined && written.isbn === undefined
        ? ["audio", "sheets"]
        : ["audio"]) as readonly PackageExtra[],
    platforms: (written.platforms ?? []) as readonly Platform[],
    soundIn: (audio ?? defaultSoundFormats) as readonly SoundFormat[],
    exported,
    almost,
    paper,
    trim,
    /** For all difficulties, or by difficulty; null: the plan does not say. */
    readings: readings as ReadingChoice | Readonly<Record<string, ReadingChoice>> | null,
    /** Null: lessons are packaged without approval. */
    review: review === undefined ? null : terms,
  };
}

type PlanSettings = Readonly<ReturnType<typeof settingsOf>>;

export interface LanguageModel {
  readonly url: string;
  readonly model: string;
  readonly keyFile: string | null;
}

/** A plan with every default resolved: from here on, no `undefined` means "default". */
export interface Plan extends PlanSettings {
  readonly file: string;
  readonly title: string;
  readonly description: string | null;
  /** Null: the publisher is the author. */
  readonly author: string | null;
  readonly publisher: string | null;
  readonly license: string | null;
  readonly publishing: Publishing | null;
  readonly languageModel: LanguageModel | null;
  /** By topic id. */
  readonly material: ReadonlyMap<string, TopicMaterial>;
  readonly edition: string;
  readonly basedOn: { readonly edition: string; readonly place: Place } | null;
  /** Null: every edition has all topics. */
  readonly turn: EditionTurn | null;
  /**
   * Null: the edition has not begun, or the plan doesn't rotate its topics. `edited`: the ids of its topics that have changed in the plan since it
   * began.
   */
  readonly made: { readonly edited: readonly string[] } | null;
  /** In a plan that rotates, the hash of the past editions that it was read with; null otherwise. */
  readonly past: string | null;
  /** The entry of `skip` that leaves this edition out; null: none. */
  readonly skippedAt: Place | null;
  readonly lists: WordLists;
  readonly quality: QualityLimits;
  /** The publisher's headwords by language, with which stories are compared. */
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>;
  /** In lesson order: topics as written, then languages, then difficulties; then jobs added by `include`. */
  readonly jobs: readonly Job[];
  /** What the jobs that an `exclude` rule took out would ask for. */
  readonly excluded: readonly TopicRequest[];
  readonly removed: readonly Removal[];
  readonly moved: readonly Move[];
}

/**
 * The members that, besides its jobs, make up a plan's meaning, for `planHash`. Listed by name, because a plan that is matched against a ledger has more
 * members, which change with the ledger.
 */
export const meaning = {
  course: true,
  title: true,
  description: true,
  author: true,
  publisher: true,
  license: true,
  publishing: true,
  material: true,
  cover: true,
  reader: true,
  edition: true,
  editionPattern: true,
  turn: true,
  skippedAt: true,
  budget: true,
  formats: true,
  without: true,
  platforms: true,
  soundIn: true,
  exported: true,
  paper: true,
  trim: true,
} satisfies Record<Exclude<keyof Plan, Unhashed>, true>;

type Unhashed =
  | ("file" | "jobs" | "excluded" | "removed" | "moved")
  | (
      | "almost"
      | "readings"
      | "quality"
      | "review"
      | "languageModel"
      | "levels"
      | "lists"
      | "basedOn"
      | "made"
      | "past"
    );
