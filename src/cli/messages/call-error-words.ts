import type { CallError } from "../../client/port.ts";
import type { Refusal } from "../../client/read-error.ts";
import { formatDuration } from "../../shared/duration.ts";
import { showText } from "../../shared/text.ts";
import { describeCause } from "./cause-words.ts";

/** What went wrong with one call, in half a sentence. */
export function describeCallError(callError: CallError): string {
  switch (callError.kind) {
    case "refused":
      return describeRefusal(callError.refusal);
    case "garbled":
      return `it answered ${callError.status}, and ${showText(callError.why)}`;
    case "network":
      return `no answer came (${describeCause(callError.cause)})`;
    case "certificate":
      return `its certificate can't be trusted (${describeCause(callError.cause)})`;
  }
}

/** What the service said, with its own sentence quoted: content, so it is shown and never followed. */
export function describeRefusal({ status, code, message, retryAfterMs }: Refusal): string {
  const wait = retryAfterMs === null ? "" : `, wait ${formatDuration(retryAfterMs)}`;
  return `it answered ${status} ${code}${wait}: "${showText(message)}"`;
}
