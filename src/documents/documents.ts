import * as z from "zod";
import { changesExitCode, exitCodes } from "../shared/exit-codes.ts";
import { approvalSchema, billedLessonSchema } from "./approval.ts";
import { documentsVersion, eventsVersion } from "./versions.ts";

// The schemas of all documents for programs; `courses/api/schemas` is generated from them.

const eventCommon = { events: z.literal(eventsVersion), at: z.iso.datetime() };

/**
 * One line of `--events`. An event from the ledger has the same type and members as in the ledger (`src/ledger/format/FORMAT.md`), but no hashes or raw
 * answers; the run reports all other lines itself.
 */
const eventLineSchema = z.union([
  z.object({
    ...eventCommon,
    type: z.enum(["run.problem", "run.notice"]),
    code: z.string(),
    message: z.string(),
  }),
  z.object({ ...eventCommon, type: z.literal("run.waiting"), why: z.string(), seconds: z.number() }),
  z.object({ ...eventCommon, type: z.literal("run.forecast"), seconds: z.number(), measured: z.boolean() }),
  z.object({ ...eventCommon, type: z.enum(["run.checking", "run.packaging"]), lessons: z.int() }),
  z.looseObject({
    ...eventCommon,
    type: z
      .string()
      .regex(/^(?!run\.(?:problem|notice|waiting|forecast|checking|packaging)$)[a-z]+\.[a-z]+$/),
    seq: z.int(),
    edition: z.string().optional(),
    job: z.string().optional(),
  }),
]);

export type EventLine = z.infer<typeof eventLineSchema>;

/** In credits of the service. */
const amount = z.number();

const notice = z.object({
  job: z.string().nullable().optional(),
  code: z.string(),
  message: z.string(),
});

/** The members of every document, also on failure. */
const common = {
  schema: z.literal(documentsVersion),
  ok: z.boolean(),
  /** See the table of exit codes. */
  exitCode: z
    .int()
    .min(0)
    .max(Math.max(...Object.values(exitCodes))),
  /** Facts that did not stop the command. Left out: none. */
  notices: z.array(notice).optional(),
};

/** `next`: the command that helps; null, or left out, if none does. */
export const problemSchema = z.looseObject({
  job: z.string().nullable().optional(),
  code: z.string(),
  message: z.string(),
  next: z.string().nullable().optional(),
  advice: z.string().optional(),
});

/** `next`: one command that can be pasted; null if none helps. `advice`: another remedy, such as a file to open or a line to write. */
const nextStep = { next: z.string().nullable(), advice: z.string().optional() };

/** Lessons that a person held or rejected, which no package contains. Left out: none. */
const objected = {
  objections: z
    .array(
      z.object({
        job: z.string(),
        decision: z.enum(["held", "rejected"]),
        who: z.string(),
        at: z.string(),
        why: z.string().nullable(),
      }),
    )
    .optional(),
};

export const jobCountsSchema = z.object({
  /** The plan's selected jobs. */
  total: z.int(),
  /** Those for which everything requested is saved. */
  done: z.int(),
  /** Those without a recorded creation that could have cost money. */
  pending: z.int(),
  /** Those whose story exists and has not been seen to end. */
  active: z.int(),
  /** Those whose story ended in another way or is gone, whose book can't be exported, or that the service refused in this run. */
  failed: z.int(),
  /** Everything that the user has to resolve, including creations of this edition whose job is no longer in the plan. */
  uncertain: z.int(),
});

const names = z.array(z.string());

/** How the plan differs from what was bought. */
const edits = z.object({
  new: names,
  changed: z.array(z.object({ job: z.string(), has: z.string().nullable() })),
  /** Bought lessons that the plan's `removed` or `exclude` accounts for. */
  removed: names,
  left: names,
  later: names,
  /** The edition that this one is based on, and the jobs that take its stories. */
  basis: z.object({ edition: z.string(), inherited: names }).nullable(),
});

/** Which sentence times a recording has; `level` is null where it has none. */
const times = z.looseObject({ job: z.string(), level: z.string().nullable(), why: z.string().nullable() });

/** The quality checks' findings about the lessons. */
const quality = z.looseObject({
  held: names,
  damaged: names,
  findings: z.array(
    z.looseObject({ job: z.string(), check: z.string(), severity: z.string(), message: z.string() }),
  ),
  volumes: z.array(z.looseObject({ volume: z.string(), check: z.string(), message: z.string() })),
  lessons: z.array(z.looseObject({ job: z.string() })),
});

const spending = { committed: amount, spent: amount };

export const creditsSchema = z.object({
  /** The quoted cost of the selected jobs, bought or not. Inherited stories cost nothing. */
  quoted: amount,
  /** The cost, in this edition, of everything that is not proven absent. */
  committed: amount,
  /** The cost that the service reports, in this edition. */
  spent: amount,
  /** The plan's ceiling for this edition. */
  budget: amount,
  /** The account's credits at the last quote; null if it is not limited by credits or was never quoted. */
  balance: amount.nullable(),
});

