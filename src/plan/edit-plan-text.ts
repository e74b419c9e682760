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
type Origins = ReadonlyMap<unknown, unknown> | null;

/** Lists and maps of plain values are written on one line up to this length. */
const flowCharacters = 60;

// No limit on aliases: `readYaml` has already counted a plan's values, however many of them are aliases.
const bounded = { maxAliasCount: -1 } as const;

const writing = { lineWidth: 0, verifyAliasOrder: false } as const;

/**
 * The text of a plan within the limits, with other values. Unchanged parts keep their comments, order and style, and their lines keep every character.
 * `origins`: the former items of items that changed; without a map, an item that changed is the one in its place. Returns null if the text can't have
 * these values without a change elsewhere, because an alias repeats a changed value.
 */
export function editPlanText(text: string, after: Data, origins: Origins): string | null {
  let [edited, data]: [string | null, Data] = [text, dataIn(text)];
  // Edits one key at a time, so that the lines between two changed keys keep their layout, too.
  for (const key of new Set([...Object.keys(after), ...Object.keys(data)])) {
    if (edited === null || (key in data === key in after && isDeepStrictEqual(data[key], after[key])))
      continue;
    const { [key]: _, ...others } = data;
    data = key in after ? { ...data, [key]: after[key] } : others;
    edited = editValues(edited, data, origins);
  }
  return edited;
}

// A key that is given twice is left for its author to mend, and doesn't affect the other keys.
const reading = { uniqueKeys: false, logLevel: "silent" } as const;

const dataIn = (text: string): Data => (parse(text, { ...reading, ...bounded }) ?? {}) as Data;

function editValues(text: string, after: Data, origins: Origins): string | null {
  const document = parseDocument(text, reading);
  const { contents } = document;
  if (!isMap(contents)) {
    // A line for each key, however short the first one is.
    const begun = Object.assign(newNode(after), { flow: false });
    return `${text}${new Document(begun).toString(writing)}`;
  }
  const before = document.toJS(bounded) as Data;
  const was = document.toString(writing);
  for (const key of Object.keys(before)) if (!(key in after)) contents.delete(key);
  const pairs = contents.items as Pair<Node, Node | null>[];
  const indexOf = (key: string) => pairs.findIndex((one) => isScalar(one.key) && one.key.value === key);
  for (const [key, value] of Object.entries(after)) {
    if (isDeepStrictEqual(before[key], value)) continue;
    const at = indexOf(key);
    const node = reconcile(pairs[at]?.value ?? null, before[key], value, origins);
    const topics = indexOf("topics");
    // New keys go above the topics, in their order.
    if (pairs[at] !== undefined) pairs[at].value = node;
    else
      pairs.splice(topics === -1 ? pairs.length : topics, 0, new Document().createPair(key, node) as never);
  }
  const is = document.toString(writing);
  const has = (one: string | null): boolean => {
    try {
      return one !== null && isDeepStrictEqual(dataIn(one), after);
    } catch {
      // The anchor of an alias is gone.
      return false;
    }
  };
  return [keepLayout(text, was, is), is].find(has) ?? null;
}

const bare = (text = ""): string => text.replace(/\s+/g, "");

/**
 * The text with only those lines replaced that differ between the library's output before and after an edit, since the library writes brackets and
 * blank lines in its own way. Null if its output before the edit differs from the text in more than white space.
 */
function keepLayout(text: string, before: string, after: string): string | null {
  if (bare(text) !== bare(before)) return null;
  const [lines, was, is] = [text, before, after].map((one) => one.split("\n")) as [
    string[],
    string[],
    string[],
  ];
  const least = Math.min(was.length, is.length);
  let same = 0;
  while (same < least && was[same] === is[same]) same += 1;
  const top = pairedLines(lines, was, same);
  same = 0;
  while (same < least - top.of && was.at(-1 - same) === is.at(-1 - same)) same += 1;
  const bottom = pairedLines(lines.toReversed(), was.toReversed(), same);
  if (top.kept + bottom.kept > lines.length) return null;
  const changed = is.slice(top.of, is.length - bottom.of);
  return [...lines.slice(0, top.kept), ...changed, ...lines.slice(lines.length - bottom.kept)].join("\n");
}

/**
 * How many lines of the text (`kept`) correspond to the first `of` lines that the library wrote. `of` is at most `most`, and as many as end where a
 * line of the text ends.
 */
function pairedLines(
  lines: readonly string[],
  written: readonly string[],
  most: number,
): { readonly kept: number; readonly of: number } {
  for (let of = most; of > 0; of -= 1) {
    const length = bare(written.slice(0, of).join("")).length;
    let kept = 0;
    let found = 0;
    for (; found < length; kept += 1) found += bare(lines[kept]).length;
    if (found > length) continue;
    if (bare(written[of - 1]) === "") while (kept < lines.length && bare(lines[kept]) === "") kept += 1;
    return { kept, of };
  }
  return { kept: 0, of: 0 };
}

/** A node with another value. Parts that stay the same keep their nodes. */
function reconcile(node: unknown, before: unknown, after: unknown, origins: Origins): Node {
  if (node !== null && isDeepStrictEqual(before, after)) return node as Node;
  if (isScalar(node) && typeof after !== "object") {
    node.value = after;
    return node;
  }
  if (isMap(node) && isData(before) && isData(after)) {
    const gone = Object.keys(before).filter((key) => !(key in after));
    const added = Object.keys(after).filter((key) => !(key in before));
    const [from = "", to = ""] = [...gone, ...added];
    const renamed =
      gone.length === 1 && added.length === 1 && isDeepStrictEqual(before[from], after[to])
        ? node.items.find(({ key }) => isScalar(key) && key.value === from)?.key
        : null;
    // A key that is renamed stays where it is.
    if (isScalar(renamed)) renamed.value = to;
    else for (const key of gone) node.delete(key);
    const was = isScalar(renamed) ? { ...before, [to]: before[from] } : before;
    for (const [key, value] of Object.entries(after)) {
      const own = reconcile(node.get(key, true) ?? null, was[key], value, origins);
      if (!node.has(key) && key === "id") node.items.unshift(new Document().createPair(key, own) as never);
      else node.set(key, own);
    }
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
