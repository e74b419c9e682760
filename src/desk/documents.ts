import * as z from "zod";
import type { documents, jobCountsSchema, problemSchema } from "../documents/documents.ts";
import { hash } from "../ledger/format/event.ts";

// What the page of `open` and its server exchange: requests have schemas, since they are checked, and answers have types. The page imports only the types.

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
 * Every answer that isn't 2xx: 403 `not_admitted`, 404 `not_found`, 400 `not_understood`, 413 `body_too_large`, 500 `broken`; all others are 409. `code` is
 * that of the first problem, or one that `locales/en.json` words.
 */
export interface RefusalDocument {
  readonly code: string;
  /** For people, in English; null: the page has its own text for the code. */
  readonly message: string | null;
  readonly problems?: readonly ProblemDocument[];
  /** As the command would have ended in a terminal. */
  readonly exitCode?: number;
}

// Courses: GET /api/courses

/** The status of a course's lessons of one kind. */
export interface MadeDocument {
  readonly counts: z.infer<typeof jobCountsSchema>;
  /** Where a run is under way: in this desk, or in a terminal or another desk; null: nowhere. */
  readonly running: "here" | "elsewhere" | null;
  /** The edition's package, and when it was made, in ms since 1970; null: there is none. */
  readonly package: { readonly bytes: number; readonly at: number } | null;
}

export interface CourseDocument {
  /** The course's id in every request, and in `/courses/<id>/review/<kind>/`, the review desk's page. */
  readonly id: string;
  /** The plan's file: its path below the folder, with `/` as the separator. */
  readonly file: string;
  /** As written; null: the plan has no title, or can't be read. */
  readonly title: string | null;
  readonly edition: string | null;
  /** How many errors the plan has. */
  readonly errors: number;
  /** Null: the plan has errors. */
  readonly rehearsal: MadeDocument | null;
  readonly paid: MadeDocument | null;
}

export interface CoursesDocument {
  /** The service's address; null: none is set, so only rehearsals are possible. */
  readonly service: string | null;
  /** Why nothing can be bought, and what to set; null: the service's address and key are set. */
  readonly missing: ProblemDocument | null;
  readonly courses: readonly CourseDocument[];
}

// Plans: GET /api/plan, POST /api/plan (answers what GET answers), GET /api/plan-schema (the plan's JSON Schema, draft 2020-12)

export interface PlanDocument {
  readonly yaml: string;
  readonly hash: string;
  /** The plan as data, as far as it can be read, with lists and maps as the author wrote them. */
  readonly values: unknown;
  readonly problems: readonly {
    /** The problem's path in `values`; null: it is in another file, or at no value. */
    readonly path: readonly (string | number)[] | null;
    /** The file's path below the folder. */
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly severity: "error" | "warning";
    readonly code: string;
    /** The message, without the place. */
    readonly message: string;
  }[];
}

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

export interface WorkbookDocument {
  /** Whether the files were written. */
  readonly written: boolean;
  /** The value for `confirm`; null: the problems have to be mended first. */
  readonly hash: string | null;
  /** Null: the course doesn't exist yet. */
  readonly course: string | null;
  readonly problems: readonly {
    readonly severity: "error" | "warning";
    /** The sheet's name; empty if the table has no sheets, or the problem concerns the whole file. */
    readonly sheet: string;
    /** Null: the problem concerns no cell. */
    readonly row: number | null;
    readonly column: string | null;
    readonly code: string;
    readonly message: string;
  }[];
  /** The changes, one a line, for people. */
  readonly changes: readonly string[];
  /** How many lessons the course has after the changes. */
  readonly lessons: number;
  /** The files to write: their paths below the folder. */
  readonly files: readonly string[];
}

// Bills: GET /api/bill?course=&kind=[&replace=<job>@<id>]

/** `replace`: the story that gets another one in its place, which is paid for, as `--replace` names it. */
export const billQuerySchema = courseQuerySchema.extend({ replace: z.string().max(200).optional() });

export interface BillDocument {
  readonly bill: z.infer<typeof documents.plan>;
  /** The hash with which `POST /api/run` buys exactly this bill; null: nothing can be bought, and `problems` say why. */
  readonly hash: string | null;
  /** The sum in credits that a person types to buy the bill; null: nothing can be bought. */
  readonly total: number | null;
}

// Runs: GET /api/run, POST /api/run, POST /api/run/stop

export const runRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ course, kind: z.literal("rehearsal") }),
  /** `hash`: that of the bill. `sum`: its total, as a person typed it. */
  z.strictObject({ course, kind: z.literal("paid"), hash, sum: z.number() }),
]);

export const stopRequestSchema = z.strictObject({ course, kind: kindSchema });

/** What `run --json` prints at its end; for a refused run, only its problems. */
export type RunResult = Pick<z.infer<typeof documents.run>, "ok" | "exitCode"> &
  Partial<z.infer<typeof documents.run>>;

/**
 * The answer to `GET /api/run`. `POST /api/run` answers with it as soon as the run is under way, and `POST /api/run/stop` once the run has been told
 * to stop.
 */
export interface RunDocument {
  /** Where a run is under way. `elsewhere`: in a terminal or another desk, according to the ledger; it can't be stopped from here. */
  readonly running: MadeDocument["running"];
  /** Whether the run was told to stop and is waiting for the creation in flight. */
  readonly stopping: boolean;
  /** What a run that is under way here last said of the time that it needs, or waits for the service; null: nothing so far. */
  readonly latest: {
    readonly type: "run.forecast" | "run.waiting";
    readonly at: string;
    readonly seconds: number;
  } | null;
  /** How this desk's latest run ended; null: it is still under way, or there was none. */
  readonly result: RunResult | null;
}

/**
 * The answer to `GET /api/changes`, which a page repeats: a stamp for each course. It changes whenever the plan, the lessons or a run may have changed,
 * here or elsewhere; then the page fetches again what it shows of the course.
 */
export type ChangesDocument = Readonly<Record<string, string>>;

// Lessons: GET /api/status, GET /api/uncertain, POST /api/resolve

export type StatusDocument = z.infer<typeof documents.status>;

/** What `resolve --json` lists: each uncertain creation with its request, its possible cost, and the evidence. Queries the service. */
export interface UncertainDocument {
  readonly uncertain: readonly {
    readonly job: string;
    /** Identifies the creation in `POST /api/resolve`. */
    readonly attempt: string;
    readonly at: string;
    readonly edition: string;
    readonly price: { readonly credits: number };
    readonly request: { readonly topic: string; readonly lang: string; readonly difficulty: number };
    readonly cause: string;
    /** Ids of stories in answers that could not be trusted, and in saved answers, the likeliest first. */
    readonly ids: readonly string[];
    readonly balanceBefore: number | null;
    readonly balanceNow: number | null;
    /** Evidence against `not created`; if there is any, a decision needs a reason. */
    readonly speaksForStory: readonly unknown[];
  }[];
}

/** Resolves an uncertain creation as `resolve` does, and answers with what that prints. `story`: the id of its story; null: no story was created. */
export const resolveRequestSchema = z.strictObject({
  course,
  kind: kindSchema,
  attempt: z.string().max(200),
  story: z.uuid().nullable(),
  reason: z.string().min(1).max(2_000).nullable(),
});

// Packages: POST /api/package; then GET /download?course=&kind= returns the zip, and GET /report?course=&kind= the run's report

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

/** What `package --json` prints. */
export type PackageDocument = z.infer<typeof documents.package>;
