import type { Between } from "../../../ledger/format/charges.ts";
import type { BalanceEvidence, BalanceHint, EvidenceResult, Weighed } from "../../../run/settle/evidence.ts";
import { type OpenCreation, seenIds } from "../../../run/settle/open-creations.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import { describeCallError } from "../call-error-words.ts";
import { describeCause } from "../cause-words.ts";
import { type Again, commandLine } from "../next-command.ts";
import { quoted } from "../shell.ts";
import { describeContrary } from "./contrary-words.ts";

/** What the service shows about an open creation, weighed with the ledger. */
export interface Evidence extends Weighed {
  /** Null: no service or no key is set, so it was not queried. */
  readonly result: EvidenceResult | null;
}

/**
 * An uncertain creation with what is known of it, and what each hint does and does not prove. `name`: how the user refers to it when
 * settling.
 */
export function describeOpenCreation(
  open: OpenCreation,
  evidence: Evidence,
  { again, job, name }: { again: Again; job: string; name: string },
): string[] {
  const { intended, attempt } = open.attempt;
  const { request, price } = intended;
  return [
    `${job} (edition ${open.recordName.edition}), sent ${intended.at}, attempt ${attempt}`,
    `  asked    "${showText(request.topic)}", ${request.lang}, difficulty ${request.difficulty}, ${request.length}`,
    `  at stake ${pluralize(price.credits, "credit")} (${price.writing} writing, ${price.audiobook} audiobook, charged only when the story is first read)`,
    `  because  ${describeCause(open.cause)}`,
    ...(open.answer === null ? [] : [`  answer   ${showText(open.answer)}`]),
    ...describeNamed(open),
    ...open.salvaged.map(
      (id) => `  found    ${id} in a torn record of the ledger: it may be the story's id; --story checks it`,
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
      ? `  named    ${id} in what came back: this ledger knows it, so it is not this lesson's story`
      : `  named    ${id} in what came back${bytes}: it may be the story's id; --story checks it`,
  );
}

// Each line works when pasted; while ID or the reason is still a placeholder, it changes nothing.
function describeHowToSettle(
  open: OpenCreation,
  { contrary }: Evidence,
  { again, name }: { again: Again; name: string },
): string[] {
  const line = (words: string): string => commandLine("resolve", again, `${name} ${words}`);
  const ids = [...new Set(seenIds(open).map(({ id }) => id))];
  const reason = contrary.length === 0 ? "" : " --reason ''";
  const stories = ids.map((id) => `${line(`--story ${id}`)}   if that is the story`);
  const lines = [
    ...stories,
    `${line("--story ID")}   if the service's own list shows the story, with its id`,
    `${line(`--not-created${reason}`)}   if you have made sure that it is not there${reason === "" ? "" : ", with how you know between the quotes"}`,
  ];
  return lines.map((text, index) => `  ${index === 0 ? "settle" : "      "}   ${text}`);
}

function describeRescued(file: string, outcome: string, id: string | null): string {
  return id === null
    ? `  rescued  ${showText(file)} keeps the answer that the ledger could not take: ${outcome}`
    : `  rescued  ${id} in ${showText(file)}: the story that the service's answer named; --story checks it`;
}

function describeRemote({ attempt }: OpenCreation, { result, balance, unknownBooks }: Evidence): string[] {
  if (result === null) return ["  balance  not asked: no service or key is set"];
  if (!result.ok) {
    return [
      `  balance  not known: ${result.callError === null ? "interrupted" : describeCallError(result.callError)}`,
    ];
  }
  const { writing } = attempt.intended.price;
  const lines =
    balance === null
      ? ["  balance  not limited by credits, or not shown then, so it says nothing"]
      : describeBalance(balance, writing);
  return [...lines, ...describeBooks(result.evidence.newestBooks.length, unknownBooks)];
}

function describeBalance(
  { before, now, explained, unexplained, hint }: BalanceEvidence,
  writing: number,
): string[] {
  return [
    `  balance  ${before} before, ${now} now: down by ${before - now}; this ledger's other stories explain ${describeBetween(explained)}, which leaves ${describeBetween(unexplained)}`,
    `           ${hints[hint](writing)}`,
    "           refunds, top-ups and other users of the account move the balance too, and nothing is charged before writing has ended: a hint, no proof",
  ];
}

const hints: Readonly<Record<BalanceHint, (writing: number) => string>> = {
  for: (writing) =>
    `that adds up only with the ${pluralize(writing, "credit")} of this story's writing: it speaks for a story`,
  against: (writing) =>
    `that adds up only without the ${pluralize(writing, "credit")} of this story's writing: it speaks against a story, if it had time to be written`,
  either: (writing) =>
    `that adds up with and without the ${pluralize(writing, "credit")} of this story's writing: it says nothing`,
  neither: (writing) =>
    `that adds up neither with nor without the ${pluralize(writing, "credit")} of this story's writing: something else moved the balance, so it says nothing`,
};

function describeBetween({ least, most }: Between): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

function describeBooks(listed: number, unknown: readonly string[]): string[] {
  const count = listed === 1 ? "1 in the newest page" : `${listed} in the newest page`;
  const lines = [
    `  books    ${count}, ${unknown.length} of them unknown to this ledger; a story that was never read has no book yet, so its absence proves nothing`,
  ];
  if (unknown.length === 0) return lines;
  const named = unknown
    .slice(0, 5)
    .map((id) => showText(id))
    .join(", ");
  const more = unknown.length > 5 ? ", …" : "";
  return [
    ...lines,
    `           unknown: ${named}${more}; each shows that somebody had a story read, not that it is this one`,
  ];
}
