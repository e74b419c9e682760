import * as z from "zod";
import { documents, jobCountsSchema, problemSchema } from "../documents/documents.ts";
import { hash } from "../ledger/format/event.ts";

// What the page of `open` and its server tell each other. The page imports the types alone.

/** A rehearsal costs nothing: its service is inside the program, and its lessons are kept apart from those that were paid for. */
export const kindSchema = z.enum(["rehearsal", "paid"]);
export type Kind = z.infer<typeof kindSchema>;

/** The id of a course, as `GET /api/courses` has it. */
const course = z.string().regex(/^[0-9a-f]{12}$/);

/** The query of every `GET` about a course: `?course=&kind=`. `kind` is ignored by `/api/plan`. */
export const courseQuerySchema = z.object({ course, kind: kindSchema.default("paid") });

// Refusals

/** A problem in the terminal's words, with what it would suggest to type. */
export type ProblemDocument = z.infer<typeof problemSchema>;

/**
 * Every answer that isn't 2xx. `code`: one of those below, or that of the first problem. 403 `not_admitted`; 404 `not_found`; 400 `not_understood`;
 * 413 `body_too_large`; 500 `broken`. All others are 409:
 * - `plan_changed`: the plan's file is no longer as the page knew it; `plan` has it as it is now;
 * - `edit_unfit`: an edit names a place that the plan doesn't have, so nothing was written;
 * - `running`: a run of the course is under way here, `holder`, if it is one elsewhere, says which;
 * - `rehearsing`: another course is being rehearsed here, and there is one service for rehearsals;
 * - `bill_unknown`: the bill isn't one that this desk has shown, or another one was shown since; fetch it again;
 * - `sum_differs`: the typed sum isn't the bill's total; `sum` has that;
 * - `workbook_changed`: the file or the course is no longer as it was when its changes were shown;
 * - `folder_taken`: the folder for a new course is there already.
 */
export const refusalSchema = z.object({
  code: z.string(),
  /** For people, in English; null: the page has its own words for the code. */
  message: z.string().nullable(),
  problems: z.array(problemSchema).optional(),
  sum: z.number().optional(),
  plan: z.lazy(() => planSchema).optional(),
});
export type RefusalDocument = z.infer<typeof refusalSchema>;

// Courses: GET /api/courses

/** What was made of a course, of one kind. */
export const madeSchema = z.object({
  counts: jobCountsSchema,
  /** Whether a run is under way: in this desk, or in a terminal or another desk. */
  running: z.enum(["here", "elsewhere"]).nullable(),
});
export type MadeDocument = z.infer<typeof madeSchema>;

export const courseSchema = z.object({
  /** Names the course in every request, and in `/courses/<id>/review/<kind>/`, the review desk's page. */
  id: course,
  /** The plan's file, below the folder, with `/`. */
  file: z.string(),
  /** As written; null: the plan can't be read so far. */
  title: z.string().nullable(),
  edition: z.string().nullable(),
  /** The plan's problems, with the warnings. */
  errors: z.int(),
  warnings: z.int(),
  /** Null: the plan has errors. */
  rehearsal: madeSchema.nullable(),
  /** Null: the plan has errors. */
  paid: madeSchema.nullable(),
});
export type CourseDocument = z.infer<typeof courseSchema>;

export const coursesSchema = z.object({
  /** The folder's name, without the path to it. */
  folder: z.string(),
  /** The service's address; null: none is set, and only rehearsals are possible. */
  service: z.string().nullable(),
  /** Why nothing can be bought, and what to set; null: the service's address and key are there. */
  missing: problemSchema.nullable(),
  courses: z.array(courseSchema),
});
export type CoursesDocument = z.infer<typeof coursesSchema>;

// Plans: GET /api/plan, POST /api/plan (answers what GET answers), GET /api/plan-schema (the plan's JSON Schema, draft 2020-12)

const stepSchema = z.union([z.string().max(500), z.int().nonnegative()]);

export const planSchema = z.object({
  yaml: z.string(),
  hash,
  /** The plan as data, as far as it can be read: lists and maps as the author wrote them. */
  values: z.unknown(),
  problems: z.array(
    z.object({
      /** Where it is in `values`; null: in another file, or nowhere. */
      path: z.array(stepSchema).nullable(),
      /** Below the folder. */
      file: z.string(),
      line: z.int(),
      column: z.int(),
      severity: z.enum(["error", "warning"]),
      code: z.string(),
      /** Without the place. */
      message: z.string(),
    }),
  ),
});
export type PlanDocument = z.infer<typeof planSchema>;

