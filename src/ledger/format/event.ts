import * as z from "zod";

/** The version of the format that `FORMAT.md` describes. A ledger of any other version is left unchanged. */
export const formatVersion = 1;

// Checks the shape only, like `isUuid`: an id issued by the service must stay readable whatever its version digit.
const uuid = z.guid();
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
const credits = z.number().nonnegative();

const inEdition = { edition: z.string() };
const ofJob = { ...inEdition, job: z.string() };
const savedFile = { file: z.string(), bytes: z.int().nonnegative(), sha256: hash };
/**
 * Marks an event that `ledger restore` restored; it bought nothing. `happenedAt`: the best known time of the original, in UTC, while the
 * event's own time is that of the restoring.
 */
const putBack = { rebuilt: z.literal(true).optional(), happenedAt: z.string().optional() };

/** The most that a creation should cost: the quote for its exact settings. */
const priceSchema = z.object({ credits, writing: credits, audiobook: credits });

export type Price = z.infer<typeof priceSchema>;

/** The request's body, as far as the ledger needs it. Other members are kept unchanged. */
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

const ofAttempt = { ...ofJob, attempt: uuid };

/** The content that was reviewed, as hashes of the saved text, recording and times. Null if the lesson had none. */
const seenSchema = z.object({
  text: hash,
  sound: hash.nullable(),
  times: hash.nullable(),
  /** The hash of the correction's file. Missing: the lesson was not corrected. */
  correction: hash.nullable().optional(),
});

const ofDecision = {
  ...ofJob,
  /** The story that was reviewed: a replacement is another lesson. */
  id: uuid,
  /** Identifies the decision wherever it is copied to. */
  decision: uuid,
  /** The name that the person gave. */
  who: z.string(),
  why: z.string().nullable(),
  seen: seenSchema,
  /** The lesson has a recording, but the person decided from a page without it. */
  unheard: z.literal(true).optional(),
};

/** An entry of a plan's `moved`. */
const movedEntry = z.object({ from: z.string().nullable(), text: z.string().nullable(), to: z.string() });

