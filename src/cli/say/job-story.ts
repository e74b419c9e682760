import type { EventOf } from "../../ledger/event.ts";
import { committedBy, perhapsRefunded, type Standing, spentBy } from "../../ledger/standing.ts";
import type { Attempt, JobRecord, StoryFacts } from "../../ledger/state.ts";
import { ledgerNameOf } from "../../pipeline/ledger-names.ts";
import type { RunJob } from "../../pipeline/match-lessons.ts";
import { counted } from "../../shared/counted.ts";
import { shorten, showText } from "../../shared/text.ts";
import { sayCause } from "./cause-words.ts";
import { sayStanding } from "./standing-words.ts";

const answerCharacters = 300;

/** One job explained: what was asked for, where it stands and why, its price, its ids, its history. */
export function explainJob(job: RunJob, record: JobRecord | undefined, standing: Standing): string[] {
  const { topic, lang, difficulty, length, audiobook } = job.request;
  return [
    `${job.id}: ${standing.kind}`,
    `  why      ${sayStanding(standing)}`,
    `  asked    "${showText(topic)}", ${lang}, difficulty ${difficulty}, ${length}${audiobook ? ", with audiobook" : ""}`,
    ...sayFormerName(job),
    `  planned  ${showText(job.place.file)}:${job.place.line}:${job.place.column}`,
    ...sayMoney(record),
    ...(record?.attempts ?? []).flatMap((attempt) => sayAttempt(attempt, record)),
  ];
}

function sayFormerName(job: RunJob): string[] {
  const name = ledgerNameOf(job).job;
  return name === job.id ? [] : [`  before   ${name}: as that it stands in the ledger`];
}

function sayMoney(record: JobRecord | undefined): string[] {
  if (record === undefined) return [];
  const committed = record.attempts.reduce((sum, attempt) => sum + committedBy(record, attempt), 0);
  const spent = record.attempts.reduce((sum, attempt) => sum + spentBy(record, attempt), 0);
  const refunded = record.attempts.reduce((sum, attempt) => sum + perhapsRefunded(record, attempt), 0);
  const perhaps =
    refunded === 0
      ? ""
      : `, ${refunded} of it for an audiobook that failed: whether the service gave that back only the account's balance shows`;
  return [`  credits  ${committed} committed, ${spent} spent${perhaps}`];
}

function sayAttempt({ attempt, intended, outcome }: Attempt, record: JobRecord | undefined): string[] {
  const lines = [
    `  ${intended.at}  sent for ${counted(intended.price.credits, "credit")} (${intended.price.writing} writing, ${intended.price.audiobook} audiobook), attempt ${attempt}`,
  ];
  switch (outcome.kind) {
    case "intended":
      return [...lines, "    no answer was recorded: the run ended in the middle"];
    case "accepted":
      return [
        ...lines,
        `    ${outcome.at}  ${outcome.byPerson ? "settled by a person" : "accepted"}: story ${outcome.id}`,
        ...sayStory(record?.stories.get(outcome.id)),
      ];
    case "refused":
      return [
        ...lines,
        `    refused: ${outcome.event.status} ${outcome.event.code}: "${showText(outcome.event.message)}"`,
      ];
    case "unsent":
      return [...lines, `    never sent: ${showText(outcome.cause)}`];
    case "uncertain":
      return [...lines, ...sayUncertain(outcome.event)];
    case "notCreated":
      return [
        ...lines,
        `    ${outcome.event.at}  settled as not created by ${showText(outcome.event.who)}: ${showText(outcome.event.why)}`,
      ];
  }
}

function sayUncertain({ at, cause, answer, ids, received }: EventOf<"creation.uncertain">): string[] {
  const bytes = received === undefined ? "" : `, of ${counted(received.bytes, "byte")}`;
  return [
    `    ${at}  uncertain: ${sayCause(cause)}`,
    ...(answer === null || answer === ""
      ? []
      : [`    the answer${bytes} began: "${showText(shorten(answer, answerCharacters))}"`]),
    ...(ids ?? []).map((id) => `    it named ${id}`),
  ];
}

function sayStory(story: StoryFacts | undefined): string[] {
  if (story === undefined) return [];
  const { observed, saved, book, missing, bookTrouble } = story;
  return [
    ...(observed === null
      ? []
      : [
          `    ${observed.at}  "${showText(observed.status)}", ${counted(observed.credits, "credit")} of writing${observed.book === null ? "" : `, book ${observed.book.id} "${showText(observed.book.status)}"`}`,
        ]),
    ...(observed?.error == null ? [] : [`    the service says: "${showText(observed.error)}"`]),
    ...(missing ? ["    the service no longer knows it"] : []),
    ...(saved === null ? [] : [`    ${saved.at}  saved as ${saved.file}`]),
    ...(book === null
      ? []
      : [`    ${book.at}  audiobook exported as ${book.file}, ${counted(book.bytes, "byte")}`]),
    ...(bookTrouble === null ? [] : [`    the audiobook could not be exported: ${showText(bookTrouble)}`]),
  ];
}
