import * as z from "zod";
import { documents, jobCountsSchema, problemSchema } from "../documents/documents.ts";
import { hash } from "../ledger/format/event.ts";

// The documents that the page of `open` and its server exchange. The page imports only the types.

/** A rehearsal costs nothing: its service runs inside the program, and its lessons are kept apart from paid ones. */
export const kindSchema = z.enum(["rehearsal", "paid"]);
export type Kind = z.infer<typeof kindSchema>;

/** A course's id, as listed by `GET /api/courses`. */
const course = z.string().regex(/^[0-9a-f]{12}$/);

/** The query of every `GET` about a course: `?course=&kind=`. `/api/plan` ignores `kind`. */
export const courseQuerySchema = z.object({ course, kind: kindSchema.default("paid") });

/** A problem in the terminal's words, with the command that it suggests. */
export type ProblemDocument = z.infer<typeof problemSchema>;

/**
 * Every answer that isn't 2xx. `code` is one of those below, or that of the first problem. 403 `not_admitted`; 404 `not_found`; 400 `not_understood`;
 * 413 `body_too_large`; 500 `broken`. All others are 409:
 * - `plan_changed`: the plan's file has changed since the page read it; `plan` is the current one;
 * - `edit_unfit`: the plan's text can't have these values without a change elsewhere; nothing was written;
 * - `running`: a run of the course is under way here;
 * - `rehearsing`: another course is being rehearsed here, and all rehearsals share one service;
 * - `bill_unknown`: the bill isn't among the latest that this desk has shown; fetch it again;
 * - `sum_differs`: the typed sum isn't the bill's total, which is in `sum`;
 * - `workbook_changed`: the file or the course has changed since its changes were shown;
 * - `folder_taken`: the folder for a new course exists already; it is named after the file.
 */
export const refusalSchema = z.object({
  code: z.string(),
  /** For people, in English; null: the page has its own text for the code. */
  message: z.string().nullable(),
  problems: z.array(problemSchema).optional(),
  /** As the command would have ended in a terminal. */
  exitCode: z.int().optional(),
  sum: z.number().optional(),
  plan: z.lazy(() => planSchema).optional(),
});
export type RefusalDocument = z.infer<typeof refusalSchema>;

// Courses: GET /api/courses

/** The status of a course's lessons of one kind. */
export const madeSchema = z.object({
  counts: jobCountsSchema,
  /** Where a run is under way: in this desk, or in a terminal or another desk; null: nowhere. */
  running: z.enum(["here", "elsewhere"]).nullable(),
});
export type MadeDocument = z.infer<typeof madeSchema>;

export const courseSchema = z.object({
  /** The course's id in every request, and in `/courses/<id>/review/<kind>/`, the review desk's page. */
  id: course,
  /** The plan's file: its path below the folder, with `/` as the separator. */
  file: z.string(),
  /** As written; null: the plan has no title, or can't be read. */
  title: z.string().nullable(),
  edition: z.string().nullable(),
  /** How many errors the plan has. */
  errors: z.int(),
  warnings: z.int(),
  /** Null: the plan has errors. */
  rehearsal: madeSchema.nullable(),
  /** Null: the plan has errors. */
  paid: madeSchema.nullable(),
});
export type CourseDocument = z.infer<typeof courseSchema>;

export const coursesSchema = z.object({
  /** The folder's name, without its path. */
  folder: z.string(),
  /** The service's address; null: none is set, so only rehearsals are possible. */
  service: z.string().nullable(),
  /** Why nothing can be bought, and what to set; null: the service's address and key are set. */
  missing: problemSchema.nullable(),
  courses: z.array(courseSchema),
});
export type CoursesDocument = z.infer<typeof coursesSchema>;

// Plans: GET /api/plan, POST /api/plan (answers what GET answers), GET /api/plan-schema (the plan's JSON Schema, draft 2020-12)

export const planSchema = z.object({
  yaml: z.string(),
  hash,
  /** The plan as data, as far as it can be read, with lists and maps as the author wrote them. */
  values: z.unknown(),
  problems: z.array(
    z.object({
      /** The problem's path in `values`; null: it is in another file, or at no value. */
      path: z.array(z.union([z.string(), z.int()])).nullable(),
      /** The file's path below the folder. */
      file: z.string(),
      line: z.int(),
      column: z.int(),
      severity: z.enum(["error", "warning"]),
      code: z.string(),
      /** The message, without the place. */
      message: z.string(),
    }),
  ),
});
export type PlanDocument = z.infer<typeof planSchema>;

/** `hash`: that of the plan on the page. `values`: the plan's new values; the rest of the text stays as it is. */
export const planRequestSchema = z.union([
  z.strictObject({ course, hash, values: z.record(z.string(), z.unknown()) }),
  z.strictObject({ course, hash, yaml: z.string() }),
]);
export type PlanRequest = z.infer<typeof planRequestSchema>;

// Spreadsheets: POST /api/courses?name=<file name>[&course=<id>][&confirm=<hash>], with the file as application/octet-stream in the body; GET
// /template?language=en|de|fr|es downloads the template

export const workbookQuerySchema = z.object({
  /** A new course's folder is named after the file. */
  name: z.string().max(200),
  /** The course to change. */
  course: course.optional(),
  /** The hash of the changes that the page has shown. Without it, nothing is written. */
  confirm: hash.optional(),
});

