import { format, inspect } from "node:util";
import { expect, test } from "vitest";
import { Secret } from "../../src/client/secret.ts";
import { Failure } from "../../src/shared/failure.ts";
import { canary } from "./creation/outcome.ts";
import { clientOf, clientWhere, json } from "./plain-service.ts";

const secret = new Secret(canary);

const showings: readonly (readonly [name: string, show: () => string])[] = [
  ["a template", () => `${secret}`],
  ["String()", () => String(secret)],
  ["addition to a text", () => `key: ${[secret]}`],
  ["JSON", () => JSON.stringify({ deep: [{ secret }] })],
  ["inspection", () => inspect(secret)],
  ["deep inspection", () => inspect({ deep: { secret } }, { showHidden: true, depth: null, getters: true })],
  ["formats", () => format("%s %o %O %j", secret, secret, secret, secret)],
  ["a copy", () => JSON.stringify({ ...secret }) + inspect(structuredClone({ ...secret }))],
  ["an error", () => inspect(new Error(`refused ${secret}`, { cause: secret }))],
  ["a failure", () => inspect(new Failure({ code: "any", secret }))],
  ["its own names", () => Reflect.ownKeys(secret).map(String).join()],
  [
    "a client that holds it",
    () => inspect(clientOf("http://127.0.0.1:9"), { showHidden: true, depth: null }),
  ],
];

test.for(showings)("A key is not shown by %s", ([, show]) => {
  expect(show()).not.toContain(canary);
});

test("The only way to read it is the header's value", () => {
  expect(secret.bearer()).toBe(`Bearer ${canary}`);
});

test("A key in received bytes is removed, and every other byte stays", () => {
  const around = Buffer.from([0xff, 0x00, 0xc3, 0xa9, 0x80]);
  const received = Buffer.concat([around, Buffer.from(canary), around, Buffer.from(canary)]);
  const stays = Buffer.from("[secret]");
  expect(secret.redact(received)).toEqual(Buffer.concat([around, stays, around, stays]));
  expect(secret.redact(around)).toBe(around);
});

const echo = { error: `The key ${canary} is not valid.`, code: "unauthorized", [canary]: canary };

test("A service that echoes the key puts it into no result", async () => {
  const { remote } = await clientWhere((response) => json(response, echo, 401));
  const results = [await remote.balance(), await remote.levels([]), await remote.readStory("any")];
  for (const result of results) {
    expect(result).toMatchObject({
      callError: { refusal: { message: "The key [secret] is not valid." } },
    });
    expect(inspect(result, { depth: null })).not.toContain(canary);
  }
});

test("A balance that echoes the key is parsed without it", async () => {
  const { remote } = await clientWhere((response, { headers }) => json(response, { headers }));
  expect(await remote.balance()).toMatchObject({
    ok: true,
    value: { headers: { authorization: "Bearer [secret]" } },
  });
});
