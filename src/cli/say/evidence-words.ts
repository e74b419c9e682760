import type { EvidenceReading, OpenCreation } from "../../pipeline/resolve.ts";
import { showText } from "../../shared/text.ts";
import { sayCause } from "./cause-words.ts";
import { type Again, commandLine } from "./next-command.ts";
import { sayTrouble } from "./trouble-words.ts";

/** An uncertain creation with what is known of it, and what each hint does and does not prove. */
export function sayOpenCreation(
  open: OpenCreation,
  evidence: EvidenceReading | null,
  { again, isOneOfSeveral }: { again: Again; isOneOfSeveral: boolean },
): string[] {
  const { intended, attempt } = open.attempt;
  const { request, price } = intended;
  // Two creations of one job are told apart by their attempts.
  const name = isOneOfSeveral ? attempt : open.job;
  return [
    `${open.job} (edition ${open.edition}), sent ${intended.at}, attempt ${attempt}`,
    `  asked    "${showText(request.topic)}", ${request.lang}, difficulty ${request.difficulty}, ${request.length}`,
    `  at stake ${price.credits} credits (${price.writing} writing, ${price.audiobook} audiobook, charged only when the story is first read)`,
    `  because  ${sayCause(open.cause)}`,
    ...(open.answer === null ? [] : [`  answer   ${showText(open.answer)}`]),
    ...open.salvaged.map(
      (id) => `  found    ${id} in a torn record of the ledger: it may be the story's id; --story checks it`,
    ),
    ...open.rescued.map(({ file, outcome, id }) => sayRescued(file, outcome, id)),
    ...sayRemote(open, evidence),
    `  settle   ${commandLine("resolve", again, `${name} --story <id>`)}   if the service's own list shows the story`,
    `           ${commandLine("resolve", again, `${name} --not-created`)}   if you have made sure that it is not there`,
  ];
}

function sayRescued(file: string, outcome: string, id: string | null): string {
  return id === null
    ? `  rescued  ${showText(file)} keeps the answer that the ledger could not take: ${outcome}`
    : `  rescued  ${id} in ${showText(file)}: the story that the service's answer named; --story checks it`;
}

function sayRemote({ attempt }: OpenCreation, evidence: EvidenceReading | null): string[] {
  if (evidence === null) return ["  balance  not asked: no service or key is set"];
  if (!evidence.ok) {
    return [
      `  balance  not known: ${evidence.trouble === null ? "interrupted" : sayTrouble(evidence.trouble)}`,
    ];
  }
  const { balanceNow, newestBooks } = evidence.evidence;
  const { balanceBefore, price } = attempt.intended;
  const shown =
    balanceBefore === null || balanceNow === null
      ? "not limited by credits, so it shows nothing"
      : `${balanceBefore} before, ${balanceNow} now; a drop of ${price.writing} that nothing else explains speaks for a story, ` +
        "but other stories, refunds and other users of the account move it too, and nothing is charged until writing has ended";
  return [
    `  balance  ${shown}`,
    `  books    ${newestBooks.length} in the newest page; a story that was never read has no book yet, so its absence proves nothing`,
  ];
}
