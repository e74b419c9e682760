import {
  type BaselinePlayed,
  createAllThenPoll,
  createWaitNext,
} from "../rate-limit/whole-runs/baselines.ts";
import { chanceFrom } from "../rate-limit/whole-runs/chance.ts";
import { type LimiterKind, limiterKinds } from "../rate-limit/whole-runs/limiter.ts";
import { lowerBoundMs } from "../rate-limit/whole-runs/lower-bound.ts";
import { type Played, playRun } from "../rate-limit/whole-runs/play-run.ts";
import { type AccountTerms, plainTerms } from "../rate-limit/whole-runs/sim-account.ts";
import { say, verdict } from "./measure.ts";

const results = [
  { name: "counts", remembered: "counts", narrationCounts: true },
  { name: "free", remembered: "free", narrationCounts: false },
  { name: "unknown, counts", remembered: "unknown", narrationCounts: true },
  { name: "unknown, free", remembered: "unknown", narrationCounts: false },
] as const;

type Row = { readonly limiter: LimiterKind; readonly result: (typeof results)[number] };

const rows: readonly Row[] = limiterKinds.flatMap((limiter) =>
  results.map((result) => ({ limiter, result })),
);
const sizes = [20, 100, 1_000, 10_000] as const;
/** Beyond this a baseline that meets a refusal at every turn takes longer than it is worth. */
const baselineMost = 1_000;
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** From so many stories on the promises hold. */
const promisedFrom = 100;

/** The production run on virtual time against a simulated service, as ratios to the lower bound that no policy can beat, beside two plain policies. */
export async function benchPace(most: number): Promise<void> {
  say(
    "\npace: writing 120 s, narration 600 s, answers in 0.2 s; 60 calls a minute, 20 paid starts in ten; narration: what is known, and what is true",
  );
  for (const stories of sizes) {
    if (stories <= most) await benchSize(stories);
    else say(`\n${stories} stories: left out by --most ${most}`);
  }
  for (const stories of [100, 1_000]) if (stories <= most) await benchSpread(stories);
  await benchOthers(100);
}

async function benchSize(stories: number): Promise<void> {
  say(`\n${stories} stories`);
  say(
    "  limiter  narration         time/bound   429: creations  reads   calls/story   one by one   all at once, then poll (429s)",
  );
  const all: (Row & { readonly played: Played })[] = [];
  for (const row of rows) {
    const terms = termsOf(row, {});
    const played = await play(stories, row, terms);
    all.push({ ...row, played });
    const { creations, reads } = played.tally.own;
    const others = stories > baselineMost ? ["  left out", "left out"] : await baselinesOf(stories, terms);
    say(
      `${nameOf(row)} ${ratio(played.ratio, 11)}   ${figure(creations, 14)} ${figure(reads, 6)} ${ratio(played.callsPerStory, 13)}   ${others.join("   ")}`,
    );
  }
  if (stories >= promisedFrom) for (const line of verdictsOn(all)) say(line);
}

/** The worst of every promise. */
function verdictsOn(all: readonly (Row & { readonly played: Played })[]): string[] {
  const isKnown = ({ result }: Row): boolean => result.remembered !== "unknown";
  const worst = (some: typeof all, of: (played: Played) => number): number =>
    Math.max(...some.map(({ played }) => of(played)));
  const known = all.filter(isKnown);
  const unknown = all.filter((row) => !isKnown(row));
  const timeKnown = worst(known, (played) => played.ratio);
  const timeUnknown = worst(unknown, (played) => played.ratio);
  const calls = worst(all, ({ callsPerStory }) => callsPerStory);
  const creations = worst(all, ({ tally }) => tally.own.creations);
  const readsKnown = worst(known, ({ tally }) => tally.own.reads);
  const readsUnknown = worst(unknown, ({ tally }) => tally.own.reads);
  return [
    `  time/bound at most ${timeKnown.toFixed(3)} where known ${verdict("at most 1.050", timeKnown <= 1.05)}, ` +
      `${timeUnknown.toFixed(3)} where unknown ${verdict("at most 1.150", timeUnknown <= 1.15)}; calls a story ${calls.toFixed(2)} ${verdict("at most 8", calls <= 8)}`,
    `  refused: creations ${creations} ${verdict("none", creations === 0)}, reads ${readsKnown} where known ${verdict("none", readsKnown === 0)}, ` +
      `${readsUnknown} where unknown ${verdict("at most 1", readsUnknown <= 1)}`,
  ];
}

