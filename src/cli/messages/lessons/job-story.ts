import { sumOfAttempts } from "../../../ledger/format/charges.ts";
import type { EventOf } from "../../../ledger/format/event.ts";
import { respokenInForce } from "../../../ledger/format/review/corrections.ts";
import type { Attempt, Intention, JobRecord, StoryFacts } from "../../../ledger/format/state.ts";
import { type Lesson, type PlannedLesson, purchaseOf } from "../../../run/lesson.ts";
import { timesOfStory } from "../../../run/recordings.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { describeCause } from "../cause-words.ts";
import { formatInstant, type InstantStyle } from "../instants.ts";
import { describeJobStatus } from "./job-status-words.ts";
import { describeCorrection, describeRespoken } from "./review-words.ts";
import { describeHint, describeTimes } from "./times-words.ts";

const answerCharacters = 300;

/** Explains one job: what was asked of the service, its status and the reason, its price, its ids, its history. */
export function explainJob(lesson: PlannedLesson, instants: InstantStyle): string[] {
  const { job, record, latest, status: jobStatus } = lesson;
  const sent = latest?.intended.request;
  const planned = describeRequest({ ...job.request });
  const asked = sent === undefined ? null : describeRequest(sent);
  return [
    `${job.id}: ${jobStatus.kind}`,
    `  why      ${describeJobStatus(jobStatus)}`,
    ...(asked === null ? [`  to ask   ${planned}`] : [`  asked    ${asked}`]),
    ...(asked === null || asked === planned ? [] : [`  plan     ${planned}`]),
    ...describeFormerName(lesson),
    `  planned  ${showText(job.place.file)}:${job.place.line}:${job.place.column}`,
    ...describeHistory(record, instants),
  ];
}

/** Explains a bought lesson that has left the plan. */
export function explainLeft(lesson: Lesson, instants: InstantStyle): string[] {
  const { account, record, recordName, status: jobStatus } = lesson;
  return [
    `${recordName.job}: ${jobStatus.kind}`,
    `  why      ${describeJobStatus(jobStatus)}`,
    `  asked    ${describeRequest(purchaseOf(lesson).intended.request)}`,
    `  plan     ${account === null ? "has no job for it, and no moved or removed entry" : `leaves it out (${account})`}`,
    ...describeHistory(record, instants),
  ];
}

/** Every member of a request that the service was, or will be, sent. */
function describeRequest(request: Intention["request"]): string {
  const { topic, lang, difficulty, length, audiobook, words, visibility, ...choices } = request;
  const list = (Array.isArray(words) ? words : []) as readonly { readonly word?: unknown }[];
  return [
    `"${showText(topic)}"`,
    lang,
    `difficulty ${difficulty}`,
    length,
    // Genre and form, and whatever a later version may ask for.
    ...Object.values(choices).map((value) => showText(String(value))),
    ...(audiobook ? ["with audiobook"] : []),
    ...(visibility === "public" ? ["public"] : []),
    ...(list.length === 0 ? [] : [`with ${list.map(({ word }) => showText(String(word))).join(", ")}`]),
  ].join(", ");
}

function describeHistory(record: JobRecord | undefined, instants: InstantStyle): string[] {
  const lines = [
    ...describeMoney(record),
    ...(record?.attempts ?? []).flatMap((attempt) => describeAttempt(attempt, record)),
  ];
  if (!instants.isLocal) return lines;
  // In the ledger's own words an instant begins its line.
  return lines.map((line) =>
    line.replace(/^( +)(\d{4}-\d\d-\d\dT\S+Z)(?= {2})/, (_, indent: string, at: string) => {
      return indent + formatInstant(Date.parse(at), instants);
    }),
  );
}

function describeFormerName({ job, recordName: { job: name } }: PlannedLesson): string[] {
  return name === job.id ? [] : [`  before   ${name}: its name in the ledger`];
}