export const packageSchema = z.object({
  /** The zip, in the course's folder. */
  path: z.string(),
  bytes: z.int(),
  /** In 64 hexadecimal digits. */
  sha256: z.string(),
});

const asked = z.looseObject({ topic: z.string(), lang: z.string(), difficulty: z.int() });
const jobState = z.enum(["pending", "uncertain", "active", "done", "failed"]);

const job = z.object({
  job: z.string(),
  /** What the plan asks for; if the plan no longer has the lesson, what was asked for. */
  topic: z.string(),
  lang: z.string(),
  difficulty: z.int(),
  state: jobState,
  why: z.string(),
  story: z.string().nullable(),
  status: z.string().nullable(),
  changed: z.boolean(),
  times: times.nullable(),
  credits: z.object(spending),
  /** The request sent to the service; null: none yet. */
  asked: asked.nullable(),
  /** How the plan accounts for a bought lesson that it no longer has; left out: the plan has it. */
  left: z.string().optional(),
  attempts: z.array(z.object({ attempt: z.string(), at: z.string(), outcome: z.string(), price: amount })),
});

const figures = {
  stories: z.int(),
  quoted: amount,
  committed: amount,
  spent: amount,
  held: amount,
  wasted: amount,
};

const price = z.object({ credits: amount, writing: amount, audiobook: amount });

const { shape } = billedLessonSchema;

const lesson = z.object({
  job: shape.job,
  number: shape.number,
  topic: shape.topic,
  words: shape.words,
  /** The title of the lesson's story. */
  title: z.string().nullable(),
  fate: shape.fate,
  changed: shape.changed,
  credits: shape.credits,
});

const part = z.object({
  topic: z.string(),
  words: z.array(z.string()),
  setting: z.string(),
  fate: shape.fate,
  credits: amount.nullable(),
});

const movedOf = <Of extends z.ZodType>(of: Of) => z.object({ before: of, now: of });

const against = z.object({
  path: z.string(),
  edition: movedOf(z.string()),
  total: movedOf(amount.nullable()),
  budget: movedOf(amount),
  added: z.array(z.string()),
  gone: z.array(z.string()),
  changed: z.array(
    z.object({
      job: z.string(),
      before: part,
      now: part,
    }),
  ),
});

const model = z.object({ url: z.string(), model: z.string() }).nullable().optional();

/** A document's schema, with its title in the published one. */
const titled = <Schema extends z.ZodType>(title: string, schema: Schema): Schema => schema.meta({ title });

/** The schema of a command's document. */
const ofCommand = <Members extends z.ZodRawShape>(title: string, members: Members) =>
  titled(title, z.object({ ...common, ...members }));