const path = z.array(stepSchema).min(1).max(20);

/** An edit of a plan. The edits of a request are applied in order, all or none; the text around them stays as it is. */
export const editSchema = z.union([
  /** Sets a value, and makes the maps on the way to it that are missing. */
  z.strictObject({ path, value: z.unknown() }),
  z.strictObject({ path, remove: z.literal(true) }),
  /** Into a list, before the item that has the path's index; at the end, if there is none. */
  z.strictObject({ path, insert: z.unknown() }),
  /** To another index of the same list. */
  z.strictObject({ path, move: z.int().nonnegative() }),
  /** A key of a map. */
  z.strictObject({ path, rename: z.string().min(1).max(500) }),
]);
export type PlanEdit = z.infer<typeof editSchema>;

/** `hash`: of the plan that the page shows. */
export const planRequestSchema = z.union([
  z.strictObject({ course, hash, edits: z.array(editSchema).max(200) }),
  z.strictObject({ course, hash, yaml: z.string() }),
]);
export type PlanRequest = z.infer<typeof planRequestSchema>;

// Spreadsheets: POST /api/courses?name=<file name>&folder=<new folder's name>|course=<id>[&confirm=<hash>], the body is the file as application/octet-stream;
// GET /template?language=en|de|fr|es downloads an empty one

export const workbookQuerySchema = z.object({
  name: z.string().max(200),
  /** For a new course: the folder that is made for it. */
  folder: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
    .optional(),
  /** For changes to a course. */
  course: course.optional(),
  /** The hash of the changes that were shown. Left out: nothing is written. */
  confirm: hash.optional(),
});

export const workbookSchema = z.object({
  /** Whether the files were written. */
  written: z.boolean(),
  /** Confirms the changes; null: the problems have to be mended first. */
  hash: hash.nullable(),
  /** Null: the course isn't made yet. */
  course: course.nullable(),
  problems: z.array(
    z.object({
      severity: z.enum(["error", "warning"]),
      /** Empty: of a table without sheets, or of the file. */
      sheet: z.string(),
      /** Null: it is about no cell. */
      row: z.int().nullable(),
      column: z.string().nullable(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** What the file changes, one a line, for people. */
  changes: z.array(z.string()),
  /** How many the course has then. */
  lessons: z.int(),
  /** The files that are written, below the folder. */
  files: z.array(z.string()),
});
export type WorkbookDocument = z.infer<typeof workbookSchema>;

// Bills: GET /api/bill

export const billSchema = z.object({
  bill: documents.plan,
  /** What `POST /api/run` needs to buy exactly this; null: nothing can be bought, and `problems` say why. */
  hash: hash.nullable(),
  /** What a person types to buy it, in credits; null: nothing can be bought. */
  total: z.number().nullable(),
  /** Until when it may be bought. */
  expiresAt: z.string().nullable(),
});
export type BillDocument = z.infer<typeof billSchema>;

/** What `plan --next <count> --json` prints: GET /api/coming?course=&kind=&count= */
export const comingQuerySchema = courseQuerySchema.extend({ count: z.coerce.number().int().min(1).max(12) });

// Runs: GET /api/run, POST /api/run, POST /api/run/stop

export const runRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ course, kind: z.literal("rehearsal") }),
  /** `hash`: of the bill. `sum`: its total, as a person typed it. */
  z.strictObject({ course, kind: z.literal("paid"), hash, sum: z.number() }),
]);

export const stopRequestSchema = z.strictObject({ course, kind: kindSchema });

/** A line of `--events` (`courses/api/schemas/events.json`): what the ledger recorded, or what the run alone knows. */
export const eventLineSchema = z.looseObject({
  at: z.string(),
  type: z.string(),
  job: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  seconds: z.number().optional(),
});
export type EventLine = z.infer<typeof eventLineSchema>;

/** What `run --json` prints at its end; of a run that was refused, its problems alone. */
const runResultSchema = documents.run.partial().required({ ok: true, exitCode: true });
export type RunResult = z.infer<typeof runResultSchema>;

