import * as z from "zod";
import { amount, common, edits, jobCounts, notice, problem, quality, times } from "./document-parts.ts";

const spending = { committed: amount, spent: amount };

/** `run <plan> --json`. */
export const runDocumentSchema = z.object({
  ...common,
  course: z.string(),
  edition: z.string(),
  service: z.string(),
  jobs: jobCounts,
  /** The selected jobs one by one. */
  list: z.array(
    z.object({
      id: z.string(),
      status: z.enum(["pending", "uncertain", "active", "done", "failed"]),
      topic: z.string(),
      title: z.string().nullable(),
      /** The id of its story. */
      story: z.string().nullable(),
      /** Whether its story is an earlier edition's. */
      inherited: z.boolean(),
      /** Of all its stories, also of replaced ones. */
      credits: z.object({ ...spending, perhapsRefunded: amount }),
      /** The code of its problem, which is among `problems`. */
      problem: z.string().nullable(),
    }),
  ),
  credits: z.object({
    quoted: amount,
    ...spending,
    perhapsRefunded: amount,
    budget: amount,
    /** At the last quote. */
    balance: amount.nullable(),
    /** The same less all that was charged since, by the ledger's record. */
    balanceAfter: amount.nullable(),
  }),
  lessons: edits,
  package: z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }).nullable(),
  /** How many lessons the package lacks, or would lack. */
  missing: z.int(),
  times: z.array(times),
  quality: quality.nullable(),
  next: z.string(),
  ledger: z.string(),
  problems: z.array(problem),
  notices: z.array(notice),
});

const asked = z.looseObject({ topic: z.string(), lang: z.string(), difficulty: z.int() });
const jobState = z.enum(["pending", "uncertain", "active", "done", "failed"]);

const job = z.object({
  job: z.string(),
  state: jobState,
  why: z.string(),
  story: z.string().nullable(),
  status: z.string().nullable(),
  changed: z.boolean(),
  times: times.nullable(),
  credits: z.object(spending),
  /** What the service was asked for; null: nothing yet. */
  asked: asked.nullable(),
  attempts: z.array(z.object({ attempt: z.string(), at: z.string(), outcome: z.string(), price: amount })),
});

/** `status <plan> --json`. */
export const statusDocumentSchema = z.object({
  ...common,
  course: z.string(),
  edition: z.string(),
  service: z.string().nullable(),
  ledger: z.string(),
  jobs: jobCounts,
  lessons: edits,
  credits: z.object({
    ...spending,
    perhapsRefunded: amount,
    budget: amount,
    balance: amount.nullable(),
  }),
  review: z.record(z.string(), z.int()).optional(),
  corrections: z.record(z.string(), z.int()).optional(),
  waiting: z.array(z.looseObject({ volume: z.string(), waiting: z.int() })).optional(),
  uncertainOrphans: z.array(z.string().nullable()),
  problems: z.array(problem),
  list: z.array(job),
  /** Bought lessons that the plan has no more. */
  left: z.array(
    z.object({
      name: z.string(),
      account: z.string().nullable(),
      asked,
      story: z.string().nullable(),
      state: jobState,
    }),
  ),
});

/** `status <plan> <job> --json`. */
export const jobDocumentSchema = z.object({ ...common, job });

/** `package <plan> --json`. */
export const packageDocumentSchema = z.object({
  ...common,
  package: z.looseObject({ path: z.string(), bytes: z.int(), sha256: z.string() }),
  missing: z.int(),
  /** With the facts of each, such as the `files` of `pdf_characters_missing`. */
  notices: z.array(z.looseObject(notice.shape)),
});

/** `check-lessons <plan> --json`. */
export const lessonsDocumentSchema = z.object({
  ...common,
  course: z.string(),
  edition: z.string(),
  ledger: z.string(),
  quality: quality.nullable(),
  next: z.string(),
  problems: z.array(problem),
});

const figures = {
  stories: z.int(),
  quoted: amount,
  committed: amount,
  spent: amount,
  held: amount,
  wasted: amount,
};

/** `cost [plan...] --json`. */
export const costDocumentSchema = z.object({
  ...common,
  courses: z.array(
    z.object({
      course: z.string(),
      rows: z.array(z.object({ edition: z.string(), lang: z.string(), month: z.string(), ...figures })),
    }),
  ),
  total: z.object(figures),
});
