import { setTimeout as wait } from "node:timers/promises";
import { Served } from "../e2e/fixtures/served.ts";
import { ServiceProxy } from "../e2e/fixtures/service-proxy.ts";
import { randomOf } from "../random.ts";
import { CrashedCourse, wasKilled } from "./crashed-course.ts";

export interface KillPlan {
  /** It goes on, to ten times as many, until one has struck a creation whose story no run recorded. */
  readonly kills: number;
  /** The number of courses that run concurrently. */
  readonly lanes: number;
  readonly seed: number;
}

export interface KillTally {
  kills: number;
  courses: number;
  /** Kills after which a creation was open for the user to settle. */
  open: number;
  /** Stories that existed although the run died before it recorded their ids. */
  adopted: number;
  stories: number;
}

/**
 * Kills the runs of courses at random points until each course is done, all on one service. Throws, with the seed, at the first lesson
 * created twice, id lost or ledger damaged; otherwise returns the tally.
 */
export async function killAtRandom({ kills, lanes, seed }: KillPlan): Promise<KillTally> {
  const served = await Served.start({ credits: 10_000_000, writingTime: "30ms", narrationTime: "30ms" });
  const tally: KillTally = { kills: 0, courses: 0, open: 0, adopted: 0, stories: 0 };
  try {
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) => {
        const random = randomOf(seed * 1_000 + lane);
        return inLane({ served, lane, random, tally, kills });
      }),
    );
    return { ...tally, stories: served.stories().length };
  } catch (error) {
    throw new Error(`seed ${seed}, after ${tally.kills} kills: ${String(error)}`, { cause: error });
  } finally {
    await served.dispose();
  }
}

interface Lane {
  readonly served: Served;
  readonly lane: number;
  readonly random: () => number;
  readonly tally: KillTally;
  readonly kills: number;
}

async function inLane({ served, lane, random, tally, kills }: Lane): Promise<void> {
  const proxy = await ServiceProxy.listen(served.proxy.target);
  try {
    for (let number = 0; !isEnough(tally, kills); number++) {
      const name = `lane-${lane}-course-${number}`;
      const course = await CrashedCourse.begin(served, {
        name,
        topics: 8,
        audiobook: number % 8 === 7,
        proxy,
      });
      const done = await killUntilDone(course, { random, tally, kills });
      // For some courses, checks that one more run changes nothing.
      if (!done || random() < 0.2) await course.heal();
      tally.courses += 1;
    }
  } finally {
    await proxy.close();
  }
}

/** Whether there were enough kills, of the kind that matters most too: which moments are met depends on the machine, whatever the seed. */
function isEnough({ kills, open, adopted }: KillTally, wanted: number): boolean {
  return kills >= wanted * 10 || (kills >= wanted && adopted > 0 && open > 1);
}

/** Kills the runs of one course. True once a run reached its end, false once there were enough kills. */
async function killUntilDone(
  course: CrashedCourse,
  { random, tally, kills }: Pick<Lane, "random" | "tally" | "kills">,
): Promise<boolean> {
  const unrecorded = new Set<string>();
  while (!isEnough(tally, kills)) {
    const running = course.run();
    await randomMoment(running.finished, course.proxy, random);
    running.process.kill("SIGKILL");
    const finished = await running.finished;
    await course.proxy.quiet();
    const killed = wasKilled(finished);
    if (finished.code === 0) {
      course.finish(finished);
      return true;
    }
    if (!killed && finished.code !== 5)
      throw new Error(`${course.name} exited ${finished.code}: ${finished.stderr}`);
    course.judge({ killed: true });
    const open = course.openAttempts().length > 0;
    if (killed) tally.kills += 1;
    if (killed && open) tally.open += 1;
    const kept = course.kept();
    const lost = course.created().filter(({ id }) => !kept.includes(id) && !unrecorded.has(id));
    for (const { id } of lost) unrecorded.add(id);
    tally.adopted += lost.length;
    // The user settles at once, or only after other runs.
    if (open && (!killed || random() < 0.3)) await course.resolveTruthfully();
  }
  return false;
}

// The critical moments are a few ms of a run that takes hundreds, so two of three kills aim at them.
async function randomMoment(
  ended: Promise<unknown>,
  proxy: ServiceProxy,
  random: () => number,
): Promise<void> {
  const over = new AbortController();
  void ended.then(() => over.abort());
  const until = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal: over.signal }).catch(() => undefined);
  const aim = random();
  if (aim < 0.34) return until(100 + random() * 700);
  const event = aim < 0.67 ? "request" : "creationAnswer";
  const count = 1 + Math.floor(random() * (event === "request" ? 4 : 2));
  await nthOf(event, { count, proxy, signal: over.signal });
  // Timers are too coarse: half of the kills happen in the same tick in which the bytes pass.
  if (random() < 0.5) await until(random() * (event === "request" ? 20 : 8));
}

function nthOf(
  event: "request" | "creationAnswer",
  { count, proxy, signal }: { count: number; proxy: ServiceProxy; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const end = (): void => {
      proxy.moments.off(event, pass);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const pass = (): void => {
      left -= 1;
      if (left === 0) end();
    };
    proxy.moments.on(event, pass);
    signal.addEventListener("abort", end);
  });
}
