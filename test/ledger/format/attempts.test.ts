import { expect, test } from "vitest";
import { sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { fold, jobKey } from "../../../src/ledger/format/fold.ts";
import { jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { edition, job } from "./histories.ts";
import {
  accepted,
  type Case,
  eventsOf,
  expectCase,
  exported,
  finished,
  first,
  firstStory,
  intends,
  lost,
  observed,
  refused,
  replacing,
  resolved,
  second,
  secondStory,
  story,
  unsent,
} from "./one-job.ts";

const cases: readonly Case[] = [
  { name: "nothing", history: [], stands: "pending", committed: 0, spent: 0 },
  {
    name: "an intention whose process died",
    history: [intends(first)],
    stands: "uncertain",
    committed: 21,
    spent: 0,
  },
  {
    name: "a refusal",
    history: [intends(first), refused(first)],
    stands: "pending after rate_limited",
    committed: 0,
    spent: 0,
  },
  {
    name: "a request that never left",
    history: [intends(first), unsent(first)],
    stands: "pending after unsent",
    committed: 0,
    spent: 0,
  },
  { name: "a lost answer", history: lost, stands: "uncertain", committed: 21, spent: 0 },
  {
    name: "a lost answer, proven absent by a person",
    history: [...lost, resolved(first, "not-created", null)],
    stands: "pending after notCreated",
    committed: 0,
    spent: 0,
  },
  {
    name: "a lost answer, and the story a person found",
    history: [...lost, resolved(first, "story", firstStory)],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 0,
  },
  {
    name: "a lost answer, and a person's word that names no story",
    history: [...lost, resolved(first, "story", null)],
    stands: "uncertain",
    committed: 21,
    spent: 0,
  },
  {
    name: "a refusal after a request that never left",
    history: [intends(first), unsent(first), intends(second), refused(second)],
    stands: "pending after rate_limited",
    committed: 0,
    spent: 0,
  },
  {
    name: "a story after a refusal",
    history: [intends(second), refused(second), ...story],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 0,
  },
  {
    name: "an accepted story that nobody has read",
    history: story,
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 0,
  },
  {
    name: "a replacement of an attempt that is still uncertain, which goes on counting as spent",
    history: [...lost, replacing, accepted(second, secondStory)],
    stands: `active ${secondStory}`,
    committed: 21 + 21,
    spent: 0,
  },
  {
    name: "an intention whose process died, and the story a person found, done",
    history: [
      intends(first),
      resolved(first, "story", firstStory),
      ...finished.slice(2),
      exported(firstStory),
    ],
    stands: `done ${firstStory}`,
    committed: 21,
    spent: 21,
  },
  {
    name: "a replacement on its way, while the first story failed",
    history: [...story, observed(firstStory, "failed", 13), replacing],
    stands: "uncertain",
    committed: 13 + 21,
    spent: 13,
  },
  {
    name: "a replacement that was refused",
    history: [...finished, exported(firstStory), replacing, refused(second)],
    stands: `done ${firstStory}`,
    committed: 21,
    spent: 21,
    held: 0,
  },
  {
    name: "a replacement that failed, which takes the finished lesson away from nobody",
    history: [
      ...finished,
      exported(firstStory),
      replacing,
      accepted(second, secondStory),
      observed(secondStory, "failed", 13),
    ],
    stands: `done ${firstStory}`,
    committed: 34,
    spent: 34,
  },
  {
    name: "a replacement that failed like the story before it",
    history: [
      ...story,
      observed(firstStory, "failed", 0),
      replacing,
      accepted(second, secondStory),
      observed(secondStory, "canceled", 13),
    ],
    stands: "failed story_canceled",
    committed: 13,
    spent: 13,
  },
  {
    name: "an answer that names the story of the attempt before",
    history: [...finished, exported(firstStory), replacing, accepted(second, firstStory)],
    stands: `done ${firstStory}`,
    committed: 42,
    spent: 42,
  },
  {
    name: "a replacement that was accepted",
    history: [...finished, exported(firstStory), replacing, accepted(second, secondStory)],
    stands: `active ${secondStory}`,
    committed: 21 + 21,
    spent: 21,
  },
];

test.for(cases.map((each) => [each.name, each] as const))("%s: the job's status and cost", ([, each]) => {
  expectCase(each);
});

test("the cost of other attempts is left out when only some are selected", () => {
  const elsewhere = { ...intends(second), edition: "2026-W48" } as EventBody;
  const state = fold(eventsOf([...finished, elsewhere]));
  expect(sumOfAttempts(state.jobs.values(), ({ intended }) => intended.edition === edition)).toMatchObject({
    committed: 21,
    spent: 21,
  });
  expect(sumOfAttempts(state.jobs.values(), ({ intended }) => intended.edition !== edition)).toMatchObject({
    committed: 21,
    spent: 0,
  });
});

test("the same job in another edition is another job", () => {
  const state = fold(eventsOf([...finished, exported(firstStory)]));
  expect(jobStatusOf(state.jobs.get(jobKey("2026-W48", job)))).toEqual({
    kind: "pending",
    lastRefusal: null,
  });
});
