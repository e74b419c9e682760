import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Place } from "../plan.ts";
import { planLimits } from "../plan-limits.ts";
import type { PlanProblem } from "../problem.ts";

/** A value's position, with those of the values within it. Offsets count UTF-16 units from the start of the text. */
export interface SourceNode {
  readonly at: number;
  readonly members?: ReadonlyMap<string, { readonly keyAt: number; readonly node: SourceNode }>;
  readonly items?: readonly SourceNode[];
}

interface Converted {
  readonly data: unknown;
  readonly source: SourceNode;
  /** The number of values, itself included, with each alias counted as what it stands for. */
  readonly size: number;
}

interface Conversion {
  readonly placeAt: (offset: number) => Place;
  readonly problems: PlanProblem[];
  /** The value of each anchor at this point of the text; `open` while it is still being read. */
  readonly anchors: Map<string, Converted | "open">;
  isTooLarge: boolean;
}

export interface Conversions {
  readonly data: unknown;
  readonly source: SourceNode | null;
  readonly problems: readonly PlanProblem[];
}

// Keys that are special to JavaScript when objects are merged.
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Converts a YAML document to plain data and a tree of its places. Aliases share their values, within the limit of values. */
export function convertNodes(
  document: Document.Parsed | null,
  placeAt: (offset: number) => Place,
): Conversions {
  const conversion: Conversion = { placeAt, problems: [], anchors: new Map(), isTooLarge: false };
  const contents = document?.contents ?? null;
  if (contents === null) return { data: null, source: null, problems: [] };
  const converted = convert(contents, 0, conversion);
  return { data: converted.data, source: converted.source, problems: conversion.problems };
}

/** `at` is the place of a value that has none of its own, such as the missing one in `key:`. */
function convert(node: unknown, at: number, conversion: Conversion): Converted {
  if (isAlias(node)) return convertAlias(node, conversion);
  if (isMap(node)) return anchored(node.anchor, conversion, () => convertMap(node, conversion));
  if (isSeq(node)) return anchored(node.anchor, conversion, () => convertList(node, conversion));
  if (isScalar(node)) {
    const source = { at: node.range?.[0] ?? at };
    // Tags are rejected where tokens are read, so their effect on the value doesn't matter.
    const data = node.tag === undefined ? node.value : undefined;
    return anchored(node.anchor, conversion, () => ({ data, source, size: 1 }));
  }
  return { data: null, source: { at }, size: 1 };
}

function anchored(anchor: string | undefined, conversion: Conversion, read: () => Converted): Converted {
  if (anchor === undefined) return read();
  conversion.anchors.set(anchor, "open");
  const converted = read();
  conversion.anchors.set(anchor, converted);
  return converted;
}

function convertAlias(node: Alias, conversion: Conversion): Converted {
  const at = node.range?.[0] ?? 0;
  const where = { severity: "error", place: conversion.placeAt(at) } as const;
  const target = conversion.anchors.get(node.source);
  if (target === undefined || target === "open") {
    const code = target === "open" ? "alias_in_itself" : "unknown_alias";
    conversion.problems.push({ ...where, code, alias: node.source });
    return { data: undefined, source: { at }, size: 1 };
  }
  return { data: target.data, source: { ...target.source, at }, size: target.size };
}

function convertMap(map: YAMLMap, conversion: Conversion): Converted {
  const at = map.range?.[0] ?? 0;
  const data: Record<string, unknown> = {};
  const members = new Map<string, { keyAt: number; node: SourceNode }>();
  let size = 1;
  for (const pair of map.items) {
    if (conversion.isTooLarge) break;
    const keyAt = offsetOf(pair.key) ?? at;
    const converted = convert(pair.value, keyAt, conversion);
    size += converted.size;
    checkSize(size, keyAt, conversion);
    const key = readKey(pair, keyAt, conversion);
    if (key === null) continue;
    const first = members.get(key);
    if (first !== undefined) {
      const place = conversion.placeAt(keyAt);
      conversion.problems.push({
        severity: "error",
        place,
        code: "duplicate_key",
        key,
        first: conversion.placeAt(first.keyAt),
      });
      continue;
    }
    members.set(key, { keyAt, node: converted.source });
    // A value with its own problem is left out, so that it is not reported twice.
    if (converted.data !== undefined) data[key] = converted.data;
  }
  return { data, source: { at, members }, size };
}

function convertList(list: YAMLSeq, conversion: Conversion): Converted {
  const at = list.range?.[0] ?? 0;
  const data: unknown[] = [];
  const items: SourceNode[] = [];
  let size = 1;
  for (const item of list.items) {
    if (conversion.isTooLarge) break;
    const converted = convert(item, at, conversion);
    size += converted.size;
    checkSize(size, converted.source.at, conversion);
    data.push(converted.data);
    items.push(converted.source);
  }
  return { data, source: { at, items }, size };
}

function readKey(pair: Pair, at: number, conversion: Conversion): string | null {
  const where = { severity: "error", place: conversion.placeAt(at) } as const;
  const written = isScalar(pair.key) ? pair.key.value : undefined;
  // A level is written as a number.
  const key = typeof written === "number" && Number.isSafeInteger(written) ? String(written) : written;
  if (typeof key !== "string") {
    const found = typeof key === "number" || typeof key === "boolean" ? String(key) : "";
    conversion.problems.push({ ...where, code: "key_not_text", found });
    return null;
  }
  if (!forbiddenKeys.has(key)) return key;
  conversion.problems.push({ ...where, code: "forbidden_key", key });
  return null;
}

function checkSize(size: number, at: number, conversion: Conversion): void {
  if (size <= planLimits.nodes || conversion.isTooLarge) return;
  conversion.isTooLarge = true;
  const place = conversion.placeAt(at);
  conversion.problems.push({ severity: "error", place, code: "too_many_nodes", most: planLimits.nodes });
}

function offsetOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}
