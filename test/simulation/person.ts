import PQueue from "p-queue";
import { settingOf } from "../../src/pipeline/bill.ts";
import { ChargeTrail } from "../../src/pipeline/charges.ts";
import { CreationTrail } from "../../src/pipeline/creation-trail.ts";
import { gatherEvidence } from "../../src/pipeline/evidence.ts";
import { Journal } from "../../src/pipeline/journal.ts";
import { declaredCreations, type OpenCreation, openCreations } from "../../src/pipeline/open-creations.ts";
import { checkStory, type StoryCheckTools, settleOpen } from "../../src/pipeline/resolve.ts";
import { Stops } from "../../src/pipeline/stops.ts";
import { weigh } from "../../src/pipeline/weigh.ts";
import type { PaceLimits } from "../../src/remote/scheduler.ts";
import { type Life, type LifeOptions, patiences, start, type Work } from "./lives.ts";
import type { Machine } from "./machine.ts";

/** How a person goes about it. All are honest. */
export interface Manner {
  /** Says that nothing was created as soon as nothing is there, although a request may be on its way. */
  readonly isHasty: boolean;
  /** Insists, with a reason, where evidence speaks against that: from then on it is a decision to pay again, if need be. */
  readonly insists: boolean;
}

export const patient: Manner = { isHasty: false, insists: false };

/** Starts a person who settles open creations, by what is in the account now. */
export function startPerson(
  machine: Machine,
  options: LifeOptions,
  { pace, manner }: { pace: PaceLimits; manner: Manner },
): Life {
  return start(machine, options, { pace }, async (means) => {
    const tools = toolsOf(means);
    const { journal, creations } = tools;
    for (const open of [...openCreations(journal.state), ...declaredCreations(journal.state)]) {
      const { attempt } = open.attempt;
      const [story] = machine.service.madeBy(attempt);
      if (story !== undefined) {
        const serviceTime = creations.serviceTimeOf(attempt);
        const check = await checkStory(open, story.id, { ...tools, serviceTime });
        if (check.kind === "fits") await settleOpen(open, { id: story.id, ...by }, journal);
      } else if (!open.isDeclared) await sayNotCreated(open, { machine, tools, manner });
    }
    return { kind: "settled" };
  });
}

const by = { who: "teacher", why: "looked into the account" };

type Tools = ReturnType<typeof toolsOf>;

function toolsOf(means: Parameters<Work>[0]) {
  const { store, world, remote } = means;
  const journal = new Journal(store);
  const [charges, creations] = [new ChargeTrail(), new CreationTrail()];
  for (const event of store.events) {
    charges.see(event);
    creations.see(event);
  }
  const asking: StoryCheckTools = {
    ...{ world, remote, journal, patiences },
    pace: means.openPace(journal.state),
    stops: new Stops(() => undefined),
    reads: new PQueue({ concurrency: 1 }),
    tell: () => undefined,
  };
  return { ...asking, journal, charges, creations };
}

async function sayNotCreated(
  open: OpenCreation,
  { machine, tools, manner }: { machine: Machine; tools: Tools; manner: Manner },
): Promise<void> {
  const { judge } = machine;
  const { attempt, intended } = open.attempt;
  const { journal, world } = tools;
  const isTrue = !judge.isTravelling(attempt);
  if (!isTrue && !manner.isHasty) return;
  const asked = await gatherEvidence(settingOf(intended.request), tools);
  const { contrary } = weigh(open, openCreations(journal.state), {
    ...tools,
    state: journal.state,
    evidence: asked.ok ? asked.evidence : null,
    now: world.now(),
    creationTimeoutMs: patiences.creationTimeoutMs,
  });
  // The tool asks for a reason. Who knows that nothing is on its way has one; who does not, and gives one, decides to pay again.
  if (contrary.length > 0 && manner.isHasty) {
    if (!manner.insists) return;
    judge.consent(`${open.edition}/${open.job}`, `not created: ${attempt}`);
  }
  await settleOpen(open, { id: null, ...by, evidence: contrary }, journal);
}
