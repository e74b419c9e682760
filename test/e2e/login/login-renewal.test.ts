import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { lockLogin } from "../../../src/client/login/login.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { documentOf } from "../../fixtures.ts";
import { shareOf } from "../../share.ts";
import { checksOf } from "../fixtures/findings.ts";
import { smallCourse } from "../fixtures/served.ts";
import { begin, change, folder, here, kept, keptPath, logIn, suspend, useLogins } from "./login-fixtures.ts";

describe("a login", () => {
  useLogins();

  it("is renewed only once, however many commands need it at the same time", async () => {
    await logIn();
    // Three rounds where every place is tried.
    for (let round = shareOf(3); round <= 3; round++) {
      const before = kept();
      change({ expiresAt: Date.now() - 1 });
      const asked = Array.from({ length: 5 }, () => begin(["account", "balance"]).finished);
      expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
      expect(kept().refreshToken).not.toBe(before.refreshToken);
      expect(kept().refreshing).toBeNull();
    }
  });

  it("is renewed during a run, and no lesson is bought twice or lost", async () => {
    await logIn();
    change({ expiresAt: Date.now() + 5 * 60_000 });
    const { refreshToken } = kept();
    writeFileSync(join(folder, "course.yaml"), smallCourse(["One", "Two"]));
    const run = await here(["run", "course.yaml", "--json", "--poll", "100ms"]);
    expect(documentOf(run)).toMatchObject({ exitCode: 0, jobs: { done: 2 }, credits: { spent: 26 } });
    expect(kept().refreshToken).not.toBe(refreshToken);
  });

  it("that is ended while it is renewed does not come back", async () => {
    await logIn();
    const path = keptPath();
    // As another process does that has sent a refresh token, and will save what it is given for it.
    const world = { monotonic: () => 0, sleep: async () => undefined };
    const renewing = await lockLogin(path, { files: realFiles, world });
    const ending = here(["logout"]);
    await sleep(300);
    expect(kept()).toMatchObject({ endedAt: null });
    await renewing?.close();
    expect((await ending).code).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it("whose renewal was interrupted is used as long as it is valid, and its refresh token is not sent again", async () => {
    await logIn();
    const { refreshToken } = kept();
    // As a process leaves it that dies between the mark and the answer.
    suspend();
    change({ expiresAt: Date.now() - 1 });
    const killed = begin(["account", "balance"]);
    while (kept().refreshing === null) await new Promise((resolve) => setTimeout(resolve, 10));
    killed.process.kill("SIGKILL");
    await killed.finished;
    suspend(false);
    const mark = kept().refreshing;
    expect((await here(["account", "balance"])).code).toBe(0);
    expect(kept()).toMatchObject({ refreshToken, refreshing: mark });
    const over = await here(["whoami", "--json"]);
    expect(documentOf(over)).toMatchObject({ exitCode: 6, credential: "login", standing: "over" });
    expect(checksOf(await here(["doctor", "--json"])).key).toMatchObject({ state: "problem" });
    change({ expiresAt: Date.now() + 5 * 60_000 });
    expect((await here(["whoami"])).stdout).toMatch(/good until .* was interrupted.*coursebinder login/);
    expect(checksOf(await here(["doctor", "--json"])).key).toMatchObject({
      state: "warning",
      remedy: expect.stringContaining("coursebinder login"),
    });
  });
});
