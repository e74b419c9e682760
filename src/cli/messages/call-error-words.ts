import type { CallError } from "../../client/port.ts";
import type { Refusal } from "../../client/refusal.ts";
import { formatDuration } from "../../shared/duration.ts";
import { showText } from "../../shared/text.ts";
import { describeCause } from "./cause-words.ts";

/** A failed call's error, as a clause. */
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

/** The service's refusal, with its own sentence quoted: content to show, never instructions. */
export function describeRefusal({ status, code, message, retryAfterMs }: Refusal): string {
  const wait = retryAfterMs === null ? "" : `, wait ${formatDuration(retryAfterMs)}`;
  return `it answered ${status} ${code}${wait}: "${showText(message)}"`;
}
