import type { Trouble } from "../../remote/port.ts";
import type { Refusal } from "../../remote/read-error.ts";
import { sayDuration } from "../../shared/duration.ts";
import { showText } from "../../shared/text.ts";
import { sayCause } from "./cause-words.ts";

/** What went wrong with one call, in half a sentence. */
export function sayTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case "refused":
      return sayRefusal(trouble.refusal);
    case "garbled":
      return `it answered ${trouble.status}, and ${showText(trouble.why)}`;
    case "network":
      return `no answer came (${sayCause(trouble.cause)})`;
    case "certificate":
      return `its certificate can't be trusted (${sayCause(trouble.cause)})`;
  }
}

/** What the service said, with its own sentence quoted: content, so it is shown and never followed. */
export function sayRefusal({ status, code, message, retryAfterMs }: Refusal): string {
  const wait = retryAfterMs === null ? "" : `, wait ${sayDuration(retryAfterMs)}`;
  return `it answered ${status} ${code}${wait}: "${showText(message)}"`;
}
