import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { rig, type Served, smallCourse } from "../e2e/fixtures/served.ts";
import { shareOf } from "../share.ts";
import { OpenedHome } from "./opened-home.ts";

const kills = 20 / shareOf(2);
const lessons = 6;
const killsOfEdition = 4;

/** A new edition, with topics of its own, for the kills that come once the one before has had some. */
function planOf(edition: number): string {
  const topics = Array.from({ length: lessons }, (_, index) => `Lesson ${index + 1} of ${edition}`);
  return smallCourse(topics, `edition: "${edition}"`);
}

/** Resolves as soon as the service has got a request, or answered a creation, for the nth time; or after a while. */
function passing(served: Served, event: "request" | "creationAnswer", nth: number): Promise<void> {
  return new Promise((resolve) => {
    let left = nth;
    const pass = (): void => {
      left -= 1;
      if (left <= 0) end();
    };
    const end = (): void => {
      served.proxy.moments.off(event, pass);
      resolve();
    };
    served.proxy.moments.on(event, pass);
    void wait(1_500).then(end);
  });
}

/** No lesson has two stories, by the service's own database. */
function expectNoneTwice(served: Served): void {
  const made = served.stories().map(({ topic }) => topic);
  expect(new Set(made).size, made.join(", ")).toBe(made.length);
}

it(`a desk that is killed during runs at ${kills} points has bought nothing twice, and the next one goes on`, async () => {
  const served = await rig({ plan: planOf(1), credits: 100_000 });
  let open = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill % killsOfEdition === 0) served.plan(planOf(1 + kill / killsOfEdition));
    const home = await OpenedHome.enter(served);
    const course = await home.course();
    const stop = passing(served, kill % 2 === 0 ? "creationAnswer" : "request", 1 + (kill % 3));
    const begun = home.buy(course).catch(() => null);
    await stop;
    if (kill % 4 > 1) await wait(kill % 7);
    home.running.process.kill("SIGKILL");
    await Promise.all([begun, home.running.finished, served.proxy.quiet()]);
    expectNoneTwice(served);
    const next = await OpenedHome.enter(served);
    const { uncertain } = await next.uncertain(course);
    // The next desk's page tells at once how things are.
    const [shown] = (await next.courses()).courses;
    expect(shown?.paid).toMatchObject({ running: null, counts: { uncertain: uncertain.length } });
    for (const { attempt, request, edition } of uncertain) {
      open += 1;
      const known = served.events().map((event) => String(event.id));
      const story = served.stories().find(({ topic, id }) => topic === request.topic && !known.includes(id));
      const settled = {
        course,
        kind: "paid",
        attempt,
        story: story?.id ?? null,
        reason: `edition ${edition}`,
      };
      expect(await next.ask("/api/resolve", settled)).toMatchObject({ status: 200 });
    }
    next.running.process.kill("SIGKILL");
    await next.running.finished;
  }
  // Some kills have met a creation whose answer was not recorded.
  expect(open).toBeGreaterThan(0);
  const editions = Math.ceil(kills / killsOfEdition);
  for (let edition = 1; edition <= editions; edition += 1) {
    served.plan(planOf(edition));
    const home = await OpenedHome.enter(served);
    const course = await home.course();
    expect((await home.buy(course)).status).toBe(202);
    expect(await home.ended(course)).toMatchObject({ exitCode: 0, jobs: { done: lessons } });
    await home.stop();
  }
  expectNoneTwice(served);
  expect(served.stories()).toHaveLength(lessons * editions);
});
