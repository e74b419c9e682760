import { cleanLine, shorten } from "../shared/text.ts";
import { isUuid } from "../shared/world.ts";
import { topLevelStrings } from "./json-prefix.ts";
import type { RawAnswer, RawReply } from "./raw-reply.ts";
import { parseJson, type Refusal, readRefusal } from "./read-error.ts";
import { readableStorySchema } from "./readable.ts";

/** What a creation's outcome proves about money. */
export type CreationReply =
  /** A story exists under this id, whatever else the answer says. */
  | {
      readonly kind: "accepted";
      readonly id: string;
      readonly status: number;
      readonly warnings: readonly string[];
    }
  /** Proven: nothing was created. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Proven: no byte left this machine. */
  | { readonly kind: "notSent"; readonly cause: string }
  /** May exist, may be charged. */
  | {
      readonly kind: "uncertain";
      readonly cause: string;
      readonly status: number | null;
      readonly answer: string | null;
    };

/** What was asked for, to be compared with what the answer says was made. */
export interface Asked {
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
}

type Rule = (reply: RawReply, asked: Asked) => CreationReply | null;

const answerCharacters = 2_000;

// The table of outcomes: the first rule that speaks decides. What no rule can prove is uncertain.
const outcomes: readonly Rule[] = [
  (reply) => (reply.kind === "unsent" ? { kind: "notSent", cause: reply.cause } : null),
  (reply) => (reply.kind === "silence" ? uncertain(reply.cause, null) : null),
  (reply, asked) =>
    whenAnswered(reply, (answer) => (isSuccess(answer.status) ? accepted(answer, asked) : null)),
  (reply) => whenAnswered(reply, refusedByTheService),
  (reply) => whenAnswered(reply, (answer) => uncertain(nameOf(answer), answer)),
];

// Every client error that the interface words itself is a refusal; of the server's own errors only `unavailable` is: any other may
// have come after the story was made.
function refusedByTheService(answer: RawAnswer): CreationReply | null {
  const refusal = readRefusal(answer);
  if (refusal === null || refusal.code === "server_error") return null;
  return { kind: "refused", refusal };
}

/** Reads what came back for `POST /stories` (interface 4.2). Pure; never throws; what proves nothing is uncertain. */
export function readCreationReply(reply: RawReply, asked: Asked): CreationReply {
  for (const rule of outcomes) {
    const verdict = rule(reply, asked);
    if (verdict !== null) return verdict;
  }
  throw new Error("the table of outcomes has a hole");
}

function whenAnswered(
  reply: RawReply,
  read: (answer: RawAnswer) => CreationReply | null,
): CreationReply | null {
  return reply.kind === "answer" ? read(reply) : null;
}

function accepted(answer: RawAnswer, asked: Asked): CreationReply | null {
  const ids = new Set(topLevelStrings(answer.body.toString("utf8"), "id"));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined || !isUuid(id))
    return uncertain("accepted without a readable id", answer);
  return { kind: "accepted", id, status: answer.status, warnings: warningsOf(answer, asked) };
}

function warningsOf(answer: RawAnswer, asked: Asked): string[] {
  const warnings: string[] = [];
  if (answer.status !== 202) warnings.push(`answered ${answer.status}, not 202`);
  if (answer.cut !== null) warnings.push(`the answer was cut off: ${answer.cut}`);
  const story = readableStorySchema.safeParse(parseJson(answer.body));
  if (!story.success) return [...warnings, "the answer is not of the interface's shape"];
  if (story.data.topic !== asked.topic) warnings.push("the answer names another topic");
  if (story.data.lang !== asked.lang) warnings.push("the answer names another language");
  if (story.data.difficulty !== asked.difficulty) warnings.push("the answer names another difficulty");
  return warnings;
}

function uncertain(cause: string, answer: RawAnswer | null): CreationReply {
  return {
    kind: "uncertain",
    cause,
    status: answer?.status ?? null,
    answer: answer === null ? null : shorten(cleanLine(answer.body.toString("utf8")), answerCharacters),
  };
}

function nameOf(answer: RawAnswer): string {
  const cut = answer.cut === null ? "" : `, cut off: ${answer.cut}`;
  return `answered ${answer.status} without a proof of refusal${cut}`;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
