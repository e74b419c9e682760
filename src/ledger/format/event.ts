import { z } from "zod";

/** The version of the format that `FORMAT.md` describes. A ledger with another one is left alone. */
export const formatVersion = 1;

// The shape alone, as `isUuid` judges it: an id that the service gave must be readable again, whatever its version digit says.
const uuid = z.guid();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const credits = z.number().nonnegative();

/** What a creation may cost: the quote of its exact settings. */
const priceSchema = z.object({ credits, writing: credits, audiobook: credits });

export type Price = z.infer<typeof priceSchema>;

/** What is asked of the service: the exact body, as far as the ledger needs to know it. Other members are kept as they are. */
const requestSchema = z.looseObject({
  topic: z.string(),
  lang: z.string(),
  difficulty: z.number(),
  length: z.string(),
  audiobook: z.boolean(),
});

const settingSchema = z.object({
  lang: z.string(),
  difficulty: z.number(),
  length: z.string(),
  audiobook: z.boolean(),
});

export type Setting = z.infer<typeof settingSchema>;

const inEdition = { edition: z.string() };
const ofJob = { ...inEdition, job: z.string() };
const ofAttempt = { ...ofJob, attempt: uuid };
/**
 * Of what `ledger rebuild` has put back: nothing was bought by it. `happenedAt`: when it happened by all that is known, in UTC, where the
 * event's own time is only when it was put back.
 */
const putBack = { rebuilt: z.literal(true).optional(), happenedAt: z.string().optional() };
const savedFile = { file: z.string(), bytes: z.int().nonnegative(), sha256: hash };

