import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { planLimits } from "./plan-limits.ts";
import { problemsMost, type RefusedYaml } from "./problem.ts";
import type { Reading } from "./reading.ts";

const parsing = {
  version: "1.2",
  schema: "core",
  resolveKnownTags: false,
  // Duplicate keys are found in one pass when nodes are converted; the library's check is quadratic.
  uniqueKeys: false,
  prettyErrors: false,
  // If it is silent, it doesn't report a second document either.
  logLevel: "error",
} as const;

/** Reads YAML. Invalid parts are reported and left out; undefined if a limit was exceeded. Never throws because of the document's content. */
export function readYaml(text: string, reading: Reading): unknown {
  const { places } = reading;
  try {
    const document = parseDocument(text, { ...parsing, lineCounter: places.lines });
    const found = [...document.errors, ...document.warnings];
    // An unclosed bracket is reported once for each bracket around it, all at the same place.
    const byPlace = new Map(found.toReversed().map((one) => [one.pos[0], one]));
    for (const [at, { code, pos }] of [...byPlace].slice(0, problemsMost + 1)) {
      const what = refusedByCode[code];
      if (what === undefined) reading.error(places.at(at), "yaml_syntax", { reason: code });
      else reading.error(places.at(at), "yaml_refused", { what, text: text.slice(...pos) });
    }
    const conversion = { reading, anchors: new Map(), valuesLeft: planLimits.nodes, depth: 0 };
    return convert(document.contents, 0, conversion).data;
  } catch (error) {
    if (error instanceof LimitExceeded) return undefined;
    throw error;
  }
}

/** What the library reports, but a plan's author may mean as it stands. */
const refusedByCode: Readonly<Record<string, RefusedYaml>> = {
  MULTIPLE_DOCS: "document",
  TAG_RESOLVE_FAILED: "tag",
  RESOURCE_EXHAUSTION: "depth",
};

class LimitExceeded extends Error {}

function exceed(what: "depth" | "size", at: number, reading: Reading): never {
  reading.error(reading.places.at(at), "yaml_refused", { what, text: "" });
  throw new LimitExceeded(what);
}

interface Converted {
  readonly data: unknown;
  readonly at: number;
  /** Number of values, each alias counted as what it stands for. */
  readonly size: number;
}

interface Conversion {
  readonly reading: Reading;
  /** The values of anchors that have been read whole, so that no value contains itself. */
  readonly anchors: Map<string, Converted>;
  valuesLeft: number;
  depth: number;
}

function spend(size: number, at: number, conversion: Conversion): void {
  conversion.valuesLeft -= size;
  if (conversion.valuesLeft < 0) exceed("size", at, conversion.reading);
}

/** Aliases share their values. `at`: the place of a value that has none of its own, such as the missing one in `key:`. */
function convert(node: unknown, at: number, conversion: Conversion): Converted {
  const start = (isNode(node) && node.range?.[0]) || at;
  if (isAlias(node)) return convertAlias(node.source, start, conversion);
  const { anchors, reading, valuesLeft } = conversion;
  spend(1, start, conversion);
  conversion.depth += 1;
  if (conversion.depth > planLimits.depth) exceed("depth", start, reading);
  const data = isMap(node)
    ? convertMap(node, start, conversion)
    : isSeq(node)
      ? convertList(node, start, conversion)
      : isScalar(node)
        ? node.value
        : null;
  conversion.depth -= 1;
  const converted = { data, at: start, size: valuesLeft - conversion.valuesLeft };
  if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, converted);
  return converted;
}

function convertAlias(alias: string, at: number, conversion: Conversion): Converted {
  const { anchors, reading } = conversion;
  const value = anchors.get(alias);
  if (value === undefined) {
    reading.error(reading.places.at(at), "yaml_refused", { what: "alias", text: alias });
    return { data: undefined, at, size: 1 };
  }
  spend(value.size, at, conversion);
  return { ...value, at };
}

function convertList(list: YAMLSeq, at: number, conversion: Conversion): unknown[] {
  const items = list.items.map((item) => convert(item, at, conversion));
  const data = items.map((item) => item.data);
  conversion.reading.places.add(data, { at, keys: new Map(), items: items.map((item) => item.at) });
  return data;
}

function convertMap(map: YAMLMap, at: number, conversion: Conversion): Record<string, unknown> {
  const { reading } = conversion;
  const { places } = reading;
  const data: Record<string, unknown> = {};
  const keys = new Map<string, { key: number; value: number }>();
  for (const pair of map.items) {
    const keyAt = (isNode(pair.key) && pair.key.range?.[0]) || at;
    const value = convert(pair.value, keyAt, conversion);
    const key = readKey(pair.key, keyAt, reading);
    if (key === null) continue;
    const first = keys.get(key);
    if (first !== undefined) {
      const facts = { what: "key", value: key, first: places.at(first.key) };
      reading.error(places.at(keyAt), "given_twice", facts);
      continue;
    }
    keys.set(key, { key: keyAt, value: value.at });
    // A value with its own problem is left out, so that it is not reported twice.
    if (value.data !== undefined) data[key] = value.data;
  }
  places.add(data, { at, keys, items: [] });
  return data;
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
