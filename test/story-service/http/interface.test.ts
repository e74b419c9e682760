import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { genres } from "../../../src/contract/choices.ts";
import { errorBodySchema, errorCodeOf } from "../../../src/contract/errors.ts";
import { languageCodes } from "../../../src/contract/languages.ts";
import { operations, scopes } from "../../../src/contract/operations.ts";
import type { Caller } from "../../../src/story-service/accounts/authenticate.ts";
import { exportBook } from "../../../src/story-service/books/books.ts";
import type { Parts } from "../../../src/story-service/parts.ts";
import { refusalOf } from "../../../src/story-service/refusal.ts";
import { openSqliteStore } from "../../../src/story-service/store/sqlite/sqlite-store.ts";
import type { Sql, Store } from "../../../src/story-service/store/store.ts";
import { readStory } from "../../../src/story-service/stories/read-story.ts";
import { call, type Reply } from "../call.ts";
import {
  type Fixture,
  keyOfAnn,
  keyOfBen,
  plainStory,
  restart,
  secretOf,
  spokenStory,
  startRig,
  undo,
} from "../fixtures.ts";
import { connectMcp } from "../mcp/mcp-client.ts";

const someId = "00000000-0000-4000-8000-000000000000";

function isRefusal(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  const { issues: _, ...body } = reply.json;
  expect(errorBodySchema.strict().parse(body).code).toBe(errorCodeOf(status));
  expect(reply.headers["cache-control"]).toBe("no-store");
}

const account = (of = "", key = "", more = ""): string =>
  `${more}\naccounts: [{ id: ann, credits: 99, ${of} keys: [{ name: k, secret: ${keyOfAnn}${key} }] }]`;

/** Calls each operation, with a body that is fine where it has one. */
function callEach({ service }: Fixture, key: string | null) {
  return Promise.all(
    Object.values(operations).map(async ({ method, path, scope }) => {
      const body = method === "POST" ? { body: JSON.stringify(plainStory) } : {};
      const reply = await call(service.url + path.replace("{id}", someId), { method, key, ...body });
      return { method, path, scope, reply };
    }),
  );
}

describe("every operation of the interface", () => {
  it.each([
    ["without a credential, with a challenge", 401, account(), null],
    ["with an unknown key", 401, account(), secretOf("z")],
    ["with a revoked key", 401, account("", ", revoked: true")],
    ["to an account that is not confirmed", 401, account("emailConfirmed: false,")],
    ["to a banned account", 401, account("banned: true,")],
    ["to a deleted account", 401, account("deleted: true,")],
    ["to an account outside early access", 404, account("earlyAccess: false,")],
    [
      "beyond the limit of calls, with whole seconds to wait",
      429,
      account("", "", "limits: { calls: 1/1m }"),
    ],
    ["where an operator has switched the interface off", 503, account("", "", "switches: { api: false }")],
  ] as const)("is refused %s (%i), as its description says", async (_, status, config, key = keyOfAnn) => {
    const fixture = await startRig({ config });
    if (status === 429) expect((await fixture.get("/balance")).status).toBe(200);
    const { paths, components } = (await fixture.get("/openapi.json")).json;
    for (const { method, path, reply } of await callEach(fixture, key)) {
      isRefusal(reply, status);
      expect(paths[path][method.toLowerCase()].responses).toHaveProperty(String(status));
      for (const name of Object.keys(components.responses[status].headers ?? {}))
        expect(reply.headers).toHaveProperty(name.toLowerCase());
      if (status === 401)
        expect(reply.headers["www-authenticate"]).toContain(
          `resource_metadata="${fixture.service.appUrl}/.well-known/oauth-protected-resource/api/v1"`,
        );
      if (status === 429)
        expect([reply.headers["retry-after"], reply.json.retryAfterSeconds]).toEqual(["60", 60]);
    }
  });

  it("needs its scope, and is never to be cached", async () => {
    const letterOf = (scope: string): string => String.fromCharCode(97 + scopes.indexOf(scope as never));
    const keys = scopes.map(
      (scope) => `{ name: "${scope}", secret: ${secretOf(letterOf(scope))}, scopes: ["${scope}"], cap: 0 }`,
    );
    const fixture = await startRig({ config: `accounts: [{ id: ann, credits: 99, keys: [${keys}] }]` });
    for (const held of scopes) {
      for (const { path, scope, reply } of await callEach(fixture, secretOf(letterOf(held)))) {
        expect([path, held, reply.status === 403]).toEqual([path, held, scope !== held]);
        expect(reply.headers["cache-control"]).toBe("no-store");
        if (scope !== held) isRefusal(reply, 403);
      }
    }
  });

  it("has its version in the path: another version does not exist (9)", async () => {
    const { service } = await startRig();
    expect(new URL(service.url).pathname).toBe("/api/v1");
    for (const version of ["v2", "v0", "v"]) {
      const url = `${service.appUrl}/api/${version}/balance`;
      expect((await call(url, { method: "GET", key: keyOfAnn })).status).toBe(404);
    }
  });

  it("that lists, exports, prices or reads costs nothing (1)", async () => {
    const fixture = await startRig();
    const { storyId, bookId } = await fixture.makeBook();
    const before = await fixture.balance();
    for (let n = 0; n < 3; n += 1) {
      for (const path of ["/books", "/balance", "/levels", `/books/${bookId}/export`, `/stories/${storyId}`])
        expect([path, (await fixture.get(path)).status]).toEqual([path, 200]);
      expect((await fixture.post("/stories/quote", { lang: "es", difficulty: 3 })).status).toBe(200);
    }
    expect(await fixture.balance()).toEqual(before);
  });
});