function describeMoney(record: JobRecord | undefined): string[] {
  if (record === undefined) return [];
  const { committed, spent, perhapsRefunded: refunded } = sumOfAttempts([record]);
  const perhaps =
    refunded === 0
      ? ""
      : `, ${refunded} of it for an audiobook that failed: whether the service gave that back only the account's balance shows`;
  return [`  credits  ${committed} committed, ${spent} spent${perhaps}`];
}

function describeAttempt({ attempt, intended, outcome }: Attempt, record: JobRecord | undefined): string[] {
  const lines = [
    `  ${intended.at}  sent for ${pluralize(intended.price.credits, "credit")} (${intended.price.writing} writing, ${intended.price.audiobook} audiobook), attempt ${attempt}`,
  ];
  switch (outcome.kind) {
    case "intended":
      return [...lines, "    no answer was recorded: the run ended in the middle"];
    case "accepted":
      return [
        ...lines,
        `    ${outcome.at}  ${outcome.byPerson ? "settled by a person" : "accepted"}: story ${outcome.id}`,
        ...describeStory(record?.stories.get(outcome.id), record?.job ?? ""),
      ];
    case "refused":
      return [
        ...lines,
        `    refused: ${outcome.event.status} ${outcome.event.code}: "${showText(outcome.event.message)}"`,
      ];
    case "unsent":
      return [...lines, `    never sent: ${describeCause(outcome.cause)}`];
    case "uncertain":
      return [...lines, ...describeUncertain(outcome.event)];
    case "notCreated":
      return [
        ...lines,
        `    ${outcome.event.at}  settled as not created by ${showText(outcome.event.who)}: ${showText(outcome.event.why)}`,
      ];
  }
}

function describeUncertain({ at, cause, answer, ids, received }: EventOf<"creation.uncertain">): string[] {
  const bytes = received === undefined ? "" : `, of ${pluralize(received.bytes, "byte")}`;
  return [
    `    ${at}  uncertain: ${describeCause(cause)}`,
    ...(answer === null || answer === ""
      ? []
      : [`    the answer${bytes} began: "${showText(shorten(answer, answerCharacters))}"`]),
    ...(ids ?? []).map((id) => `    it named ${id}`),
  ];
}

function describeStory(story: StoryFacts | undefined, job: string): string[] {
  if (story === undefined) return [];
  const { observed, saved, book, corrections, respoken, missing, bookUnavailable } = story;
  return [
    ...(observed === null
      ? []
      : [
          `    ${observed.at}  "${showText(observed.status)}", ${pluralize(observed.credits, "credit")} of writing${observed.book === null ? "" : `, book ${observed.book.id} "${showText(observed.book.status)}"`}`,
        ]),
    ...(observed?.error == null ? [] : [`    the service says: "${showText(observed.error)}"`]),
    ...(missing ? ["    the service no longer knows it"] : []),
    ...(saved === null ? [] : [`    ${saved.at}  saved as ${saved.file}`]),
    ...(book === null
      ? []
      : [`    ${book.at}  audiobook exported as ${book.file}, ${pluralize(book.bytes, "byte")}`]),
    ...(book === null ? [] : describeTimesOf(story, job)),
    ...corrections.map((one) => `    ${one.at}  ${describeCorrection(one)}`),
    ...respoken.map((one) => `    ${one.at}  ${describeRespoken(one, one === respokenInForce(story))}`),
    ...(bookUnavailable === null
      ? []
      : [`    the audiobook could not be exported: ${showText(bookUnavailable)}`]),
  ];
}

function describeTimesOf(story: StoryFacts, job: string): string[] {
  const times = timesOfStory(job, story);
  const at = times.level === null ? "" : `${story.times?.at ?? ""}  `;
  return [
    `    ${at}times of sentences: ${describeTimes(times)}`,
    ...times.hints.map((hint) => `      ${describeHint(hint)}`),
  ];
}
