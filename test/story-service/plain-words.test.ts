import { gzipSync } from "node:zlib";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { call, type Reply } from "./call.ts";
import { keyOfAnn, keyOfBen, plainStory, startRig } from "./fixtures.ts";
import { connectMcp } from "./mcp/mcp-client.ts";

const issuesOf = ({ json }: { json: Reply["json"] }): string[] =>
  json.issues.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);

describe("an invalid request is explained in plain words (7)", () => {
  it("names the field and what is expected of it", async () => {
    const fixture = await startRig();
    const wrongs: [object, string][] = [
      [{ topic: undefined }, "topic is missing"],
      [{ topic: "" }, "topic is empty"],
      [{ topic: "x".repeat(501) }, "topic must have at most 500 characters"],
      [{ difficulty: "3" }, "difficulty must be a number, and is a text"],
      [{ difficulty: 2.5 }, "difficulty must be a whole number"],
      [{ difficulty: 0 }, "difficulty must be at least 1"],
      [{ difficulty: 11 }, "difficulty must be at most 10"],
      [{ length: "huge" }, 'length must be one of "short", "medium", "long"'],
      [{ audiobook: "yes" }, "audiobook must be true or false, and is a text"],
      [{ words: Array(21).fill({ word: "a" }) }, "words must have at most 20 items"],
      [{ words: "a" }, "words must be a list, and is a text"],
      [{ words: [null] }, "words.0 must be an object with named fields, and is null"],
    ];
    const mcp = await connectMcp(fixture);
    for (const [change, issue] of wrongs) {
      const body = { ...plainStory, ...change };
      const reply = await fixture.post("/stories", body);
      expect(issuesOf(reply)).toEqual([issue]);
      expect(issuesOf(await mcp.call("create_story", body))).toEqual([issue]);
    }
    expect(issuesOf(await fixture.post("/stories", []))).toEqual([
      " must be an object with named fields, and is a list",
    ]);
  });

  it("names the parameter of a query, a repeated one, and each invalid language", async () => {
    const fixture = await startRig();
    const wrongs: [string, string][] = [
      ["/books?limit=x", "limit must be a whole number from 1 to 100"],
      ["/books?limit=101", "limit must be a whole number from 1 to 100"],
      ["/books?limit=1&limit=2", "limit stands more than once"],
      ["/books?before=yesterday", 'before must be a time with its zone, such as "2026-03-10T12:00:00Z"'],
      ["/levels?languages=es,pt-br", "languages must be codes of the interface, none of them regional"],
    ];
    for (const [path, issue] of wrongs) expect(issuesOf(await fixture.get(path))).toEqual([issue]);
  });

  it("explains a wrong path, and an encoded body", async () => {
    const fixture = await startRig();
    const broken = await fixture.get("/stories/%ff");
    expect([broken.status, issuesOf(broken)]).toEqual([
      400,
      [" must be a well-formed HTTP request with one Host, each % in its address with UTF-8 after it"],
    ]);
    const packed = await call(`${fixture.service.url}/stories`, {
      method: "POST",
      key: keyOfAnn,
      body: gzipSync(JSON.stringify(plainStory)),
      headers: { "content-encoding": "gzip" },
    });
    expect([packed.status, packed.json.error, packed.headers["accept-encoding"]]).toEqual([
      415,
      "The body is encoded. Send it as it is, without Content-Encoding.",
      "identity",
    ]);
    const plain = await call(`${fixture.service.url}/stories`, {
      method: "POST",
      key: keyOfAnn,
      body: JSON.stringify(plainStory),
      headers: { "content-encoding": "identity" },
    });
    expect(plain.status).toBe(202);
  });
});

describe("two Authorization headers (5)", () => {
  it("give no access, whichever of them comes first", async () => {
    const fixture = await startRig();
    const lines = [`Bearer ${keyOfAnn}`, `Bearer ${keyOfBen}`, "Bearer x"];
    for (const first of lines) {
      for (const second of lines) {
        for (const path of ["/api/v1/balance", "/api/mcp"]) {
          const headers = ["authorization", first, "authorization", second];
          const reply = await request(fixture.service.appUrl + path, { method: "GET", headers });
          expect([path, reply.statusCode]).toEqual([path, 401]);
          expect(reply.headers["www-authenticate"]).toContain("Bearer");
          await reply.body.dump();
        }
      }
    }
  });
});