describe("an invalid request (7)", () => {
  const words = (one: object) => ({ words: [{ word: "a" }, { word: "b", ...one }] });
  const wrongs: [object, ...string[]][] = [
    [{ topic: undefined, lang: undefined, difficulty: undefined }, "topic", "lang", "difficulty"],
    ...["", "x".repeat(501)].map((topic): [object, string] => [{ topic }, "topic"]),
    ...["xx", "ES"].map((lang): [object, string] => [{ lang }, "lang"]),
    ...["3", 2.5, 0, 11].map((difficulty): [object, string] => [{ difficulty }, "difficulty"]),
    [{ length: "huge" }, "length"],
    ...["opera", null].map((genre): [object, string] => [{ genre }, "genre"]),
    [{ form: "poem", audiobook: "yes", visibility: "secret" }, "form", "audiobook", "visibility"],
    [{ quantity: 2, size: 1 }, "quantity", "size"],
    ...["a", Array(21).fill({ word: "a" })].map((all): [object, string] => [{ words: all }, "words"]),
    [{ words: [null] }, "words.0"],
    [words({ word: "" }), "words.1.word"],
    [words({ gloss: "x".repeat(61) }), "words.1.gloss"],
    [words({ note: "b" }), "words.1.note"],
  ];

  it("has one issue for each invalid field, over REST and MCP alike, and creates nothing", async () => {
    const fixture = await startRig();
    const mcp = await connectMcp(fixture);
    const pathsOf = ({ json }: Pick<Reply, "json">) => json.issues.map(({ path }: { path: string }) => path);
    for (const [change, ...paths] of wrongs) {
      const body = { ...plainStory, ...change };
      const reply = await fixture.post("/stories", body);
      isRefusal(reply, 400);
      expect([change, pathsOf(reply)]).toEqual([change, paths]);
      const told = await mcp.call("create_story", body);
      expect([told.refused, told.json]).toEqual([true, reply.json]);
    }
    for (const body of [[], null]) expect(pathsOf(await fixture.post("/stories", body))).toEqual([""]);
    isRefusal(await fixture.post("/stories/quote", { lang: "es", difficulty: 3, topic: "x" }), 400);
    expect((await fixture.balance()).reserved).toBe(0);
  });

  it("has one for every parameter of a query, and creates nothing", async () => {
    const fixture = await startRig();
    const queries: Record<string, readonly string[]> = {
      "/books limit": ["limit=0", "limit=101", "limit=x", "limit=1.5", "limit=", "limit=1&limit=2"],
      "/books page": ["page=2"],
      "/books before": ["before=yesterday", "before=2026-03-10"],
      "/levels languages": [
        ...["xx", "ES", "es-419", "pt-br", "en-gb", "", "es,", "es,%20fr"].map(
          (codes) => `languages=${codes}`,
        ),
        "languages=es&languages=fr",
      ],
      "/levels language": ["language=es"],
      "/levels x": ["languages=es&x=1"],
    };
    for (const [place, wrong] of Object.entries(queries)) {
      const [path, parameter] = place.split(" ");
      for (const query of wrong) {
        const reply = await fixture.get(`${path}?${query}`);
        isRefusal(reply, 400);
        expect([query, reply.json.issues]).toEqual([query, [expect.objectContaining({ path: parameter })]]);
      }
    }
  });

  it("is accepted at every limit, in every language of the closed set and no other (2.1)", async () => {
    const fixture = await startRig();
    const words = Array(20).fill({ word: "w".repeat(60), gloss: "g".repeat(60) });
    await fixture.order({ ...plainStory, topic: "x".repeat(500), words });
    await fixture.order({ ...plainStory, words: [{ word: "a", gloss: "" }] });
    const asIs = { method: "POST", key: keyOfAnn, headers: { "content-encoding": "identity" } } as const;
    const plain = await call(`${fixture.service.url}/stories`, { ...asIs, body: JSON.stringify(plainStory) });
    expect(plain.status).toBe(202);
    const quoted = async (lang: string): Promise<number> =>
      (await fixture.post("/stories/quote", { lang, difficulty: 1 })).status;
    for (const lang of languageCodes) expect([lang, await quoted(lang)]).toEqual([lang, 200]);
    for (const lang of ["", "e", "EN", "en-GB", "en_us", "es-mx", "zz", "toString"])
      expect([lang, await quoted(lang)]).toEqual([lang, 400]);
  });
});

