import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { otherKey, type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

const boughtOnce = new BoughtOnce({ writingTime: "20ms" });

beforeEach(async () => {
  served = await boughtOnce.course(smallCourse(["First", "Second"]));
  served.plan(smallCourse(["First", "Second", "Third"]));
});

const lineOfRun = ["run", "course.yaml", "--json", "--poll", "100ms"] as const;

const environmentWith = (key: string) => ({ ...served.environment, STORY_API_KEY: key });

const runWith = (key: string, ...flags: readonly string[]): Promise<Finished> =>
  served.commandHere([...lineOfRun, ...flags], environmentWith(key));

it("the key of another account buys nothing for a course whose lessons that account does not have", async () => {
  const events = served.events().length;
  const finished = await served.command(lineOfRun, environmentWith(otherKey));
  expect(documentOf(finished)).toMatchObject({ exitCode: 6, problems: [{ code: "account_of_others" }] });
  expect(finished.stderr).toContain("none of 2 stories");
  expect(finished.stderr).toContain("--other-account");
  expect(served.proxy.creations).toBe(2);
  // Nothing is held against the stories, which the other account does have.
  const added = served.events().slice(events);
  expect(added.map(({ type }) => type)).toEqual(["run.started", "run.ended"]);
  expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  expect(served.proxy.creations).toBe(3);
});

it("a plan shown with the key of another account says that a run would buy nothing", async () => {
  const looked = await served.commandHere(["plan", "course.yaml", "--json"], environmentWith(otherKey));
  expect(documentOf(looked)).toMatchObject({ exitCode: 6, problems: [{ code: "account_of_others" }] });
  expect(looked.stderr).toContain("none of 2 stories");
  expect(
    documentOf(await served.commandHere(["plan", "course.yaml", "--json"], served.environment)),
  ).toMatchObject({ exitCode: 0, problems: [] });
});

it("a person may continue with another account, and from then on that account buys", async () => {
  expect(documentOf(await runWith(otherKey, "--other-account"))).toMatchObject({
    exitCode: 0,
    jobs: { done: 3 },
  });
  served.plan(smallCourse(["First", "Second", "Third", "Fourth"]));
  expect(documentOf(await runWith(otherKey))).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(served.proxy.creations).toBe(4);
});

it("a renewed key of the same account works like the previous one", async () => {
  const added = await served.command(
    [
      "serve",
      "keys",
      "add",
      "renewed",
      "--data",
      join(served.folder, "service"),
      "--account",
      "ann",
      "--json",
    ],
    {},
  );
  const { key } = JSON.parse(added.stdout) as { key: string };
  expect(documentOf(await runWith(key))).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  expect(served.proxy.creations).toBe(3);
});
