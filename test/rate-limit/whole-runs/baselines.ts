import type { Answer, ScheduledReads } from "./sim-account.ts";
import { type AccountTerms, SimAccount, type Tally } from "./sim-account.ts";
import { VirtualClock } from "./virtual-clock.ts";

export interface BaselineGame {
  readonly stories: number;
  readonly terms: AccountTerms;
}

export interface BaselinePlayed {
  readonly makespanMs: number;
  readonly tally: Tally;
}

const pollMs = 20_000;

/** Creates a story, waits until it is done, and only then creates the next. */
export function createWaitNext(game: BaselineGame): Promise<BaselinePlayed> {
  return play(game, async (account, clock) => {
    for (let made = 0; made < game.stories; made++) {
      const story = await insist(clock, () => account.create());
      await follow(account, clock, story);
    }
  });
}

/** Creates all as fast as it is let, and reads each every twenty seconds; whatever is refused is sent again after the wait that was named. */
export function createAllThenPoll(game: BaselineGame): Promise<BaselinePlayed> {
  return play(game, async (account, clock) => {
    const following: Promise<void>[] = [];
    for (let made = 0; made < game.stories; made++) {
      const story = await insist(clock, () => account.create());
      following.push(follow(account, clock, story));
    }
    await Promise.all(following);
  });
}

async function play(
  { terms }: BaselineGame,
  work: (account: SimAccount, clock: VirtualClock) => Promise<void>,
): Promise<BaselinePlayed> {
  const clock = new VirtualClock(terms.seed + 9);
  const account = new SimAccount(terms, clock);
  await clock.until(work(account, clock));
  return { makespanMs: clock.monotonic(), tally: account.tally };
}

async function follow(account: SimAccount, clock: VirtualClock, story: ScheduledReads): Promise<void> {
  do {
    await clock.sleep(pollMs);
    await insist(clock, () => account.read(story.id));
  } while (account.statusOf(story) !== "done");
  await insist(clock, () => account.plainCall());
}

async function insist<Value>(clock: VirtualClock, call: () => Promise<Answer<Value>>): Promise<Value> {
  for (;;) {
    const answer = await call();
    if (answer.ok) return answer.value;
    await clock.sleep(answer.retryAfterMs);
  }
}
