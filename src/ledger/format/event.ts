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

const settingSchema = z.object({
  lang: z.string(),
  difficulty: z.number(),
  length: z.string(),
  audiobook: z.boolean(),
});

/** The request's body, as far as the ledger needs it. Other members are kept unchanged. */
const requestSchema = z.looseObject({ topic: z.string(), ...settingSchema.shape });

export type Setting = z.infer<typeof settingSchema>;

const ofAttempt = { ...ofJob, attempt: uuid };
const ofStory = { ...ofJob, id: uuid };

/** The content that was reviewed, as hashes of the saved text, recording and times. Null if the lesson had none. */
const seenSchema = z.object({
  text: hash,
  sound: hash.nullable(),
  times: hash.nullable(),
  correction: hash.nullable().optional(),
});

const ofDecision = {
  ...ofStory,
  decision: uuid,
  who: z.string(),
  why: z.string().nullable(),
  seen: seenSchema,
  unheard: z.literal(true).optional(),
};

/** An entry of a plan's `moved`. */
const movedEntry = z.object({ from: z.string().nullable(), text: z.string().nullable(), to: z.string() });

/** The members of each type of event, besides its place in the log; `FORMAT.md` says what happened and what the members mean. */
const members = {
  "ledger.opened": { format: z.int(), ledger: uuid, course: z.string(), service: z.string() },
  "ledger.repaired": { bytes: z.int(), file: z.string(), salvaged: z.array(uuid) },
  "ledger.rejoined": { file: z.string(), events: z.int().nonnegative() },
  /** `events` events follow, each with its original place in `joined`; the `common` events that both ledgers begin with are not repeated. */
  "ledger.joined": {
    ledger: uuid,
    common: z.int().nonnegative(),
    head: z.object({ seq: z.int(), hash }),
    events: z.int().nonnegative(),
  },
  "ledger.consented": {
    who: z.string(),
    /** What was known then; anything beyond it needs a new consent. */
    known: z.object({
      /** Saved stories beside the ledger that are missing from it. */
      stories: z.int().nonnegative(),
      /** 0 today; older versions, whose count of remembered purchases it was, require it. */
      forgotten: z.int().nonnegative(),
      /** Other ledgers that have bought lessons of this course, or lessons that a run of this course would buy. */
      ledgers: z.array(z.object({ path: z.string(), course: z.string(), lessons: z.int().nullable() })),
    }),
    /** All lessons that may be paid for again, from every consent so far. No others may. */
    lessons: z.array(z.object({ ...ofJob, requestHash: hash, credits })).optional(),
  },
  /** `sources`: how many attempts, stories and files each source provided. `seen`: last events that an older version saw and nobody has kept. */
  "ledger.rebuilt": {
    stage: z.enum(["begun", "ended"]),
    sources: z.record(z.string(), z.int().nonnegative()),
    seen: z.array(hash).optional(),
  },
  "run.started": { ...inEdition, run: uuid, plan: hash, jobs: z.int() },
  "run.ended": { ...inEdition, run: uuid, exitCode: z.int() },
  "quote.received": {
    ...inEdition,
    setting: settingSchema,
    price: priceSchema,
    balance: z.number().nullable(),
  },
  /** `entries`: an entry that a plan has twice is listed twice. */
  "lesson.moved": { ...ofJob, to: z.string(), topic: z.string(), entries: z.array(movedEntry).optional() },
  "lessons.matched": {
    ...inEdition,
    lessons: z.array(z.object({ job: z.string(), as: z.string(), topic: z.string() })),
    moves: z.array(movedEntry),
  },
  "lesson.inherited": { ...ofJob, from: z.object(ofJob) },
  "edition.composed": {
    ...inEdition,
    from: z.int().nonnegative(),
    of: z.int().positive(),
    lessons: z.array(
      z.object({ job: z.string(), request: requestSchema, recalled: z.array(z.string()).optional() }),
    ),
  },
  "balance.accounted": { ...inEdition, run: uuid, unexplained: credits },
  "creation.intended": {
    ...ofAttempt,
    run: uuid,
    request: requestSchema,
    requestHash: hash,
    price: priceSchema,
    /** The account's credits at the last quote; null if the account is not limited. */
    balanceBefore: z.number().nullable(),
    /** The month whose budget the purchase counts against. Older versions left it out: it is then the month of `at`. */
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .optional(),
    /** True if the user asked for another story to replace one that exists or may exist. */
    replaces: z.boolean(),
    /** The attempt that it replaces, which must still be the job's newest; null: none. Missing in older versions. */
    replacesAttempt: uuid.nullable().optional(),
    /** Left out if no answer gave a time. */
    serviceTime: z.string().optional(),
    /** Missing for a login, and in older versions. */
    account: z.string().optional(),
    ...putBack,
  },
  "creation.accepted": { ...ofAttempt, id: uuid, status: z.int(), warnings: z.array(z.string()) },
  "creation.refused": {
    ...ofAttempt,
    status: z.int(),
    code: z.string(),
    message: z.string(),
    retryAfterSeconds: z.number().nullable(),
  },
  /** The connection was lost before the first byte was written: proof that nothing was created. */
  "creation.unsent": { ...ofAttempt, cause: z.string() },
  "creation.uncertain": {
    ...ofAttempt,
    cause: z.string(),
    status: z.int().nullable(),
    answer: z.string().nullable(),
    ids: z.array(uuid).optional(),
    received: z.object({ bytes: z.int(), base64: z.string().nullable() }).optional(),
    ...putBack,
  },
  "creation.resolved": {
    ...ofAttempt,
    how: z.enum(["story", "not-created"]),
    /** The story's id, if the story exists. */
    id: uuid.nullable(),
    who: z.string(),
    why: z.string(),
    evidence: z.array(z.looseObject({ code: z.string() })).optional(),
    corrects: z.boolean().optional(),
    ...putBack,
  },
  "story.observed": {
    ...ofStory,
    status: z.string(),
    credits,
    book: z.object({ id: uuid, status: z.string() }).nullable(),
    error: z.string().nullable(),
    ...putBack,
  },
  /** The service answered 404 for a story that it had accepted. All known facts of it are kept. */
  "story.missing": ofStory,
  "story.saved": { ...ofStory, ...savedFile, ...putBack },
  "book.exported": { ...ofStory, book: uuid, contentType: z.string().nullable(), ...savedFile, ...putBack },
  "times.saved": {
    ...ofStory,
    ...savedFile,
    text: hash,
    sound: hash,
    algorithm: z.string(),
    level: z.string(),
    why: z.string().nullable(),
    hints: z.array(z.object({ kind: z.string(), sentence: z.int(), atMs: z.number() })),
  },
  "questions.proposed": {
    ...ofStory,
    ...savedFile,
    text: hash,
    model: z.string(),
    questions: z.int().nonnegative(),
  },
  "words.saved": { ...ofStory, ...savedFile, text: hash, list: hash, algorithm: z.string() },
  /** The export failed throughout a run; the next run tries again. */
  "book.unavailable": { ...ofStory, cause: z.string() },
  "package.written": {
    ...inEdition,
    ...savedFile,
    /** SHA-256 of the package's inputs, and its release number within the edition. Missing in older ledgers. */
    content: hash.optional(),
    revision: z.int().positive().optional(),
  },
  "pace.learned": {
    ...inEdition,
    narration: z.enum(["unknown", "counts", "free"]),
    times: z.array(
      z.object({
        lang: z.string(),
        length: z.string(),
        phase: z.enum(["writing", "narrating"]),
        ms: z.number().nonnegative(),
        atMost: z.boolean().optional(),
      }),
    ),
  },
  /** `despite`: decisions to hold or reject the lesson that the person knew of, and that this approval overrules. */
  "lesson.approved": { ...ofDecision, despite: z.array(uuid) },
  "lesson.held": ofDecision,
  /** A rejection does not buy another story. */
  "lesson.rejected": ofDecision,
  /** `sentence`: the index of its sentence, from 0; null for the whole lesson. */
  "comment.added": {
    ...ofStory,
    comment: uuid,
    who: z.string(),
    text: z.string(),
    sentence: z.int().nonnegative().nullable(),
    seen: seenSchema,
  },
  "lesson.corrected": {
    ...ofStory,
    correction: uuid,
    who: z.string(),
    overlay: z.object(savedFile).nullable(),
    sentences: z.int().nonnegative(),
    glosses: z.int().nonnegative(),
    title: z.boolean(),
    /** The correction that this one takes back; null if none. */
    undoes: uuid.nullable(),
    seen: seenSchema,
    ...putBack,
  },
  "lesson.respoken": {
    ...ofStory,
    respoken: uuid,
    who: z.string(),
    /** The voice, as the manifest names it. */
    narrator: z.string(),
    sound: z.object(savedFile),
    times: z.object(savedFile),
    correction: hash,
    book: hash,
    sentences: z.int().nonnegative(),
    title: z.boolean(),
    ...putBack,
  },
};

