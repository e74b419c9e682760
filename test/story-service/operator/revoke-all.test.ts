import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashSecret, newPepper, numberOf } from "../../../src/story-service/accounts/pepper.ts";
import { revokeAll } from "../../../src/story-service/operator/keys.ts";
import { sql } from "../../../src/story-service/store/store.ts";
import { keyOfAnn, plainStory, withStore } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";
import { operate, operatorOf } from "./operator-fixtures.ts";

describe("revoking all secrets of a service", () => {
  it("ends every key, connection, session and sign-in, replaces the pepper, and leaves stories and credits; what is issued anew opens it", async () => {
    const fixture = await startOAuthFixture();
    const { dataFolder } = fixture;
    const { access_token, refresh_token } = await fixture.connect();
    const id = await fixture.order(plainStory);
    await fixture.write();
    const before = await readFile(join(dataFolder, "pepper"));
    const olga = await operatorOf(fixture);
    await operate(olga, "operators add", "olga");
    await fixture.service.close();
    const ended = { keys: 2, connections: 1, signIns: 2, operators: 1 };
    expect((await revokeAll(olga)).document).toEqual(ended);
    expect((await stat(join(dataFolder, "pepper"))).size).toBe(32);
    expect(await readFile(join(dataFolder, "pepper"))).not.toEqual(before);
    const again = await startOAuthFixture({ dataFolder });
    for (const bearer of [keyOfAnn, access_token])
      expect((await again.get("/balance", bearer)).status).toBe(401);
    expect((await again.refresh(refresh_token)).json.error).toBe("invalid_grant");
    expect((await new PlainBrowser(again.service.appUrl).signIn("ann", "ann-signs-in")).status).toBe(401);
    const operator = await operatorOf(again);
    const { secret } = await operate(operator, "accounts secret", "ann");
    expect((await new PlainBrowser(again.service.appUrl).signIn("ann", secret)).status).toBe(200);
    const wish = { account: "ann", scopes: ["books:read"] };
    const { secret: key } = await operate(operator, "add", "new", wish);
    expect((await again.get(`/stories/${id}`, key)).json.status).toBe("ready");
  });

  it("has ended them even if the new pepper can't be written: the service starts with the one that it had", async () => {
    const fixture = await startOAuthFixture();
    const { dataFolder } = fixture;
    const path = join(dataFolder, "pepper");
    const before = await readFile(path);
    const olga = await operatorOf(fixture);
    await fixture.service.close();
    await rm(path);
    await mkdir(path);
    await expect(revokeAll(olga)).rejects.toThrow(path);
    await rm(path, { recursive: true });
    await writeFile(path, before, { mode: 0o600 });
    expect((await (await startOAuthFixture({ dataFolder })).get("/balance")).status).toBe(401);
  });
});

describe("a service whose pepper an earlier version has rotated", () => {
  it("opens with what was kept under the newest of its peppers", async () => {
    const fixture = await startOAuthFixture();
    const { dataFolder } = fixture;
    await fixture.service.close();
    // As `serve admin pepper rotate` has left it.
    const first = await readFile(join(dataFolder, "pepper"));
    const key = newPepper();
    const list = `coursebinder peppers 1\nplain ${first.toString("hex")}\nmarked ${key.toString("hex")}\n`;
    await writeFile(join(dataFolder, "pepper"), list, { mode: 0o600 });
    const hash = hashSecret(keyOfAnn, key);
    await withStore(dataFolder, async (store) => {
      await store.run(sql`UPDATE configured SET value = ${numberOf(key)} WHERE name = 'pepper'`);
      await store.run(sql`UPDATE bearers SET hash = ${hash} WHERE hash = ${hashSecret(keyOfAnn, first)}`);
    });
    const again = await startOAuthFixture({ dataFolder });
    expect((await again.get("/balance")).status).toBe(200);
    const { access_token } = await again.connect();
    expect((await again.get("/balance", access_token)).status).toBe(200);
  });
});