const bodies = [
  z.looseObject({
    type: z.literal("ledger.opened"),
    format: z.int(),
    ledger: uuid,
    course: z.string(),
    service: z.string(),
  }),
  /** A torn last line was set aside in a file beside the ledger and cut off. `salvaged`: UUIDs readable in it. */
  z.looseObject({
    type: z.literal("ledger.repaired"),
    bytes: z.int(),
    file: z.string(),
    salvaged: z.array(uuid),
  }),
  /** Events that an earlier run could not record here were restored from a rescue file: `events` of them, this one being the last. */
  z.looseObject({
    type: z.literal("ledger.rejoined"),
    file: z.string(),
    events: z.int().nonnegative(),
  }),
  /**
   * Another ledger of the course was merged into this one. `events` events follow, each with its original place in `joined` (`seq`, `at`,
   * `hash`); the `common` events that both ledgers begin with are not repeated.
   */
  z.looseObject({
    type: z.literal("ledger.joined"),
    ledger: uuid,
    common: z.int().nonnegative(),
    head: z.object({ seq: z.int(), hash }),
    events: z.int().nonnegative(),
  }),
  /**
   * The user let this ledger start, or continue, although this machine knew of lessons missing from it. `known`: what was known then;
   * anything beyond it needs a new consent.
   */
  z.looseObject({
    type: z.literal("ledger.consented"),
    who: z.string(),
    known: z.object({
      /** Saved stories beside the ledger that are missing from it. */
      stories: z.int().nonnegative(),
      /** Purchases of this ledger that this machine remembers and the ledger lacks. */
      forgotten: z.int().nonnegative(),
      /** Other ledgers that have bought lessons of this course, or lessons that a run of this course would buy. */
      ledgers: z.array(z.object({ path: z.string(), course: z.string(), lessons: z.int().nullable() })),
    }),
    /** All lessons that may be paid for again, from every consent so far: request and edition, with the price at that time. No others may. */
    lessons: z.array(z.object({ ...ofJob, requestHash: hash, credits })).optional(),
  }),
  /**
   * Follows what `ledger restore` found without a mirror. Older versions began with `begun`: a ledger without `ended` after it is incomplete, and no run
   * may use it. `sources`: how many attempts, stories and files each source provided. `seen`: last events that an older version saw and nobody has kept.
   */
  z.looseObject({
    type: z.literal("ledger.rebuilt"),
    stage: z.enum(["begun", "ended"]),
    sources: z.record(z.string(), z.int().nonnegative()),
    seen: z.array(hash).optional(),
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
   * A lesson's address changed, or the text of its topic: `job` is its name here, `to` the id of its job in the run's plan, `topic` the text of
   * its topic there. Recorded before anything else that the run did; the next plan is compared with these. `entries`: the entries of `moved`
   * that this run carries out, with its first such event; an entry that a plan has twice is listed twice.
   */
  z.looseObject({
    type: z.literal("lesson.moved"),
    ...ofJob,
    to: z.string(),
    topic: z.string(),
    entries: z.array(movedEntry).optional(),
  }),
  /** The same of several lessons at once, as older versions recorded it. */
  z.looseObject({
    type: z.literal("lessons.matched"),
    ...inEdition,
    lessons: z.array(z.object({ job: z.string(), as: z.string(), topic: z.string() })),
    moves: z.array(movedEntry),
  }),
  /**
   * A job of an edition takes the story that an earlier edition bought for the same request; recorded before anything else that the run did.
   * `job`: the job's id in that run's plan. `from`: the lesson's edition and its name there.
   */
  z.looseObject({ type: z.literal("lesson.inherited"), ...ofJob, from: z.object(ofJob) }),
  /**
   * What an edition of a plan that rotates contains, from before its first purchase on: for each lesson its job's id, the request that it is bought
   * with, and those of its words that came back from earlier editions. In parts: `from`, how many of `of` lessons the events before it have.
   * One that begins anew replaces what was composed before.
   */
  z.looseObject({
    type: z.literal("edition.composed"),
    ...inEdition,
    from: z.int().nonnegative(),
    of: z.int().positive(),
    lessons: z.array(
      z.object({ job: z.string(), request: requestSchema, recalled: z.array(z.string()).optional() }),
    ),
  }),
  /**
   * The balance of the newest quote before this event is accounted for: a run reported the unexplained part of its fall and continued. The
   * next run compares with that balance.
   */
  z.looseObject({
    type: z.literal("balance.accounted"),
    ...inEdition,
    run: uuid,
    /** Credits missing from the balance that no story of the ledger explains. */
    unexplained: credits,
  }),
  z.looseObject({
    type: z.literal("creation.intended"),
    ...ofAttempt,
    run: uuid,
    request: requestSchema,
    requestHash: hash,
    price: priceSchema,
    /** The account's credits at the last quote; null if the account is not limited. */
    balanceBefore: z.number().nullable(),
    /** The UTC month whose budget it counts against, such as `2026-11` (`month.ts`). Missing in older versions: the month of `at`. */
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .optional(),
    /** True if the user asked for another story to replace one that exists or may exist. */
    replaces: z.boolean(),
    /** The attempt that it replaces, which must still be the job's newest; null: none. Missing in older versions. */
    replacesAttempt: uuid.nullable().optional(),
    /** The service's time at the intention, from the `Date` header of its newest answer. Left out if no answer gave a time. */
    serviceTime: z.string().optional(),
    /** Distinguishes the API key in use from others and reveals nothing else of it. Missing for a login, and in older versions. */
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
  /** The connection was lost before the first byte was written: proof that nothing was created. */
  z.looseObject({ type: z.literal("creation.unsent"), ...ofAttempt, cause: z.string() }),
  z.looseObject({
    type: z.literal("creation.uncertain"),
    ...ofAttempt,
    cause: z.string(),
    status: z.int().nullable(),
    /** The start of the answer, for the user to read. */
    answer: z.string().nullable(),
    /** Possible ids in the answer, in canonical form, the likeliest first: evidence only, never acted on. */
    ids: z.array(uuid).optional(),
    /** The answer, from its status line on: its size in bytes, and the first 64 KiB; null if that contains a credential. */
    received: z.object({ bytes: z.int(), base64: z.string().nullable() }).optional(),
    ...putBack,
  }),
  z.looseObject({
    type: z.literal("creation.resolved"),
    ...ofAttempt,
    how: z.enum(["story", "not-created"]),
    /** The story's id, if the story exists. */
    id: uuid.nullable(),
    who: z.string(),
    why: z.string(),
    /** Evidence against the user's decision, which was accepted all the same. */
    evidence: z.array(z.looseObject({ code: z.string() })).optional(),
    /** True if the creation had been declared not created before. */
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
  /** The service answered 404 for a story that it had accepted. All known facts of it are kept. */
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
   * The times of a story's sentences were found, or proved impossible to find. `text` and `sound`: hashes of the saved story and book that
   * they were computed from; `algorithm`: by which method. Not recomputed while these stay the same. `why`: what prevented times by
   * sentence. `hints`: where sound and text seem to differ.
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
  /**
   * A language model proposed questions about the story of this text, or none of what it proposed could be used. They are asked of nobody before a
   * person takes them into a correction.
   */
  z.looseObject({
    type: z.literal("questions.proposed"),
    ...ofJob,
    id: uuid,
    ...savedFile,
    text: hash,
    model: z.string(),
    questions: z.int().nonnegative(),
  }),
  /**
   * Where a story has the words of its list, and in which form. `text`, `list`: hashes of the saved story and of the list that this was found from;
   * `algorithm`: by which method. Not looked for again while these stay the same.
   */
  z.looseObject({
    type: z.literal("words.saved"),
    ...ofJob,
    id: uuid,
    ...savedFile,
    text: hash,
    list: hash,
    algorithm: z.string(),
  }),
  /** The export failed throughout a run; the next run tries again. */
  z.looseObject({ type: z.literal("book.unavailable"), ...ofJob, id: uuid, cause: z.string() }),
  z.looseObject({
    type: z.literal("package.written"),
    ...inEdition,
    ...savedFile,
    /** SHA-256 of the package's inputs, and its release number within the edition. Missing in older ledgers. */
    content: hash.optional(),
    revision: z.int().positive().optional(),
  }),
  /**
   * What a run learned about the account's limits and speed: whether starting an audiobook counts as a paid start, and how long each kind
   * of story took.
   */
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
        /** True if the duration is only an upper bound, because the end was observed late. */
        atMost: z.boolean().optional(),
      }),
    ),
  }),
  // What reviewers do, none of it about money.
  /** `despite`: decisions to hold or reject the lesson that the person knew of, and that this approval overrules. */
  z.looseObject({ type: z.literal("lesson.approved"), ...ofDecision, despite: z.array(uuid) }),
  /** The lesson must not be published for now. */
  z.looseObject({ type: z.literal("lesson.held"), ...ofDecision }),
  /** The lesson must not be published. A rejection does not buy another story. */
  z.looseObject({ type: z.literal("lesson.rejected"), ...ofDecision }),
  /** A comment without a decision. `sentence`: the index of its sentence, from 0; null for the whole lesson. */
  z.looseObject({
    type: z.literal("comment.added"),
    ...ofJob,
    id: uuid,
    comment: uuid,
    who: z.string(),
    text: z.string(),
    sentence: z.int().nonnegative().nullable(),
    seen: seenSchema,
  }),
  /**
   * A person corrected the text, the title or glosses of a lesson, or took a correction back. The story's own file is unchanged. The newest
   * correction that no other one undoes is in force.
   */
  z.looseObject({
    type: z.literal("lesson.corrected"),
    ...ofJob,
    id: uuid,
    /** Identifies the correction wherever it is copied to. */
    correction: uuid,
    who: z.string(),
    /** The file with everything that is corrected in the story from now on. Null: nothing. */
    overlay: z.object(savedFile).nullable(),
    /** How many sentences and glosses are corrected from now on, and whether the title is. */
    sentences: z.int().nonnegative(),
    glosses: z.int().nonnegative(),
    title: z.boolean(),
    /** The correction that this one takes back. Null: none. */
    undoes: uuid.nullable(),
    seen: seenSchema,
    ...putBack,
  }),
  /**
   * Sentences that a person corrected were spoken anew: a recording with them, beside the exported book, which is unchanged. It is in force
   * while that correction and that book are.
   */
  z.looseObject({
    type: z.literal("lesson.respoken"),
    ...ofJob,
    id: uuid,
    /** Identifies it wherever it is copied to. */
    respoken: uuid,
    who: z.string(),
    /** The voice, as the manifest names it. */
    narrator: z.string(),
    /** The recording, and the file with its times and with what was spoken anew. */
    sound: z.object(savedFile),
    times: z.object(savedFile),
    /** The hashes of the correction's file and of the book that it was made from. */
    correction: hash,
    book: hash,
    sentences: z.int().nonnegative(),
    title: z.boolean(),
    ...putBack,
  }),
] as const;

/** An event's content, without its place in the log. */
export const eventBodySchema = z.discriminatedUnion("type", bodies);

/** Without the index signature of a schema that keeps members of later versions: no code reads or writes a member that isn't named above. */
type Named<Body> = Body extends unknown
  ? { [Name in keyof Body as string extends Name ? never : Name]: Body[Name] }
  : never;

export type EventBody = Named<z.infer<typeof eventBodySchema>>;

type MemberOf<Body> = Body extends unknown ? keyof Body : never;

type Unknown<Body extends EventBody> = Exclude<keyof Body, MemberOf<Extract<EventBody, Pick<Body, "type">>>>;

/** A body to be recorded. A body with a member that its event doesn't have, for example from a spread object, doesn't compile. */
export type Exactly<Body extends EventBody> = Body & ([Unknown<Body>] extends [never] ? unknown : never);

/** An event's place: its number from 1, its time in UTC, and the hash that chains it to all earlier events. */
export type EventPlace = {
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
  /** Its place in the ledger that it was joined from (`joinedHashesOf`). */
  readonly joined?: unknown;
};

export type LedgerEvent = EventBody & EventPlace;

export type EventOf<Type extends EventBody["type"]> = Extract<LedgerEvent, { type: Type }>;

/** Whether an event belongs to a creation: its intention or its outcome. */
export function isOfCreation<Event extends Pick<EventBody, "type">>(
  event: Event,
): event is Extract<Event, { type: `creation.${string}` }> {
  return event.type.startsWith("creation.");
}

/**
 * Whether a run could buy again, or miscount what was spent, if its copy of the ledger is older and lacks the event. The event's name shows this: an event
 * about money belongs to a creation or a story.
 */
export function isOfMoney({ type }: Pick<EventBody, "type">): boolean {
  return type.startsWith("creation.") || type.startsWith("story.");
}

/** An event's place in the ledger that it was joined from; `joined`: its place in an earlier one before that. */
const joinedSchema = z.looseObject({ hash: z.string(), joined: z.unknown().optional() });

/** An event's hashes in all ledgers that it passed through, the latest first; none if it was not joined. */
export function joinedHashesOf(event: EventBody | LedgerEvent): string[] {
  if (!("joined" in event)) return [];
  const hashes: string[] = [];
  let place: unknown = event.joined;
  for (let read = joinedSchema.safeParse(place); read.success; read = joinedSchema.safeParse(place)) {
    hashes.push(read.data.hash);
    place = read.data.joined;
  }
  return hashes;
}
