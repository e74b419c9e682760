import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCredential } from "../../src/client/credentials.ts";

const key = "test-key-abcdefghijklmnopqrstuvwxyz0123456789ABCDE";
const another = "test-key-ABCDEFGHIJKLMNOPQRSTUVWXYZ9876543210abcde";

const credentialsModule = new URL("../../src/client/credentials.ts", import.meta.url).href;

let folder: string;
let keyFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "coursebinder-remote-"));
  keyFile = join(folder, "key");
});

afterEach(() => rm(folder, { recursive: true }));

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

test.for([0o640, 0o604, 0o644, 0o620, 0o602, 0o666, 0o610])(
  "A key file with mode %o is readable by others and is not used",
  async (mode) => {
    await save(key, mode);
    expect(await readCredential({ key: undefined, keyFile })).toEqual(problem("open-to-others"));
  },
);

test.for([0o600, 0o400, 0o700])("A key file with mode %o is private to its owner", async (mode) => {
  await save(key, mode);
  expect(await bearerOf({ key: undefined, keyFile })).toBe(`Bearer ${key}`);
});

test("A key file that others can read is used if it is the system's own on a read-only mount, as containers have it", async (context) => {
  const program = `import { readCredential } from ${JSON.stringify(credentialsModule)};
    console.log(JSON.stringify(await readCredential({ keyFile: process.argv[1] })));`;
  const read = (mount: string): { ok: boolean } => {
    const node = `exec "$1" --import tsx --input-type=module -e "$2" "$3"`;
    const script = `mount --bind "$3" "$3" && ${mount} && ${node}`;
    const unshared = ["-rm", "sh", "-c", script, "sh", process.execPath, program, keyFile];
    return JSON.parse(execFileSync("unshare", unshared, { encoding: "utf8" }));
  };
  if (spawnSync("unshare", ["-rm", "true"]).status !== 0) return context.skip("no mounts can be made here");
  await save(key, 0o444);
  expect(read('mount -o remount,bind,ro "$3"')).toMatchObject({ ok: true });
  expect(read("true")).toEqual(problem("open-to-others"));
  await save(key, 0o464);
  expect(read('mount -o remount,bind,ro "$3"')).toEqual(problem("open-to-others"));
});

test("A missing key is a problem of its own", async () => {
  for (const nothing of [undefined, "", " \n"]) {
    expect(await readCredential({ key: nothing, keyFile: "" })).toEqual({
      ok: false,
      problem: { code: "key_missing" },
    });
  }
});

test("A key file that is missing or empty is reported as that", async () => {
  expect(await readCredential({ key: undefined, keyFile })).toEqual(problem("unreadable"));
  await save(" \n\n");
  expect(await readCredential({ key: undefined, keyFile })).toEqual(problem("empty"));
});

test("A key file that is a folder is reported as that, whatever its mode", async () => {
  for (const mode of [0o755, 0o700]) {
    await chmod(folder, mode);
    const result = await readCredential({ key: undefined, keyFile: folder });
    expect(result).toMatchObject({ ok: false, problem: { why: "folder" } });
  }
});

const junk: readonly (readonly [name: string, text: string])[] = [
  ["two lines", `${key}\n${another}`],
  ["a header injected", `${key}\r\nx-evil: 1`],
  ["a space inside", `${key} ${another}`],
  ["letters beyond ASCII", `${key}é`],
  ["a null character", `${key}\u0000x`],
  ["too little", "short"],
  ["a page of text", "x".repeat(513)],
];

test.for(junk)("What contains %s is not a key, and the problem does not show it", async ([, text]) => {
  await save(text);
  const fromFile = await readCredential({ key: undefined, keyFile });
  const fromEnvironment = await readCredential({ key: text, keyFile: undefined });
  expect(fromFile).toEqual(problem("not-a-key"));
  expect(fromEnvironment).toEqual({
    ok: false,
    problem: { code: "key_unreadable", source: "STORY_API_KEY", why: "not-a-key" },
  });
});

async function save(text: string, mode = 0o600): Promise<void> {
  await writeFile(keyFile, text);
  await chmod(keyFile, mode);
}

async function bearerOf(sources: { key: string | undefined; keyFile: string | undefined }): Promise<string> {
  const result = await readCredential(sources);
  return result.ok ? result.secret.bearer() : result.problem.code;
}

function problem(why: string) {
  const source = `STORY_API_KEY_FILE (${keyFile})`;
  return { ok: false, problem: { code: "key_unreadable", source, why } };
}
