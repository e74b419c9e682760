import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  YAMLMap,
  YAMLSeq,
} from "yaml";

/** A value can't be replaced, since an alias elsewhere in the plan means it, too. */
export class AnchorInTheWay extends Error {}

type Path = readonly (string | number)[];

const written = { lineWidth: 0, flowCollectionPadding: true } as const;

/** Lists and maps up to this length stand on one line. */
const flowCharacters = 60;

/** A plan's YAML that is edited: comments, order and styles stay, and top-level keys that don't change keep every character. */
export class PlanDocument {
  readonly #before: string;
  readonly #document: Document.Parsed | Document;
  readonly map: YAMLMap;

  constructor(text: string) {
    this.#before = text;
    this.#document = parseDocument(text);
    const { contents } = this.#document;
    this.map = isMap(contents) ? contents : new YAMLMap();
    this.#document.contents = this.map as never;
  }

  /** The value in a map, as plain data; undefined if there is none. */
  valueOf(map: YAMLMap, path: Path): unknown {
    const node = map.getIn(path, true);
    return isNode(node) ? node.toJS(this.#document) : node;
  }

  list(key: string): YAMLSeq {
    const node = this.map.get(key, true);
    if (isSeq(node)) return node;
    if (node !== undefined) throw new AnchorInTheWay(key);
    const list = new YAMLSeq();
    this.#add(this.map, key, list);
    return list;
  }

  /** Short lists and maps of plain values stand on one line. */
  node(value: unknown): Node {
    if (typeof value !== "object" || value === null) return this.#document.createNode(value);
    const isFlat = Object.values(value).every((one) => typeof one !== "object");
    const collection = Array.isArray(value) ? new YAMLSeq() : new YAMLMap();
    for (const [key, one] of Object.entries(value)) {
      if (collection instanceof YAMLMap) collection.set(key, this.node(one));
      else collection.add(this.node(one));
    }
    collection.flow = isFlat && JSON.stringify(value).length <= flowCharacters;
    return collection;
  }

  /** A topic as a map on lines of its own. */
  topicNode(topic: object): YAMLMap {
    const map = this.node(topic) as YAMLMap;
    map.flow = false;
    return map;
  }

  /** Sets a value, or deletes it if it is undefined. Whether that changed anything. */
  set(map: YAMLMap, path: readonly string[], value: unknown): boolean {
    const [key = "", ...rest] = path;
    if (isDeepStrictEqual(this.valueOf(map, path), value)) return false;
    const current = map.get(key, true);
    if (rest.length > 0 && isMap(current)) return this.set(current, rest, value);
    if (value === undefined) return map.delete(key);
    if (isNode(current)) this.refuseAnchors(current);
    const nested = rest.toReversed().reduce<unknown>((inner, step) => ({ [step]: inner }), value);
    if (isScalar(current) && typeof nested !== "object") current.value = nested;
    else if (current === undefined) this.#add(map, key, this.node(nested));
    else map.set(key, this.node(nested));
    return true;
  }

  /** Throws if what an alias elsewhere means would be replaced. */
  refuseAnchors(node: Node): void {
    const { anchor } = firstAnchored(node);
    if (anchor !== null) throw new AnchorInTheWay(anchor);
  }

  /** The topics come last, and an id first. */
  #add(map: YAMLMap, key: string, node: Node): void {
    const pair = this.#document.createPair(key, null);
    pair.value = node as never;
    const topics =
      map === this.map ? map.items.findIndex((one) => isScalar(one.key) && one.key.value === "topics") : -1;
    if (key === "id") map.items.unshift(pair as never);
    else if (topics === -1) map.items.push(pair as never);
    else map.items.splice(topics, 0, pair as never);
  }

  text(): string {
    const after = String(this.#document.toString(written));
    return this.#before === "" ? after : withUntouched(this.#before, after);
  }
}

function firstAnchored(node: Node): { readonly anchor: string | null } {
  let anchor: string | null = null;
  visit(node, {
    Node: (_, { anchor: own }: { anchor?: string }) => {
      anchor ??= own ?? null;
    },
  });
  return { anchor };
}

interface Part {
  readonly key: string;
  readonly text: string;
  readonly value: unknown;
}

/** The edited text, with those top-level keys as they were that have the same values. */
function withUntouched(before: string, after: string): string {
  const [old, edited] = [partsOf(before), partsOf(after)];
  if (old === null || edited === null) return after;
  const known = new Map(old.parts.map((part) => [part.key, part]));
  const texts = edited.parts.map(({ key, text, value }) => {
    const same = known.get(key);
    return same !== undefined && isDeepStrictEqual(same.value, value) ? same.text : text;
  });
  return [old.head, ...texts]
    .map((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`))
    .join("");
}

/** A plan's text, cut above the comments before each top-level key; null if it stands within braces. */
function partsOf(text: string): { readonly head: string; readonly parts: readonly Part[] } | null {
  const document = parseDocument(text);
  const { contents } = document;
  if (!isMap(contents) || contents.flow === true) return null;
  const starts = contents.items.map(({ key }, index) => {
    const at = isNode(key) ? (key.range?.[0] ?? 0) : 0;
    return index === 0 ? at : commentsBefore(text, at);
  });
  const parts = contents.items.map(({ key, value }, index) => ({
    key: isScalar(key) ? String(key.value) : "",
    text: text.slice(starts[index], starts[index + 1] ?? text.length),
    value: isNode(value) ? value.toJS(document) : value,
  }));
  return { head: text.slice(0, starts[0] ?? 0), parts };
}

/** The start of the comments that stand directly above a place, at the beginning of their lines. */
function commentsBefore(text: string, at: number): number {
  let start = at;
  while (start > 0) {
    const line = text.lastIndexOf("\n", start - 2) + 1;
    if (!/^(?:#.*|\s*)$/su.test(text.slice(line, start))) break;
    start = line;
  }
  return start;
}

/** Which value stands where in a plan's text. */
export class PlanPositions {
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;

  constructor(text: string) {
    this.#document = parseDocument(text, { lineCounter: this.#lines });
  }

  /** The path of the innermost value at a position. */
  pathAt({ line, column }: Position): Path {
    const offset = (this.#lines.lineStarts[line - 1] ?? 0) + column - 1;
    const isAt = (one: unknown): boolean =>
      isNode(one) &&
      one.range != null &&
      one.range[0] <= offset &&
      offset < Math.max(one.range[1], one.range[0] + 1);
    const path: (string | number)[] = [];
    let node: unknown = this.#document.contents;
    while (isMap(node) || isSeq(node)) {
      const found = node.items.findIndex((item) =>
        isPair(item) ? isAt(item.key) || isAt(item.value) : isAt(item),
      );
      const item = node.items[found];
      if (found === -1) break;
      path.push(isPair(item) ? String(isScalar(item.key) ? item.key.value : item.key) : found);
      const inner: unknown = isPair(item) ? item.value : item;
      node = isAt(inner) ? inner : null;
    }
    return path;
  }

  /** Null if there is no such value. */
  of(path: Path): Position | null {
    const node = this.#document.getIn(path, true);
    if (!isNode(node) || node.range == null) return null;
    const { line, col } = this.#lines.linePos(node.range[0]);
    return { line, column: col };
  }
}

interface Position {
  readonly line: number;
  readonly column: number;
}
