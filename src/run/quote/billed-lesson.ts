import * as z from "zod";
import { hash } from "../../ledger/format/event-parts.ts";
import { settingName } from "../../ledger/format/fold.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { Job, StoryRequest } from "../../plan/plan.ts";
import type { PlannedLesson } from "../lesson.ts";
import type { MatchedPlan } from "../match.ts";
import type { Work } from "../work.ts";
import { type Bill, settingOf } from "./bill.ts";

/**
 * What becomes of a lesson: `buy`: bought with this bill; `replace`: another story is bought in place of its own; `wait`: behind the plan's gate;
 * `inherit`: it takes an earlier edition's story; `keep`: it has its story; `making`: its story is being made; `failed`: its story is paid for and
 * failed; `settle`: whether it has a story is unknown; `barred`: what it asks for was bought before, so it isn't bought again.
 */
const lessonFates = [
  "buy",
  "replace",
  "wait",
  "inherit",
  "keep",
  "making",
  "failed",
  "settle",
  "barred",
] as const;

/** A lesson as a bill shows it. Amounts in credits. */
export const billedLessonSchema = z.strictObject({
  job: z.string(),
  /** Its place in its volume, from 1, as in the package. */
  number: z.int().positive(),
  lang: z.string(),
  difficulty: z.int(),
  topic: z.string(),
  /** The words that its story is asked for. */
  words: z.array(z.string()),
  /** The part of its request that its price depends on. */
  setting: z.string(),
  /** SHA-256 of its whole request. */
  request: hash,
  fate: z.enum(lessonFates),
  /** Whether it keeps, or takes, a story that was made from another request than today's. */
  changed: z.boolean(),
  /** What this bill charges for it; 0 if nothing is bought, null if its price is unknown. */
  credits: z.number().nullable(),
});

export type BilledLesson = z.infer<typeof billedLessonSchema>;
export type LessonFate = BilledLesson["fate"];

/** The selected lessons with what a bill does for each, in the plan's order. Pure. `bill`: null if no prices were available. */
export function billedLessons(
  plan: MatchedPlan,
  { lessons, work, bill }: { lessons: readonly PlannedLesson[]; work: Work; bill: Bill | null },
): BilledLesson[] {
  const numbers = numbersInVolumes(plan.jobs);
  const fateOf = fatesIn(work);
  const prices = new Map(
    (bill?.lines ?? []).map(({ setting, price }) => [settingName(setting), price.credits]),
  );
  const changed = new Set(work.changed.map(({ job }) => job));
  const wordsOf = rememberingWords();
  return lessons.map((lesson) => {
    const { job } = lesson;
    const { request } = job;
    const fate = fateOf(lesson);
    const setting = settingName(settingOf(request));
    const isBought = fate === "buy" || fate === "replace";
    return {
      job: job.id,
      number: numbers.get(job.id) ?? 1,
      lang: request.lang,
      difficulty: request.difficulty,
      topic: request.topic,
      words: wordsOf(request.words),
      setting,
      request: requestHash(request),
      fate,
      changed: changed.has(job.id),
      credits: isBought ? (prices.get(setting) ?? null) : 0,
    };
  });
}

function fatesIn(work: Work): (lesson: PlannedLesson) => LessonFate {
  const ordered = new Map(work.orders.map(({ lesson, replaces }) => [lesson, replaces]));
  const waiting = new Set(work.gates.flatMap((gate) => gate.waiting.map(({ lesson }) => lesson)));
  const blocked = new Set(work.blocked.map(({ lesson }) => lesson));
  return (lesson) => {
    const replaces = ordered.get(lesson);
    if (replaces !== undefined) return replaces === null ? "buy" : "replace";
    if (waiting.has(lesson)) return "wait";
    if (blocked.has(lesson)) return "barred";
    const { kind } = lesson.status;
    if (kind === "uncertain") return "settle";
    if (kind === "failed") return "failed";
    if (lesson.match === "inherited") return "inherit";
    return kind === "active" ? "making" : "keep";
  };
}

function numbersInVolumes(jobs: readonly Job[]): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  return new Map(
    jobs.map(({ id, request: { lang, difficulty } }) => {
      const volume = `${lang} ${difficulty}`;
      const number = (lengths.get(volume) ?? 0) + 1;
      lengths.set(volume, number);
      return [id, number];
    }),
  );
}

/** Jobs that share a list share one object for its words. */
function rememberingWords(): (words: StoryRequest["words"]) => string[] {
  const known = new Map<StoryRequest["words"], string[]>();
  return (words) => {
    const read = known.get(words) ?? (words ?? []).map(({ word }) => word);
    known.set(words, read);
    return read;
  };
}
