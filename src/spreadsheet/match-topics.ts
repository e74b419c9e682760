import type { Reading } from "../plan/reading.ts";
import { alikeLeast, foldTopic, TextComparison } from "../plan/topic-text.ts";
import type { Topic } from "../plan/topics.ts";
import { addTo } from "../shared/grouped.ts";
import type { SheetRow } from "./read-workbook.ts";

/**
 * Decides which row of a sheet is which topic of the plan. An import must never make anybody pay twice, so a row that may be a topic with a new text is
 * taken as that topic: it keeps the id, and with it the bought lessons. Rows and topics are matched in this order:
 *
 * 1. The row's id is the topic's id, or one of its former ids.
 * 2. The row has the same folded text as the topic, in some language.
 * 3. A row without an id has a text similar to the topic's, and neither of the two is more similar to any other.
 * 4. After the same number of matched ones, as many rows without an id as topics are left: they are paired in order.
 *
 * All other rows are new topics. A row with an id that the plan doesn't have is one by its author's word; a row without an id only if no topic is left.
 * Otherwise it could be one of those topics with another text in another place, so that is an error, which the user resolves with ids.
 */
export function matchTopics(
  rows: readonly SheetRow[],
  topics: readonly Topic[],
  formerIds: (id: string) => readonly string[],
  reading: Reading,
): ReadonlyMap<SheetRow, Topic> {
  const matches = new Map<SheetRow, Topic>();
  const free = new Set(topics);
  const take = (row: SheetRow, candidates: readonly Topic[] = []): void => {
    const topic = matches.has(row) ? undefined : candidates.find((one) => free.has(one));
    if (topic === undefined) return;
    free.delete(topic);
    matches.set(row, topic);
  };
  const [byId, byText] = [new Map<string, Topic[]>(), new Map<string, Topic[]>()];
  for (const topic of topics) addTo(byId, topic.id, topic);
  for (const topic of topics) for (const id of formerIds(topic.id)) addTo(byId, id, topic);
  for (const topic of topics) for (const text of textsIn(topic)) addTo(byText, foldTopic(text), topic);
  for (const row of rows) take(row, byId.get(idOf(row) ?? ""));
  for (const row of rows) for (const text of textsOf(row)) take(row, byText.get(foldTopic(text)));
  const open = (): SheetRow[] => rows.filter((row) => idOf(row) === null && !matches.has(row));
  for (const [row, topic] of alikeIn(open(), [...free])) take(row, [topic]);
  const taken = new Set(matches.values());
  const rowsAt = placesOf(rows, (row) => matches.has(row));
  const topicsAt = placesOf(topics, (topic) => taken.has(topic));
  for (const [place, all] of rowsAt) {
    const here = all.filter((row) => idOf(row) === null);
    const left = topicsAt.get(place) ?? [];
    if (here.length === left.length)
      for (const [index, row] of here.entries()) take(row, left.slice(index, index + 1));
  }
  const ids = [...free].map(({ id }) => id);
  if (ids.length > 0) for (const row of open()) reading.error(row.place, "sheet_topic_unclear", { ids });
  return matches;
}

/** The items without a match, by the number of matched items before them. */
function placesOf<Item>(items: readonly Item[], isMatched: (item: Item) => boolean): Map<number, Item[]> {
  const places = new Map<number, Item[]>();
  let before = 0;
  for (const item of items) {
    if (isMatched(item)) before += 1;
    else addTo(places, before, item);
  }
  return places;
}

export function idOf({ values }: SheetRow): string | null {
  const id = values.get("id")?.value;
  return id === undefined ? null : String(id);
}

/** A row's texts in the order of the columns. */
export function textsOf({ values }: SheetRow): string[] {
  return [...values].flatMap(([path, { value }]) => (/^topic(?:\.|$)/.test(path) ? [String(value)] : []));
}

export function textsIn({ text }: Topic): string[] {
  return text === null || typeof text === "string"
    ? [text ?? ""]
    : [...text.values()].map((one) => one ?? "");
}

/** Comparing more pairs than this would take too long; beyond it, topics are matched only by place. */
const comparedMost = 100_000;

/** Pairs of similar texts in which each is the other's closest. */
function alikeIn(rows: readonly SheetRow[], topics: readonly Topic[]): (readonly [SheetRow, Topic])[] {
  if (rows.length * topics.length > comparedMost) return [];
  const comparison = new TextComparison();
  const pairs = rows.flatMap((row) =>
    topics.flatMap((topic) => {
      const all = textsOf(row).flatMap((one) =>
        textsIn(topic).map((other) => comparison.likeness(one, other)),
      );
      const likeness = Math.max(0, ...all);
      return likeness >= alikeLeast ? [{ row, topic, likeness }] : [];
    }),
  );
  const rivals = new Map<SheetRow | Topic, typeof pairs>();
  for (const pair of pairs) for (const end of [pair.row, pair.topic]) addTo(rivals, end, pair);
  const isClosest = (pair: (typeof pairs)[number]): boolean =>
    [pair.row, pair.topic].every((end) =>
      rivals.get(end)?.every((other) => other === pair || other.likeness < pair.likeness),
    );
  return pairs.filter(isClosest).map(({ row, topic }) => [row, topic]);
}
