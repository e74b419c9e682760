import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call } from "../call.ts";
import { plainStory, secretOf } from "../fixtures.ts";
import { signingReaders, startOAuthFixture } from "../oauth/oauth-fixtures.ts";

/** Sends so many wrong secrets at once, each for an account of its own; `statuses` grows as they are answered. */
async function crowd(count: number) {
  const fixture = await startOAuthFixture({ config: `limits: { calls: 1000/1m }\n${signingReaders}` });
  const { forms } = await fixture.browser.get("/sign-in");
  const token = forms[0]?.fields.find(({ name }) => name === "token")?.value ?? "";
  const cookie = fixture.browser.cookie;
  const statuses: number[] = [];
  const all = Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const body = new URLSearchParams({ token, id: `nobody-${n}`, secret: "a guess" }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded", cookie };
      const reply = await call(`${fixture.service.appUrl}/sign-in`, { method: "POST", body, headers });
      statuses.push(reply.status);
    }),
  );
  return { fixture, statuses, all };
}

it("forty-eight people who sign in at the same time leave the threads that write to the disk free: creations are answered, and files synced, before half of them are", async () => {
  const { fixture, statuses, all } = await crowd(48);
  const folder = mkdtempSync(join(tmpdir(), "sign-in-load-"));
  const file = await open(join(folder, "file"), "w");
  // The first answer: all of them have been read, and wait for their turn or have it.
  while (statuses.length === 0) await new Promise((resolve) => setImmediate(resolve));
  for (let n = 0; n < 4; n += 1) {
    expect((await fixture.post("/stories", plainStory, secretOf("a"))).status).toBe(202);
    await file.write("a line\n");
    await file.datasync();
  }
  const answeredMeanwhile = statuses.length;
  await all;
  await file.close();
  rmSync(folder, { recursive: true });
  expect(answeredMeanwhile).toBeLessThan(24);
  expect(statuses).toEqual(Array(48).fill(401));
});
