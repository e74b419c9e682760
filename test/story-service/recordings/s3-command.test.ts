import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { keyOfAnn, spokenStory, tempFolder } from "../fixtures.ts";
import { serveProcess } from "../serve-process.ts";
import { until } from "../until.ts";
import { hasS3, recordingsIn, startS3 } from "./s3-server.ts";

const account = `limits: { calls: 10000/1m }
accounts: [{ id: ann, credits: 1000, keys: [{ name: main, secret: ${keyOfAnn} }] }]`;
const own = { STORIES_KEY: "S3RVER", STORIES_SECRET: "S3RVER" };

/** A folder with a configuration that takes the bucket's key from variables of its own names. */
async function configured() {
  const server = await startS3();
  const cwd = await tempFolder();
  const { endpoint, bucket } = server.settings;
  const text = (prefix: string): string =>
    `recordings:\n  s3: { endpoint: "${endpoint}", bucket: ${bucket}, prefix: ${prefix}, keyIdVariable: STORIES_KEY, secretVariable: STORIES_SECRET }\n${account}\n`;
  await writeFile(join(cwd, "service.yaml"), text("of/tests"));
  await writeFile(join(cwd, "restored.yaml"), text("restored"));
  return { server, cwd };
}

const serve = (cwd: string, config: string, data: string, env: Readonly<Record<string, string>> = own) =>
  serveProcess(["--data", data, "--config", config, "--writing-time", "10ms", "--narration-time", "10ms"], {
    cwd,
    env,
  });

describe.runIf(hasS3)("coursebinder serve with a bucket", () => {
  it("makes an audiobook, is looked at, copied and restored into another bucket, each with the key from the environment", async () => {
    const { server, cwd } = await configured();
    const { get, post, stop } = await serve(cwd, "service.yaml", "data");
    const { id } = (await post("/stories", spokenStory)).json;
    await until(async () => (await get(`/stories/${id}`)).json.status === "done");
    const { book } = (await get(`/stories/${id}`)).json;
    expect(await recordingsIn(server)).toHaveLength(1);
    const run = (args: readonly string[], env: Readonly<Record<string, string>> = own) =>
      coursebinder(["serve", ...args], { cwd, env });
    const bare = await run(["admin", "health", "--data", "data"], {});
    expect([bare.code, bare.stderr]).toEqual([
      7,
      expect.stringContaining("set STORIES_KEY and STORIES_SECRET"),
    ]);
    expect((await run(["admin", "accounts", "list", "--data", "data"], {})).code).toBe(0);
    expect((await run(["admin", "health", "--data", "data"])).code).toBe(0);
    const made = await run(["backup", "--output", "monday", "--data", "data"]);
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining("1 recording and")]);
    await stop();
    const restored = await run(["restore", "monday", "--data", "new", "--config", "restored.yaml"]);
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining("with 1 recording")]);
    const refused = await run(["serve", "--port", "0", "--data", "new", "--config", "service.yaml"].slice(1));
    expect([refused.code, refused.stderr]).toEqual([
      7,
      expect.stringContaining("its recordings are in the bucket"),
    ]);
    const again = await serve(cwd, "restored.yaml", "new");
    const zip = await again.get(`/books/${book.id}/export`);
    expect((await unzip(zip.bytes)).get("audio.mp3")?.length).toBeGreaterThan(10_000);
  });

  it("ends with what happened, why and what to do where the bucket can't be used, and shows no secret", async () => {
    const { server, cwd } = await configured();
    const secret = "a-secret-that-nobody-reads";
    await mkdir(join(cwd, "data"));
    const run = (env: Readonly<Record<string, string>>) =>
      coursebinder(["serve", "--port", "0", "--data", "data", "--config", "service.yaml"], { cwd, env });
    const wrong = await run({ ...own, STORIES_SECRET: secret });
    expect([wrong.code, wrong.stdout]).toEqual([7, ""]);
    expect(wrong.stderr.replaceAll(/\s+/g, " ")).toContain(
      `the bucket stories at ${server.settings.endpoint}, under of/tests/, the configured place for its recordings, could not be written to: the secret doesn't belong to that key id (SignatureDoesNotMatch)`,
    );
    expect(wrong.stderr).not.toContain(secret);
    await server.stop();
    const away = await run(own);
    expect([away.code, away.stderr]).toEqual([7, expect.stringContaining("ECONNREFUSED")]);
    await writeFile(
      join(cwd, "service.yaml"),
      `recordings:\n  s3:\n    bucket: A\n    prefix: ../x\n${account}\n`,
    );
    const invalid = await run(own);
    expect(invalid.code).toBe(2);
    for (const place of ["recordings.s3.bucket (line 3)", "recordings.s3.prefix (line 4)"])
      expect(invalid.stderr).toContain(place);
  });
});