describe("a request that is none of the interface", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it.each<[number, string, Partial<Parameters<typeof call>[1]>]>([
    [400, "/stories", { body: "{" }],
    [400, "/stories", { body: "" }],
    [400, "/stories", { body: Buffer.from([0x22, 0xff, 0x22]) }],
    [400, "/stories", { body: '{"__proto__":{"topic":"x"}}' }],
    [400, "/stories", {}],
    [415, "/stories", { body: "topic=x", headers: form }],
    [415, "/stories", { body: "x", headers: { "content-type": "text/plain" } }],
    [415, "/stories", { body: gzipSync("{}"), headers: { "content-encoding": "gzip" } }],
    [413, "/stories", { body: JSON.stringify({ ...plainStory, topic: "x".repeat(70_000) }) }],
    [404, "/nothing", { method: "GET" }],
    [400, "/stories/%zz", { method: "GET" }],
    [400, "/stories/%ff", { method: "GET" }],
    [404, `/stories/${"x".repeat(500)}`, { method: "GET" }],
    [405, "/balance", { method: "DELETE" }],
    [405, "/stories", { method: "PUT", body: "{" }],
    [405, "/stories/quote", { method: "GET" }],
  ])("has the interface's error body: %i at %s", async (status, path, options) => {
    const fixture = await startRig();
    const reply = await call(fixture.service.url + path, { method: "POST", key: keyOfAnn, ...options });
    isRefusal(reply, status);
    if (path === "/balance") expect(reply.headers.allow).toBe("GET");
    if (path === "/stories/%ff") expect(reply.json.issues).toHaveLength(1);
    if (options.headers?.["content-encoding"] !== undefined)
      expect([reply.json.error, reply.headers["accept-encoding"]]).toEqual([
        "The body is encoded. Send it unencoded, without Content-Encoding.",
        "identity",
      ]);
    isRefusal(await call(`${fixture.service.appUrl}/nothing`, { method: "GET" }), 404);
  });

  it("is never treated as a read: HEAD and OPTIONS on a story start no audiobook", async () => {
    const fixture = await startRig();
    const id = await fixture.order(spokenStory);
    await fixture.write();
    for (const method of ["HEAD", "OPTIONS"] as const)
      expect((await call(`${fixture.service.url}/stories/${id}`, { method, key: keyOfAnn })).status).toBe(
        405,
      );
    expect(await fixture.balance()).toMatchObject({ credits: 987, reserved: 12 });
  });
});

