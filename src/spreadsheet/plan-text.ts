import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parse,
  parseDocument,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { addTo } from "../shared/grouped.ts";

type Data = Readonly<Record<string, unknown>>;

/** Lists and maps of plain values up to this length stand on one line. */
const flowCharacters = 60;

const writing = { lineWidth: 0, verifyAliasOrder: false } as const;

/**
 * A plan's text with other values. What stays the same keeps its comments, order and style, and each top-level key that stays the same keeps every character.
 * `origins`: the former items of items that changed. Null if the text can't have these values without a change elsewhere, since an alias means what changes.
 */
export function editPlanText(
  text: string,
  after: Data,
  origins: ReadonlyMap<unknown, unknown>,
): string | null {
  const document = parseDocument(text);
  const map = isMap(document.contents) ? document.contents : new YAMLMap();
  const before = (document.toJS({ maxAliasCount: -1 }) ?? {}) as Data;
  const pairs = map.items as Pair<Node, Node | null>[];
  const edits: { start: number; end: number; text: string }[] = [];
  const topics = pairs.find(({ key }) => isScalar(key) && key.value === "topics");
  const last = topics?.key.range?.[0] ?? text.length;
  for (const [key, value] of Object.entries(after)) {
    if (isDeepStrictEqual(before[key], value)) continue;
    const pair = pairs.find((one) => isScalar(one.key) && one.key.value === key);
    const edited = reconcile(pair?.value ?? null, before[key], value, origins);
    const alone = new Document();
    alone.contents = new YAMLMap() as never;
    (alone.contents as unknown as YAMLMap).set(key, edited);
    const [start = last, end = last] =
      pair === undefined ? [] : [pair.key.range?.[0], (pair.value ?? pair.key).range?.[2]];
    edits.push({ start, end, text: alone.toString(writing) });
  }
  for (const { key, value } of pairs)
    if (isScalar(key) && !(String(key.value) in after))
      edits.push({ start: key.range?.[0] ?? 0, end: (value ?? key).range?.[2] ?? 0, text: "" });
  // Keys that are new stand above the topics, in their order.
  const edited = edits
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .toReversed()
    .reduce((all, { start, end, text: one }) => `${all.slice(0, start)}${one}${all.slice(end)}`, text);
  return isDeepStrictEqual(parse(edited, { maxAliasCount: -1, logLevel: "silent" }), after) ? edited : null;
}

/** A node with another value: parts that stay the same are the nodes that they were. */
function reconcile(
  node: unknown,
  before: unknown,
  after: unknown,
  origins: ReadonlyMap<unknown, unknown>,
): Node {
  if (node !== null && isDeepStrictEqual(before, after)) return node as Node;
  if (isScalar(node) && typeof after !== "object") {
    node.value = after;
    return node;
  }
  if (isMap(node) && isData(before) && isData(after)) {
    for (const key of Object.keys(before)) if (!(key in after)) node.delete(key);
    for (const [key, value] of Object.entries(after)) {
      const own = reconcile(node.get(key, true) ?? null, before[key], value, origins);
      if (!node.has(key) && key === "id") node.items.unshift(new Document().createPair(key, own) as never);
      else node.set(key, own);
    }
    return node;
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    const left = new Map<string, number[]>();
    for (const [index, item] of before.entries()) addTo(left, JSON.stringify(item), index);
    const nodes = [...node.items];
    node.items = after.map((item: unknown) => {
      const at = left.get(JSON.stringify(origins.get(item) ?? item))?.shift() ?? -1;
      return reconcile(nodes[at] ?? null, before[at], item, origins);
    });
    return node;
  }
  const made = newNode(after);
  if (isScalar(node) && node.comment != null) made.comment = node.comment;
  return made;
}

function newNode(value: unknown): Node {
  if (typeof value !== "object" || value === null) return new Document(value).contents as unknown as Node;
  const collection = Array.isArray(value) ? new YAMLSeq() : new YAMLMap();
  for (const [key, one] of Object.entries(value)) {
    if (collection instanceof YAMLMap) collection.set(key, newNode(one));
    else collection.add(newNode(one));
  }
  const isFlat = Object.values(value).every((one) => typeof one !== "object");
  // Topics stand on lines of their own.
  collection.flow = isFlat && !("topic" in value) && JSON.stringify(value).length <= flowCharacters;
  return collection;
}

const isData = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value);
