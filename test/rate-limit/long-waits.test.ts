import { expect, test } from "vitest";
import { story, storyId } from "../client/answers.ts";
import { attempt } from "../client/creation/outcome.ts";
import { clientWhere, json } from "../client/plain-service.ts";

/** Node's timers hold 24.8 days: a longer one rings after 1 ms, and a signal beyond 49.7 throws. */
const dayMs = 86_400_000;
/** Longer than an overflowing timer takes to ring. */
const answerAfterMs = 100;

test.for([25, 50, 3_650])(
  "A creation that may take %d days is waited for, and not uncertain at once",
  async (days) => {
    const { service } = await clientWhere((response) => {
      setTimeout(() => json(response, story(), 202), answerAfterMs);
    });
    const timesMs = { connectTimeoutMs: days * dayMs, deadlineMs: days * dayMs };
    expect(await attempt({ service: service.url, ...timesMs })).toMatchObject({
      kind: "accepted",
      id: storyId,
    });
    expect(service.calls).toHaveLength(1);
  },
);

test.for([25, 50, 3_650])("A read that may take %d days is waited for, and made once", async (days) => {
  const { remote, service } = await clientWhere((response) => {
    setTimeout(() => json(response, story()), answerAfterMs);
  }, days * dayMs);
  expect(await remote.readStory(storyId)).toMatchObject({ ok: true, value: { id: storyId } });
  expect(service.calls).toHaveLength(1);
});
