import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { eventBodySchema } from "../../../src/ledger/format/event.ts";
import { isEventBody } from "../../../src/ledger/format/line.ts";
import { shapeCheckOf } from "../../../src/ledger/format/shape-check.ts";
import { everyEvent } from "./histories.ts";

type Json = Record<string, unknown>;

/** What may stand in an event in place of what belongs there. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, false, 0, -0, -1, 1.5, 1e300, 2 ** 53),
  fc.constantFrom<unknown>(Number.POSITIVE_INFINITY, Number.NaN, "", "es", " \n", "2026-11", "story"),
  fc.constantFrom<unknown>("5f".repeat(32), "5F".repeat(32), `${"5f".repeat(32)}\n`),
  fc.constantFrom<unknown>(
    "0b54c6c4-3f0f-4a5e-9a53-000000000001",
    "0B54C6C4-3F0F-4A5E-9A53-00000000000A",
    "0b54c6c4-3f0f-4a5e-9a53-00000000000g",
    "0b54c6c43f0f4a5e9a53000000000001",
  ),
  fc.constantFrom<unknown>([], [1], [null], ["0b54c6c4-3f0f-4a5e-9a53-000000000001"], {}, { id: 1 }),
  fc.constantFrom<unknown>("not-created", "creation.intended", "ledger.opened", "constructor", "__proto__"),
);

/** The paths of all members of an event, its nested ones too. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [...path, name],
    ...pathsIn(member, [...path, name]),
  ]);
}

/** A copy with another value at a path; without the member where it is undefined. */
function withMember(value: unknown, [name = "", ...rest]: readonly string[], member: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Json;
  if (rest.length > 0) copy[name] = withMember(copy[name], rest, member);
  else if (member === undefined) delete copy[name];
  else copy[name] = member;
  return copy;
}

test("a line is refused for its shape exactly where the schema of events refuses it", () => {
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...everyEvent),
      ...[fc.nat(), fc.nat()],
      ...[anything, anything],
      (event, first, second, one, other) => {
        const paths = pathsIn(event);
        let value: unknown = withMember(event, paths[first % paths.length] ?? [], one);
        if (second % 3 === 0) value = withMember(value, paths[second % paths.length] ?? [], other);
        if (second % 3 === 1) value = withMember(value, ["another member"], other);
        const expected = eventBodySchema.safeParse(value).success;
        expect(isEventBody(value)).toBe(expected);
        if (expected) accepted += 1;
        else refused += 1;
      },
    ),
    { seed: 20_261_126, numRuns: 10_000 },
  );
  expect(accepted).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
});

test("every event that a ledger may hold passes, without each of its members it passes where the schema says so, and nothing that is no object does", () => {
  for (const event of everyEvent) {
    expect(isEventBody(event)).toBe(true);
    for (const path of pathsIn(event)) {
      const without = withMember(event, path, undefined);
      expect(isEventBody(without)).toBe(eventBodySchema.safeParse(without).success);
    }
  }
  for (const value of [null, undefined, 1, "x", [], {}, () => 1, everyEvent, "ledger.opened"])
    expect(isEventBody(value)).toBe(false);
});

test.for<readonly [string, z.ZodType, readonly unknown[]]>([
  ["a strict object", z.strictObject({ a: z.string() }), [{ a: "" }, { a: "", b: 1 }]],
  ["an object with others of a kind", z.object({ a: z.int() }).catchall(z.int()), [{ a: 1, b: "" }]],
  ["an optional member", z.object({ a: z.string().optional() }), [{}, { a: "" }, { a: 1 }]],
  ["a member of any kind", z.object({ a: z.unknown() }), [{}, { a: 1 }]],
  ["a member with a default", z.object({ a: z.int().default(1) }), [{}, { a: 1 }, { a: "" }]],
  ["an optional default", z.object({ a: z.int().default(1).optional() }), [{}, { a: 1 }, { a: "" }]],
  ["a refined text", z.string().refine((text) => text.length > 1), ["", "ab"]],
  ["a text of some length", z.string().min(2), ["a", "ab"]],
  ["a text in lower case", z.string().toLowerCase().regex(/^a/), ["A", "a", "b"]],
  ["two patterns", z.string().regex(/^a/).regex(/b$/), ["ab", "a", "b"]],
  ["a pattern with a memory", z.string().regex(/a/g), ["a", "a", "b"]],
  ["a format beyond its pattern", z.url(), ["https://a.example", "a"]],
  ["a number below", z.number().lt(3), [2, 3]],
  ["a number above", z.number().gt(3), [3, 4]],
  ["a number from one", z.number().min(1), [0, 1]],
  ["a positive number", z.int().positive(), [0, 1]],
  ["a number of 32 bits", z.int32(), [1, 2 ** 31]],
  ["a coerced number", z.coerce.number(), ["1", 1, "x"]],
  ["a coerced text", z.coerce.string(), [1, ""]],
  ["a coerced truth", z.coerce.boolean(), ["", true]],
  ["a list of some length", z.array(z.int()).max(1), [[1], [1, 2]]],
  ["a list", z.array(z.int()), [[], [1], [""], {}, null]],
  ["a list with holes", z.array(z.int()), [new Array(2)]],
  ["a union", z.union([z.string(), z.null()]), ["", null, 1]],
  ["one of some words", z.enum(["a", "b"]), ["a", "c", 1]],
  ["one of some values", z.literal([1, null, true]), [1, null, true, "1", false]],
  ["nothing or a list", z.array(z.guid()).nullable().optional(), [undefined, null, [], [1]]],
  ["a refined object", z.object({ a: z.int() }).refine(({ a }) => a > 1), [{ a: 1 }, { a: 2 }]],
])("%s is checked as its schema says", ([, schema, values]) => {
  const fits = shapeCheckOf(schema);
  for (const value of values) expect(fits(value)).toBe(schema.safeParse(value).success);
});