/** The answer of `GET /api/run`, and of `POST /api/run` and `/api/run/stop` once the run has begun, ended, or was told to stop. */
export const runSchema = z.object({
  /** The run that is under way. `elsewhere`: in a terminal or another desk, as far as its ledger shows; it can't be stopped from here. */
  running: z.enum(["here", "elsewhere"]).nullable(),
  /** Who holds the ledger elsewhere, such as `process 4711 since 2026-01-31T12:00:00.000Z`. */
  holder: z.string().nullable(),
  /** Whether it was told to stop: it waits for the creation in flight. */
  stopping: z.boolean(),
  /** The latest lines of this desk's latest run of the course and kind; `events` has those that follow. */
  lines: z.array(eventLineSchema),
  /** How this desk's latest run ended; null: it hasn't, or there was none. */
  result: runResultSchema.nullable(),
});
export type RunDocument = z.infer<typeof runSchema>;

/**
 * The messages of `GET /api/events` (server-sent, the default event, JSON). After (re)connecting the page fetches what it shows. Nothing is sent while no
 * page listens, and nothing is repeated.
 */
export const messageSchema = z.discriminatedUnion("event", [
  /** A course came, went, or has another number of problems: fetch `/api/courses` again. */
  z.object({ event: z.literal("courses") }),
  /** The plan's file has changed, whoever changed it. */
  z.object({ event: z.literal("plan"), course, hash: hash.nullable() }),
  /** What was made of a course has changed, here or elsewhere: counts, reviews, whether a run is under way. */
  z.object({ event: z.literal("status"), course, kind: kindSchema, made: madeSchema }),
  /** A line of a run that is under way here. */
  z.object({ event: z.literal("run"), course, kind: kindSchema, line: eventLineSchema }),
  /** A run that was under way here has ended. */
  z.object({ event: z.literal("ended"), course, kind: kindSchema, result: runResultSchema }),
]);
export type Message = z.infer<typeof messageSchema>;

// Lessons: GET /api/status, GET /api/uncertain, POST /api/resolve

export type StatusDocument = z.infer<typeof documents.status>;

/** What `resolve --json` lists: each uncertain creation with what was asked, what it may have cost, and the evidence. Asks the service. */
export const uncertainSchema = z.looseObject({
  uncertain: z.array(
    z.looseObject({
      job: z.string(),
      edition: z.string(),
      /** Names it in `POST /api/resolve`. */
      attempt: z.string(),
      at: z.string(),
      price: z.looseObject({ credits: z.number() }),
      request: z.looseObject({ topic: z.string(), lang: z.string(), difficulty: z.int() }),
      cause: z.string(),
      answer: z.string().nullable(),
      /** Ids of stories in the answers that could not be believed, and in what was saved. */
      named: z.array(z.string()),
      salvaged: z.array(z.string()),
      balanceBefore: z.number().nullable(),
      balanceNow: z.number().nullable(),
      /** Books of the account that the ledger doesn't know; null: not known. */
      unknownBooks: z.array(z.unknown()).nullable(),
      /** What speaks against `not created`; if there is any, a decision without a reason is refused. */
      speaksForStory: z.array(z.unknown()),
    }),
  ),
});
export type UncertainDocument = z.infer<typeof uncertainSchema>;

/** Settles an uncertain creation as `resolve` does; answers what that prints. `story`: the id of its story; null: it wasn't created. */
export const resolveRequestSchema = z.strictObject({
  course,
  kind: kindSchema,
  attempt: z.string().max(200),
  story: z.uuid().nullable(),
  reason: z.string().min(1).max(2_000).nullable(),
});
export type ResolveRequest = z.infer<typeof resolveRequestSchema>;

// Packages: POST /api/package; then GET /download?course=&kind= has the zip, GET /report?course=&kind= the run's report

const platformSchema = z.enum(["moodle", "canvas", "blackboard", "openedx", "scorm", "h5p"]);

export const packageRequestSchema = z.strictObject({
  course,
  kind: kindSchema,
  /** As `--for`: what this platform takes best; null: as the plan says. */
  for: platformSchema.nullable(),
  /** As `--allow-partial`: leave out what isn't done or approved. */
  allowPartial: z.boolean(),
});
export type PackageRequest = z.infer<typeof packageRequestSchema>;

/** What `package --json` prints. */
export type PackageDocument = z.infer<typeof documents.package>;
