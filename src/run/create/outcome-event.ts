import type { CreationReply } from "../../client/creation/creation-reply.ts";
import type { Received } from "../../client/http/received.ts";
import type { EventBody } from "../../ledger/format/event.ts";

/** The ledger event for a creation's outcome. */
export function outcomeEvent(
  of: { edition: string; job: string; attempt: string },
  reply: CreationReply,
): EventBody {
  switch (reply.kind) {
    case "accepted":
      return {
        type: "creation.accepted",
        ...of,
        id: reply.id,
        status: reply.status,
        warnings: [...reply.warnings],
      };
    case "refused": {
      const { status, code, message, retryAfterMs } = reply.refusal;
      const retryAfterSeconds = retryAfterMs === null ? null : retryAfterMs / 1000;
      return { type: "creation.refused", ...of, status, code, message, retryAfterSeconds };
    }
    case "notSent":
      return { type: "creation.unsent", ...of, cause: reply.cause };
    case "uncertain":
      return {
        type: "creation.uncertain",
        ...of,
        cause: reply.cause,
        status: reply.status,
        answer: reply.answer,
        ...evidenceOf(reply.received),
      };
  }
}

function evidenceOf(
  received: Received | null,
): Pick<Extract<EventBody, { type: "creation.uncertain" }>, "ids" | "received"> {
  if (received === null) return {};
  const { ids, bytes, start } = received;
  return { ids: [...ids], received: { bytes, base64: start === null ? null : start.toString("base64") } };
}
