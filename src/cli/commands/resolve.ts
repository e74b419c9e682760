import type { Between } from "../../ledger/format/charges.ts";
import { nameToday } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import {
  type BalanceEvidence,
  type OpenCreation,
  openCreations,
  seenIds,
  type Weighed,
  weigh,
} from "../../run/resolve.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Facts } from "../../shared/written-text.ts";
import type { Context } from "../context.ts";
import { type CourseSession, openCourse } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { text } from "../parser/options.ts";
import { usage } from "../problem.ts";
import { describeCallError } from "../problems/causes.ts";
import { describeContrary } from "../problems/command.ts";
import { textIn } from "../problems/texts.ts";
import { quoted } from "../render/shell.ts";
import { type Asked, askEvidence, checkName, isNamed, settlingName } from "./resolve/creations.ts";
import { settle } from "./resolve/settle.ts";

export const verbs: Verbs = { resolve: (context, [plan = "", job]) => resolve(plan, job, context) };

/** `resolve <plan> [job]`: lists uncertain creations with the evidence, or resolves one as the user decides. */
export async function resolve(
  file: string,
  name: string | undefined,
  context: Context,
): Promise<CommandResult> {
  const course = await openCourse(file, context);
  const story = text(context.raw, "story");
  if (story === null && context.raw.notCreated !== true) return list(course, { file, name }, context);
  if (name === undefined) throw usage("Say which job to resolve.");
  return settle(course, { file, name, story }, context);
}

async function list(
  course: CourseSession,
  { file, name }: { file: string; name: string | undefined },
  context: Context,
): Promise<CommandResult> {
  const { io } = context;
  const state = await course.readState();
  const plan = matchLessons(course.plan, state);
  const all = openCreations(state, await course.rescued(state));
  if (name !== undefined) checkName(name, all, plan);
  const open = all.filter((one) => name === undefined || isNamed(one, name, plan));
  const again = repeatedFlagsFor(file, context);
  const { result, known } = await askEvidence(open[0], state, context);
  const shown = open.map((one) => ({
    one,
    job: nameToday(one.recordName, plan),
    evidence: { result, ...weigh(one, known) },
    name: settlingName(one, all, plan),
  }));
  if (open.length === 0) io.say("No creation is uncertain.");
  for (const { one, job, evidence, name } of shown) {
    for (const line of describeOpenCreation(one, evidence, { again, job, name })) io.say(line);
  }
  io.say(
    `next     ${open.length === 0 ? commandLine("run", again) : "resolve each with --story or --not-created, as shown"}`,
  );
  return ended({
    uncertain: shown.map(({ one, job, evidence }) => ({ job, ...documentOf(one, evidence) })),
  });
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
    status: open.outcome?.status ?? null,
    answer: open.outcome?.answer ?? null,
    named: open.named.map(({ id }) => id),
    salvaged: open.salvaged,
    rescued: open.rescued,
    balanceBefore: intended.balanceBefore,
    balanceNow: evidence?.balanceNow ?? null,
    explained: balance?.explained ?? null,
    unexplained: balance?.unexplained ?? null,
    newestBooks: evidence?.newestBooks ?? null,
    unknownBooks: evidence?.newestBooks == null ? null : unknownBooks,
    speaksForStory: contrary,
  };
}

/** The service's evidence about an open creation, weighed with the ledger's. */
interface Evidence extends Weighed {
  readonly result: Asked["result"];
}

/**
 * An uncertain creation with everything known about it, and what each hint does and does not prove. `name`: the name with which the user resolves it.
 */
function describeOpenCreation(
  open: OpenCreation,
  evidence: Evidence,
  { again, job, name }: { again: RepeatedFlags; job: string; name: string },
): string[] {
  const { intended, attempt } = open.attempt;
  const { request, price } = intended;
  const { answer, received } = open.outcome ?? {};
  const bytes =
    received === undefined ? "" : `; the ledger keeps the raw answer, ${pluralize(received.bytes, "byte")}`;
  const line = (part: string, facts: Facts): string => textIn("resolve", part, facts);
  return [
    line("head", { job, edition: open.recordName.edition, at: intended.at, attempt }),
    line("asked", request),
    line("at_stake", { ...price }),
    line("because", { cause: open.cause }),
    ...(answer == null ? [] : [line("answer", { answer })]),
    ...open.named.map((one) => line("named", { ...one, bytes })),
    ...open.salvaged.map((id) => line("found", { id })),
    ...open.rescued.map(({ file, outcome, id }) => line("rescued", { file, outcome, id })),
    ...describeRemote(open, evidence),
    ...evidence.contrary.map((one) => `  against  ${describeContrary(one)}`),
    ...describeHowToSettle(open, evidence, { again, name: quoted(name) }),
  ];
}

// Each line works when pasted; as long as it contains a placeholder for the id or the reason, it changes nothing.
function describeHowToSettle(
  open: OpenCreation,
  { contrary }: Evidence,
  { again, name }: { again: RepeatedFlags; name: string },
): string[] {
  const line = (words: string): string => commandLine("resolve", again, `${name} ${words}`);
  const ids = [...new Set(seenIds(open).map(({ id }) => id))];
  const reason = contrary.length === 0 ? "" : " --reason ''";
  const stories = ids.map((id) => `${line(`--story ${id}`)}   if this is the right story`);
  const lines = [
    ...stories,
    `${line("--story ID")}   if the service's own list shows the story; replace ID with its id`,
    `${line(`--not-created${reason}`)}   if you have made sure that the service has no such story${reason === "" ? "" : "; say between the quotes how you know"}`,
  ];
  return lines.map((text, index) => `  ${index === 0 ? "resolve" : "       "}   ${text}`);
}

function describeRemote({ attempt }: OpenCreation, { result, balance, unknownBooks }: Evidence): string[] {
  if (result === null) return [textIn("resolve", "unasked")];
  if (!result.ok) {
    const why = result.callError === null ? "interrupted" : describeCallError(result.callError);
    return [textIn("resolve", "balance_unknown", { why })];
  }
  const { writing } = attempt.intended.price;
  const { newestBooks } = result.evidence;
  return [
    ...(balance === null ? [textIn("resolve", "balance_unlimited")] : describeBalance(balance, writing)),
    ...(newestBooks === null
      ? [textIn("resolve", "books_hidden")]
      : [
          textIn("resolve", "books", {
            newest: newestBooks.length,
            unknown: unknownBooks.length,
            unknownBooks,
          }),
          textIn("resolve", "books_prove"),
        ]),
  ];
}

function describeBalance(
  { before, now, explained, unexplained }: BalanceEvidence,
  writing: number,
): string[] {
  const between = ({ least, most }: Between) => (least === most ? String(least) : `${least} to ${most}`);
  const facts = { explained: between(explained), unexplained: between(unexplained) };
  return [
    textIn("resolve", "balance", { before, now, fall: before - now, ...facts }),
    textIn("resolve", "balance_proves", { writing }),
  ];
}
