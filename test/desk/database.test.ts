import { expect, it } from "vitest";
import { rig, smallCourse } from "../e2e/fixtures/served.ts";
import { start } from "../fixtures.ts";
import { freshDatabase, useServer } from "../ledger/postgres/fixtures.ts";
import { OpenedHome } from "./opened-home.ts";

const server = useServer();

it("a desk whose ledger is in a database shows within two seconds what another machine does, and buys what is left", async () => {
  const database = await freshDatabase(server.url());
  const served = await rig({ plan: smallCourse(["First", "Second"]), writingTime: "3s" });
  const environment = { ...served.environment, COURSEBINDER_LEDGER: database.url };
  const home = await OpenedHome.enter({ folder: served.folder, environment });
  const course = await home.course();
  await home.listen();
  const env = { ...environment, COURSEBINDER_STATE: `${served.folder}/state-2` };
  const args = ["run", "course.yaml", "--first", "1", "--out", "machine-2", "--poll", "100ms"];
  const other = start({ args, cwd: served.folder, env });
  await expect.poll(() => served.proxy.creations, { interval: 20 }).toBe(1);
  await home.shows((made) => made.running === "elsewhere");
  await home.buy(course);
  await home.refused(course, "ledger_held");
  expect((await other.finished).code).toBe(0);
  await home.shows((made) => made.running === null);
  expect(JSON.stringify(await home.courses())).not.toContain(new URL(database.url).password);
  expect((await home.buy(course)).status).toBe(202);
  expect(await home.ended(course)).toMatchObject({ jobs: { done: 2 } });
  expect(served.proxy.creations).toBe(2);
});
