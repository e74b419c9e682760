import { settingOf } from "../../pipeline/bill.ts";
import { ChargeTrail } from "../../pipeline/charges.ts";
import { type EvidenceReading, gatherEvidence, unknownBooks, weighBalance } from "../../pipeline/evidence.ts";
import { nameToday, withLedgerKeys } from "../../pipeline/former-names.ts";
import { type OpenCreation, openCreations } from "../../pipeline/resolve.ts";
import type { Plan } from "../../plan/plan.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { isUuid } from "../../shared/world.ts";
import { askingTools } from "../asking.ts";
import { openConnection } from "../connection.ts";
import type { Context } from "../context.ts";
import { placeOfCourse } from "../course-place.ts";
import type { CommandResult } from "../io.ts";
import { loadPlan } from "../load-plan.ts";
import { readCallOptions, texts } from "../options.ts";
import { readState } from "../read-state.ts";
import { type Evidence, sayOpenCreation } from "../say/evidence-words.ts";
import { againFor, commandLine } from "../say/next-command.ts";
import { jobOf } from "../select-jobs.ts";
import { refusePlan } from "./check.ts";
import { isNamed, readSettlements, rescuedOf, settle } from "./settle.ts";

/** `resolve <plan> [job...]`: lists uncertain creations with the evidence, or settles one or several by a person's word. */
export async function resolve(
  file: string,
  names: readonly string[],
  context: Context,
): Promise<CommandResult> {
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { plan } = loaded;
  for (const name of names) if (!isUuid(name) && !name.includes("/")) jobOf(plan, name);
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
  const trail = new ChargeTrail();
  const state = await readState(place.ledger, written.course, context, (event) => trail.see(event));
  const plan = withLedgerKeys(written, state);
  const all = openCreations(state, await rescuedOf(state, place, context));
  const open = all.filter((one) => names.length === 0 || names.some((name) => isNamed(one, name, plan)));
  const again = againFor(file, context);
  const reading = await readEvidence(open, context);
  const balanceNow = reading?.ok ? reading.evidence.balanceNow : null;
  const listed = reading?.ok ? reading.evidence.newestBooks : [];
  const shown = open.map((one) => ({
    one: { ...one, job: nameToday(one, plan) },
    evidence: {
      reading,
      balance: weighBalance(one, all, { state, trail, balanceNow }),
      unknownBooks: unknownBooks(listed, state),
    },
    name: settlingName(one, all, plan),
  }));
  if (open.length === 0) io.say("No creation is uncertain.");
  for (const { one, evidence, name } of shown) {
    for (const line of sayOpenCreation(one, evidence, { again, name })) io.say(line);
  }
  io.say(
    `next     ${open.length === 0 ? commandLine("run", again) : "settle each with --story <id> or --not-created"}`,
  );
  const { done: exitCode } = exitCodes;
  const uncertain = shown.map(({ one, evidence }) => documentOf(one, evidence));
  return { exitCode, json: { ok: true, exitCode, uncertain } };
}

/** The name that means this creation and no other: its job's, in the plan's edition, where that has one such creation; else its attempt's id. */
function settlingName(one: OpenCreation, all: readonly OpenCreation[], plan: Plan): string {
  const name = nameToday(one, plan);
  const isPlain = plan.jobs.some(({ id }) => id === name) && isNamed(one, name, plan);
  return isPlain && all.filter((other) => isNamed(other, name, plan)).length === 1
    ? name
    : one.attempt.attempt;
}

/** What the service shows today, where it can be asked; without a service or a key the ledger's own evidence has to do. */
async function readEvidence(
  [first]: readonly OpenCreation[],
  context: Context,
): Promise<EvidenceReading | null> {
  if (first === undefined) return null;
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  if (connection === null) return null;
  try {
    const setting = settingOf(first.attempt.intended.request);
    return await gatherEvidence(setting, askingTools(connection, { calls, state: null }, context));
  } finally {
    await connection.close();
  }
}

function documentOf(
  open: OpenCreation,
  { reading, balance, unknownBooks }: Evidence,
): Record<string, unknown> {
  const { intended, attempt } = open.attempt;
  const evidence = reading?.ok ? reading.evidence : null;
  return {
    job: open.job,
    edition: open.edition,
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
  };
}
