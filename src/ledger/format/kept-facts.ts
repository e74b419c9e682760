import type { EventOf } from "./event.ts";
import { monthOf } from "./month.ts";
import type { ExportedBook, Intention, Observation, SavedText, SavedTimes, SavedWords } from "./state.ts";

// The facts of each event that the state keeps, without those that their position in the state implies.

/** The request, its price and its time. */
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

/** When something happened, as far as known: a restored event happened before it was recorded. */
export function timeOf({
  at,
  happenedAt,
}: {
  readonly at: string;
  readonly happenedAt?: string | undefined;
}): string {
  return happenedAt ?? at;
}

/** What was observed of a story. */
export function observation({ at, status, credits, book, error }: EventOf<"story.observed">): Observation {
  return { at, status, credits, book, error };
}

/** The saved text's file. */
export function savedText({ at, file, bytes, sha256 }: EventOf<"story.saved">): SavedText {
  return { at, file, bytes, sha256 };
}

/** The exported book's file. */
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

/** The file with the sentences' times. */
export function savedTimes(event: EventOf<"times.saved">): SavedTimes {
  const { at, file, bytes, sha256, text, sound, algorithm, level, why, hints } = event;
  return { at, file, bytes, sha256, text, sound, algorithm, level, why, hints };
}

/** The file with the places of its list's words. */
export function savedWords(event: EventOf<"words.saved">): SavedWords {
  const { at, file, bytes, sha256, text, list, algorithm } = event;
  return { at, file, bytes, sha256, text, list, algorithm };
}
