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
import { deriveTopicId } from "./topic-text.ts";

type Data = Readonly<Record<string, unknown>>;
type Origins = ReadonlyMap<unknown, unknown> | null;

/** Lists and maps of plain values are written on one line up to this length. */
const flowCharacters = 60;

// A key that is given twice is left for its author to mend, and doesn't affect the other keys.
const reading = { uniqueKeys: false, logLevel: "silent" } as const;

// No limit on aliases: `readYaml` has already counted a plan's values, however many of them are aliases.
const bounded = { maxAliasCount: -1 } as const;

const writing = { lineWidth: 0, verifyAliasOrder: false } as const;

/**
 * The text of a plan within the limits, with other values. Unchanged parts keep their comments, order and style; white space is the library's.
 * `origins`: the former items of items that changed; without a map, an item that changed is the one in its place. Returns null if the text can't have
 * these values without a change elsewhere, because an alias repeats a changed value.
 */
export function editPlanText(text: string, after: Data, origins: Origins): string | null {
  const document = parseDocument(text, reading);
  const { contents } = document;
  if (!isMap(contents)) {
    // A line for each key, however short the first one is.
    const begun = Object.assign(newNode(after), { flow: false });
    return `${text}${new Document(begun).toString(writing)}`;
  }
  const before = document.toJS(bounded) as Data;
  if (isDeepStrictEqual(before, after)) return text;
  reconcile(contents, before, after, origins);
  const edited = document.toString(writing);
  try {
    return isDeepStrictEqual(parse(edited, { ...reading, ...bounded }), after) ? edited : null;
  } catch {
    // The anchor of an alias is gone.
    return null;
  }
}

/** A node with another value. Parts that stay the same keep their nodes. */
function reconcile(node: unknown, before: unknown, after: unknown, origins: Origins): Node {
  if (node !== null && isDeepStrictEqual(before, after)) return node as Node;
  if (isScalar(node) && typeof after !== "object") {
    node.value = after;
    return node;
  }
  if (isMap(node) && isData(before) && isData(after)) {
    const nameOf = ({ key }: Pair) => (isScalar(key) ? String(key.value) : "");
    const pairs = (node as YAMLMap).items.filter(
      (pair) => !(nameOf(pair) in before) || nameOf(pair) in after,
    );
    for (const [key, value] of Object.entries(after)) {
      const pair = pairs.find((one) => nameOf(one) === key);
      if (pair !== undefined && isDeepStrictEqual(before[key], value)) continue;
      const made = reconcile(pair?.value ?? null, before[key], value, origins);
      // New keys of a plan go above the topics, and a topic's id above its text.
      const topics = pairs.findIndex((one) => nameOf(one) === "topics");
      const at = key === "id" ? 0 : topics === -1 ? pairs.length : topics;
      if (pair !== undefined) pair.value = made;
      else pairs.splice(at, 0, new Document().createPair(key, made));
    }
    node.items = pairs;
    return node;
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    const left = new Map<string, number[]>();
    for (const [index, item] of before.entries()) addTo(left, JSON.stringify(item), index);
    const nodes = [...node.items];
    const places = after.map((item) => left.get(JSON.stringify(origins?.get(item) ?? item))?.shift() ?? -1);
    const stays = (index: number): boolean =>
      origins === null && before.length === after.length && !places.includes(index);
    node.items = after.map((item: unknown, index) => {
      const found = places[index] ?? -1;
      const at = found === -1 && stays(index) ? index : found;
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
  // Topics are written on lines of their own.
  collection.flow = isFlat && !("topic" in value) && JSON.stringify(value).length <= flowCharacters;
  return collection;
}

const isData = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Topics that were reworded in their place keep the ids made from their former texts, so that their lessons stay their own. */
export function withKeptIds({ topics: before }: Data, values: Data): Data {
  const { topics } = values;
  if (!Array.isArray(before) || !Array.isArray(topics) || topics.length !== before.length) return values;
  const keptId = (topic: Data | string, index: number) => {
    const [was, now] = [before[index], topic].map((one) => one?.topic ?? one);
    if (was === now || typeof was !== "string" || was === "" || Object(topic).id !== undefined) return topic;
    return { id: deriveTopicId(was), ...(typeof topic === "string" ? { topic } : topic) };
  };
  return { ...values, topics: topics.map(keptId) };
}
