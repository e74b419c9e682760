import type { ReadQuote, ReadStory } from "../../../src/client/readable.ts";
import type { Length } from "../../../src/contract/choices.ts";
import { writingCredits } from "../../../src/contract/stories.ts";
import { randomUuid } from "../../../src/shared/world.ts";
import { type Kernel, wallStartMs } from "./kernel.ts";

/** The service's configuration in one history, in credits and shares of the stories. */
export interface ServiceTerms {
  /** Null if the account is unlimited. */
  readonly balance: number | null;
  /** Whether reserved credits are already deducted from the balance that it shows. */
  readonly showsReserved: boolean;
  readonly starts: { readonly count: number; readonly windowMs: number };
  readonly bookIsStart: boolean;
  readonly writingMs: number;
  readonly narrationMs: number;
  readonly failsWriting: number;
  readonly cancels: number;
  readonly failsBook: number;
  /** How many credits a story's writing costs above its quote. */
  readonly dearer: number;
}

interface SimStory {
  readonly id: string;
  /** The attempt that created it. */
  readonly attempt: string;
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
  readonly wantsBook: boolean;
  readonly price: Prices;
  readonly createdAt: string;
  readonly writtenAt: number;
  status: "writing" | "ready" | "making_audiobook" | "done" | "failed" | "canceled";
  book: { readonly id: string; status: "processing" | "ready" | "error"; readonly readyAt: number } | null;
  charged: number;
  reserved: number;
}

interface Prices {
  readonly credits: number;
  readonly writing: number;
  readonly audiobook: number;
}

/** A refusal by the interface's code, with the wait of a rate limit in ms. */
export interface SimRefusal {
  readonly status: number;
  readonly code: string;
  readonly waitMs: number | null;
}

export type Served<Value> = { readonly value: Value } | { readonly refused: SimRefusal };

const audiobookCredits: Readonly<Record<Length, number>> = { short: 12, medium: 27, long: 50 };

export interface SimRequest {
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
  readonly length: Length;
  readonly audiobook: boolean;
}

/** The service: the interface's state machine with its accounts. It never loses data. */
export class SimService {
  terms: ServiceTerms;
  /** Whether stories may have cost more than their quotes. */
  readonly isDear: boolean;
  /** How far the service's clock is ahead of true time. In ms. */
  clockOffsetMs = 0;
  balance: number | null;
  readonly stories = new Map<string, SimStory>();
  readonly #kernel: Kernel;
  #starts: number[] = [];

  constructor(terms: ServiceTerms, kernel: Kernel) {
    this.terms = terms;
    this.isDear = terms.dearer > 0;
    this.balance = terms.balance;
    this.#kernel = kernel;
  }

  /** The stories of an attempt. A correct service makes one at most. */
  madeBy(attempt: string): SimStory[] {
    return [...this.stories.values()].filter((story) => story.attempt === attempt);
  }

  create(request: SimRequest, attempt: string): Served<SimStory> {
    const price = this.#priceOf(request);
    if (this.balance !== null && this.balance - this.#reserved() < price.credits) return refusal(402);
    const limited = this.#takeStart();
    if (limited !== null) return limited;
    const { chance, now } = this.#kernel;
    const story: SimStory = {
      id: randomUuid({ random: () => chance.next() }),
      attempt,
      topic: request.topic,
      lang: request.lang,
      difficulty: request.difficulty,
      wantsBook: request.audiobook,
      price,
      createdAt: new Date(this.time()).toISOString(),
      writtenAt: now + chance.below(this.terms.writingMs + 1),
      status: "writing",
      book: null,
      charged: 0,
      reserved: price.credits,
    };
    this.stories.set(story.id, story);
    return { value: story };
  }

  /** The time of its clock, in ms since 1970. */
  time(): number {
    return wallStartMs + this.#kernel.now + this.clockOffsetMs;
  }

  /** The real cost of a story, at least its quote. */
  #priceOf(request: SimRequest): Prices {
    const { credits, writing, audiobook } = pricesOf(request);
    const { dearer } = this.terms;
    return { credits: credits + dearer, writing: writing + dearer, audiobook };
  }

  /** The first read after writing starts the audiobook, once, and charges it. */
  read(id: string): Served<ReadStory> {
    const story = this.stories.get(id);
    if (story === undefined) return refusal(404);
    this.#progress(story);
    if (story.status === "ready" && story.wantsBook && story.book === null) {
      const refused = this.#startBook(story);
      if (refused !== null) return refused;
    }
    return { value: shown(story) };
  }

