import { expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { otherKey, rig, smallCourse } from "../fixtures/served.ts";

it("the key of another account buys nothing for a course whose lessons that account does not have, unless a person says so", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second"]), writingTime: "20ms" });
  expect((await served.runHere()).code).toBe(0);
  served.plan(smallCourse(["First", "Second", "Third"]));
  const events = served.events().length;
  const asOther = { ...served.environment, STORY_API_KEY: otherKey };
  const run = (...flags: readonly string[]) =>
    served.commandHere(["run", "course.yaml", "--json", "--poll", "100ms", ...flags], asOther);
  const refused = await served.command(["run", "course.yaml", "--json"], asOther);
  const problems = [{ code: "account_of_others" }];
  expect(documentOf(refused)).toMatchObject({ exitCode: 6, problems });
  expect(refused.stderr).toMatch(/none of the 2 stories.*--other-account/);
  expect(JSON.parse(refused.stdout).next).not.toContain("--replace");
  const planned = await served.commandHere(["plan", "course.yaml", "--json"], asOther);
  expect(documentOf(planned)).toMatchObject({ exitCode: 6, problems });
  // Nothing is held against the stories, which the other account does have.
  expect(
    served
      .events()
      .slice(events)
      .map(({ type }) => type),
  ).toEqual(["run.started", "run.ended"]);
  expect(served.proxy.creations).toBe(2);
  expect(documentOf(await run("--other-account"))).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  // From then on that account buys.
  served.plan(smallCourse(["First", "Second", "Third", "Fourth"]));
  expect(documentOf(await run())).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(served.proxy.creations).toBe(4);
});