describe("a credential (5)", () => {
  it("is one bearer in one Authorization header", async () => {
    const { service } = await startRig();
    const bearers = [`Bearer ${keyOfAnn}`, `Bearer ${keyOfBen}`, "Bearer x"];
    const malformed = ["Bearer", `Basic ${keyOfAnn}`, keyOfAnn, `Bearer ${keyOfAnn} x`, "Bearer sk_live_x"];
    const wrong = [
      ...malformed.map((one) => [one]),
      ...bearers.flatMap((one) => bearers.map((other) => [one, other])),
    ];
    for (const lines of wrong) {
      for (const path of ["/api/v1/balance", "/api/mcp"]) {
        const headers = lines.flatMap((line) => ["authorization", line]);
        const reply = await request(service.appUrl + path, { method: "GET", headers });
        expect([path, lines, reply.statusCode]).toEqual([path, lines, 401]);
        expect(reply.headers["www-authenticate"]).toContain("Bearer");
        await reply.body.dump();
      }
    }
  });

  it("can't see another account's stories and books: the answer is that of an unknown id", async () => {
    const fixture = await startRig();
    const { storyId, bookId } = await fixture.makeBook();
    const unknown = await fixture.get(`/stories/${someId}`, keyOfBen);
    isRefusal(unknown, 404);
    const mcp = await connectMcp(fixture, keyOfBen);
    for (const [path, tool, id] of [
      [`/stories/${storyId}`, "get_story", storyId],
      ["/stories/not-a-uuid", "get_story", "not-a-uuid"],
      [`/books/${bookId}/export`, "export_book", bookId],
      ["/books/x/export", "export_book", "x"],
    ] as const) {
      const reply = await fixture.get(path, keyOfBen);
      expect([reply.status, reply.text]).toEqual([404, unknown.text]);
      expect((await mcp.call(tool, { id })).json).toEqual(unknown.json);
    }
    expect((await fixture.get("/books", keyOfBen)).json).toEqual({ books: [], next: null });
    expect((await mcp.call("list_books")).json.books).toEqual([]);
    expect((await fixture.get(`/stories/${storyId.toUpperCase()}`)).status).toBe(200);
  });

  it("takes the same steps to refuse another account's id as a nonexistent one, and says the same (7)", async () => {
    const fixture = await startRig();
    const { storyId, bookId } = await fixture.makeBook();
    const database = await openSqliteStore(join(fixture.dataFolder, "service.db"));
    undo.push(async () => database.close());
    const caller = { account: { id: "ben", settings: {} } } as unknown as Caller;
    const stepsFor = async (ask: typeof readStory | typeof exportBook, id: string) => {
      const { store, taken } = noting(database);
      const parts = { store, dataFolder: fixture.dataFolder } as unknown as Parts;
      return { refusal: await ask(parts, caller, id).then(() => null, refusalOf), taken };
    };
    for (const [ask, theirs] of [
      [readStory, storyId],
      [exportBook, bookId],
    ] as const) {
      const known = await stepsFor(ask, theirs);
      expect([known.refusal?.status, known.taken.length]).toEqual([404, 1]);
      expect(await stepsFor(ask, randomUUID())).toEqual(known);
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
  const { get, all, run } = store;
  return { taken, store: { ...store, get: note(get), all: note(all), run: note(run) } };
}

describe("an operator's switch", () => {
  it("switches off writing", async () => {
    const fixture = await startRig({ config: account("", "", "switches: { writing: false }") });
    isRefusal(await fixture.post("/stories", plainStory), 503);
    expect((await fixture.post("/stories/quote", { lang: "es", difficulty: 1 })).status).toBe(200);
  });

  it("switches off narration: audiobooks wait, uncharged, until it is on again", async () => {
    const fixture = await startRig({ config: account() });
    const id = await fixture.order(spokenStory);
    await fixture.write();
    const without = await restart(fixture, { config: account("", "", "switches: { narration: false }") });
    isRefusal(await without.post("/stories", spokenStory), 503);
    await without.order(plainStory);
    expect(await without.story(id)).toMatchObject({ status: "ready", credits: 13, book: null });
    expect(await without.balance()).toMatchObject({ credits: 86, reserved: 25 });
    const again = await restart(without, { config: account() });
    expect(await again.story(id)).toMatchObject({ status: "making_audiobook" });
  });
});

it("A service that runs says so to whoever asks, without a credential, never to be cached", async () => {
  const { service } = await startRig();
  for (const [path, status] of [
    ["/healthz", "ok"],
    ["/readyz", "ready"],
  ]) {
    const reply = await call(service.appUrl + path, { method: "GET" });
    const headers = { "cache-control": "no-store" };
    expect(reply).toMatchObject({ status: 200, json: { status }, headers });
  }
});

describe("the machine-readable description (9)", () => {
  it("is a valid OpenAPI 3.1 document, readable without a credential", async () => {
    const fixture = await startRig();
    const reply = await call(`${fixture.service.url}/openapi.json`, { method: "GET" });
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    const validator = new Validator();
    expect(await validator.validate(reply.json)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(reply.json.servers).toEqual([{ url: fixture.service.url }]);
    const broken = structuredClone(reply.json);
    delete broken.paths["/balance"].get.responses;
    broken.paths["/books"].get.parameters[0].in = "nowhere";
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it("has the interface's seven operations, each with its scope, its errors and its bodies", async () => {
    const fixture = await startRig();
    const { paths, components } = (await fixture.get("/openapi.json")).json;
    const described = Object.entries(
      paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method, path]),
    );
    expect(described.toSorted()).toEqual(
      Object.entries(operations)
        .map(([name, { method, path }]) => [name, method.toLowerCase(), path])
        .toSorted(),
    );
    for (const { method, path, scope } of Object.values(operations)) {
      const operation = paths[path][method.toLowerCase()];
      expect(operation.security).toEqual([{ key: [scope] }, { connection: [scope] }]);
      for (const status of ["400", "401", "402", "403", "404", "405", "429", "500", "503"]) {
        expect(operation.responses[status].$ref).toBe(`#/components/responses/${status}`);
      }
      expect("415" in operation.responses).toBe(method === "POST");
    }
    expect(components.responses["429"].headers["Retry-After"].schema).toEqual({
      type: "integer",
      minimum: 1,
    });
    expect(components.schemas.LanguageCode.enum).toEqual(languageCodes);
    expect(components.schemas.StoryRequest.properties.genre.enum).toEqual(genres);
    expect(components.schemas.StoryRequest.required).toEqual(["topic", "lang", "difficulty"]);
    expect(components.schemas.Story.additionalProperties).toBe(false);
    expect(components.schemas.Story.required).toHaveLength(12);
  });

  it("matches the answers that the service gives", async () => {
    const fixture = await startRig();
    const { components } = (await fixture.get("/openapi.json")).json;
    const read = (name: string) =>
      z.fromJSONSchema({
        ...JSON.parse(
          JSON.stringify(components.schemas[name]).replaceAll("#/components/schemas/", "#/$defs/"),
        ),
        $defs: { LanguageCode: components.schemas.LanguageCode },
      });
    const created = (await fixture.post("/stories", plainStory)).json;
    const quote = (await fixture.post("/stories/quote", { lang: "es", difficulty: 1 })).json;
    const answers = {
      Story: created,
      Quote: quote,
      BookPage: (await fixture.get("/books")).json,
      Levels: (await fixture.get("/levels?languages=es")).json,
      Balance: await fixture.balance(),
      Error: (await fixture.post("/stories", {})).json,
      StoryRequest: plainStory,
    };
    for (const [name, answer] of Object.entries(answers)) {
      expect([name, read(name).safeParse(answer).error]).toEqual([name, undefined]);
    }
    expect(read("Story").safeParse({ ...created, more: 1 }).success).toBe(false);
    expect(read("StoryRequest").safeParse({ ...plainStory, lang: "xx" }).success).toBe(false);
  });
});
