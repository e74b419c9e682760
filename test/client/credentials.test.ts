import { execFileSync, spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, inspect } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { readCredential } from "../../src/client/credentials.ts";
import { Secret } from "../../src/client/secret.ts";
import { readServiceUrl } from "../../src/client/service-url.ts";
import { Failure } from "../../src/shared/failure.ts";
import { newFolder } from "../fixtures.ts";
import { problemOf } from "../ledger/fixtures.ts";
import { canary } from "./creation/outcome.ts";
import { clientOf, clientWhere, json } from "./plain-service.ts";

const key = "test-key-abcdefghijklmnopqrstuvwxyz0123456789ABCDE";
const another = "test-key-ABCDEFGHIJKLMNOPQRSTUVWXYZ9876543210abcde";

const credentialsModule = new URL("../../src/client/credentials.ts", import.meta.url).href;

let folder: string;
let keyFile: string;

beforeEach(() => {
  folder = newFolder();
  keyFile = join(folder, "key");
});

test("The key comes from the environment, or else from a file, without white space and a byte order mark", async () => {
  for (const given of [key, ` ${key}\r\n`])
    expect(await bearerOf({ key: given, keyFile: undefined })).toBe(`Bearer ${key}`);
  await save(another);
  expect(await bearerOf({ key, keyFile })).toBe(`Bearer ${key}`);
  for (const text of [`${key}\n`, `\ufeff${key}\n`]) {
    await save(text);
    for (const none of [undefined, "  "])
      expect(await bearerOf({ key: none, keyFile })).toBe(`Bearer ${key}`);
  }
});

test("A key file is used if no other can read or change it, whatever its owner may do", async () => {
  for (const mode of [0o640, 0o604, 0o644, 0o620, 0o602, 0o666, 0o610]) {
    await save(key, mode);
    expect(await problemIn({ key: undefined, keyFile })).toEqual(problem("open-to-others"));
  }
  for (const mode of [0o600, 0o400, 0o700]) {
    await save(key, mode);
    expect(await bearerOf({ key: undefined, keyFile })).toBe(`Bearer ${key}`);
  }
});

test("A key file that others can read is used if it is the system's own on a read-only mount, as containers have it", async (context) => {
  const program = `import { readCredential } from ${JSON.stringify(credentialsModule)};
    const { source, problem } = await readCredential({ keyFile: process.argv[1] }).catch((error) => error);
    console.log(JSON.stringify({ source, ...problem }));`;
  const read = (mount: string): object => {
    const node = `exec "$1" --import tsx --input-type=module -e "$2" "$3"`;
    const script = `mount --bind "$3" "$3" && ${mount} && ${node}`;
    const unshared = ["-rm", "sh", "-c", script, "sh", process.execPath, program, keyFile];
    return JSON.parse(execFileSync("unshare", unshared, { encoding: "utf8" }));
  };
  if (spawnSync("unshare", ["-rm", "true"]).status !== 0) return context.skip("no mounts can be made here");
  await save(key, 0o444);
  expect(read('mount -o remount,bind,ro "$3"')).toEqual({ source: `STORY_API_KEY_FILE (${keyFile})` });
  expect(read("true")).toEqual(problem("open-to-others"));
  await save(key, 0o464);
  expect(read('mount -o remount,bind,ro "$3"')).toEqual(problem("open-to-others"));
});

test("A missing key is none", async () => {
  for (const nothing of [undefined, "", " \n"])
    expect(await readCredential({ key: nothing, keyFile: "" })).toBeNull();
});

test("A key file that is missing, or a folder of any mode, can't be read", async () => {
  expect(await problemIn({ key: undefined, keyFile })).toEqual(problem("unreadable"));
  for (const mode of [0o755, 0o700]) {
    await chmod(folder, mode);
    expect(await problemIn({ key: undefined, keyFile: folder })).toMatchObject({ why: "unreadable" });
  }
});

test.for<[string, string]>([
  ["two lines", `${key}\n${another}`],
  ["a header injected", `${key}\r\nx-evil: 1`],
  ["a space inside", `${key} ${another}`],
  ["letters beyond ASCII", `${key}é`],
  ["a null character", `${key}\u0000x`],
  ["too little", "short"],
  ["nothing", " \n\n"],
  ["a page of text", "x".repeat(513)],
])("What contains %s is not a key, and the problem does not show it", async ([, text]) => {
  await save(text);
  expect(await problemIn({ key: undefined, keyFile })).toEqual(problem("not-a-key"));
  const given = await problemIn({ key: `${text}!`, keyFile: undefined });
  expect(given).toEqual(problem("not-a-key", "STORY_API_KEY"));
});

