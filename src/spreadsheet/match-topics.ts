import { alikeLeast, foldTopic, TextComparison } from "../plan/topic-text.ts";
import type { Topic } from "../plan/topics.ts";
import type { SheetReport } from "./problem.ts";
import type { SheetTopic } from "./read-workbook.ts";

/** The plan's topic for each row; null: the topic is new. */
export type TopicMatches = ReadonlyMap<SheetTopic, Topic | null>;

/**
 * Which row of a sheet is which topic of the plan. Nobody may pay twice because of an import, so a row that may be a topic with a new text is that topic: it
 * keeps the id, and with it what was bought. In this order:
 *
 * 1. The row's id is the topic's, or a former one of it.
 * 2. The folded text is the same in some language.
 * 3. A row without an id has a text that has much in common with the topic's, and more than with that of any other.
 * 4. Between the same neighbours, as many rows as topics are left: they belong together in their order. If there are more or fewer, it is an error that the
 *    user settles with ids.
 *
 * All other rows are new; a row with an id that the plan doesn't have is new by its author's word, unless its text is a topic's.
 */
export function matchTopics(
  rows: readonly SheetTopic[],
  topics: readonly Topic[],
  formerIds: (id: string) => readonly string[],
  report: SheetReport,
): TopicMatches {
  const free = new Set(topics);
  const matches = new Map<SheetTopic, Topic | null>();
  const take = (row: SheetTopic, topic: Topic | undefined): void => {
    if (topic === undefined || matches.has(row) || !free.delete(topic)) return;
    matches.set(row, topic);
  };
  for (const row of rows)
    take(
      row,
      topics.find(({ id }) => id === row.id?.value),
    );
  for (const row of rows)
    take(
      row,
      [...free].find(({ id }) => row.id !== null && formerIds(id).includes(row.id.value)),
    );
  for (const row of rows) {
    const texts = new Set(textsOf(row).map(foldTopic));
    take(
      row,
      [...free].find((topic) => textsIn(topic).some((text) => texts.has(foldTopic(text)))),
    );
  }
  const open = () => rows.filter((row) => row.id === null && !matches.has(row));
  for (const { row, topic } of likePairs(open(), [...free])) take(row, topic);
  for (const gap of gapsIn(rows, topics, matches, free)) {
    if (gap.rows.length === gap.topics.length) {
      for (const [index, row] of gap.rows.entries()) take(row, gap.topics[index]);
    } else {
      const candidates = gap.topics.map((topic) => ({ id: topic.id, text: textsIn(topic)[0] ?? "" }));
      for (const row of gap.rows)
        report.error(row.place, "topic_unclear", { text: textsOf(row)[0] ?? "", candidates });
    }
  }
  return new Map(rows.map((row) => [row, matches.get(row) ?? null]));
}

export function textsOf({ byLanguage }: SheetTopic): string[] {
  return [...(byLanguage.get("topic")?.values() ?? [])].map(({ value }) => String(value));
}

export function textsIn({ text }: Topic): string[] {
  return text === null || typeof text === "string"
    ? [text ?? ""]
    : [...text.values()].map((one) => one ?? "");
}

/** Pairs of which each is the other's closest, with much in common. */
function likePairs(rows: readonly SheetTopic[], topics: readonly Topic[]) {
  const comparison = new TextComparison();
  const pairs = rows.flatMap((row) =>
    topics.map((topic) => {
      const likenesses = textsOf(row).flatMap((one) =>
        textsIn(topic).map((other) => comparison.likeness(one, other)),
      );
      return { row, topic, likeness: Math.max(0, ...likenesses) };
    }),
  );
  const alike = pairs.filter(({ likeness }) => likeness >= alikeLeast);
  return alike.filter((pair) =>
    alike.every(
      (other) =>
        other === pair ||
        (other.row !== pair.row && other.topic !== pair.topic) ||
        other.likeness < pair.likeness,
    ),
  );
}

/** Rows without a topic, and the topics without a row that stand beside the same neighbour. */
function gapsIn(
  rows: readonly SheetTopic[],
  topics: readonly Topic[],
  matches: ReadonlyMap<SheetTopic, Topic | null>,
  free: ReadonlySet<Topic>,
) {
  const gaps: { readonly rows: SheetTopic[]; readonly topics: readonly Topic[] }[] = [];
  let before: Topic | null = null;
  let current: SheetTopic[] = [];
  const close = (after: Topic | null): void => {
    const following = runOf(topics.slice(before === null ? 0 : topics.indexOf(before) + 1), free);
    const preceding = runOf(
      topics.slice(0, after === null ? topics.length : topics.indexOf(after)).toReversed(),
      free,
    );
    const left = following.length > 0 ? following : preceding.toReversed();
    const taken = new Set(gaps.flatMap((gap) => gap.topics));
    const own = left.filter((topic) => !taken.has(topic));
    if (current.length > 0 && own.length > 0) gaps.push({ rows: current, topics: own });
    current = [];
  };
  for (const row of rows) {
    const topic = matches.get(row) ?? null;
    if (topic !== null) {
      close(topic);
      before = topic;
    } else if (row.id === null) {
      current.push(row);
    }
  }
  close(null);
  return gaps;
}

/** The topics at the beginning that have no row. */
function runOf(topics: readonly Topic[], free: ReadonlySet<Topic>): Topic[] {
  const end = topics.findIndex((topic) => !free.has(topic));
  return topics.slice(0, end === -1 ? topics.length : end);
}
