import { describe, expect, it } from "vitest";
import { sql } from "../../../src/story-service/store/store.ts";
import type { Reply } from "../call.ts";
import { until } from "../call.ts";
import { usePostgres } from "../engine.ts";
import {
  beside,
  type Fixture,
  handWorld,
  keyOfAnn,
  plainStory,
  query,
  secretOf,
  spokenStory,
  startRig,
  withStore,
} from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";

usePostgres();

const reader = "{ id: ann, signIn: ann-signs-in, credits: 1000, keys: [{ name: k, secret: ";
const config = `accounts: [${reader}${keyOfAnn} }] }]\n`;

/** Two services on one database and one folder, as two processes of one service are, that count by the database's clock. */
async function twoServices(): Promise<readonly [Fixture, Fixture]> {
  const options = { config, countsInRealTime: true };
  const one = await startRig(options);
  return [one, await beside(one, options)];
}

/** How many got each status. Each that is refused for a limit is told to wait for the rest of its window. */
function tally(replies: readonly Pick<Reply, "status" | "headers">[], windowSeconds: number) {
  const counts: Record<number, number> = {};
  for (const { status, headers } of replies) {
    counts[status] = (counts[status] ?? 0) + 1;
    if (status !== 429) continue;
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(windowSeconds);
    // The machine may be busy; nobody waits longer than this for the others.
    expect(Number(headers["retry-after"])).toBeGreaterThan(windowSeconds - 30);
  }
  return counts;
}

describe("two processes of a service together", () => {
  it("count paid starts by the clock of their database, whatever their own clocks say", async () => {
    const limited = { config: `limits: { paidStarts: 1/10m }\n${config}`, countsInRealTime: true };
    const one = await startRig(limited);
    const late = await beside(one, { ...limited, world: handWorld(one.world.now() - 3_600_000) });
    expect((await one.post("/stories", plainStory)).status).toBe(202);
    expect((await late.post("/stories", plainStory)).status).toBe(429);
  });

  it("refuse a creation beyond the paid starts without waiting for the account", async () => {
    const one = await startRig({ config: `limits: { paidStarts: 1/10m }\n${config}` });
    expect((await one.post("/stories", plainStory)).status).toBe(202);
    await withStore(one.dataFolder, (store) =>
      store.write(async () => expect((await one.post("/stories", plainStory)).status).toBe(429), {
        account: "ann",
      }),
    );
  });

  it("count what was started while the start of an audiobook waited for the account", async () => {
    const one = await startRig({ config: `limits: { paidStarts: 2/10m }\n${config}` });
    const id = await one.order(spokenStory);
    await one.write();
    const reading = await withStore(one.dataFolder, (store) =>
      store.write(
        async (transaction) => {
          const read = one.get(`/stories/${id}`);
          const waiting =
            "SELECT 1 AS one FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
          await until(async () => (await query(one.dataFolder, waiting)).length > 0);
          one.world.pass(1_000);
          await transaction.run(sql`INSERT INTO paid_starts VALUES ('ann', ${Math.floor(one.world.now())})`);
          return { read };
        },
        { account: "ann" },
      ),
    );
    expect((await reading.read).status).toBe(429);
  });

  it("compare exactly ten wrong sign-in secrets of an account, and forget those that were right", async () => {
    const services = await twoServices();
    const pages = await Promise.all(
      services.map(async ({ service }) => {
        const browser = new PlainBrowser(service.appUrl);
        return { browser, form: (await browser.get("/sign-in")).forms[0] };
      }),
    );
    const signIn = (n: number, secret: string) => {
      const { browser, form } = pages[n % pages.length] as (typeof pages)[number];
      return browser.post(form, { id: "ann", secret });
    };
    const right = [0, 1, 0, 1].map((n) => signIn(n, "ann-signs-in"));
    expect(tally(await Promise.all(right), 600)).toEqual({ 303: 4 });
    const wrong = Array.from({ length: 24 }, (_, n) => signIn(n, "a guess"));
    expect(tally(await Promise.all(wrong), 600)).toEqual({ 401: 10, 429: 14 });
    const late = [await signIn(0, "ann-signs-in"), await signIn(1, "ann-signs-in")];
    expect(tally(late, 600)).toEqual({ 429: 2 });
  });

  it("keep no row of what they counted once its window has passed, and never an address", async () => {
    const one = await startRig({ config });
    await one.get("/balance", secretOf("z"));
    await one.get("/balance");
    const names = async () =>
      (await query<{ name: string }>(one.dataFolder, "SELECT name FROM call_windows")).map(
        ({ name }) => name,
      );
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await names()).toEqual([hash, hash]);
    one.world.pass(3_600_000);
    await one.world.logged("expired data was removed");
    expect(await names()).toEqual([]);
  });
});