async function save(text: string, mode = 0o600): Promise<void> {
  await writeFile(keyFile, text);
  await chmod(keyFile, mode);
}

async function bearerOf(sources: { key: string | undefined; keyFile: string | undefined }): Promise<string> {
  return (await readCredential(sources))?.secret.bearer() ?? "";
}

const problemIn = (sources: Parameters<typeof readCredential>[0]) => problemOf(readCredential(sources));

function problem(why: string, source = `STORY_API_KEY_FILE (${keyFile})`) {
  return { code: "key_unreadable", source, why };
}

const secret = new Secret(canary);
const deep = { showHidden: true, depth: null, getters: true };

test.for<readonly [name: string, show: () => string]>([
  ["a template", () => `${secret}`],
  ["String()", () => String(secret)],
  ["addition to a text", () => `key: ${[secret]}`],
  ["JSON", () => JSON.stringify({ deep: [{ secret }] })],
  ["inspection", () => inspect(secret)],
  ["deep inspection", () => inspect({ deep: { secret } }, deep)],
  ["formats", () => format("%s %o %O %j", secret, secret, secret, secret)],
  ["a copy", () => JSON.stringify({ ...secret }) + inspect(structuredClone({ ...secret }))],
  ["an error", () => inspect(new Error(`refused ${secret}`, { cause: secret }))],
  ["a failure", () => inspect(new Failure({ code: "any", secret }))],
  ["its own names", () => Reflect.ownKeys(secret).map(String).join()],
  ["a client that holds it", () => inspect(clientOf("http://127.0.0.1:9"), deep)],
])("A key is not shown by %s, but as the header's value", ([, show]) => {
  expect(show()).not.toContain(canary);
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
  const talkative = await clientWhere((response, { headers }) => json(response, { headers }));
  const value = { headers: { authorization: "Bearer [secret]" } };
  expect(await talkative.remote.balance()).toMatchObject({ ok: true, value });
  const { remote } = await clientWhere((response) => json(response, echo, 401));
  const results = [await remote.balance(), await remote.levels([]), await remote.readStory("any")];
  const callError = { refusal: { message: "The key [secret] is not valid." } };
  for (const result of results) {
    expect(result).toMatchObject({ callError });
    expect(inspect(result, { depth: null })).not.toContain(canary);
  }
});

test.for<[string, string]>([
  ["https://stories.example/api/v1", "https://stories.example/api/v1"],
  ["https://stories.example/api/v1/", "https://stories.example/api/v1"],
  ["https://stories.example/api/v1///", "https://stories.example/api/v1"],
  ["https://stories.example", "https://stories.example"],
  ["HTTPS://Stories.Example:443/api/v1", "https://stories.example/api/v1"],
  ["https://stories.example:8443/api/v1", "https://stories.example:8443/api/v1"],
  ["  https://stories.example/api/v1\n", "https://stories.example/api/v1"],
  ["http://127.0.0.1:4010/api/v1", "http://127.0.0.1:4010/api/v1"],
  ["http://[::1]:4010/api/v1/", "http://[::1]:4010/api/v1"],
])("%j is the service %s", ([text, url]) => {
  expect(readServiceUrl(text)).toBe(url);
});

// What is shown of an address is the address without credentials, query and fragment.
test.for([
  ["not-a-url", ["", "stories.example/api/v1", "https://"]],
  ["not-https", ["http://stories.example/api/v1", "http://localhost:4010/api/v1", "http://[::2]/api/v1"]],
  ["not-https", ["http://127.0.0.1.example/api/v1", "http://127.0.0.2/api/v1", "http://0.0.0.0/api/v1"]],
  ["not-https", ["ftp://stories.example/api", "file:///etc/hosts", "http://stories.example/api?key=secret"]],
  ["has-credentials", ["https://ana:secret@stories.example/api", "https://secret@stories.example/api"]],
  ["has-credentials", ["http://ana:secret@stories.example/api"]],
  ["has-query", ["https://stories.example/api?key=secret", "https://stories.example/api#secret"]],
] as const)("It is refused as %s, and no secret in it is shown: %j", async ([why, texts]) => {
  for (const text of texts) {
    const url = text.replace(/[\w:]+@|[?#].*/g, "");
    const reading = Promise.resolve(text).then(readServiceUrl);
    expect(await problemOf(reading)).toEqual({ code: "service_url_invalid", url, why });
  }
});
