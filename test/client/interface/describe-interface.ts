import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits, Reader } from "./readers.ts";

/** A service with `interfaceConfig`. */
export interface ServiceUnderTest {
  readonly url: string;
  stop(): Promise<void>;
}

const refused = (status: number, code: string) => ({ kind: "refused", refusal: { status, code } });
const uncertain = { kind: "uncertain" };
const writing = 13;
const audiobook = 12;

/** Each marker of a topic that decides how a creation is answered: what the run's client takes the answer for, and how many stories there are then. */
const creationFaults = [
  ["drop-before", "nothing", { reply: uncertain }],
  ["server-error", "nothing", { reply: uncertain }],
  ["unavailable", "nothing", { reply: refused(503, "unavailable") }],
  ["unavailable-bare", "nothing", { reply: uncertain }],
  ["payment", "nothing", { reply: refused(402, "payment_required") }],
  ["forbidden", "nothing", { reply: refused(403, "forbidden") }],
  ["conflict", "nothing", { reply: refused(409, "conflict") }],
  ["lose-reply", "one story", { reply: uncertain }],
  ["server-error-after", "one story", { reply: uncertain }],
  ["no-id", "one story", { reply: uncertain }],
  ["cut-reply", "one story", { reply: { kind: "accepted" } }],
  ["hang", "one story", { reply: uncertain, deadlineMs: 1_000 }],
] as const;

