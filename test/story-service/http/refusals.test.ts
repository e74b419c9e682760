import { describe, expect, it } from "vitest";
import { errorBodySchema, errorCodeOf } from "../../../src/contract/errors.ts";
import { call, type Reply } from "../call.ts";
import { keyOfAnn, keyOfBen, plainStory, secretOf, spokenStory, startRig } from "../fixtures.ts";

function isRefusal(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  const body = errorBodySchema.parse(reply.json);
  expect(body.code).toBe(errorCodeOf(status));
  expect(
    Object.keys(body).every((key) => ["error", "code", "retryAfterSeconds", "issues"].includes(key)),
  ).toBe(true);
  expect(reply.headers["cache-control"]).toBe("no-store");
}

describe("a request that does not validate", () => {
  const wrongs: [string, unknown, string[]][] = [
    ["no body fields", {}, ["topic", "lang", "difficulty"]],
    ["a list", [], [""]],
    ["null", null, [""]],
    ["an unknown language", { ...plainStory, lang: "xx" }, ["lang"]],
    ["a language in capitals", { ...plainStory, lang: "ES" }, ["lang"]],
    ["an unknown genre", { ...plainStory, genre: "opera" }, ["genre"]],
    ["an unknown form", { ...plainStory, form: "poem" }, ["form"]],
    ["a null genre", { ...plainStory, genre: null }, ["genre"]],
    ["an empty word", { ...plainStory, words: [{ word: "a" }, { word: "" }] }, ["words.1.word"]],
    ["a long gloss", { ...plainStory, words: [{ word: "a", gloss: "x".repeat(61) }] }, ["words.0.gloss"]],
    ["an unknown field of a word", { ...plainStory, words: [{ word: "a", note: "b" }] }, ["words.0.note"]],
    ["an unknown visibility", { ...plainStory, visibility: "secret" }, ["visibility"]],
    ["an unknown field", { ...plainStory, quantity: 2 }, ["quantity"]],
  ];

  it("is answered 400 with one issue for each invalid field, and creates nothing", async () => {
    const fixture = await startRig();
    for (const [what, body, paths] of wrongs) {
      const reply = await fixture.post("/stories", body);
      isRefusal(reply, 400);
      expect(
        reply.json.issues.map((issue: { path: string }) => issue.path),
        what,
      ).toEqual(paths);
    }
    isRefusal(await fixture.post("/stories/quote", { lang: "es", difficulty: 3, topic: "x" }), 400);
    expect((await fixture.get("/balance")).json.reserved).toBe(0);
  });

  it("is accepted at every limit", async () => {
    const fixture = await startRig();
    const words = Array(20).fill({ word: "w".repeat(60), gloss: "g".repeat(60) });
    expect((await fixture.post("/stories", { ...plainStory, topic: "x".repeat(500), words })).status).toBe(
      202,
    );
    expect(
      (await fixture.post("/stories", { ...plainStory, words: [{ word: "a", gloss: "" }] })).status,
    ).toBe(202);
  });
});

describe("an invalid request", () => {
  it("has the interface's error body for every status", async () => {
    const fixture = await startRig();
    const url = `${fixture.service.url}/stories`;
    const post = (options: object) => call(url, { method: "POST", key: keyOfAnn, ...options });
    isRefusal(await post({ body: "{" }), 400);
    isRefusal(await post({ body: "" }), 400);
    isRefusal(await post({ body: Buffer.from([0x22, 0xff, 0x22]) }), 400);
    isRefusal(await post({ body: '{"__proto__":{"topic":"x"}}' }), 400);
    isRefusal(await post({}), 400);
    isRefusal(
      await post({ body: "topic=x", headers: { "content-type": "application/x-www-form-urlencoded" } }),
      415,
    );
    isRefusal(await post({ body: "x", headers: { "content-type": "text/plain" } }), 415);
    isRefusal(await post({ body: JSON.stringify({ ...plainStory, topic: "x".repeat(70_000) }) }), 413);
    isRefusal(await fixture.get("/nothing"), 404);
    isRefusal(await call(`${fixture.service.appUrl}/nothing`, { method: "GET" }), 404);
    isRefusal(await fixture.get("/stories/%zz"), 400);
    isRefusal(await fixture.get(`/stories/${"x".repeat(500)}`), 404);
  });

  it("is answered 405 with the methods that the path allows", async () => {
    const fixture = await startRig();
    const reply = await call(`${fixture.service.url}/balance`, { method: "DELETE", key: keyOfAnn });
    isRefusal(reply, 405);
    expect(reply.headers.allow).toBe("GET");
    isRefusal(await call(`${fixture.service.url}/stories`, { method: "PUT", key: keyOfAnn, body: "{" }), 405);
    isRefusal(await fixture.get("/stories/quote"), 405);
  });

  it("is never treated as a read: HEAD and OPTIONS on a story start no audiobook", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    for (const method of ["HEAD", "OPTIONS"] as const) {
      expect((await call(`${fixture.service.url}/stories/${id}`, { method, key: keyOfAnn })).status).toBe(
        405,
      );
    }
    expect((await fixture.get("/balance")).json).toMatchObject({ credits: 987, reserved: 12 });
  });
});

