import type { EventOf } from "./event.ts";
import { monthOf } from "./month.ts";
import type { ExportedBook, Intention, Observation, SavedText, SavedTimes } from "./state.ts";

// What the state keeps of an event, without what its place in the state says already.

/** What was asked for. */
export function intention(event: EventOf<"creation.intended">): Intention {
  const { seq, edition, run, request, requestHash, price, balanceBefore, replaces, account } = event;
  const month = monthOf(event);
  return {
    seq,
    at: timeOf(event),
    month,
    edition,
    run,
    request,
    requestHash,
    price,
    balanceBefore,
    ...(account === undefined ? {} : { account }),
    replaces,
  };
}

/** When something happened, as far as is known: what was put back is older than its event. */
export function timeOf({
  at,
  happenedAt,
}: {
  readonly at: string;
  readonly happenedAt?: string | undefined;
}): string {
  return happenedAt ?? at;
}

/** What was seen of a story. */
export function observation({ at, status, credits, book, error }: EventOf<"story.observed">): Observation {
  return { at, status, credits, book, error };
}

/** Where its text is. */
export function savedText({ at, file, bytes, sha256 }: EventOf<"story.saved">): SavedText {
  return { at, file, bytes, sha256 };
}

/** Where its book is. */
export function exportedBook({
  at,
  book,
  contentType,
  file,
  bytes,
  sha256,
}: EventOf<"book.exported">): ExportedBook {
  return { at, book, contentType, file, bytes, sha256 };
}

/** Where its sentences' times are. */
export function savedTimes(event: EventOf<"times.saved">): SavedTimes {
  const { at, file, bytes, sha256, text, sound, algorithm, level, why, hints } = event;
  return { at, file, bytes, sha256, text, sound, algorithm, level, why, hints };
}
