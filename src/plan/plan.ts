import type { Length } from "../contract/choices.ts";
import type { CreationRequest } from "../contract/stories.ts";
import {
  type contributorRoles,
  type narrators,
  packageFormats,
  type productForms,
  soundFormats,
} from "./names.ts";
import type { QualityLimits } from "./quality-checks.ts";
import type { WrittenPlan } from "./schema.ts";

/** The name of a format of the package. */
export type PackageFormat = (typeof packageFormats)[number];

/** The name of a kind of file that can hold recordings. */
export type SoundFormat = (typeof soundFormats)[number];

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
  readonly topicId: string;
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
  readonly narrator: (typeof narrators)[number] | null;
}

/** Words of earlier editions that a volume's stories are asked for again. */
export interface RepeatedWords {
  readonly lang: string;
  readonly difficulty: number;
  readonly words: readonly string[];
}

/** What is an edition's turn, in a plan whose topics rotate: the ids of its topics in the plan's order, `of` so many. */
export interface EditionTurn {
  readonly topics: readonly string[];
  readonly of: number;
  readonly repeated: readonly RepeatedWords[];
}

/** What a topic has for its lessons besides the story. None of it is sent to the service, so it may change after a story was bought. */
export interface TopicMaterial {
  readonly image: TopicImage | null;
  /** Questions to talk about: for every language, or by language. */
  readonly prompts: readonly string[] | ReadonlyMap<string, readonly string[]>;
}

export interface TopicImage {
  /** Below the plan's folder, as written. */
  readonly path: string;
  /** What it shows, for those who don't see it. */
  readonly alt: string;
}

/** The questions for a language. */
export function promptsFor({ prompts }: TopicMaterial, lang: string): readonly string[] {
  return prompts instanceof Map ? (prompts.get(lang) ?? []) : (prompts as readonly string[]);
}

/** A headword of the publisher's lists, and the level from which on a learner knows it. */
export interface LevelWord {
  readonly word: string;
  readonly gloss: string | null;
  readonly level: number;
}

export type ProductForm = (typeof productForms)[number];

export type ContributorRole = (typeof contributorRoles)[number];

export interface Contributor {
  readonly name: string;
  readonly role: ContributorRole;
  /** The name as it is sorted, such as "Ruiz, Ana"; null: not said. */
  readonly sortAs: string | null;
  readonly isOrganization: boolean;
}

export interface RetailPrice {
  readonly amount: number;
  readonly currency: string;
  /** Whether it includes tax, and whether a law or contract fixes it. */
  readonly taxIncluded: boolean;
  readonly isFixed: boolean;
  /** ISO 3166-1 codes; empty: everywhere. */
  readonly territories: readonly string[];
  /** Empty: all forms. */
  readonly forms: readonly ProductForm[];
}

/** Who checked the accessibility of the books, and what they found. */
export interface Certification {
  readonly by: string;
  readonly conformsTo: string | null;
  readonly credential: string | null;
  readonly report: string | null;
}

/** What the plan says of its books as products, for the book trade. */
export interface Publishing {
  readonly imprint: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly website: string | null;
  readonly email: string | null;
  readonly published: string | null;
  /** By volume, such as `es-2`: thirteen digits by form. */
  readonly isbn: Readonly<Record<string, Readonly<Partial<Record<ProductForm, string>>>>>;
  readonly prices: readonly RetailPrice[];
  readonly contributors: readonly Contributor[];
  readonly legal: readonly string[];
  readonly accessibility: Certification | null;
}

/**
 * Formats whose files leave the zip include recordings, so that they are complete on their own. Flashcards (`anki`) only get single
 * sentences: a whole recording for one word would be too much.
 */
const defaultSoundFormats: readonly SoundFormat[] = soundFormats.filter((format) => format !== "anki");

/**
 * The formats of a plan that chooses none: one cartridge, in the version that every importer reads, and no PDF, which needs a browser and is not
 * the same on every machine.
 */
export const defaultFormats: readonly PackageFormat[] = packageFormats.filter(
  (format) => format !== "cartridge12" && format !== "pdf",
);

/** The edition of a plan that names none. */
export const firstEdition = "1";

/** What a plan says that needs no rule, with every default. */
export function settingsOf(written: WrittenPlan) {
  const { cover = null, reader = "en", edition = firstEdition, budget, review } = written;
  const { formats = defaultFormats, audio = defaultSoundFormats, exported = false } = written.package ?? {};
  const { paper = "a4", trim = "6x9in" } = written.package ?? {};
  const { required, gate, narrator } = review ?? {};
  const terms: ReviewTerms = { required: required ?? 1, gate: gate ?? null, narrator: narrator ?? null };
  return {
    /** Its id: it names the course's folder and package. */
    course: written.course,
    /** A path below the plan's folder, as written. */
    cover,
    /** The language of the glosses and of the package's own pages. */
    reader,
    /** The plan's own edition as written, with its placeholders. */
    editionPattern: edition,
    /** The most that the edition, and a month in UTC, may cost, in credits; null: no limit of the month. */
    budget: { credits: budget.credits, month: budget.month ?? null },
    formats: formats as readonly PackageFormat[],
    /** The formats that include recordings. */
    soundIn: audio as readonly SoundFormat[],
    /** Whether the package also has, for the publisher, what exports hold besides sound. */
    exported,
    paper,
    trim,
    /** Null: lessons are packaged without anybody's approval. */
    review: review === undefined ? null : terms,
  };
}

type PlanSettings = Readonly<ReturnType<typeof settingsOf>>;

/** A plan with every default resolved: from here on, no `undefined` means "default". */
export interface Plan extends PlanSettings {
  readonly file: string;
  readonly title: string;
  readonly description: string | null;
  /** Null: the publisher. */
  readonly author: string | null;
  readonly publisher: string | null;
  readonly license: string | null;
  readonly publishing: Publishing | null;
  /** By topic id. */
  readonly material: ReadonlyMap<string, TopicMaterial>;
  /** The edition, with its placeholders filled in. */
  readonly edition: string;
  /** The edition whose stories it takes where a lesson's request is the same; null: none. */
  readonly basedOn: { readonly edition: string; readonly place: Place } | null;
  /** Null: every edition has all topics. */
  readonly turn: EditionTurn | null;
  /** The entry of `skip` that leaves this edition out; null: it is made. */
  readonly skippedAt: Place | null;
  readonly lists: WordLists;
  readonly quality: QualityLimits;
  /** The publisher's headwords by language, which stories are compared with. */
  readonly levels: ReadonlyMap<string, readonly LevelWord[]>;
  /** In lesson order: topics as written, then languages, then difficulties; then jobs added by `include`. */
  readonly jobs: readonly Job[];
  readonly excluded: readonly ExcludedJob[];
  readonly keys: KeyPlaces;
  readonly removed: readonly Removal[];
  /** The effect on jobs of entries with `from` is in `formerKeys`. */
  readonly moved: readonly Move[];
}

/**
 * The members that tell a plan's meaning besides its jobs, for `planHash`. By name, because a plan that is matched against a ledger has more members,
 * which change with it.
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
  soundIn: true,
  exported: true,
  paper: true,
  trim: true,
} satisfies Record<Exclude<keyof Plan, Unhashed>, true>;

type Unhashed =
  | ("file" | "keys" | "jobs" | "excluded" | "removed" | "moved")
  | ("quality" | "review" | "levels" | "lists" | "basedOn");
