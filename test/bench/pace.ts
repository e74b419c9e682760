import { availableParallelism, cpus } from "node:os";
import { type BaselinePlayed, createAllThenPoll, createWaitNext } from "../pace/baselines.ts";
import { type LimiterKind, limiterKinds } from "../pace/limiter.ts";
import { lowerBoundMs } from "../pace/lower-bound.ts";
import { playRun } from "../pace/play-run.ts";
import { type AccountTerms, plainTerms } from "../pace/sim-account.ts";
import { runForReal } from "./real-pace.ts";

/**
 * `npm run bench:pace`: the production pipeline on virtual time against a simulated service, as ratios to the lower bound that no policy can beat,
 * beside two plain policies; then forty real stories. `--most 1000` leaves longer courses out.
 */
const readings = [
  { name: "counts", remembered: "counts", narrationCounts: true },
  { name: "free", remembered: "free", narrationCounts: false },
  { name: "unknown, counts", remembered: "unknown", narrationCounts: true },
  { name: "unknown, free", remembered: "unknown", narrationCounts: false },
] as const;

const sizes = [20, 100, 1_000, 10_000] as const;
/** Beyond this a baseline that meets a refusal at every turn takes longer than it is worth. */
const baselineMost = 1_000;

const flag = process.argv.indexOf("--most");
const most = flag === -1 ? Number.POSITIVE_INFINITY : Number(process.argv[flag + 1]);
const [cpu] = cpus();
say(`${availableParallelism()} x ${cpu?.model ?? "unknown"}, Node ${process.version}, ${process.platform}`);
say(
  "writing 120 s, narration 600 s, answers in 0.2 s; 60 calls a minute, 20 paid starts in ten; narration: what is known, and what is true",
);
for (const stories of sizes.filter((size) => size <= most)) {
  await benchSize(stories, { jitter: 0, foreign: false });
}
await benchSize(100, { jitter: 0.2, foreign: false });
await benchSize(100, { jitter: 0, foreign: true });
await benchReal();

async function benchSize(
  stories: number,
  { jitter, foreign }: { jitter: number; foreign: boolean },
): Promise<void> {
  const what = `${jitter === 0 ? "" : ", times spread by a fifth"}${foreign ? ", somebody else starts four in every ten minutes" : ""}`;
  say(`\n${stories} stories${what}`);
  say(
    "  limiter  narration        time/bound   429: creations  reads   calls/story   one by one   all at once, then poll (429s)",
  );
  for (const limiter of limiterKinds) {
    for (const reading of readings) await benchRow(stories, { limiter, reading, jitter, foreign });
  }
}

async function benchRow(
  stories: number,
  row: { limiter: LimiterKind; reading: (typeof readings)[number]; jitter: number; foreign: boolean },
): Promise<void> {
  const { limiter, reading, jitter, foreign } = row;
  const foreignStartsMs = foreign ? Array.from({ length: 100 }, (_, index) => index * 150_000 + 77_000) : [];
  const terms: AccountTerms = {
    ...plainTerms,
    ...{ limiter, jitter, foreignStartsMs, seed: 5, narrationCounts: reading.narrationCounts },
  };
  const played = await playRun({ stories, terms, remembered: reading.remembered });
  if (played.report.jobs.done !== stories) throw new Error(`only ${played.report.jobs.done} are done`);
  const { creationsRefused, readsRefused } = played.tally;
  const others = stories > baselineMost ? ["", ""] : await baselinesOf(stories, terms);
  say(
    `  ${limiter.padEnd(8)} ${reading.name.padEnd(16)} ${played.ratio.toFixed(3).padStart(10)}   ${String(creationsRefused).padStart(14)} ${String(readsRefused).padStart(6)} ${played.callsPerStory.toFixed(2).padStart(13)}   ${others.join("   ")}`,
  );
}

async function baselinesOf(stories: number, terms: AccountTerms): Promise<string[]> {
  const boundMs = lowerBoundMs(stories, terms);
  const ratioOf = ({ makespanMs }: BaselinePlayed): string => (makespanMs / boundMs).toFixed(2);
  const refusalsOf = ({ tally }: BaselinePlayed): number => tally.creationsRefused + tally.readsRefused;
  const oneByOne = await createWaitNext({ stories, terms });
  const atOnce = await createAllThenPoll({ stories, terms });
  return [ratioOf(oneByOne).padStart(10), `${ratioOf(atOnce)} (${refusalsOf(atOnce)})`];
}

async function benchReal(): Promise<void> {
  const stories = 40;
  say(
    `\n${stories} real stories with audiobooks: the command and the local service, 60 calls in 1 s, 20 paid starts in 10 s`,
  );
  const { exitCode, done, refusals, calls, seconds } = await runForReal(stories);
  say(
    `  exit ${exitCode}, ${done} done in ${seconds.toFixed(1)} s, ${calls} calls (${(calls / stories).toFixed(2)} a story), ${refusals} refused`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