const bodies = [
  z.looseObject({
    type: z.literal("ledger.opened"),
    format: z.int(),
    ledger: uuid,
    course: z.string(),
    service: z.string(),
  }),
  /** A torn last line was set aside in a file beside the ledger and cut off. `salvaged`: UUIDs that could be read in it. */
  z.looseObject({
    type: z.literal("ledger.repaired"),
    bytes: z.int(),
    file: z.string(),
    salvaged: z.array(uuid),
  }),
  /** What an earlier run could not record here was put back from a rescue file: so many events, up to this one, the last of them. */
  z.looseObject({
    type: z.literal("ledger.rejoined"),
    file: z.string(),
    events: z.int().nonnegative(),
  }),
  /**
   * Another ledger of the course was taken into this one. Its events follow, each with its place there in `joined` (`seq`, `at`, `hash`), as many
   * as `events` says; what both begin with, `common` events, is not repeated.
   */
  z.looseObject({
    type: z.literal("ledger.joined"),
    ledger: uuid,
    common: z.int().nonnegative(),
    head: z.object({ seq: z.int(), hash }),
    events: z.int().nonnegative(),
  }),
  /**
   * A person let this ledger begin, or go on, although this machine knew of lessons that it does not know. `known`: what was known then; more
   * than that needs another word.
   */
  z.looseObject({
    type: z.literal("ledger.consented"),
    who: z.string(),
    known: z.object({
      /** Saved stories beside the ledger that it does not know. */
      stories: z.int().nonnegative(),
      /** Purchases that this machine remembers of this very ledger and that it does not know. */
      forgotten: z.int().nonnegative(),
      /** Other ledgers that have bought lessons of this course, or lessons that a run of it would buy. */
      ledgers: z.array(z.object({ path: z.string(), course: z.string(), lessons: z.int().nullable() })),
    }),
    /** The lessons that may be paid for again, by all words so far: what was asked for in which edition, and its price then. No others may. */
    lessons: z.array(z.object({ ...ofJob, requestHash: hash, credits })).optional(),
  }),
  /**
   * What `ledger rebuild` put back stands between the two: a ledger without the second does not know everything yet, and no run goes by it.
   * `sources`: how many attempts, stories and files were found where.
   */
  z.looseObject({
    type: z.literal("ledger.rebuilt"),
    stage: z.enum(["begun", "ended"]),
    sources: z.record(z.string(), z.int().nonnegative()),
  }),
  z.looseObject({
    type: z.literal("run.started"),
    ...inEdition,
    run: uuid,
    plan: hash,
    jobs: z.int(),
  }),
  z.looseObject({ type: z.literal("run.ended"), ...inEdition, run: uuid, exitCode: z.int() }),
  z.looseObject({
    type: z.literal("quote.received"),
    ...inEdition,
    setting: settingSchema,
    price: priceSchema,
    balance: z.number().nullable(),
  }),
  /**
   * What a run found bought lessons to be by now, before anything else it did: `job` is a lesson's name here, `as` the id of its job in the plan of
   * that run, `topic` the text that its topic had there. Only what is news: lessons are known again by these texts and ids as well. `moves`: entries of
   * `moved` that are carried out by this, and say nothing of later plans; one that a plan has twice stands here twice.
   */
  z.looseObject({
    type: z.literal("lessons.matched"),
    ...inEdition,
    lessons: z.array(z.object({ job: z.string(), as: z.string(), topic: z.string() })),
    moves: z.array(z.object({ from: z.string().nullable(), text: z.string().nullable(), to: z.string() })),
  }),
  /**
   * The balance of the newest quote before this event is accounted for: a run has told what of its fall the ledger can't explain, and went on.
   * The next run compares with it.
   */
  z.looseObject({
    type: z.literal("balance.accounted"),
    ...inEdition,
    run: uuid,
    /** So many credits were missing that no story of the ledger explains. */
    unexplained: credits,
  }),
  z.looseObject({
    type: z.literal("creation.intended"),
    ...ofAttempt,
    run: uuid,
    request: requestSchema,
    requestHash: hash,
    price: priceSchema,
    /** The account's credits as the last quote showed them; null where the account is not limited. */
    balanceBefore: z.number().nullable(),
    /** The UTC month that it counts in, such as `2026-11` (`month.ts`). Left out by older versions: the month of `at`. */
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .optional(),
    /** True where a person asked for another story in place of one that exists or may exist. */
    replaces: z.boolean(),
    /** What the service's clock said at the intention, by the `Date` of its newest answer. Left out where no answer said a time. */
    serviceTime: z.string().optional(),
    /** Tells the key that it was made with from others, and nothing else of it. Left out for a login, and by older versions. */
    account: z.string().optional(),
    ...putBack,
  }),
  z.looseObject({
    type: z.literal("creation.accepted"),
    ...ofAttempt,
    id: uuid,
    status: z.int(),
    warnings: z.array(z.string()),
  }),
  z.looseObject({
    type: z.literal("creation.refused"),
    ...ofAttempt,
    status: z.int(),
    code: z.string(),
    message: z.string(),
    retryAfterSeconds: z.number().nullable(),
  }),
  /** The connection was gone before the first byte was written: proven that nothing was created. */
  z.looseObject({ type: z.literal("creation.unsent"), ...ofAttempt, cause: z.string() }),
  z.looseObject({
    type: z.literal("creation.uncertain"),
    ...ofAttempt,
    cause: z.string(),
    status: z.int().nullable(),
    /** The start of what came back, for a person to read. */
    answer: z.string().nullable(),
    /** Whatever looks like an id in what came back, canonical, the likeliest first: evidence, never acted on. */
    ids: z.array(uuid).optional(),
    /** What came back, from the status line on: how many bytes, and the first 64 KiB of them; null where a credential is hidden in them. */
    received: z.object({ bytes: z.int(), base64: z.string().nullable() }).optional(),
    ...putBack,
  }),
  z.looseObject({
    type: z.literal("creation.resolved"),
    ...ofAttempt,
    how: z.enum(["story", "not-created"]),
    /** The story's id where it exists. */
    id: uuid.nullable(),
    who: z.string(),
    why: z.string(),
    /** What spoke against the word, when it was given all the same. */
    evidence: z.array(z.looseObject({ code: z.string() })).optional(),
    /** The story of a creation that was declared not created before. */
    corrects: z.boolean().optional(),
    ...putBack,
  }),
  z.looseObject({
    type: z.literal("story.observed"),
    ...ofJob,
    id: uuid,
    status: z.string(),
    credits,
    book: z.object({ id: uuid, status: z.string() }).nullable(),
    error: z.string().nullable(),
    ...putBack,
  }),
  /** The service answered 404 for a story that it had accepted. Everything known of it stays. */
  z.looseObject({ type: z.literal("story.missing"), ...ofJob, id: uuid }),
  z.looseObject({ type: z.literal("story.saved"), ...ofJob, id: uuid, ...savedFile, ...putBack }),
  z.looseObject({
    type: z.literal("book.exported"),
    ...ofJob,
    id: uuid,
    book: uuid,
    contentType: z.string().nullable(),
    ...savedFile,
    ...putBack,
  }),
  /**
   * When the sentences of a story are heard was found out, or that it can't be. `text` and `sound`: the hashes of the saved story and of the book that it
   * was found from, `algorithm` how: as long as these are the same it is not done again. `why`: what kept it from being by sentences. `hints`: where
   * sound and text seem to differ.
   */
  z.looseObject({
    type: z.literal("times.saved"),
    ...ofJob,
    id: uuid,
    ...savedFile,
    text: hash,
    sound: hash,
    algorithm: z.string(),
    level: z.string(),
    why: z.string().nullable(),
    hints: z.array(z.object({ kind: z.string(), sentence: z.int(), atMs: z.number() })),
  }),
  /** The export stayed impossible in one run; the next one tries again. */
  z.looseObject({ type: z.literal("book.unavailable"), ...ofJob, id: uuid, cause: z.string() }),
  z.looseObject({
    type: z.literal("package.written"),
    ...inEdition,
    ...savedFile,
    /** SHA-256 of what the package is made from, and which release of the edition it is. Older ledgers don't say. */
    content: hash.optional(),
    revision: z.int().positive().optional(),
  }),
  /** What a run learned about the account's limits and speed: whether an audiobook's start is a paid start, and how long stories of each kind took. */
  z.looseObject({
    type: z.literal("pace.learned"),
    ...inEdition,
    narration: z.enum(["unknown", "counts", "free"]),
    times: z.array(
      z.object({
        lang: z.string(),
        length: z.string(),
        phase: z.enum(["writing", "narrating"]),
        ms: z.number().nonnegative(),
        /** Such a story was over after so long, and nobody knows how long before. */
        atMost: z.boolean().optional(),
      }),
    ),
  }),
] as const;

/** What an event says, without its place in the log. */
export const eventBodySchema = z.discriminatedUnion("type", bodies);

export type EventBody = z.infer<typeof eventBodySchema>;

/** Where an event stands: its number from 1, its time in UTC, and the hash that chains it to all before it. */
export interface EventPlace {
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
}

export type LedgerEvent = EventBody & EventPlace;

export type EventOf<Type extends EventBody["type"]> = Extract<LedgerEvent, { type: Type }>;
