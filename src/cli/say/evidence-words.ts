import type { BalanceHint, Between } from "../../pipeline/charges.ts";
import { seenIds } from "../../pipeline/contrary.ts";
import type { BalanceEvidence, EvidenceReading } from "../../pipeline/evidence.ts";
import type { OpenCreation } from "../../pipeline/open-creations.ts";
import type { Weighed } from "../../pipeline/weigh.ts";
import { counted } from "../../shared/counted.ts";
import { showText } from "../../shared/text.ts";
import { sayCause } from "./cause-words.ts";
import { sayContrary } from "./contrary-words.ts";
import { type Again, commandLine, quoted } from "./next-command.ts";
import { sayTrouble } from "./trouble-words.ts";

/** What the service shows of an open creation, and what the ledger makes of it. */
export interface Evidence extends Weighed {
  /** Null: no service or no key is set, so it was not asked. */
  readonly reading: EvidenceReading | null;
}

/** An uncertain creation with what is known of it, and what each hint does and does not prove. `name`: what it is settled by. */
export function sayOpenCreation(
  open: OpenCreation,
  evidence: Evidence,
  { again, name }: { again: Again; name: string },
): string[] {
  const { intended, attempt } = open.attempt;
  const { request, price } = intended;
  return [
    `${open.job} (edition ${open.edition}), sent ${intended.at}, attempt ${attempt}`,
    `  asked    "${showText(request.topic)}", ${request.lang}, difficulty ${request.difficulty}, ${request.length}`,
    `  at stake ${counted(price.credits, "credit")} (${price.writing} writing, ${price.audiobook} audiobook, charged only when the story is first read)`,
    `  because  ${sayCause(open.cause)}`,
    ...(open.answer === null ? [] : [`  answer   ${showText(open.answer)}`]),
    ...sayNamed(open),
    ...open.salvaged.map(
      (id) => `  found    ${id} in a torn record of the ledger: it may be the story's id; --story checks it`,
    ),
    ...open.rescued.map(({ file, outcome, id }) => sayRescued(file, outcome, id)),
    ...sayRemote(open, evidence),
    ...evidence.contrary.map((one) => `  against  ${sayContrary(one)}`),
    ...sayHowToSettle(open, evidence, { again, name: quoted(name) }),
  ];
}

function sayNamed({ named, receivedBytes }: Pick<OpenCreation, "named" | "receivedBytes">): string[] {
  const bytes =
    receivedBytes === null ? "" : `; the ledger keeps the raw answer, ${counted(receivedBytes, "byte")}`;
  return named.map(({ id, isKnown }) =>
    isKnown
      ? `  named    ${id} in what came back: this ledger knows it, so it is not this lesson's story`
      : `  named    ${id} in what came back${bytes}: it may be the story's id; --story checks it`,
  );
}

// Each line does what it says when it is pasted, or, as long as ID or the reason is missing, changes nothing.
function sayHowToSettle(
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

function sayRescued(file: string, outcome: string, id: string | null): string {
  return id === null
    ? `  rescued  ${showText(file)} keeps the answer that the ledger could not take: ${outcome}`
    : `  rescued  ${id} in ${showText(file)}: the story that the service's answer named; --story checks it`;
}

function sayRemote({ attempt }: OpenCreation, { reading, balance, unknownBooks }: Evidence): string[] {
  if (reading === null) return ["  balance  not asked: no service or key is set"];
  if (!reading.ok) {
    return [
      `  balance  not known: ${reading.trouble === null ? "interrupted" : sayTrouble(reading.trouble)}`,
    ];
  }
  const { writing } = attempt.intended.price;
  const lines =
    balance === null
      ? ["  balance  not limited by credits, or not shown then, so it says nothing"]
      : sayBalance(balance, writing);
  return [...lines, ...sayBooks(reading.evidence.newestBooks.length, unknownBooks)];
}

function sayBalance(
  { before, now, explained, unexplained, hint }: BalanceEvidence,
  writing: number,
): string[] {
  return [
    `  balance  ${before} before, ${now} now: down by ${before - now}; this ledger's other stories explain ${sayBetween(explained)}, which leaves ${sayBetween(unexplained)}`,
    `           ${hints[hint](writing)}`,
    "           refunds, top-ups and other users of the account move the balance too, and nothing is charged before writing has ended: a hint, no proof",
  ];
}

const hints: Readonly<Record<BalanceHint, (writing: number) => string>> = {
  for: (writing) =>
    `that adds up only with the ${counted(writing, "credit")} of this story's writing: it speaks for a story`,
  against: (writing) =>
    `that adds up only without the ${counted(writing, "credit")} of this story's writing: it speaks against a story, if it had time to be written`,
  either: (writing) =>
    `that adds up with and without the ${counted(writing, "credit")} of this story's writing: it says nothing`,
  neither: (writing) =>
    `that adds up neither with nor without the ${counted(writing, "credit")} of this story's writing: something else moved the balance, so it says nothing`,
};

function sayBetween({ least, most }: Between): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

function sayBooks(listed: number, unknown: readonly string[]): string[] {
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