describe("a credential", () => {
  it("is required by every operation, with a challenge", async () => {
    const fixture = await startRig();
    const id = "00000000-0000-4000-8000-000000000000";
    for (const path of ["/levels", `/stories/${id}`, "/books", `/books/${id}/export`, "/balance"]) {
      const reply = await call(fixture.service.url + path, { method: "GET" });
      isRefusal(reply, 401);
      expect(reply.headers["www-authenticate"]).toBe(
        `Bearer realm="stories", resource_metadata="${fixture.service.appUrl}/.well-known/oauth-protected-resource/api/v1"`,
      );
    }
    for (const path of ["/stories", "/stories/quote"]) {
      isRefusal(await call(fixture.service.url + path, { method: "POST", body: "{" }), 401);
    }
    for (const authorization of [
      "Bearer",
      `Basic ${keyOfAnn}`,
      keyOfAnn,
      `Bearer ${keyOfAnn} x`,
      "Bearer sk_live_x",
    ]) {
      isRefusal(
        await call(`${fixture.service.url}/balance`, { method: "GET", headers: { authorization } }),
        401,
      );
    }
  });

  it("gives access only within its scopes", async () => {
    const key = secretOf("c");
    const fixture = await startRig({
      config: `accounts: [{ id: ann, credits: 99, keys: [{ name: k, secret: ${key}, scopes: [levels:read], cap: 0 }] }]`,
    });
    expect((await fixture.get("/levels", key)).status).toBe(200);
    for (const path of ["/balance", "/books", "/stories/x", "/books/x/export"])
      isRefusal(await fixture.get(path, key), 403);
    isRefusal(await fixture.post("/stories", plainStory, key), 403);
    isRefusal(await fixture.post("/stories/quote", { lang: "es", difficulty: 1 }, key), 403);
  });

  it("gives no access if it is revoked, or its account is unconfirmed, banned or deleted", async () => {
    const account = (id: string, letter: string, more: string, key = "") =>
      `- { id: ${id}, ${more} keys: [{ name: k, secret: ${secretOf(letter)}${key} }] }`;
    const fixture = await startRig({
      config: `accounts:
  ${account("a", "a", "", ", revoked: true")}
  ${account("b", "b", "emailConfirmed: false,")}
  ${account("c", "c", "banned: true,")}
  ${account("d", "d", "deleted: true,")}
  ${account("e", "e", "earlyAccess: false,")}`,
    });
    for (const letter of "abcd") isRefusal(await fixture.get("/balance", secretOf(letter)), 401);
    for (const path of ["/balance", "/levels", "/books"])
      isRefusal(await fixture.get(path, secretOf("e")), 404);
  });

  it("can't see another account's stories and books: the answer is that of an unknown id", async () => {
    const fixture = await startRig();
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    const bookId = (await fixture.get(`/stories/${id}`)).json.book.id;
    await fixture.narrate();
    const unknown = await fixture.get("/stories/00000000-0000-4000-8000-000000000000", keyOfBen);
    isRefusal(unknown, 404);
    for (const path of [
      `/stories/${id}`,
      "/stories/not-a-uuid",
      `/books/${bookId}/export`,
      "/books/x/export",
    ]) {
      const reply = await fixture.get(path, keyOfBen);
      isRefusal(reply, 404);
      expect(reply.text).toBe(unknown.text);
    }
    expect((await fixture.get("/books", keyOfBen)).json).toEqual({ books: [], next: null });
    expect((await fixture.get(`/stories/${id.toUpperCase()}`)).status).toBe(200);
  });
});

describe("an operator's switch", () => {
  const off = (name: string) => `${`switches: { ${name}: false }`}
accounts: [{ id: ann, credits: 99, keys: [{ name: k, secret: ${keyOfAnn} }] }]`;

  it("switches off the whole interface", async () => {
    const fixture = await startRig({ config: off("api") });
    for (const path of ["/balance", "/levels", "/books", "/stories/x"])
      isRefusal(await fixture.get(path), 503);
    isRefusal(await fixture.post("/stories", plainStory), 503);
  });

  it("switches off writing", async () => {
    const fixture = await startRig({ config: off("writing") });
    isRefusal(await fixture.post("/stories", plainStory), 503);
    expect((await fixture.post("/stories/quote", { lang: "es", difficulty: 1 })).status).toBe(200);
  });

  it("switches off narration: audiobooks wait, uncharged, until it is on again", async () => {
    const fixture = await startRig({
      config: off("writing").replace("writing", "api").replace("false", "true"),
    });
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    await fixture.service.close();
    const without = await startRig({
      config: off("narration"),
      dataFolder: fixture.dataFolder,
      world: fixture.world,
    });
    isRefusal(await without.post("/stories", spokenStory), 503);
    expect((await without.post("/stories", plainStory)).status).toBe(202);
    expect((await without.get(`/stories/${id}`)).json).toMatchObject({
      status: "ready",
      credits: 13,
      book: null,
    });
    expect((await without.get("/balance")).json).toMatchObject({ credits: 86, reserved: 25 });
    await without.service.close();
    const again = await startRig({
      config: off("x").replace(" x: false ", ""),
      dataFolder: fixture.dataFolder,
      world: fixture.world,
    });
    expect((await again.get(`/stories/${id}`)).json).toMatchObject({ status: "making_audiobook" });
  });
});
