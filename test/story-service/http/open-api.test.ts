import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { genres } from "../../../src/contract/choices.ts";
import { languageCodes } from "../../../src/contract/languages.ts";
import { operations } from "../../../src/contract/operations.ts";
import { call } from "../call.ts";
import { plainStory, startRig } from "../fixtures.ts";

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
