import { type ComingEdition, type ComingEditions, comingEditions } from "../../../course/coming-editions.ts";
import type { Plan } from "../../../plan/plan.ts";
import { readPlan } from "../../../plan/read-plan.ts";
import { exitCodeFor } from "../../../run/report.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import type { CourseSession } from "../../course-session.ts";
import type { CommandResult } from "../../io.ts";
import { readCallOptions } from "../../parser/options.ts";
import { describePlanProblem, planDocument } from "../../problems/plan.ts";
import { describeProblem } from "../../problems/problems.ts";
import { openCallContext, openConnection } from "../../service/connection.ts";

/** The most editions that are shown at once: two years of weekly editions. */
export const comingMost = 104;

/** `plan <plan> --next <n>`: the next editions with their topics, words and prices. Spends nothing, and writes nothing. */
export async function tellComing(
  course: CourseSession,
  { count, file }: { readonly count: number; readonly file: string },
  context: Context,
): Promise<CommandResult> {
  const { io, shared, raw } = context;
  const first = course.plan;
  const calls = readCallOptions(raw, shared.local);
  const state = await course.readState();
  const coming = await comingEditions({
    first,
    count,
    state,
    read: (options) => readPlan(file, options),
    ask: async () => {
      const connection = await openConnection(context, calls);
      const { close } = connection;
      return { context: openCallContext(connection, { calls, state }, context), close };
    },
  });
  for (const line of describeComing(coming)) io.say(line);
  for (const problem of coming.problems) io.warn(describePlanProblem(problem));
  if (coming.unquoted !== null) io.warn(describeProblem(coming.unquoted));
  const ofQuoting = exitCodeFor(coming.unquoted === null ? [] : [coming.unquoted]);
  const exitCode = coming.problems.length > 0 ? exitCodes.invalid : ofQuoting;
  return { exitCode, json: documentOf(coming, { first, exitCode }) };
}

function documentOf(
  { editions, problems, unquoted }: ComingEditions,
  { first, exitCode }: { first: Plan; exitCode: number },
): Record<string, unknown> {
  return {
    ok: exitCode === exitCodes.done,
    exitCode,
    course: first.course,
    editions: editions.map(editionDocument),
    problems: [
      ...problems.map(planDocument),
      ...(unquoted === null
        ? []
        : [{ job: null, code: unquoted.code, message: describeProblem(unquoted), next: null }]),
    ],
  };
}

function editionDocument({ plan, orders, credits }: ComingEdition): Record<string, unknown> {
  const isSkipped = plan.skippedAt !== null;
  return {
    edition: plan.edition,
    skipped: isSkipped,
    topics: isSkipped ? [] : [...new Set(plan.jobs.map(({ topicId }) => topicId))],
    jobs: isSkipped
      ? []
      : plan.jobs.map(({ id, request }) => ({ id, words: (request.words ?? []).map(({ word }) => word) })),
    repeated: isSkipped ? [] : (plan.turn?.repeated ?? []),
    toCreate: orders.map(({ lesson }) => lesson.job.id),
    credits,
  };
}

// A volume's words on a line; the document for --json has all of them.
const wordsShown = 12;

/** The next editions, for people: what each has, costs and repeats; then the sum. */
function describeComing({ editions }: ComingEditions): string[] {
  const prices = editions.map(({ credits }) => credits);
  const total = prices.includes(null) ? null : prices.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return [
    ...editions.flatMap(describeEdition),
    `total    ${describePrice(total)} for ${pluralize(editions.length, "edition")}`,
  ];
}

function describeEdition({ plan, orders, credits }: ComingEdition): string[] {
  if (plan.skippedAt !== null) return [`${plan.edition}   left out`];
  const left = plan.jobs.length - orders.length;
  const bought = left === 0 ? "" : `, ${left} bought already`;
  return [
    `${plan.edition}   ${pluralize(orders.length, "story", "stories")} to create${bought}, ${describePrice(credits)}`,
    `  topics   ${topicsOf(plan).map(showText).join("; ")}`,
    ...wordsOf(plan),
  ];
}

function describePrice(credits: number | null): string {
  return credits === null ? "price unknown" : pluralize(credits, "credit");
}

/** Each topic once, by its text in the first language in which the edition has it. */
function topicsOf({ jobs }: Plan): string[] {
  return [
    ...new Map(jobs.toReversed().map(({ topicId, request }) => [topicId, request.topic])).values(),
  ].reverse();
}

/** A line for each volume that asks for words. */
function wordsOf({ jobs, turn }: Plan): string[] {
  const volumes = new Map<string, string[]>();
  for (const { request } of jobs) {
    const volume = `${request.lang} ${request.difficulty}`;
    const words = volumes.get(volume) ?? [];
    volumes.set(volume, [...new Set([...words, ...(request.words ?? []).map(({ word }) => word)])]);
  }
  return [...volumes].flatMap(([volume, words]) => {
    if (words.length === 0) return [];
    const again =
      turn?.repeated.find(({ lang, difficulty }) => `${lang} ${difficulty}` === volume)?.words.length ?? 0;
    const shown = words.slice(0, wordsShown).map(showText).join(", ");
    const more = words.length > wordsShown ? ", ..." : "";
    const repeated = again === 0 ? "" : `, ${again} of them repeated`;
    return [`  words    ${volume}: ${shown}${more} (${words.length}${repeated})`];
  });
}