  quote(setting: Pick<SimRequest, "length" | "audiobook">): ReadQuote {
    const shownBalance =
      this.balance === null ? null : this.balance - (this.terms.showsReserved ? this.#reserved() : 0);
    return {
      ...pricesOf(setting),
      balance: { credits: shownBalance, plan: "reader", unlimited: shownBalance === null },
    };
  }

  exportBook(book: string): Served<Buffer> {
    for (const story of this.stories.values()) {
      if (story.book?.id !== book) continue;
      this.#progress(story);
      return story.book.status === "ready" ? { value: bookBytes(story.id) } : refusal(409);
    }
    return refusal(404);
  }

  /** What a story has cost or may still cost. */
  owed(story: SimStory): number {
    this.#progress(story);
    return story.charged + story.reserved;
  }

  #progress(story: SimStory): void {
    const { chance, now } = this.#kernel;
    if (story.status === "writing" && now >= story.writtenAt) {
      if (chance.hits(this.terms.failsWriting)) this.#release(story, "failed");
      else if (chance.hits(this.terms.cancels)) this.#release(story, "canceled");
      else {
        story.status = "ready";
        this.#charge(story, story.price.writing);
        if (!story.wantsBook) story.reserved = 0;
      }
    }
    const { book } = story;
    if (story.status === "making_audiobook" && book !== null && now >= book.readyAt) {
      if (chance.hits(this.terms.failsBook)) {
        book.status = "error";
        story.status = "failed";
        this.#charge(story, -story.price.audiobook);
        story.reserved = 0;
      } else {
        book.status = "ready";
        story.status = "done";
      }
    }
  }

  #startBook(story: SimStory): { refused: SimRefusal } | null {
    const others = this.#reserved() - story.reserved;
    if (this.balance !== null && this.balance - others < story.price.audiobook) return refusal(402);
    const limited = this.terms.bookIsStart ? this.#takeStart() : null;
    if (limited !== null) return limited;
    const { chance, now } = this.#kernel;
    story.book = {
      id: randomUuid({ random: () => chance.next() }),
      status: "processing",
      readyAt: now + chance.below(this.terms.narrationMs + 1),
    };
    story.status = "making_audiobook";
    this.#charge(story, story.price.audiobook);
    return null;
  }

  #charge(story: SimStory, credits: number): void {
    story.charged += credits;
    story.reserved = Math.max(0, story.reserved - credits);
    if (this.balance !== null) this.balance -= credits;
  }

  #release(story: SimStory, status: "failed" | "canceled"): void {
    story.status = status;
    story.reserved = 0;
  }

  #reserved(): number {
    let sum = 0;
    for (const { reserved } of this.stories.values()) sum += reserved;
    return sum;
  }

  /** A sliding window. Refused requests do not count. */
  #takeStart(): { refused: SimRefusal } | null {
    const { count, windowMs } = this.terms.starts;
    const { now } = this.#kernel;
    this.#starts = this.#starts.filter((at) => at + windowMs > now);
    const [first] = this.#starts;
    if (this.#starts.length >= count && first !== undefined) {
      return refusal(429, Math.ceil((first + windowMs - now) / 1000) * 1000);
    }
    this.#starts.push(now);
    return null;
  }
}

/** The exported audiobook of a story, with which a saved one is compared. */
export function bookBytes(story: string): Buffer {
  return Buffer.from(`ID3 audiobook of ${story}`);
}

export function textOf(story: string): string {
  return `The story ${story}.`;
}

function shown(story: SimStory): ReadStory {
  const { id, status, topic, lang, difficulty, createdAt, book } = story;
  const isWritten = ["ready", "making_audiobook", "done"].includes(status) || book !== null;
  return {
    id,
    status,
    topic,
    lang,
    difficulty,
    createdAt,
    title: isWritten ? "A story" : null,
    text: isWritten ? textOf(id) : null,
    error: status === "failed" ? "it went wrong" : null,
    credits: isWritten ? story.price.writing : 0,
    book: book === null ? null : { id: book.id, status: book.status },
  };
}

function pricesOf({ length, audiobook }: Pick<SimRequest, "length" | "audiobook">): Prices {
  const writing = writingCredits[length];
  const book = audiobook ? audiobookCredits[length] : 0;
  return { credits: writing + book, writing, audiobook: book };
}

const codes: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  429: "rate_limited",
  500: "server_error",
  503: "unavailable",
};

function refusal(status: number, waitMs: number | null = null): { refused: SimRefusal } {
  return { refused: { status, code: codes[status] ?? "refused", waitMs } };
}
