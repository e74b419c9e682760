import { type ComingEdition, type ComingEditions, comingEditions } from "../../../course/coming-editions.ts";
import { placeOfCourse } from "../../../course/course-place.ts";
import type { Plan } from "../../../plan/plan.ts";
import { readPlan } from "../../../plan/read-plan.ts";
import { exitCodeFor } from "../../../run/report.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import type { Context } from "../../context.ts";
import { readState } from "../../course/read-state.ts";
import type { CommandResult } from "../../io.ts";
import { describeComing } from "../../messages/plan/coming-words.ts";
import { planDocument } from "../../messages/plan/plan-document.ts";
import { describePlanProblem } from "../../messages/plan/plan-words.ts";
import { describeRunProblem } from "../../messages/run/run-words.ts";
import { readCallOptions } from "../../parser/options.ts";
import { openConnection } from "../../service/connection.ts";
import { openCallContext } from "../../service/single-calls.ts";

/** The most editions that are told at once: two years of weeks. */
export const comingMost = 104;

interface Asked {
  readonly first: Plan;
  readonly count: number;
  readonly file: string;
}

/** `plan <plan> --next <n>`: the next editions with their topics, words and prices. Spends nothing, and writes nothing. */
export async function tellComing({ first, count, file }: Asked, context: Context): Promise<CommandResult> {
  const { io, shared, raw } = context;
  const calls = readCallOptions(raw, shared.local);
  const state = await readState(placeOfCourse(first.course, shared).ledger, first.course, context);
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
  if (coming.unquoted !== null) io.warn(describeRunProblem(coming.unquoted));
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
        : [{ job: null, code: unquoted.code, message: describeRunProblem(unquoted), next: null }]),
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
