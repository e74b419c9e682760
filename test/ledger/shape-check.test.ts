import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { eventBodySchema } from "../../src/ledger/event.ts";
import { compileShape } from "../../src/ledger/shape-check.ts";
import { everyEvent } from "./histories.ts";

type Json = Record<string, unknown>;

/** Something that may stand in an event in place of what belongs there. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    Number.POSITIVE_INFINITY,
    2 ** 53,
  ),
  fc.constantFrom<unknown>(
    "",
    "es",
    "5f".repeat(32),
    "5F".repeat(32),
    "0b54c6c4-3f0f-4a5e-9a53-000000000001",
    " \n",
  ),
  fc.constantFrom<unknown>([], [1], ["0b54c6c4-3f0f-4a5e-9a53-000000000001"], {}, { id: 1 }, Number.NaN),
  fc.constantFrom<unknown>("story", "not-created", "creation.intended", "ledger.opened"),
);

/** The paths of all members of an event, its nested ones too. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [...path, name],
    ...pathsIn(member, [...path, name]),
  ]);
}

function withMember(value: unknown, [name = "", ...rest]: readonly string[], member: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Json;
  if (rest.length > 0) copy[name] = withMember(copy[name], rest, member);
  else if (member === undefined) delete copy[name];
  else copy[name] = member;
  return copy;
}

const checks = new Map(
  eventBodySchema.options.map((option) => [option.shape.type.value as string, compileShape(option)]),
);

test("the quick check of a line accepts exactly the events that the schema accepts", () => {
  const events = fc.constantFrom(...everyEvent);
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(events, fc.nat(), fc.nat(), anything, anything, (event, first, second, one, other) => {
      const paths = pathsIn(event).filter(([name]) => name !== "type");
      let value: unknown = withMember(event, paths[first % paths.length] ?? [], one);
      if (second % 3 === 0) value = withMember(value, paths[second % paths.length] ?? [], other);
      if (second % 3 === 1) value = withMember(value, ["another member"], other);
      const expected = eventBodySchema.safeParse(value).success;
      expect(checks.get(event.type)?.(value)).toBe(expected);
      if (expected) accepted += 1;
      else refused += 1;
    }),
    { seed: 20_261_120, numRuns: 5_000 },
  );
  expect(accepted).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(300);
});

test("every event that a ledger may hold passes, and nothing that is no object does", () => {
  for (const event of everyEvent) expect(checks.get(event.type)?.(event)).toBe(true);
  for (const value of [null, undefined, 1, "x", [], () => 1]) {
    for (const check of checks.values()) expect(check(value)).toBe(false);
  }
});

test.for<readonly [string, z.ZodType, readonly unknown[]]>([
  ["a strict object", z.strictObject({ a: z.string() }), [{ a: "" }, { a: "", b: 1 }]],
  ["an optional member", z.object({ a: z.string().optional() }), [{}, { a: "" }, { a: 1 }]],
  ["a refined text", z.string().refine((text) => text.length > 1), ["", "ab"]],
  ["a text of some length", z.string().min(2), ["a", "ab"]],
  ["two patterns", z.string().regex(/^a/).regex(/b$/), ["ab", "a", "b"]],
  ["a pattern with a memory", z.string().regex(/a/g), ["a", "a", "b"]],
  ["a number below", z.number().lt(3), [2, 3]],
  ["a number above", z.number().gt(3), [3, 4]],
  ["a list of some length", z.array(z.int()).max(1), [[1], [1, 2]]],
  ["a union", z.union([z.string(), z.null()]), ["", null, 1]],
  ["a refined object", z.object({ a: z.int() }).refine(({ a }) => a > 1), [{ a: 1 }, { a: 2 }]],
])("%s is checked as its schema says", ([, schema, values]) => {
  const check = compileShape(schema);
  for (const value of values) expect(check(value)).toBe(schema.safeParse(value).success);
});

test("a GUID is told from every text that is one character away from one", () => {
  const fits = compileShape(z.guid());
  const guid = "0b54c6C4-3f0F-4a5e-9a53-00000000000A";
  const near = [guid, "", `${guid}\n`, ` ${guid}`, guid.slice(1), guid.replaceAll("-", "")];
  for (let at = 0; at < guid.length; at++) {
    for (const other of "0-9afAFgG/:@`_ \n\u0141\uff10\uff21")
      near.push(guid.slice(0, at) + other + guid.slice(at + 1));
  }
  const accepted = near.filter((text) => fits(text));
  expect(accepted).toEqual(near.filter((text) => z.guid().safeParse(text).success));
  expect(accepted.length).toBeGreaterThan(100);
});
