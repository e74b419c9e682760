import type { Between } from "../../ledger/format/charges.ts";
import { nameToday } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import {
  type BalanceEvidence,
  type EvidenceResult,
  type OpenCreation,
  openCreations,
  seenIds,
  type Weighed,
  weigh,
} from "../../run/resolve.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { checkNames, isNamed, settlingName } from "../course/creation-names.ts";
import { type CourseSession, openCourse } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import { texts } from "../parser/options.ts";
import { describeCallError, describeCause } from "../problems/causes.ts";
import { describeContrary } from "../problems/command.ts";
import { quoted } from "../render/shell.ts";
import { askEvidence, creationTimeoutOf } from "../service/connection.ts";
import { readSettlements, rescuedOf, settle } from "./settle.ts";

/** `resolve <plan> [job...]`: lists uncertain creations with the evidence, or resolves one or more as the user decides. */
export async function resolve(
  file: string,
  names: readonly string[],
  context: Context,
): Promise<CommandResult> {
  const course = await openCourse(file, context);
  const stories = texts(context.raw, "story");
  const notCreated = context.raw.notCreated === true;
  if (stories.length === 0 && !notCreated) return list(course, { file, names }, context);
  return settle(course, { file, settlements: readSettlements(names, { stories, notCreated }) }, context);
}

async function list(
  course: CourseSession,
  { file, names }: { file: string; names: readonly string[] },
  context: Context,
): Promise<CommandResult> {
  const { io } = context;
  const { place } = course;
  const state = await course.readState();
  const plan = matchLessons(course.plan, state);
  const all = openCreations(state, await rescuedOf(state, place, context));
  checkNames(names, all, plan);
  const open = all.filter((one) => names.length === 0 || names.some((name) => isNamed(one, name, plan)));
  const again = repeatedFlagsFor(file, context);
  const result = await askEvidence(open, context);
  const known = {
    state,
    now: context.world.now(),
    creationTimeoutMs: creationTimeoutOf(context),
  };
  const shown = open.map((one) => ({
    one,
    job: nameToday(one.recordName, plan),
    evidence: { result, ...weigh(one, { ...known, evidence: result?.ok ? result.evidence : null }) },
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
    status: open.status,
    answer: open.answer,
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

/** What the service shows about an open creation, weighed with the ledger. */
interface Evidence extends Weighed {
  /** Null: no service or no key is set, so it was not queried. */
  readonly result: EvidenceResult | null;
}

/** An uncertain creation with what is known of it, and what each hint does and does not prove. `name`: how the user refers to it when settling. */
function describeOpenCreation(
  open: OpenCreation,
  evidence: Evidence,
  { again, job, name }: { again: RepeatedFlags; job: string; name: string },
): string[] {
  const { intended, attempt } = open.attempt;
  const { request, price } = intended;
  return [
    `${job} (edition ${open.recordName.edition}), sent ${intended.at}, attempt ${attempt}`,
    `  asked    "${showText(request.topic)}", ${request.lang}, difficulty ${request.difficulty}, ${request.length}`,
    `  at stake ${pluralize(price.credits, "credit")} (${price.writing} writing; ${price.audiobook} audiobook, charged only when the story is first read)`,
    `  because  ${describeCause(open.cause)}`,
    ...(open.answer === null ? [] : [`  answer   ${showText(open.answer)}`]),
    ...describeNamed(open),
    ...open.salvaged.map(
      (id) =>
        `  found    ${id} in a cut-off record of the ledger: it may be the story's id; --story checks it`,
    ),
    ...open.rescued.map(({ file, outcome, id }) => describeRescued(file, outcome, id)),
    ...describeRemote(open, evidence),
    ...evidence.contrary.map((one) => `  against  ${describeContrary(one)}`),
    ...describeHowToSettle(open, evidence, { again, name: quoted(name) }),
  ];
}

function describeNamed({ named, receivedBytes }: Pick<OpenCreation, "named" | "receivedBytes">): string[] {
  const bytes =
    receivedBytes === null ? "" : `; the ledger keeps the raw answer, ${pluralize(receivedBytes, "byte")}`;
  return named.map(({ id, isKnown }) =>
    isKnown
      ? `  named    ${id} in the answer received: this ledger already uses that id, so it is not this lesson's story`
      : `  named    ${id} in the answer received${bytes}: this may be the story's id; --story checks it`,
  );
}

// Each line works when pasted; while ID or the reason is still a placeholder, it changes nothing.
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

function describeRescued(file: string, outcome: string, id: string | null): string {
  return id === null
    ? `  rescued  ${showText(file)} keeps the answer that could not be written to the ledger: ${outcome}`
    : `  rescued  ${id} in ${showText(file)}: the story that the service's answer named; --story checks it`;
}

function describeRemote({ attempt }: OpenCreation, { result, balance, unknownBooks }: Evidence): string[] {
  if (result === null) return ["  balance  not requested: no service or key is set"];
  if (!result.ok) {
    return [
      `  balance  not known: ${result.callError === null ? "interrupted" : describeCallError(result.callError)}`,
    ];
  }
  const { writing } = attempt.intended.price;
  const lines =
    balance === null
      ? ["  balance  not limited by credits, or not shown at that time, so it proves nothing"]
      : describeBalance(balance, writing);
  return [...lines, ...describeBooks(result.evidence.newestBooks, unknownBooks)];
}

const booksNamed = 5;

function describeBooks(newest: readonly string[] | null, unknown: readonly string[]): string[] {
  if (newest === null) return ["  books    not shown to this key"];
  const named = unknown.slice(0, booksNamed).map((id) => showText(id));
  const which =
    unknown.length === 0 ? "" : `: ${named.join(", ")}${unknown.length > booksNamed ? ", …" : ""}`;
  return [
    `  books    ${unknown.length} of the newest ${newest.length} belong to no story in this ledger${which}`,
    "           a story has a book only once it has been read, so neither a book nor the lack of one proves anything",
  ];
}

function describeBalance(
  { before, now, explained, unexplained }: BalanceEvidence,
  writing: number,
): string[] {
  return [
    `  balance  ${before} before, ${now} now: down by ${before - now}; this ledger's other stories explain ${describeBetween(explained)}, leaving ${describeBetween(unexplained)} unexplained`,
    `           writing the story would have cost ${pluralize(writing, "credit")}, charged once the story had ended; refunds, top-ups and other users of the account also change the balance, so this is only a hint`,
  ];
}

function describeBetween({ least, most }: Between): string {
  return least === most ? String(least) : `${least} to ${most}`;
}
