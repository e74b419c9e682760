import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languageCodes } from "../../../src/contract/languages.ts";
import { operations } from "../../../src/contract/operations.ts";
import type { Caller } from "../../../src/story-service/accounts/authenticate.ts";
import { exportBook } from "../../../src/story-service/books/books.ts";
import type { Parts } from "../../../src/story-service/parts.ts";
import { refusalOf } from "../../../src/story-service/refusal.ts";
import { openSqliteStore } from "../../../src/story-service/store/sqlite/sqlite-store.ts";
import type { Sql, Store } from "../../../src/story-service/store/store.ts";
import { readStory } from "../../../src/story-service/stories/read-story.ts";
import { call } from "../call.ts";
import { keyOfAnn, plainStory, secretOf, spokenStory, startRig, undo } from "../fixtures.ts";

const someId = "00000000-0000-4000-8000-000000000000";

describe("a call of the interface", () => {
  it("that lists, exports, prices or reads costs nothing (1)", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    const { book } = (await fixture.get(`/stories/${id}`)).json;
    await fixture.narrate();
    const before = (await fixture.get("/balance")).json;
    for (let n = 0; n < 3; n += 1) {
      for (const path of ["/books", "/balance", "/levels", `/books/${book.id}/export`, `/stories/${id}`]) {
        expect([path, (await fixture.get(path)).status]).toEqual([path, 200]);
      }
      expect((await fixture.post("/stories/quote", { lang: "es", difficulty: 3 })).status).toBe(200);
    }
    expect((await fixture.get("/balance")).json).toEqual(before);
  });

  it("accepts every language of the closed set and no other (2.1)", async () => {
    const fixture = await startRig();
    const quoted = async (lang: string) =>
      (await fixture.post("/stories/quote", { lang, difficulty: 1 })).status;
    const refused: string[] = [];
    for (const lang of languageCodes) if ((await quoted(lang)) !== 200) refused.push(lang);
    expect(refused).toEqual([]);
    for (const lang of ["", "e", "EN", "en-GB", "en_us", "es-mx", "zz", "toString"]) {
      expect([lang, await quoted(lang)]).toEqual([lang, 400]);
    }
  });

  it("is not idempotent when it creates: sent twice, it makes and charges two stories (4.2)", async () => {
    const fixture = await startRig();
    const [one, two] = await Promise.all([
      fixture.post("/stories", plainStory),
      fixture.post("/stories", plainStory),
    ]);
    expect(one?.json.id).not.toBe(two?.json.id);
    expect((await fixture.get("/balance")).json.reserved).toBe(26);
  });

  it("defaults to short, with an audiobook, private (4.2)", async () => {
    const fixture = await startRig({
      config: `accounts: [{ id: ann, credits: 99, keys: [{ name: k, secret: ${keyOfAnn} }] },
  { id: free, plan: free, credits: 99, keys: [{ name: k, secret: ${secretOf("f")} }] }]`,
    });
    const plain = { topic: "x", lang: "es", difficulty: 1 };
    expect((await fixture.post("/stories", plain)).status).toBe(202);
    expect((await fixture.get("/balance")).json.reserved).toBe(25);
    expect((await fixture.post("/stories", plain, secretOf("f"))).status).toBe(403);
  });

  it("prices a story that the plan does not permit: a quote does not promise a creation (4.3)", async () => {
    const fixture = await startRig({
      config: `accounts: [{ id: ann, plan: free, keys: [{ name: k, secret: ${keyOfAnn}, cap: 0 }] }]`,
    });
    expect((await fixture.post("/stories/quote", { lang: "es", difficulty: 10 })).status).toBe(200);
    const wish = { ...plainStory, difficulty: 10, visibility: "public" };
    expect((await fixture.post("/stories", wish)).status).toBe(403);
  });

  it("charges an audiobook once, however often the story is read afterwards (4.4)", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    for (let n = 0; n < 5; n += 1) await fixture.get(`/stories/${id}`);
    await fixture.narrate();
    for (let n = 0; n < 5; n += 1) expect((await fixture.get(`/stories/${id}`)).json.status).toBe("done");
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 975, reserved: 0 });
  });

  it("starts no audiobook that was not requested, and none before the writing ended (3)", async () => {
    const fixture = await startRig();
    const plain = (await fixture.post("/stories", plainStory)).json.id;
    const spoken = (await fixture.post("/stories", spokenStory)).json.id;
    expect((await fixture.get(`/stories/${spoken}`)).json).toMatchObject({ status: "writing", book: null });
    fixture.world.pass(1_200);
    await fixture.world.logged("story written", 2);
    for (let n = 0; n < 2; n += 1) {
      expect((await fixture.get(`/stories/${plain}`)).json).toMatchObject({ status: "ready", book: null });
    }
    expect((await fixture.get("/books")).json.books).toEqual([]);
  });

  it("is answered with Cache-Control: no-store, whatever the answer (4.1)", async () => {
    const fixture = await startRig();
    for (const { method, path } of Object.values(operations)) {
      for (const key of [keyOfAnn, secretOf("z")]) {
        const url = fixture.service.url + path.replace("{id}", someId);
        const body = method === "POST" ? { body: JSON.stringify(plainStory) } : {};
        const reply = await call(url, { method, key, ...body });
        expect([path, reply.status, reply.headers["cache-control"]]).toEqual([
          path,
          reply.status,
          "no-store",
        ]);
      }
    }
  });

  it("can be rate-limited in every operation, with whole seconds to wait (4, 7)", async () => {
    const fixture = await startRig({
      config: `limits: { calls: 1/1m }
accounts: [{ id: ann, credits: 99, keys: [{ name: k, secret: ${keyOfAnn} }] }]`,
    });
    expect((await fixture.get("/balance")).status).toBe(200);
    for (const { method, path } of Object.values(operations)) {
      const reply =
        method === "GET"
          ? await fixture.get(path.replace("{id}", someId))
          : await fixture.post(path, plainStory);
      expect([path, reply.status, reply.headers["retry-after"]]).toEqual([path, 429, "60"]);
      expect(reply.json).toMatchObject({ code: "rate_limited", retryAfterSeconds: 60 });
    }
  });

  it("has its version in the path: another version does not exist (9)", async () => {
    const fixture = await startRig();
    expect(new URL(fixture.service.url).pathname).toBe("/api/v1");
    for (const version of ["v2", "v0", "v"]) {
      const url = `${fixture.service.appUrl}/api/${version}/balance`;
      expect((await call(url, { method: "GET", key: keyOfAnn })).status).toBe(404);
    }
  });
});

