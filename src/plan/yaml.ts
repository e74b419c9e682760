import {
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { planLimits } from "./plan-limits.ts";
import { problemsMost } from "./problem.ts";
import type { Reading } from "./reading.ts";

const composing = {
  version: "1.2",
  schema: "core",
  // Duplicate keys are found in one pass when nodes are converted; the library's check is quadratic.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** Reads YAML. Invalid parts are reported and left out; undefined if a limit was exceeded. Never throws because of the document's content. */
export function readYaml(text: string, reading: Reading): unknown {
  const { places } = reading;
  let document: Document.Parsed | null = null;
  try {
    for (const one of new Composer(composing).compose(tokensOf(text, reading), true, text.length)) {
      if (document !== null) {
        reading.error(places.at(one.range[0]), "yaml_refused", { what: "document", text: "" });
        break;
      }
      document = one;
    }
    // An unclosed bracket is reported once for each bracket around it, all at the same place.
    const errors = new Map(document?.errors.toReversed().map(({ pos, code }) => [pos[0], code]));
    for (const [at, reason] of [...errors].slice(0, problemsMost + 1))
      reading.error(places.at(at), "yaml_syntax", { reason });
    return convert(document?.contents ?? null, 0, { reading, anchors: new Map() }).data;
  } catch (error) {
    if (error instanceof LimitExceeded) return undefined;
    throw error;
  }
}

class LimitExceeded extends Error {}

function exceed(what: "depth" | "size", at: number, reading: Reading): never {
  reading.error(reading.places.at(at), "yaml_refused", { what, text: "" });
  throw new LimitExceeded(what);
}

// The parser's stack holds the document and a scalar besides the open maps and lists.
const stackMost = planLimits.depth + 2;

// A value has at most three lexemes besides white space: an indicator (`-`, `:`), the mark of a scalar, and its text.
const lexemesMost = planLimits.nodes * 3;

/** Splits YAML into tokens, and stops at the first place that exceeds a limit: composing such a text takes seconds, and may overflow the stack. */
function* tokensOf(text: string, reading: Reading): Generator<CST.Token> {
  const parser = new Parser(reading.places.lines.addNewLine);
  let count = 0;
  let before = "";
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    // The lexeme after a scalar's mark is its text, which may look like a tag.
    if (lexeme.startsWith("!") && before !== CST.SCALAR && reading.problems.length <= problemsMost)
      reading.error(reading.places.at(at), "yaml_refused", { what: "tag", text: lexeme });
    yield* parser.next(lexeme);
    if (parser.stack.length > stackMost) exceed("depth", at, reading);
    if (lexeme.trim() !== "") count += 1;
    if (count > lexemesMost) exceed("size", at, reading);
    before = lexeme;
  }
  yield* parser.end();
}

interface Converted {
  readonly data: unknown;
  readonly at: number;
  /** The number of values, including this one, each alias counted as what it stands for. */
  readonly size: number;
}

interface Conversion {
  readonly reading: Reading;
  /** The values of the anchors so far; `open` while one is still being read. */
  readonly anchors: Map<string, Converted | "open">;
}

/** Aliases share their values, within the limit of values. `at`: the place of a value that has none of its own, such as the missing one in `key:`. */
function convert(node: unknown, at: number, conversion: Conversion): Converted {
  if (!isNode(node)) return { data: null, at, size: 1 };
  const start = node.range?.[0] ?? at;
  if (isAlias(node)) return convertAlias(node.source, start, conversion);
  const { anchor } = node;
  if (anchor !== undefined) conversion.anchors.set(anchor, "open");
  // Tags were refused when the tokens were read, so the value of a tagged scalar doesn't matter.
  const data = isScalar(node) && node.tag === undefined ? node.value : undefined;
  const converted = isMap(node)
    ? convertMap(node, start, conversion)
    : isSeq(node)
      ? convertList(node, start, conversion)
      : { data, at: start, size: 1 };
  if (anchor !== undefined) conversion.anchors.set(anchor, converted);
  return converted;
}

function convertAlias(alias: string, at: number, { anchors, reading }: Conversion): Converted {
  const value = anchors.get(alias);
  if (value !== undefined && value !== "open") return { ...value, at };
  const what = value === "open" ? "circle" : "alias";
  reading.error(reading.places.at(at), "yaml_refused", { what, text: alias });
  return { data: undefined, at, size: 1 };
}

function convertList(list: YAMLSeq, at: number, conversion: Conversion): Converted {
  const data: unknown[] = [];
  const items: number[] = [];
  let size = 1;
  for (const item of list.items) {
    const value = convert(item, at, conversion);
    size += value.size;
    if (size > planLimits.nodes) exceed("size", value.at, conversion.reading);
    data.push(value.data);
    items.push(value.at);
  }
  conversion.reading.places.add(data, { at, end: list.range?.[1] ?? at, keys: new Map(), items });
  return { data, at, size };
}

function convertMap(map: YAMLMap, at: number, conversion: Conversion): Converted {
  const { reading } = conversion;
  const { places } = reading;
  const data: Record<string, unknown> = {};
  const keys = new Map<string, { key: number; value: number; isBare: boolean }>();
  let size = 1;
  for (const pair of map.items) {
    const keyAt = isNode(pair.key) ? (pair.key.range?.[0] ?? at) : at;
    const value = convert(pair.value, keyAt, conversion);
    size += value.size;
    if (size > planLimits.nodes) exceed("size", keyAt, reading);
    const key = readKey(pair.key, keyAt, reading);
    if (key === null) continue;
    const first = keys.get(key);
    if (first !== undefined) {
      reading.error(places.at(keyAt), "given_twice", {
        what: "key",
        value: key,
        first: places.at(first.key),
      });
      continue;
    }
    keys.set(key, { key: keyAt, value: value.at, isBare: pair.value === null });
    // A value with its own problem is left out, so that it is not reported twice.
    if (value.data !== undefined) data[key] = value.data;
  }
  places.add(data, { at, end: map.range?.[1] ?? at, keys, items: [] });
  return { data, at, size };
}

// Keys that are special to JavaScript when objects are merged.
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

function readKey(node: unknown, at: number, reading: Reading): string | null {
  const written = isScalar(node) ? node.value : undefined;
  // A level may be written as a number.
  const key = typeof written === "number" && Number.isSafeInteger(written) ? String(written) : written;
  if (typeof key === "string" && !forbiddenKeys.has(key)) return key;
  const text = typeof key === "object" || key === undefined ? "" : String(key);
  const what = typeof key === "string" ? "key" : "number";
  reading.error(reading.places.at(at), "yaml_refused", { what, text });
  return null;
}
