import type { CreationReply, ShownRequest, Uncertain } from "../../client/creation-reply.ts";
import type { EventBody } from "../../ledger/format/event.ts";
import { isStoryOfLesson } from "../../ledger/format/job-status.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Job } from "../../plan/plan.ts";
import { foldTopic } from "../../plan/topic-text.ts";
import type { Lesson, RecordName } from "../lesson.ts";
import type { RunContext } from "../run-context.ts";

type RequestedStory = Pick<Job["request"], "topic" | "lang" | "difficulty">;

export function outcomeEvent(of: RecordName & { readonly attempt: string }, reply: CreationReply): EventBody {
  switch (reply.kind) {
    case "accepted": {
      const { id, status, warnings } = reply;
      return { type: "creation.accepted", ...of, id, status, warnings: [...warnings] };
    }
    case "refused": {
      const { status, code, message, retryAfterMs } = reply.refusal;
      const retryAfterSeconds = retryAfterMs === null ? null : retryAfterMs / 1000;
      return { type: "creation.refused", ...of, status, code, message, retryAfterSeconds };
    }
    case "notSent":
      return { type: "creation.unsent", ...of, cause: reply.cause };
    case "uncertain": {
      const { cause, status, answer, received } = reply;
      const event = { type: "creation.uncertain" as const, ...of, cause, status, answer };
      const { ids, bytes, start } = received;
      if (bytes === 0 && ids.length === 0) return event;
      return { ...event, ids: [...ids], received: { bytes, base64: start?.toString("base64") ?? null } };
    }
  }
}

/** Makes an outcome durable. If the ledger can't be written, the outcome goes to its mirror or a rescue file, and its ids are shown to the user. */
export async function recordOutcome(
  lesson: Lesson,
  event: EventBody,
  { store, stops }: RunContext,
): Promise<void> {
  try {
    await store.append(event);
  } catch (error) {
    const rescue = await store.rescue(event);
    const id = event.type === "creation.accepted" ? event.id : null;
    const named = event.type === "creation.uncertain" ? (event.ids ?? []) : [];
    stops.note({ code: "outcome_not_recorded", job: lesson.name, id, named, rescue });
    throw error;
  }
}

/**
 * The outcome of a creation whose acceptance shows a story that was made for another request, or that the ledger records for another lesson:
 * it is then unknown whether a story was made for this request. Null if nothing contradicts the reply.
 */
export function contradicted(
  reply: CreationReply,
  request: RequestedStory,
  state: Pick<LedgerState, "jobs">,
): Uncertain | null {
  if (reply.kind !== "accepted") return null;
  const cause = isStoryOfLesson(reply.id, state)
    ? "the answer names a story that belongs to another lesson"
    : whyAnother(reply.shows, request);
  if (cause === null) return null;
  const { id, status, answer, received } = reply;
  const ids = [id, ...received.ids.filter((one) => one !== id)];
  return { kind: "uncertain", cause, status, answer, received: { ...received, ids } };
}

/** Why a story can't be the one that a request asked for; null if it can. */
export function whyAnother(shown: ShownRequest, request: RequestedStory): string | null {
  const differing = differingParts(shown, request);
  return differing.length === 0
    ? null
    : `the service shows a story with a different ${differing.join(" and ")}`;
}

/** Topics are normalized by `foldTopic` before they are compared, as they are for lessons; a missing member contradicts nothing. */
export function differingParts(
  { topic, lang, difficulty }: ShownRequest,
  request: RequestedStory,
): ("topic" | "language" | "difficulty")[] {
  return [
    ...(topic === undefined || foldTopic(topic) === foldTopic(request.topic) ? [] : ["topic" as const]),
    ...(lang === undefined || lang.toLowerCase() === request.lang.toLowerCase() ? [] : ["language" as const]),
    ...(difficulty === undefined || difficulty === request.difficulty ? [] : ["difficulty" as const]),
  ];
}