/** Times spread by a fifth: the luck of one course says little, so nine are played. */
async function benchSpread(stories: number): Promise<void> {
  say(`\n${stories} stories, times spread by a fifth, ${seeds.length} courses: the middle one and the worst`);
  say("  Bound of the unknowing: of any client that may meet no refusal, whichever kind the limits are of.");
  say(
    "  limiter  narration          time/bound       time/bound of the unknowing   429: creations  reads   calls/story",
  );
  for (const row of rows) {
    const played: Played[] = [];
    for (const seed of seeds) played.push(await play(stories, row, termsOf(row, { seed, jitter: 0.2 })));
    const [plain, unknowing] = [of(played, "ratio"), of(played, "safeRatio")];
    const creations = Math.max(...played.map(({ tally }) => tally.own.creations));
    const reads = Math.max(...played.map(({ tally }) => tally.own.reads));
    say(
      `${nameOf(row)} ${plain}  ${unknowing.padStart(28)}   ${figure(creations, 14)} ${figure(reads, 6)} ${of(played, "callsPerStory").padStart(13)}`,
    );
  }
}

/** The middle and the worst of some runs. */
function of(played: readonly Played[], what: "ratio" | "safeRatio" | "callsPerStory"): string {
  const sorted = played.map((one) => one[what]).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return `${ratio(middle, 7)} ${ratio(sorted.at(-1) ?? Number.NaN, 6)}`;
}

async function benchOthers(stories: number): Promise<void> {
  say(`\n${stories} stories, somebody else starts four in ten minutes, at any time, where they find room`);
  say("  Refusals are our own where our starts alone fill the limit, else by others. Bound: as if alone;");
  say("  who leaves the others their four of twenty takes 1.25 times as long to create, or to narrate.");
  say(
    "  limiter  narration         time/bound   429, our own: creations  reads   by others: creations  reads   calls/story",
  );
  const chance = chanceFrom(77);
  const foreignStartsMs = Array.from({ length: 400 }, (_, index) => (index + chance()) * 150_000);
  for (const row of rows) {
    const played = await play(stories, row, termsOf(row, { foreignStartsMs }));
    const { own, others } = played.tally;
    say(
      `${nameOf(row)} ${ratio(played.ratio, 11)} ${figure(own.creations, 25)} ${figure(own.reads, 6)} ${figure(others.creations, 22)} ${figure(others.reads, 6)} ${ratio(played.callsPerStory, 13)}`,
    );
  }
}

function termsOf({ limiter, result }: Row, more: Partial<AccountTerms>): AccountTerms {
  return { ...plainTerms, seed: 5, limiter, narrationCounts: result.narrationCounts, ...more };
}

async function play(stories: number, { result }: Row, terms: AccountTerms): Promise<Played> {
  const played = await playRun({ stories, terms, remembered: result.remembered });
  if (played.report.jobs.done !== stories) throw new Error(`only ${played.report.jobs.done} are done`);
  return played;
}

async function baselinesOf(stories: number, terms: AccountTerms): Promise<string[]> {
  const boundMs = lowerBoundMs(stories, terms);
  const ratioOf = ({ makespanMs }: BaselinePlayed): string => (makespanMs / boundMs).toFixed(2);
  const refusalsOf = ({ tally }: BaselinePlayed): number => tally.own.creations + tally.own.reads;
  const oneByOne = await createWaitNext({ stories, terms });
  const atOnce = await createAllThenPoll({ stories, terms });
  return [ratioOf(oneByOne).padStart(10), `${ratioOf(atOnce)} (${refusalsOf(atOnce)})`];
}

function nameOf({ limiter, result }: Row): string {
  return `  ${limiter.padEnd(8)} ${result.name.padEnd(16)}`;
}

function ratio(value: number, width: number): string {
  return value.toFixed(3).padStart(width);
}

function figure(value: number, width: number): string {
  return String(value).padStart(width);
}