/** The schemas of everything that programs read, by file name. */
export const documents = {
  plan: ofCommand("coursebinder plan --json", {
    /** With `--detailed-exitcode`, also 10: there is something to buy. */
    exitCode: z.union([common.exitCode, z.literal(changesExitCode)]),
    course: z.string(),
    edition: z.string(),
    service: z.string(),
    jobs: jobCountsSchema,
    credits: z.object({
      quoted: amount.nullable(),
      committed: amount,
      budget: amount,
      balance: amount.nullable(),
    }),
    bill: z.array(
      z.object({
        lang: z.string(),
        difficulty: z.int(),
        length: z.string(),
        audiobook: z.boolean(),
        count: z.int(),
        price,
        total: amount,
      }),
    ),
    /** What is left after the bill is paid; null: not limited, or unknown. */
    after: z.object({ budget: amount.nullable(), month: amount.nullable(), balance: amount.nullable() }),
    /** The month (UTC) whose budget applies. */
    month: z.object({ name: z.string(), limit: amount.nullable(), committed: amount }),
    volumes: z.array(z.object({ lang: z.string(), difficulty: z.int(), lessons: z.array(lesson) })),
    /** What has changed since the bill given by `--against`. */
    against: against.nullable(),
    /** When the bill written by `--save` expires. */
    expiresAt: z.string().nullable(),
    forecast: z.looseObject({ finish: z.string().nullable(), seconds: z.int(), measured: z.boolean() }),
    toCreate: z.array(z.string()),
    waiting: z
      .object({
        gates: z.array(z.looseObject({ volume: z.string(), waiting: z.int() })),
        credits: amount.nullable(),
      })
      .nullable(),
    changed: z.array(z.string()),
    lessons: edits,
    notices: z.array(notice),
    problems: z.array(problemSchema),
  }),
  coming: ofCommand("coursebinder plan --next --json", {
    course: z.string(),
    editions: z.array(
      z.object({
        edition: z.string(),
        skipped: z.boolean(),
        topics: z.array(z.string()),
        jobs: z.array(z.object({ id: z.string(), words: z.array(z.string()) })),
        repeated: z.array(z.object({ lang: z.string(), difficulty: z.int(), words: z.array(z.string()) })),
        toCreate: z.array(z.string()),
        credits: amount.nullable(),
      }),
    ),
    problems: z.array(problemSchema),
  }),
  check: ofCommand("coursebinder check --json", {
    course: z.string(),
    edition: z.string(),
    jobs: z.array(z.string()),
    problems: z.array(problemSchema),
    /** What packages no longer contain by default, and with `--local` what the local service can't make. */
    notices: z.array(notice),
  }),
  run: ofCommand("coursebinder run --json", {
    course: z.string(),
    edition: z.string(),
    service: z.string(),
    jobs: jobCountsSchema,
    /** The selected jobs one by one. */
    list: z.array(
      z.object({
        id: z.string(),
        status: jobState,
        topic: z.string(),
        title: z.string().nullable(),
        /** The id of its story. */
        story: z.string().nullable(),
        /** Whether its story is an earlier edition's. */
        inherited: z.boolean(),
        /** The credits of all its stories, replaced ones included. */
        credits: z.object(spending),
        /** The code of its problem, which is among `problems`. */
        problem: z.string().nullable(),
      }),
    ),
    credits: creditsSchema.extend({
      /** The balance less all charges since its quote, according to the ledger. */
      balanceAfter: amount.nullable(),
    }),
    package: packageSchema.nullable(),
    /** How many lessons the package lacks, or would lack, either completely or without the sound that the plan asks for. */
    missing: z.int(),
    ...objected,
    times: z.array(times),
    quality: quality.nullable(),
    ...nextStep,
    ledger: z.string(),
    problems: z.array(problemSchema),
    notices: z.array(notice),
  }),
  /** The document of `plan` and `run`, and of `status` and `package` if nothing was bought, for an edition that the plan leaves out. */
  skipped: ofCommand(
    "coursebinder plan, run, status or package --json for an edition that the plan leaves out",
    {
      course: z.string(),
      edition: z.string(),
      skipped: z.literal(true),
      jobs: jobCountsSchema,
      credits: z.null(),
      package: z.null(),
      problems: z.array(problemSchema),
    },
  ),
  status: ofCommand("coursebinder status --json", {
    course: z.string(),
    edition: z.string(),
    service: z.string().nullable(),
    ledger: z.string(),
    jobs: jobCountsSchema,
    lessons: edits,
    credits: creditsSchema.omit({ quoted: true }),
    review: z.record(z.string(), z.int()).optional(),
    ...objected,
    /** How many lessons people have corrected. Left out: none. */
    corrected: z.int().optional(),
    waiting: z.array(z.looseObject({ volume: z.string(), waiting: z.int() })).optional(),
    problems: z.array(problemSchema),
    list: z.array(job),
    /** Bought lessons that the plan no longer has. */
    left: z.array(
      z.object({
        name: z.string(),
        account: z.string().nullable(),
        asked,
        story: z.string().nullable(),
        state: jobState,
      }),
    ),
  }),
  job: ofCommand("coursebinder status <job> --json", { job }),
  package: ofCommand("coursebinder package --json", {
    package: z.looseObject({ path: z.string(), bytes: z.int(), sha256: z.string() }),
    missing: z.int(),
    ...objected,
    problems: z.array(problemSchema),
    /** Each with its own facts, such as the `files` of `pdf_characters_missing`. */
    notices: z.array(z.looseObject(notice.shape)),
  }),
  "check-lessons": ofCommand("coursebinder check-lessons --json", {
    course: z.string(),
    edition: z.string(),
    ledger: z.string(),
    quality: quality.nullable(),
    ...nextStep,
    problems: z.array(problemSchema),
  }),
  cost: ofCommand("coursebinder cost --json", {
    courses: z.array(
      z.object({
        course: z.string(),
        rows: z.array(z.object({ edition: z.string(), lang: z.string(), month: z.string(), ...figures })),
      }),
    ),
    total: z.object(figures),
  }),
  /** The first line of `review`, which then keeps running. */
  desk: titled(
    "the first line of coursebinder review --json and open --json",
    z.object({ schema: common.schema, address: z.string() }),
  ),
  /** The first line of `serve`, which then keeps running. Secrets are shown only at the first start. */
  service: titled(
    "the first line of coursebinder serve --json",
    z.object({
      schema: common.schema,
      url: z.string(),
      appUrl: z.string(),
      mcpUrl: z.string(),
      listensAt: z.string().optional(),
      key: z.string().optional(),
      signIn: z.object({ account: z.string(), secret: z.string() }).optional(),
      writer: model,
      narrator: model,
    }),
  ),
  /** The document of any command that could not do what was asked. */
  failure: ofCommand("any command with --json that could not do what was asked", {
    problems: z.array(problemSchema),
    next: z.string().optional(),
  }),
  /** The documents of all other commands: these members, and the command's own. */
  other: titled(
    "any other command with --json",
    z.looseObject({ ...common, problems: z.array(problemSchema).optional() }),
  ),
  bill: titled("the file that coursebinder plan --save writes", approvalSchema),
  event: titled("one line written by coursebinder run --events", eventLineSchema),
} as const;

export type DocumentName = keyof typeof documents;

/** A document's JSON Schema (draft 2020-12). */
export function documentJsonSchema(name: DocumentName): object {
  return z.toJSONSchema(documents[name], { target: "draft-2020-12", io: "input" });
}