/** The interface as the run's own client sees it, whatever stands between client and service, and however many processes answer. */
export function describeInterface(name: string, start: () => Promise<ServiceUnderTest>): void {
  let service: ServiceUnderTest;
  let readers = 0;

  beforeAll(async () => {
    service = await start();
  });

  afterAll(() => service?.stop());

  const reader = (id: string): Reader => new Reader(service.url, id);
  const newReader = (): Reader => {
    readers += 1;
    return reader(`reader-${readers}`);
  };

  describe(`the run's client and ${name}`, () => {
    it("agree on a story from its price to its text, for what was quoted", async () => {
      const ann = newReader();
      expect(await ann.quote(false)).toMatchObject({
        ok: true,
        value: { credits: writing, writing, audiobook: 0, balance: { credits: 200, unlimited: false } },
      });
      const id = await ann.accepted("A walk");
      const seen = await ann.readUntil(id, "ready");
      expect(["writing", "ready"]).toEqual(expect.arrayContaining(seen));
      const told = { id, topic: "A walk", lang: "es", difficulty: 3, credits: writing, book: null };
      expect(await ann.remote.readStory(id)).toMatchObject({
        ok: true,
        value: { ...told, text: expect.any(String) },
      });
      expect(await ann.spent()).toBe(writing);
    });

    it("agree on an audiobook from the first read after writing to its export, charged once", async () => {
      const ann = newReader();
      const id = await ann.accepted("A walk", true);
      const seen = await ann.readUntil(id, "done");
      expect(seen.slice(-2)).toEqual(["making_audiobook", "done"]);
      const bookId = await ann.bookOf(id);
      const exported = await ann.exported(bookId);
      expect(exported).toMatchObject({ ok: true, value: { contentType: "application/zip" } });
      expect(await ann.exported(bookId)).toEqual(exported);
      const value = { books: [{ id: bookId }], next: null };
      expect(await ann.remote.listBooks({ limit: 20, before: null })).toMatchObject({ ok: true, value });
      expect(await ann.spent()).toBe(writing + audiobook);
    });

    it("agree on the pages of books, none twice and none left out", async () => {
      const ann = newReader();
      const ids = [await ann.accepted("One", true), await ann.accepted("Two", true)];
      for (const id of ids) await ann.readUntil(id, "done");
      const first = await ann.remote.listBooks({ limit: 1, before: null });
      const next = first.ok ? first.value.next : null;
      const second = await ann.remote.listBooks({ limit: 1, before: next });
      const found = [first, second].flatMap((page) => (page.ok ? page.value.books.map(({ id }) => id) : []));
      expect(new Set(found).size).toBe(2);
      expect(second).toMatchObject({ ok: true, value: { next: null } });
    });

    it("agree on levels, and on which languages there are", async () => {
      const ann = newReader();
      const known = await ann.remote.levels(["es", "en"]);
      expect(known.ok && known.value.languages.map(({ code }) => code)).toEqual(["es", "en"]);
      expect(await ann.remote.levels(["es", "no-language"])).toMatchObject({
        ok: false,
        callError: refused(400, "invalid_request"),
      });
    });

    it("tell nobody whether another reader's story exists", async () => {
      const [ann, ben] = [newReader(), newReader()];
      const id = await ann.accepted("A walk");
      const answers = [
        await ben.remote.readStory(id),
        await ben.remote.readStory("11111111-1111-4111-8111-111111111111"),
        await ben.exported(id),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ ok: false, callError: refused(404, "not_found") });
      expect(answers[0]).toEqual(answers[1]);
    });

    it("know an unknown key, and a key without the scope", async () => {
      const nobody = reader("nobody");
      const callError = refused(401, "unauthorized");
      expect(await nobody.remote.balance()).toMatchObject({ ok: false, callError });
      expect(await nobody.create("A walk")).toMatchObject(refused(401, "unauthorized"));
      const narrow = reader("narrow");
      expect(await narrow.create("A walk")).toMatchObject(refused(403, "forbidden"));
      expect(await narrow.spent()).toBe(0);
    });

    it("refuse a story that credits or the key's monthly cap don't cover, and nothing is spent", async () => {
      expect(await reader("poor").create("A walk")).toMatchObject(refused(402, "payment_required"));
      const capped = reader("capped");
      await capped.accepted("A walk");
      expect(await capped.create("Another")).toMatchObject(refused(402, "payment_required"));
      expect(await capped.spent()).toBe(writing);
    });

    it("admit as many paid starts as the limit says, of stories ordered at once, and name the wait", async () => {
      const ann = newReader();
      const topics = Array.from({ length: limits.paidStarts + 3 }, (_, number) => `Story ${number}`);
      const replies = await Promise.all(topics.map((topic) => ann.create(topic)));
      const late = replies.filter(({ kind }) => kind !== "accepted");
      expect(late).toHaveLength(3);
      for (const reply of late) {
        expect(reply).toMatchObject(refused(429, "rate_limited"));
        const waitMs = reply.kind === "refused" ? (reply.refusal.retryAfterMs ?? 0) : 0;
        expect(waitMs).toBeGreaterThan(500_000);
        expect(waitMs).toBeLessThanOrEqual(600_000);
      }
      expect(await ann.spent()).toBe(writing * limits.paidStarts);
    });

    it("admit as many calls of a key as the limit says, made at once, and name the wait", async () => {
      const ann = newReader();
      const calls = Array.from({ length: limits.calls + 10 }, () => ann.remote.balance());
      const results = await Promise.all(calls);
      const late = results.flatMap((result) => (result.ok ? [] : [result.callError]));
      expect(late).toHaveLength(10);
      for (const callError of late) expect(callError).toMatchObject(refused(429, "rate_limited"));
    });

    it.each(creationFaults)(
      "agree on a creation with [[%s]], after which there is %s",
      async (marker, made, { reply, ...deadline }) => {
        const ann = newReader();
        expect(await ann.create(`A walk [[${marker}]]`, deadline)).toMatchObject(reply);
        expect(await ann.spent()).toBe(made === "nothing" ? 0 : writing);
      },
    );

    it("agree on a refusal for a moment, after which the same creation is accepted", async () => {
      const ann = newReader();
      const topic = "A walk [[rate-limit]]";
      const retryAfterMs = 2_000;
      const refusal = { status: 429, code: "rate_limited", retryAfterMs };
      expect(await ann.create(topic)).toMatchObject({ kind: "refused", refusal });
      await sleep(retryAfterMs);
      await ann.accepted(topic);
      expect(await ann.spent()).toBe(writing);
    });

    it.each([
      ["fail-writing", "failed"],
      ["cancel-writing", "canceled"],
    ])("agree on a writing with [[%s]]: it is %s and costs nothing", async (marker, status) => {
      const ann = newReader();
      const id = await ann.accepted(`A walk [[${marker}]]`);
      await ann.readUntil(id, status);
      expect(await ann.spent()).toBe(0);
    });

    it("agree on a slow writing", async () => {
      const ann = newReader();
      await ann.readUntil(await ann.accepted("A walk [[slow]]"), "ready");
      expect(await ann.spent()).toBe(writing);
    });

    it("agree on an audiobook that can't be paid at first: the next read starts it", async () => {
      const ann = newReader();
      const id = await ann.accepted("A walk [[book-payment]]", true);
      await expect(ann.readUntil(id, "done")).rejects.toThrow('"status":402');
      await ann.readUntil(id, "done");
      expect(await ann.spent()).toBe(writing + audiobook);
    });

    it("agree on an audiobook that fails: the text is kept, and the audiobook refunded", async () => {
      const ann = newReader();
      const id = await ann.accepted("A walk [[book-error]]", true);
      await ann.readUntil(id, "failed");
      expect(await ann.remote.readStory(id)).toMatchObject({ ok: true, value: { text: expect.any(String) } });
      expect(await ann.spent()).toBe(writing);
    });

    it("agree on an export that fails, which is no reason to doubt the story", async () => {
      const ann = newReader();
      const id = await ann.accepted("A walk [[export-error]]", true);
      await ann.readUntil(id, "done");
      const bookId = await ann.bookOf(id);
      const failed = await ann.exported(bookId);
      expect(failed).toMatchObject({ ok: false, callError: refused(500, "server_error") });
    });
  });
}