type Members = typeof members;

/** An event's content, without its place in the log. */
export type EventBody = {
  [Type in keyof Members]: { type: Type } & z.infer<z.ZodObject<Members[Type]>>;
}[keyof Members];

const [first, ...others] = Object.entries(members).map(([type, shape]) =>
  z.object({ type: z.literal(type), ...shape }),
);

export const bodySchema = z.discriminatedUnion("type", [first as NonNullable<typeof first>, ...others]);

/** Whether a parsed JSON value has the shape of an event of a known type. It may have more members: those of later versions are kept. */
export function isEventBody(value: unknown): value is EventBody {
  return bodySchema.safeParse(value).success;
}

type MemberOf<Body> = Body extends unknown ? keyof Body : never;

type Unknown<Body extends EventBody> = Exclude<keyof Body, MemberOf<Extract<EventBody, Pick<Body, "type">>>>;

/** A body to be recorded. A body with a member that its event doesn't have, for example from a spread object, doesn't compile. */
export type Exactly<Body extends EventBody> = Body & ([Unknown<Body>] extends [never] ? unknown : never);

/** An event's place: its number from 1, its time in UTC, and the hash that chains it to all earlier events. */
export type EventPlace = {
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
  /** Its place in the ledger that it was joined from, and in an earlier one before that. */
  readonly joined?: EventPlace;
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

/** An event's hashes in all ledgers that it passed through, the latest first; none if it was not joined. */
export function joinedHashesOf({ joined }: Pick<EventPlace, "joined">): string[] {
  return typeof joined?.hash === "string" ? [joined.hash, ...joinedHashesOf(joined)] : [];
}
