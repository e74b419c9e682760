import { isUtf8 } from "node:buffer";
import { cleanLine, shorten } from "../../shared/text.ts";
import { canonicalUuid, likelyUuids } from "../../shared/uuid.ts";
import { isUuid } from "../../shared/world.ts";
import type { AnswerFault } from "../http/http-answer.ts";
import { topLevelStrings } from "../http/json-prefix.ts";
import type { CreationAnswer, RawReply } from "../http/raw-reply.ts";
import type { Received } from "../http/received.ts";
import { parseJson, type Refusal, readRefusal } from "../read-error.ts";
import { readableStorySchema } from "../readable.ts";

/** What a creation's outcome proves about money. */
export type CreationReply =
  /** A story with this id exists, whatever else the answer says. */
  | {
      readonly kind: "accepted";
      readonly id: string;
      readonly status: number;
      readonly warnings: readonly string[];
      readonly received: Received;
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
      /** What the connection received; null if nothing. */
      readonly received: Received | null;
    };

/** The request, to compare with what the answer says was created. */
export interface Asked {
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
}

type Rule = (reply: RawReply, asked: Asked) => CreationReply | null;

const answerCharacters = 2_000;

// The table of outcomes: the first matching rule decides. If no rule can prove anything, the outcome is uncertain.
const outcomes: readonly Rule[] = [
  (reply) => (reply.kind === "unsent" ? { kind: "notSent", cause: reply.cause } : null),
  (reply) => (reply.kind === "silence" ? silent(reply) : null),
  (reply, asked) =>
    whenAnswered(reply, (answer) => (isSuccess(answer.status) ? accepted(answer, asked) : null)),
  (reply) => whenAnswered(reply, refusedByTheService),
  (reply) => whenAnswered(reply, (answer) => uncertain(nameOf(answer), answer)),
];

// Any client error in the interface's own form is a refusal; of the server errors only `unavailable` is, since any other may have come
// after the story was created. It must be the only and complete answer on its connection, and contain no story.
function refusedByTheService(answer: CreationAnswer): CreationReply | null {
  if (answer.faults.length > 0 || !isUtf8(answer.body)) return null;
  const text = answer.body.toString("utf8");
  if (topLevelStrings(text, "id").some((id) => likelyUuids(id).length > 0)) return null;
  if (new Set(topLevelStrings(text, "code")).size > 1) return null;
  const refusal = readRefusal(answer);
  if (refusal === null || refusal.code === "server_error") return null;
  return { kind: "refused", refusal };
}

/** Reads the answer to `POST /stories` (interface 4.2). Pure; never throws. An answer that proves nothing is uncertain. */
export function readCreationReply(reply: RawReply, asked: Asked): CreationReply {
  for (const rule of outcomes) {
    const verdict = rule(reply, asked);
    if (verdict !== null) return verdict;
  }
  throw new Error("the table of outcomes has a hole");
}

function whenAnswered(
  reply: RawReply,
  read: (answer: CreationAnswer) => CreationReply | null,
): CreationReply | null {
  return reply.kind === "answer" ? read(reply) : null;
}

// Faults that leave no doubt which answer the id belongs to must not lose the id.
const harmlessToAcceptance: ReadonlySet<AnswerFault> = new Set(["interim-answer", "more-after-it"]);

function accepted(answer: CreationAnswer, asked: Asked): CreationReply | null {
  const { status, received, faults } = answer;
  if (faults.some((fault) => !harmlessToAcceptance.has(fault))) return uncertain(nameOf(answer), answer);
  const ids = new Set(topLevelStrings(answer.body.toString("utf8"), "id").map(canonicalUuid));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined || !isUuid(id))
    return uncertain("accepted without a readable id", answer);
  return { kind: "accepted", id, status, warnings: warningsOf(answer, asked), received };
}

function warningsOf(answer: CreationAnswer, asked: Asked): string[] {
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

function silent({ cause, received }: Extract<RawReply, { kind: "silence" }>): CreationReply {
  const start = received?.start ?? null;
  return { kind: "uncertain", cause, status: null, answer: start && oneLine(start), received };
}

function uncertain(cause: string, { status, body, received }: CreationAnswer): CreationReply {
  return { kind: "uncertain", cause, status, answer: oneLine(body), received };
}

function oneLine(bytes: Buffer): string {
  return shorten(cleanLine(bytes.toString("utf8")), answerCharacters);
}

function nameOf({ status, faults, cut }: CreationAnswer): string {
  const proof = isSuccess(status) ? "in a form that can't be believed" : "without a proof of refusal";
  const why = faults.map((fault) => `, ${faultWords[fault]}`).join("");
  return `answered ${status} ${proof}${why}${cut === null ? "" : `, cut off: ${cut}`}`;
}

const faultWords: Readonly<Record<AnswerFault, string>> = {
  "interim-answer": "after an interim answer",
  "more-after-it": "with more bytes after it",
  "second-answer": "with another answer after it",
  "names-story": "with the address of a story",
  "odd-status-line": "with an odd status line",
  "odd-header": "with a header that is none",
  "folded-header": "with a folded header",
  "bare-line-feeds": "with bare line feeds",
  "long-headers": "with very long headers",
  "two-lengths": "with two lengths",
  "length-and-chunks": "with both a length and chunks",
  "odd-transfer": "in a transfer coding that was not asked for",
  encoded: "in a content coding that was not asked for",
  "other-protocol": "in another protocol",
};

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
