import { expect, expectTypeOf, test } from "vitest";
import type { EventBody, Exactly } from "../../../src/ledger/format/event.ts";
import { emptyHead, readLine, writeLine } from "../../../src/ledger/format/line.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { opened } from "./histories.ts";

type Missing = Extract<EventBody, { type: "story.missing" }>;

test("an event has the members of its type, and no others", () => {
  expectTypeOf<keyof Missing>().toEqualTypeOf<"type" | "edition" | "job" | "id">();
  // @ts-expect-error: a member that no such event has.
  const wrong: EventBody = { type: "story.missing", edition: "1", job: "a.es.2", id: "", topic: "A walk" };
  expect(wrong).toBeDefined();
});

test("what a spread object brings along is not recorded unnoticed", () => {
  const story = { id: "cc4c0ca1-889c-4587-9fdb-33cbbb5f2803", topic: "A walk" };
  const body = { type: "story.missing", edition: "1", job: "a.es.2", ...story } as const;
  // Assignable all the same: TypeScript looks for further members in literals only.
  const loose: EventBody = body;
  expect(loose).toBe(body);
  expectTypeOf(body).not.toExtend<Exactly<typeof body>>();
  expectTypeOf<Missing>().toExtend<Exactly<Missing>>();
  const record = (store: LedgerStore): unknown =>
    // @ts-expect-error: with the story's topic.
    store.append({ type: "story.missing", edition: "1", job: "a.es.2", ...story });
  expect(record).toBeDefined();
});

test("a member of a later version is kept as it is read", () => {
  const first = writeLine(emptyHead, "2026-11-27T00:00:00.000Z", { ...opened, ...{ later: 1 } });
  const read = readLine(emptyHead, first.line.slice(0, -1));
  expect(read).toMatchObject({ ok: true, event: { later: 1 } });
});
