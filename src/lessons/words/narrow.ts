import { grouped } from "../../shared/grouped.ts";
import type { ReadEntry } from "./entry.ts";
import type { Span } from "./exact.ts";
import type { Found, Occurrence } from "./occurrence.ts";

const rank: Readonly<Record<Found, number>> = { exact: 2, inflected: 1, possible: 0 };

/** Keeps the best of each word's overlapping places. A form that may as well be another list word becomes `possible`. In the text's order. Pure. */
export function withoutRivals(found: readonly Occurrence[], list: readonly ReadEntry[]): Occurrence[] {
  const kept = [...grouped(found, ({ word }) => String(word)).values()].flatMap(bestApart);
  const byPlace = grouped(kept, ({ start, end }) => `${start} ${end}`);
  return [...byPlace.values()]
    .flatMap((rivals) =>
      rivals.map((one) => (isContested(one, rivals, list) ? { ...one, found: "possible" as const } : one)),
    )
    .sort((a, b) => a.start - b.start || b.end - a.end || a.word - b.word);
}

function bestApart(places: readonly Occurrence[]): Occurrence[] {
  const best = [...places].sort(
    (a, b) => rank[b.found] - rank[a.found] || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  return apart(best);
}

/** Drops the places that overlap an earlier one in the array. */
export function apart<Place extends Span>(places: readonly Place[]): Place[] {
  const length = places.reduce((most, { end }) => Math.max(most, end), 0);
  const taken = new Uint8Array(length);
  return places.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
}

// The parts of a compound don't contest each other.
function isContested(one: Occurrence, rivals: readonly Occurrence[], list: readonly ReadEntry[]): boolean {
  if (one.found !== "inflected") return false;
  const head = (word: number) => list[word]?.headword.join(" ").toLowerCase();
  return rivals.some(
    (rival) =>
      rival.word !== one.word &&
      head(rival.word) !== head(one.word) &&
      (rival.found === "exact" || (rival.found === "inflected" && !(rival.isPart && one.isPart))),
  );
}
