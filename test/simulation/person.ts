import { settingOf } from "../../src/ledger/format/fold.ts";
import type { RateLimits } from "../../src/rate-limit/usage-log.ts";
import { recordKey } from "../../src/run/lesson.ts";
import {
  checkStory,
  gatherEvidence,
  isDeclared,
  type OpenCreation,
  openCreations,
  settleOpen,
  weigh,
} from "../../src/run/resolve.ts";
import { Stops } from "../../src/run/run-context.ts";
import { type Life, type LifeOptions, start, timeLimits, type Work } from "./lives.ts";
import type { Machine } from "./world/machine.ts";

/** How a user settles. All users are honest. */
export interface Manner {
  /** Says "not created" as soon as there is no story, although a request may be in transit. */
  readonly isHasty: boolean;
  /** Insists on that with a reason, despite contrary evidence, which is a decision to pay again if necessary. */
  readonly insists: boolean;
}

export const patient: Manner = { isHasty: false, insists: false };

/** Starts a user who settles open creations by the stories in the account now. */
export function startPerson(
  machine: Machine,
  options: LifeOptions,
  { rateLimiter, manner }: { rateLimiter: RateLimits; manner: Manner },
): Life {
  return start(machine, options, { rateLimiter }, async (dependencies) => {
    const context = toolsOf(dependencies);
    const { store } = context;
    for (const open of [...openCreations(store.state), ...openCreations(store.state, [], isDeclared)]) {
      const { attempt } = open.attempt;
      const [story] = machine.service.madeBy(attempt);
      if (story !== undefined) {
        const check = await checkStory(open, story.id, context);
        if (check.ok && check.misfits.length === 0) await settleOpen(open, { id: story.id, ...by }, store);
      } else if (!isDeclared(open.attempt)) await describeNotCreated(open, { machine, context, manner });
    }
    return { kind: "settled" };
  });
}

const by = { who: "teacher", why: "looked into the account" };

type RunContext = ReturnType<typeof toolsOf>;

function toolsOf(dependencies: Parameters<Work>[0]) {
  const { store, world, remote, rateLimiter, timeLimits } = dependencies;
  return {
    world,
    remote,
    store,
    timeLimits,
    rateLimiter,
    stops: new Stops(() => undefined),
    tell: () => undefined,
  };
}

async function describeNotCreated(
  open: OpenCreation,
  { machine, context, manner }: { machine: Machine; context: RunContext; manner: Manner },
): Promise<void> {
  const { judge } = machine;
  const { attempt, intended } = open.attempt;
  const { store, world } = context;
  const isTrue = !judge.isTravelling(attempt);
  if (!isTrue && !manner.isHasty) return;
  const asked = await gatherEvidence(settingOf(intended.request), context);
  const { contrary } = weigh(open, {
    state: store.state,
    evidence: asked.ok ? asked.evidence : null,
    now: world.now(),
    creationTimeoutMs: timeLimits.creationTimeoutMs,
  });
  // The program asks for a reason. A user who gives one without knowing that no request is in transit decides to pay again.
  if (contrary.length > 0 && manner.isHasty) {
    if (!manner.insists) return;
    judge.consent(recordKey(open.recordName), `not created: ${attempt}`);
  }
  await settleOpen(open, { id: null, ...by, evidence: contrary }, store);
}
