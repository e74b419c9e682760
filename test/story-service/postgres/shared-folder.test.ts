import { cp, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditBooks } from "../../../src/story-service/audit-books.ts";
import { openOperator } from "../../../src/story-service/operator/operator.ts";
import { coursebinder } from "../../fixtures.ts";
import { databaseOf, putDatabase, usePostgres } from "../engine.ts";
import { handWorld, spokenStory, startRig, tempFolder } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";

usePostgres();

async function otherDatabase() {
  const database = await databaseOf(await tempFolder());
  if (database === null) throw new Error("these tests need PostgreSQL");
  return database;
}

const refusal = { problem: { code: "data_folder_of_others" } };

describe("the folder of a service on PostgreSQL", () => {
  it("is refused to a start on another database, and to one whose address was forgotten: nothing is made there", async () => {
    const { dataFolder, service } = await startOAuthFixture();
    const own = await databaseOf(dataFolder);
    const before = await readdir(dataFolder);
    putDatabase(dataFolder, await otherDatabase());
    await expect(startOAuthFixture({ dataFolder })).rejects.toMatchObject(refusal);
    // Commands are refused, too: an account made there, or a backup of nothing, would look as if all were well.
    const wrong = { dataFolder, database: await databaseOf(dataFolder) };
    const commands = { userName: "olga", variables: {} };
    await expect(openOperator(wrong, handWorld(), commands)).rejects.toMatchObject(refusal);
    await expect(auditBooks(wrong, handWorld())).rejects.toMatchObject(refusal);
    putDatabase(dataFolder, null);
    await expect(startOAuthFixture({ dataFolder })).rejects.toMatchObject(refusal);
    expect(await readdir(dataFolder)).toEqual(before);
    await service.close();
    putDatabase(dataFolder, own);
    expect((await (await startOAuthFixture({ dataFolder })).get("/balance")).status).toBe(200);
  });

  it("of an earlier version, without a mark, is refused to a new database if it has recordings, and marked by its own", async () => {
    const fixture = await startOAuthFixture();
    const { dataFolder } = fixture;
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    await fixture.get(`/stories/${id}`);
    await fixture.narrate();
    expect(await readdir(join(dataFolder, "audio"))).toHaveLength(1);
    await fixture.service.close();
    await rm(join(dataFolder, "service.mark"));
    const own = await databaseOf(dataFolder);
    putDatabase(dataFolder, await otherDatabase());
    await expect(startOAuthFixture({ dataFolder })).rejects.toMatchObject(refusal);
    putDatabase(dataFolder, own);
    await startOAuthFixture({ dataFolder });
    expect(await readdir(dataFolder)).toContain("service.mark");
  });
});

it("processes that start at the same moment, on an empty folder and a new database, all come up, as one service", async () => {
  for (let round = 0; round < 4; round += 1) {
    const dataFolder = await tempFolder();
    const roles = ["web", "worker", "both", "web"] as const;
    const members = await Promise.all(roles.map((role) => startRig({ dataFolder, role })));
    const asked = await Promise.all(members.map((member) => member.get("/balance")));
    // A worker answers nobody.
    expect(asked.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    expect((await readdir(dataFolder)).sort()).toEqual(["pepper", "service.mark"]);
    for (const { service } of members) await service.close();
  }
});

it("a process that only answers starts where recordings can be read and not kept, and one that narrates does not", async () => {
  const { dataFolder, service } = await startRig();
  await service.close();
  // Not even root can make a file there.
  await symlink("/sys/kernel", join(dataFolder, "audio"));
  const web = await startRig({ dataFolder, role: "web" });
  expect((await web.get("/balance")).status).toBe(200);
  for (const role of ["worker", "both"] as const)
    await expect(startRig({ dataFolder, role })).rejects.toMatchObject({
      problem: { code: "recordings_folder_unusable", cause: expect.any(String) },
    });
});

it("a folder without the pepper of its database is refused to a process and to commands, which say where the file is to be had", async () => {
  // Nobody has made a key yet: only the database knows that there is a pepper.
  const config = "publicUrl: https://stories.example.org";
  const { dataFolder } = await startRig({ config });
  const other = await tempFolder();
  const database = await databaseOf(dataFolder);
  putDatabase(other, database);
  const missing = { problem: { code: "pepper_missing", path: join(other, "pepper"), isShared: true } };
  await expect(startRig({ dataFolder: other, config })).rejects.toMatchObject(missing);
  const env = { COURSEBINDER_DATABASE: database?.reveal() ?? "" };
  for (const args of [
    ["serve", "--port", "0"],
    ["serve", "admin", "accounts", "list"],
    ["serve", "keys", "list"],
    ["serve", "audit"],
  ]) {
    const { code, stderr } = await coursebinder([...args, "--data", other], { env });
    expect(stderr).toContain(`${join(other, "pepper")} is missing, and without it no key`);
    expect(stderr).toContain("copy the file from the folder of another process (mode 600) or from a backup");
    expect([args, code]).toEqual([args, 7]);
  }
  expect(await readdir(other)).toEqual([]);
  await cp(join(dataFolder, "pepper"), join(other, "pepper"));
  await startRig({ dataFolder: other, config });
  // Where there is no service at all, that is said, and none is made.
  const empty = { COURSEBINDER_DATABASE: (await otherDatabase()).reveal() };
  const nothing = await coursebinder(["serve", "admin", "accounts", "list", "--data", await tempFolder()], {
    env: empty,
  });
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining("holds no local service")]);
});
