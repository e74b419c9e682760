import * as z from "zod";
import { billedLessonSchema } from "../../run/bill.ts";
import { changesExitCode } from "../../shared/exit-codes.ts";
import { amount, common, edits, jobCounts, notice, problem } from "./document-parts.ts";

const price = z.object({ credits: amount, writing: amount, audiobook: amount });

const { shape } = billedLessonSchema;

const lesson = z.object({
  job: shape.job,
  number: shape.number,
  topic: shape.topic,
  words: shape.words,
  /** Of the story that there is. */
  title: z.string().nullable(),
  fate: shape.fate,
  changed: shape.changed,
  credits: shape.credits,
});

const part = z.object({
  topic: z.string(),
  setting: z.string(),
  fate: shape.fate,
  credits: amount.nullable(),
});

const moved = <Of extends z.ZodType>(of: Of) => z.object({ before: of, now: of });

const against = z.object({
  path: z.string(),
  edition: moved(z.string()),
  total: moved(amount.nullable()),
  budget: moved(amount),
  prices: z.array(z.object({ setting: z.string(), before: amount, now: amount })),
  added: z.array(z.string()),
  gone: z.array(z.string()),
  changed: z.array(
    z.object({
      job: z.string(),
      parts: z.array(z.enum(["topic", "words", "settings", "fate", "credits"])),
      words: z.object({ added: z.array(z.string()), gone: z.array(z.string()) }),
      before: part,
      now: part,
    }),
  ),
});

/** `plan <plan> --json`, and `--format json`. */
export const planDocumentSchema = z.object({
  ...common,
  /** With `--detailed-exitcode` also 10: there is something to buy. */
  exitCode: z.union([common.exitCode, z.literal(changesExitCode)]),
  course: z.string(),
  edition: z.string(),
  service: z.string(),
  jobs: jobCounts,
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
  /** What is left once the bill is paid; null: not limited, or unknown. */
  after: z.object({ budget: amount.nullable(), month: amount.nullable(), balance: amount.nullable() }),
  /** The month in UTC whose budget counts. */
  month: z.object({ name: z.string(), limit: amount.nullable(), committed: amount }),
  volumes: z.array(z.object({ lang: z.string(), difficulty: z.int(), lessons: z.array(lesson) })),
  /** What changed since the bill of `--against`. */
  against: against.nullable(),
  /** Until when the bill of `--save` may be bought. */
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
  unfinishedEditions: z.array(z.object({ edition: z.string(), stories: z.int(), uncertain: z.int() })),
  notices: z.array(notice),
  problems: z.array(problem),
});

/** `plan <plan> --next <n> --json`. */
export const comingDocumentSchema = z.object({
  ...common,
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
  problems: z.array(problem),
});

/** `check <plan> --json`. */
export const checkDocumentSchema = z.object({
  ...common,
  course: z.string(),
  edition: z.string(),
  jobs: z.array(z.string()),
  problems: z.array(problem),
});
