import { placeOfCourse } from "../../course/course-place.ts";
import type { Plan } from "../../plan/plan.ts";
import { nameToday } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import { weigh } from "../../run/settle/evidence.ts";
import { type OpenCreation, openCreations } from "../../run/settle/open-creations.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import type { Context } from "../context.ts";
import { checkNames, isNamed, settlingName } from "../course/creation-names.ts";
import { loadPlan } from "../course/load-plan.ts";
import { readState } from "../course/read-state.ts";
import type { CommandResult } from "../io.ts";
import { describeOpenCreation, type Evidence } from "../messages/ledger/evidence-words.ts";
import { againFor, commandLine } from "../messages/next-command.ts";
import { texts } from "../parser/options.ts";
import { askEvidence, creationTimeoutOf } from "../service/ask-evidence.ts";
import { refusePlan } from "./check.ts";
import { readSettlements, rescuedOf, settle } from "./settle.ts";

/** `resolve <plan> [job...]`: lists uncertain creations with the evidence, or settles one or more as the user decides. */
export async function resolve(
  file: string,
  names: readonly string[],
  context: Context,
): Promise<CommandResult> {
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { plan } = loaded;
  const stories = texts(context.raw, "story");
  const notCreated = context.raw.notCreated === true;
  if (stories.length === 0 && !notCreated) return list(plan, { file, names }, context);
  return settle(plan, { file, settlements: readSettlements(names, { stories, notCreated }) }, context);
}

async function list(
  written: Plan,
  { file, names }: { file: string; names: readonly string[] },
  context: Context,
): Promise<CommandResult> {
  const { io, shared } = context;
  const place = placeOfCourse(written.course, shared);
  const state = await readState(place.ledger, written.course, context);
  const plan = matchLessons(written, state);
  const all = openCreations(state, await rescuedOf(state, place, context));
  checkNames(names, all, plan);
  const open = all.filter((one) => names.length === 0 || names.some((name) => isNamed(one, name, plan)));
  const again = againFor(file, context);
  const result = await askEvidence(open, context);
  const known = {
    state,
    now: context.world.now(),
    creationTimeoutMs: creationTimeoutOf(context),
  };
  const shown = open.map((one) => ({
    one,
    job: nameToday(one.recordName, plan),
    evidence: { result, ...weigh(one, all, { ...known, evidence: result?.ok ? result.evidence : null }) },
    name: settlingName(one, all, plan),
  }));
  if (open.length === 0) io.say("No creation is uncertain.");
  for (const { one, job, evidence, name } of shown) {
    for (const line of describeOpenCreation(one, evidence, { again, job, name })) io.say(line);
  }
  io.say(
    `next     ${open.length === 0 ? commandLine("run", again) : "settle each with --story or --not-created, as shown"}`,
  );
  const { done: exitCode } = exitCodes;
  const uncertain = shown.map(({ one, job, evidence }) => ({ job, ...documentOf(one, evidence) }));
  return { exitCode, json: { ok: true, exitCode, uncertain } };
}

function documentOf(
  open: OpenCreation,
  { result, balance, unknownBooks, contrary }: Evidence,
): Record<string, unknown> {
  const { intended, attempt } = open.attempt;
  const evidence = result?.ok ? result.evidence : null;
  return {
    edition: open.recordName.edition,
    attempt,
    at: intended.at,
    price: intended.price,
    request: intended.request,
    cause: open.cause,
    status: open.status,
    answer: open.answer,
    named: open.named.map(({ id }) => id),
    salvaged: open.salvaged,
    rescued: open.rescued,
    balanceBefore: intended.balanceBefore,
    balanceNow: evidence?.balanceNow ?? null,
    explained: balance?.explained ?? null,
    unexplained: balance?.unexplained ?? null,
    balanceHint: balance?.hint ?? null,
    newestBooks: evidence?.newestBooks ?? null,
    unknownBooks: evidence === null ? null : unknownBooks,
    speaksForStory: contrary,
  };
}