/** A store that notes every statement it is given. */
function noting(store: Store): { store: Store; taken: string[] } {
  const taken: string[] = [];
  const note = <Way extends Store["get"] | Store["all"] | Store["run"]>(way: Way): Way =>
    ((statement: Sql) => {
      taken.push(statement.text);
      return way(statement);
    }) as Way;
  const { get, all, run, repeated } = store;
  return {
    taken,
    store: { ...store, get: note(get), all: note(all), run: note(run), repeated: note(repeated) },
  };
}

it("takes the same steps to refuse another account's id as a nonexistent one, and says the same (7)", async () => {
  const fixture = await startRig();
  const { id } = (await fixture.post("/stories", spokenStory)).json;
  await fixture.write();
  const bookId = (await fixture.get(`/stories/${id}`)).json.book.id;
  await fixture.narrate();
  const database = await openSqliteStore(join(fixture.dataFolder, "service.db"));
  undo.push(async () => database.close());
  const caller = { account: { id: "ben", settings: {} } } as unknown as Caller;
  type Ask = (parts: Parts, id: string) => Promise<unknown>;
  const asks: [Ask, string][] = [
    [async (parts, asked) => readStory(parts, caller, asked), id],
    [(parts, asked) => exportBook(parts, caller, asked), bookId],
  ];
  for (const [ask, theirs] of asks) {
    const stepsFor = async (asked: string) => {
      const { store, taken } = noting(database);
      const parts = { store, dataFolder: fixture.dataFolder } as unknown as Parts;
      const refusal = await ask(parts, asked).then(
        () => null,
        (error: unknown) => refusalOf(error),
      );
      return { refusal, taken };
    };
    const known = await stepsFor(theirs);
    expect(known.refusal).toMatchObject({ status: 404 });
    expect(known.taken).toHaveLength(1);
    expect(await stepsFor(randomUUID())).toEqual(known);
  }
});

describe("a service that runs", () => {
  it.each([
    ["/healthz", { status: "ok" }],
    ["/readyz", { status: "ready" }],
  ])("says so at %s to whoever asks, without a credential, never to be cached", async (path, json) => {
    const { service } = await startRig();
    const reply = await call(service.appUrl + path, { method: "GET" });
    expect(reply).toMatchObject({ status: 200, json });
    expect(reply.headers["cache-control"]).toBe("no-store");
  });
});