export const workbookSchema = z.object({
  /** Whether the files were written. */
  written: z.boolean(),
  /** The value for `confirm`; null: the problems have to be mended first. */
  hash: hash.nullable(),
  /** Null: the course doesn't exist yet. */
  course: course.nullable(),
  problems: z.array(
    z.object({
      severity: z.enum(["error", "warning"]),
      /** The sheet's name; empty if the table has no sheets, or the problem concerns the whole file. */
      sheet: z.string(),
      /** Null: the problem concerns no cell. */
      row: z.int().nullable(),
      column: z.string().nullable(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** The changes, one a line, for people. */
  changes: z.array(z.string()),
  /** The lessons that the course has after the changes; `words`: how many words the story must use. */
  lessons: z.array(z.object({ topic: z.string(), lang: z.string(), difficulty: z.int(), words: z.int() })),
  /** The files to write: their paths below the folder. */
  files: z.array(z.string()),
});
export type WorkbookDocument = z.infer<typeof workbookSchema>;

// Bills: GET /api/bill?course=&kind=[&replace=<job>@<id>,...]

/** `replace`: the stories to be replaced, which are paid for again, as `--replace` names them. */
export const billQuerySchema = courseQuerySchema.extend({
  replace: z
    .string()
    .max(10_000)
    .transform((text) => text.split(","))
    .default([]),
});

export const billSchema = z.object({
  bill: documents.plan,
  /** The hash with which `POST /api/run` buys exactly this bill; null: nothing can be bought, and `problems` say why. */
  hash: hash.nullable(),
  /** The sum in credits that a person types to buy the bill; null: nothing can be bought. */
  total: z.number().nullable(),
});
export type BillDocument = z.infer<typeof billSchema>;

// Runs: GET /api/run, POST /api/run, POST /api/run/stop

export const runRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ course, kind: z.literal("rehearsal") }),
  /** `hash`: that of the bill. `sum`: its total, as a person typed it. */
  z.strictObject({ course, kind: z.literal("paid"), hash, sum: z.number() }),
]);

export const stopRequestSchema = z.strictObject({ course, kind: kindSchema });

/** What `run --json` prints at its end; for a refused run, only its problems. */
const runResultSchema = documents.run.partial().required({ ok: true, exitCode: true });
export type RunResult = z.infer<typeof runResultSchema>;

/**
 * The answer to `GET /api/run`. `POST /api/run` answers with it as soon as the run is under way, and `POST /api/run/stop` once the run has been told
 * to stop.
 */
export const runSchema = z.object({
  /** Where a run is under way. `elsewhere`: in a terminal or another desk, according to the ledger; it can't be stopped from here. */
  running: z.enum(["here", "elsewhere"]).nullable(),
  /** Whether the run was told to stop and is waiting for the creation in flight. */
  stopping: z.boolean(),
  /** The latest line of a run that is under way here, and its latest forecast; null: none yet. */
  latest: documents.event.nullable(),
  forecast: documents.event.nullable(),
  /** How this desk's latest run ended; null: it is still under way, or there was none. */
  result: runResultSchema.nullable(),
  /** Whether nothing but reviews is missing. */
  awaitsReview: z.boolean(),
});
export type RunDocument = z.infer<typeof runSchema>;

/**
 * The answer to `GET /api/changes`, which a page repeats: a stamp for each course. It changes whenever the plan, the lessons or a run may have changed,
 * here or elsewhere; then the page fetches again what it shows of the course.
 */
export const changesSchema = z.record(z.string(), z.string());
export type ChangesDocument = z.infer<typeof changesSchema>;

// Lessons: GET /api/status, GET /api/uncertain, POST /api/resolve

export type StatusDocument = z.infer<typeof documents.status>;

/** What `resolve --json` lists: each uncertain creation with its request, its possible cost, and the evidence. Queries the service. */
export const uncertainSchema = z.looseObject({
  uncertain: z.array(
    z.looseObject({
      job: z.string(),
      /** Identifies the creation in `POST /api/resolve`. */
      attempt: z.string(),
      at: z.string(),
      price: z.looseObject({ credits: z.number() }),
      request: z.looseObject({ topic: z.string(), lang: z.string(), difficulty: z.int() }),
      cause: z.string(),
      /** Ids of stories in answers that could not be trusted, and in saved answers. */
      named: z.array(z.string()),
      salvaged: z.array(z.string()),
      balanceBefore: z.number().nullable(),
      balanceNow: z.number().nullable(),
      /** Evidence against `not created`; if there is any, a decision needs a reason. */
      speaksForStory: z.array(z.unknown()),
    }),
  ),
});
export type UncertainDocument = z.infer<typeof uncertainSchema>;

/** Resolves an uncertain creation as `resolve` does, and answers with what that prints. `story`: the id of its story; null: no story was created. */
export const resolveRequestSchema = z.strictObject({
  course,
  kind: kindSchema,
  attempt: z.string().max(200),
  story: z.uuid().nullable(),
  reason: z.string().min(1).max(2_000).nullable(),
});

// Packages: GET /api/package?course=&kind= (the zip that is there), POST /api/package; then GET /download?course=&kind= returns the zip, and GET /report?course=&kind= the run's report

const platformSchema = z.enum(["moodle", "canvas", "blackboard", "openedx", "scorm", "h5p"]);

export const packageRequestSchema = z.strictObject({
  course,
  kind: kindSchema,
  /** As `--for`: the formats that this platform imports best; null: those of the plan. */
  for: platformSchema.nullable(),
  /** As `--allow-partial`: leaves out lessons that aren't done or approved. */
  allowPartial: z.boolean(),
});
export type PackageRequest = z.infer<typeof packageRequestSchema>;

/** The zip of the plan's edition. */
export const zipSchema = z.object({
  /** Null: there is none. */
  bytes: z.int().nullable(),
  /** When it was made. */
  at: z.string(),
  /** Whether a lesson, a review or the plan's file has changed since. */
  isChanged: z.boolean(),
});
export type ZipDocument = z.infer<typeof zipSchema>;

/** What `package --json` prints. */
export type PackageDocument = z.infer<typeof documents.package>;
