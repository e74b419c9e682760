import type { EventBody, LedgerEvent, Price } from "../../../src/ledger/format/event.ts";
import { extend, fold } from "../../../src/ledger/format/fold.ts";
import { emptyHead, type Head, writeLine } from "../../../src/ledger/format/line.ts";
import { id, intended } from "./histories.ts";

interface Made {
  readonly id: string;
  readonly job: string;
  readonly attempt: string;
  readonly price: Price;
  status: "writing" | "written" | "ready" | "making_audiobook" | "done" | "failed";
  credits: number;
  hasBook: boolean;
}

type Chance = () => number;

/**
 * An account at a service that charges as the interface allows: the writing when it succeeds, the audiobook at the first read after it, which is
 * given back where it fails. And a ledger that buys there, reads, crashes and is told what became of its open creations.
 */
export class AnyAccount {
  readonly state = fold([]);
  readonly events: LedgerEvent[] = [];
  balance = 10_000;
  /** What others took since the ledger last accounted for the balance, and what came in or was given back. */
  foreign = 0;
  income = 0;
  readonly #made: Made[] = [];
  /** Accepted stories, and attempts of unknown outcome: with the story that there is, or null. */
  readonly #known: Made[] = [];
  readonly #open: { readonly job: string; readonly attempt: string; readonly story: Made | null }[] = [];
  /** What the ledger has seen the end of. */
  readonly #ended = new Set<Made>();
  readonly #chance: Chance;
  #head: Head = emptyHead;
  #jobs = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.record({ type: "ledger.opened", format: 1, ledger: id(1), course: "c", service: "s" });
  }

  record(body: EventBody): void {
    const at = new Date(Date.UTC(2026, 10, 20) + this.events.length * 1000).toISOString();
    const { event } = writeLine(this.#head, at, body);
    this.#head = { seq: event.seq, hash: event.hash };
    this.events.push(event);
    extend(this.state, event);
  }

  quote(balance: number | null): void {
    const setting = { lang: "es", difficulty: 3, length: "short", audiobook: true };
    const price = { credits: 13, writing: 13, audiobook: 0 };
    this.record({ type: "quote.received", edition: "1", setting, price, balance });
  }

  account(): void {
    this.record({ type: "balance.accounted", edition: "1", run: id(9), unexplained: 0 });
    this.foreign = 0;
    this.income = 0;
  }

  /** Nothing is on its way or unknown, neither at the service nor in the ledger. */
  get isQuiet(): boolean {
    return this.#open.length === 0 && this.state.totals.held === 0;
  }

  /** One thing that may happen between two quotes. */
  step(): void {
    const what = Math.floor(this.#chance() * 10);
    if (what < 2) this.#buy();
    else if (what < 5) this.#work();
    else if (what < 8) this.#read();
    else if (what < 9) this.#settle();
    else if (this.#chance() < 0.1) this.#comeIn(Math.ceil(this.#chance() * 50));
  }

  /** Everything ends, and the ledger sees it. */
  finish(): void {
    while (this.#open.length > 0) this.#settle();
    for (let round = 0; round < 3; round++) {
      for (const story of this.#made) this.#goOn(story);
      for (const story of this.#known) if (!this.#ended.has(story)) this.#readOne(story, true);
    }
  }

  #comeIn(credits: number): void {
    this.balance += credits;
    this.income += credits;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#chance() * items.length)];
  }

  #buy(): void {
    const audiobook = this.#chance() < 0.5 ? 0 : 8 + Math.floor(this.#chance() * 40);
    const writing = this.#pick([13, 30, 55]) ?? 13;
    const price = { credits: writing + audiobook, writing, audiobook };
    this.#jobs += 1;
    const [job, attempt] = [`job-${this.#jobs}.es.3`, id(0x1000 + this.#jobs)];
    const request = { topic: job, lang: "es", difficulty: 3, length: "short", audiobook: audiobook > 0 };
    this.record(intended({ edition: "1", job, attempt, price, request, replaces: false }));
    const of = { edition: "1", job, attempt };
    const outcome = this.#chance();
    if (outcome < 0.1) {
      this.record({ type: "creation.unsent", ...of, cause: "ECONNREFUSED" });
      return;
    }
    const story: Made | null =
      outcome < 0.2
        ? null
        : {
            id: id(0x8000 + this.#jobs),
            job,
            attempt,
            price,
            status: "writing",
            credits: 0,
            hasBook: false,
          };
    if (story !== null) this.#made.push(story);
    if (story !== null && outcome < 0.8) {
      this.record({ type: "creation.accepted", ...of, id: story.id, status: 202, warnings: [] });
      this.#known.push(story);
      return;
    }
    // Half of them crash before the answer is recorded.
    if (this.#chance() < 0.5)
      this.record({ type: "creation.uncertain", ...of, cause: "reset", status: null, answer: null });
    this.#open.push({ job, attempt, story });
  }

  /** The service goes on with one of its stories. */
  #work(): void {
    const story = this.#pick(this.#made);
    if (story !== undefined) this.#goOn(story);
  }

  #goOn(story: Made): void {
    if (story.status === "writing") {
      if (this.#chance() < 0.15) story.status = "failed";
      else {
        story.credits = story.price.writing;
        this.balance -= story.price.writing;
        story.status = story.price.audiobook > 0 ? "written" : "ready";
      }
    } else if (story.status === "making_audiobook") {
      if (this.#chance() < 0.2) this.#comeIn(story.price.audiobook);
      story.status = "done";
    }
  }

  #read(): void {
    const story = this.#pick(this.#known);
    // The answer, and with it what the read has started, may be lost.
    if (story !== undefined) this.#readOne(story, this.#chance() < 0.8);
  }

  #readOne(story: Made, isSeen: boolean): void {
    if (story.status === "written") {
      story.status = "making_audiobook";
      story.hasBook = true;
      this.balance -= story.price.audiobook;
    }
    if (!isSeen) return;
    if (["ready", "done", "failed"].includes(story.status)) this.#ended.add(story);
    const { job, status, credits, hasBook } = story;
    const book = hasBook ? { id: id(0x7000), status: "processing" } : null;
    this.record({
      type: "story.observed",
      edition: "1",
      job,
      id: story.id,
      status,
      credits,
      book,
      error: null,
    });
  }

  /** A person settles a creation of unknown outcome, and is right. */
  #settle(): void {
    const open = this.#open.shift();
    if (open === undefined) return;
    const { job, attempt, story } = open;
    const said = { edition: "1", job, attempt, who: "a teacher", why: "seen in the app" };
    const how = story === null ? "not-created" : "story";
    this.record({ type: "creation.resolved", ...said, how, id: story?.id ?? null });
    if (story !== null) this.#known.push(story);
  }
}
