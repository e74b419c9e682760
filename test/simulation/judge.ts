import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { Replacement } from "../../src/run/create/replacements.ts";
import { checkBudgets, checkCosts, checkFold, type Expect } from "./money-promises.ts";
import {
  lessonOf,
  type MoneyView,
  mayExist,
  type SeenAttempt,
  viewMoney,
  viewMoneyAt,
} from "./money-view.ts";
import type { Inode, SimDisk } from "./world/disk.ts";
import type { Kernel, SimProcess } from "./world/kernel.ts";
import type { Arrived } from "./world/process-remote.ts";
import type { SimService } from "./world/sim-service.ts";

/** A run or a person at work, as the judge knows them. */
export interface Actor {
  readonly process: SimProcess;
  readonly beganAt: number;
  /** Persons read a story before they believe that it is theirs. */
  readonly isPerson: boolean;
  readonly ledger: string;
  readonly plan: Plan;
  readonly maxCredits: number | null;
  readonly retryRefused: boolean;
  readonly replaces: readonly Replacement[];
  /** The ledger's file as it was opened, wherever its name leads by now. */
  inode: Inode | null;
  /** Ids that came whole to this process. */
  readonly received: string[];
  /** Ids that came in whatever form, believed or not. */
  readonly named: string[];
  /** Ids that it told the terminal because it could not record them. */
  readonly told: string[];
  readonly sent: Map<string, number>;
  inFlight: string | null;
  closedUntil: number;
  holds: boolean;
}

interface Seen {
  readonly seq: number;
  readonly hash: string;
}

/** How old the program's last look at the ledger's name may be when it sends. In ms. */
const freshMs = 2_000;

/** How long after its intention a request may be sent: persons judge by that whether it may still be on its way. In ms. */
const intentionLastsMs = 60_000;

const sending = "a request is sent";

/** Where a course's files are, on every computer. */
export const courseFolder = "/out/course";

/** Watches over the promises: every one is checked at the moment at which it could be broken. */
export class Judge {
  /** The first promise that was broken. */
  broken: string | null = null;
  /** How often something was checked, so that a simulation that checks nothing is noticed. */
  checks = 0;
  sends = 0;
  readonly actors = new Map<SimProcess, Actor>();
  /** Every attempt that was ever sent, with the job that it was for. */
  readonly attempts = new Map<string, SeenAttempt>();
  readonly #consents = new Map<string, Set<string>>();
  /** The month in which each intention was written, by the service's clock, which never counts back. */
  readonly #months = new Map<string, string>();
  #newestMonth = "";
  readonly #intendedAt = new Map<string, number>();
  #meddledAt = Number.NEGATIVE_INFINITY;
  readonly #travelling = new Set<string>();
  /** What of the ledger, and of its copies, was acknowledged last. */
  #last: Seen | null = null;
  #lastOfMoney: Seen | null = null;
  /** Stories that the ledger knows, by its last reading before a creation. */
  knownStories: readonly string[] = [];
  /** The disks on which rescue files may be. */
  readonly rescueDisks: readonly SimDisk[];
  /** Whether an opening shuts out whoever held the ledger before, who may not know it yet. */
  readonly isFenced: boolean;
  #lastOpening: { readonly actor: Actor; readonly at: number; readonly events: number } | null = null;
  readonly #kernel: Kernel;
  readonly #disk: SimDisk;
  readonly #service: SimService;

  /** `disk`: where the ledger is seen. */
  constructor(
    kernel: Kernel,
    disk: SimDisk,
    service: SimService,
    { isFenced, rescueDisks }: { isFenced: boolean; rescueDisks: readonly SimDisk[] } = {
      isFenced: false,
      rescueDisks: [disk],
    },
  ) {
    this.#kernel = kernel;
    this.#disk = disk;
    this.#service = service;
    this.isFenced = isFenced;
    this.rescueDisks = rescueDisks;
  }

  readonly expect: Expect = (holds, promise) => {
    this.checks += 1;
    if (holds || this.broken !== null) return;
    this.broken = promise();
    this.#kernel.trace?.(`BROKEN: ${this.broken}`);
  };

  enter(actor: Actor): void {
    this.actors.set(actor.process, actor);
    // The same words said again are no further consent.
    for (const { job, of } of actor.replaces) this.consent(`${actor.plan.edition}/${job}`, String(of));
  }

  /**
   * A ledger was opened: by nobody else at once, and with everything that was ever acknowledged. Of one that may have been put back, and of
   * a copy, what money hangs on is asked for; the rest is read again from the service.
   */
  opened(actor: Actor, events: readonly LedgerEvent[], isTheOnlyOne: boolean): void {
    for (const other of this.actors.values()) {
      this.expect(
        other === actor || !other.holds || !other.process.alive,
        () => `${actor.process.name} holds the ledger together with ${other.process.name}`,
      );
    }
    actor.holds = true;
    this.#lastOpening = { actor, at: this.#kernel.now, events: events.length };
    actor.inode = this.#disk.at(actor.ledger) ?? null;
    const kept = isTheOnlyOne ? this.#last : this.#lastOfMoney;
    this.expect(
      kept === null || events[kept.seq - 1]?.hash === kept.hash,
      () => `event ${kept?.seq} was acknowledged and is not in the ledger that was opened`,
    );
    for (const event of events.slice(isTheOnlyOne ? (kept?.seq ?? 0) : 0)) this.acknowledged(event);
  }

  /** A ledger was opened by somebody who stood still meanwhile and was shut out: what it read may be old, and it may write nothing. */
  openedTooLate(actor: Actor): void {
    actor.inode = this.#disk.at(actor.ledger) ?? null;
  }

  /** Forgets for a while which ledger there is: what is opened until the given function is called is another one. */
  lookAway(): () => void {
    const [last, lastOfMoney] = [this.#last, this.#lastOfMoney];
    this.#last = null;
    this.#lastOfMoney = null;
    return () => {
      this.#last = last;
      this.#lastOfMoney = lastOfMoney;
    };
  }

  /** Whether everybody who is at work has opened the ledger. */
  isHeldByAll(): boolean {
    return [...this.actors.values()].every(({ process, holds }) => holds || !process.alive);
  }

  /** Somebody meddled with the course's folder: a lock that went with it holds nobody off. */
  meddled(): void {
    this.#meddledAt = this.#kernel.now;
    for (const actor of this.actors.values()) actor.holds = false;
  }

  /** A ledger says that an event is durable. `by`: to whom it says so just now. */
  acknowledged(event: LedgerEvent, by: Actor | null = null): void {
    const { seq, hash, type } = event;
    if (this.isFenced && by !== null) this.#checkFence(by, event);
    this.#last = { seq, hash };
    if (event.type === "creation.intended") {
      this.#monthOf(event.attempt);
      if (!this.#intendedAt.has(event.attempt)) this.#intendedAt.set(event.attempt, this.#kernel.now);
    }
    if (type.startsWith("creation.")) this.#lastOfMoney = { seq, hash };
  }

  /** What a shared ledger takes is committed, and from whoever opened it last. */
  #checkFence(by: Actor, { seq, hash, type }: LedgerEvent): void {
    if (this.#meddledAt >= by.beganAt) return;
    const last = this.#lastOpening;
    // What stood there before that opening may be heard of only now.
    this.expect(
      last === null || last.actor === by || seq <= last.events,
      () =>
        `${by.process.name} writes ${type} although ${last?.actor.process.name} has opened the ledger since`,
    );
    this.expect(
      this.#disk.at(by.ledger)?.read().includes(`"hash":"${hash}"`) === true,
      () => `event ${seq}, ${type}, was acknowledged and is not in the database`,
    );
  }

  /** Nobody sends on a shared ledger who has been shut out for longer than the program's last look may be old. */
  #checkShutOut(actor: Actor): void {
    const last = this.#lastOpening;
    if (!this.isFenced || last === null || last.actor === actor) return;
    const agoMs = this.#kernel.now - last.at;
    this.expect(agoMs <= freshMs, () => `${sending} ${agoMs} ms after ${last.actor.process.name} took over`);
  }

  #monthOf(attempt: string): string {
    const today = new Date(this.#service.time()).toISOString().slice(0, 7);
    const month = this.#months.get(attempt) ?? (today > this.#newestMonth ? today : this.#newestMonth);
    this.#months.set(attempt, month);
    if (month > this.#newestMonth) this.#newestMonth = month;
    return month;
  }

  /** A person has decided to pay for a lesson once more, if need be. `words`: the decision, which counts once. */
  consent(key: string, words: string): void {
    const start = key.indexOf("/") + 1;
    const lesson = key.slice(0, start) + lessonOf(key.slice(start));
    this.#consents.set(lesson, (this.#consents.get(lesson) ?? new Set()).add(words));
  }

  /** How many events were acknowledged. */
  get lastSeq(): number {
    return this.#last?.seq ?? 0;
  }

  get lastOfMoney(): Seen | null {
    return this.#lastOfMoney;
  }

  /** The last moment before a request's first byte. Gives the attempt that it is, by the durable ledger. */
  beforeSend(process: SimProcess, body: Buffer): string {
    const actor = this.#actorOf(process);
    this.sends += 1;
    this.#checkShutOut(actor);
    const view = this.#durableView(actor, sending);
    const open = [...view.attempts.values()].filter(({ outcome }) => outcome === "intended");
    const [attempt] = open;
    this.expect(
      open.length === 1 && JSON.stringify(attempt?.request) === body.toString(),
      () => `a request is sent without its durable intention (open intentions: ${open.length})`,
    );
    if (attempt === undefined) return "unknown";
    this.attempts.set(attempt.attempt, attempt);
    const waitedMs = this.#kernel.now - (this.#intendedAt.get(attempt.attempt) ?? this.#kernel.now);
    this.expect(waitedMs <= intentionLastsMs, () => `a request is sent ${waitedMs} ms after its intention`);
    this.#checkOneAttempt(actor, attempt, view);
    this.#checkPace(actor, attempt);
    const then = viewMoneyAt(actor.inode?.read() ?? Buffer.alloc(0), attempt.attempt);
    const monthOf = (one: SeenAttempt): string => this.#months.get(one.attempt) ?? one.month;
    this.#monthOf(attempt.attempt);
    checkBudgets(actor, { attempt, view: then, monthOf }, this.expect);
    checkCosts(view, this.#service, this.expect);
    this.#checkReceived(actor, view, "before the next creation");
    this.knownStories = [...view.stories.keys()];
    actor.inFlight = attempt.attempt;
    return attempt.attempt;
  }

  afterSend(process: SimProcess, attempt: string, arrived: Arrived | null): void {
    const actor = this.#actorOf(process);
    actor.inFlight = null;
    if (arrived?.shownId != null) actor.received.push(arrived.shownId);
    if (arrived?.namedId != null) actor.named.push(arrived.namedId);
    const reply = arrived?.reply;
    if (reply?.kind === "answer" && reply.status === 429 && reply.retryAfter !== null) {
      actor.closedUntil = this.#kernel.now + Number(reply.retryAfter) * 1000;
    } else if (reply?.kind !== "answer" || (reply.status !== 409 && reply.status !== 429)) {
      // What is not refused for a passing reason may never be sent twice in a run.
      const key = this.attempts.get(attempt)?.key ?? "";
      actor.sent.set(key, (actor.sent.get(key) ?? 0) + 1);
    }
  }

  /** Persons aside, nobody reads a story before its id is durable: the read may start what costs money. */
  beforeRead(process: SimProcess, id: string): void {
    const actor = this.#actorOf(process);
    if (actor.isPerson || this.#meddledAt >= actor.beganAt) return;
    const view = this.#durableView(actor, "a story is read");
    this.expect(view.stories.has(id), () => `story ${id} is read before its id is durable`);
  }

  /** A request is on its way to the service and will be processed. */
  travels(attempt: string): void {
    this.#travelling.add(attempt);
  }

  isTravelling(attempt: string): boolean {
    return this.#travelling.has(attempt);
  }

  processed(attempt: string): void {
    this.#travelling.delete(attempt);
    const key = this.attempts.get(attempt)?.key ?? "";
    const stories = this.storiesOf(key);
    const allowed = 1 + (this.#consents.get(key)?.size ?? 0);
    this.expect(stories <= allowed, () => `${key} was paid for ${stories} times, allowed: ${allowed}`);
  }

  /** How many stories the service has made for a job. */
  storiesOf(key: string): number {
    let count = 0;
    for (const story of this.#service.stories.values()) {
      if (this.attempts.get(story.attempt)?.key === key) count += 1;
    }
    return count;
  }

  /** A process came to its own end: what it received is kept somewhere. */
  left(actor: Actor): void {
    actor.holds = false;
    if (actor.received.length + actor.named.length > 0)
      this.#checkReceived(actor, this.#view(actor), "at the end of the run");
  }

  #view({ inode }: Actor): MoneyView {
    return viewMoney(inode?.read() ?? Buffer.alloc(0));
  }

  /** What the program and its ledger believe about money, by the events that a process knew at its end. */
  checkMoney(actor: Actor, events: readonly LedgerEvent[]): void {
    checkFold(events, this.expect);
    checkCosts(this.#view(actor), this.#service, this.expect);
  }

  #checkOneAttempt(actor: Actor, attempt: SeenAttempt, view: MoneyView): void {
    const earlier = [...view.attempts.values()].filter(
      (other) => other !== attempt && other.key === attempt.key && mayExist(other),
    );
    const has = earlier.at(-1);
    const isReplacing = actor.replaces.some(
      ({ job, of }) => lessonOf(job) === attempt.job && of !== null && [has?.attempt, has?.id].includes(of),
    );
    this.expect(
      isReplacing || earlier.length === 0,
      () => `${attempt.key} is sent again although an attempt is ${earlier[0]?.outcome}`,
    );
  }

  #checkPace(actor: Actor, attempt: SeenAttempt): void {
    for (const other of this.actors.values()) {
      if (!other.process.alive || other.ledger !== actor.ledger) continue;
      // Whoever has been shut out may still wait for an answer.
      if (this.isFenced && !other.holds) continue;
      this.expect(other.inFlight === null, () => `two creations are in flight on one ledger`);
    }
    const sent = actor.sent.get(attempt.key) ?? 0;
    const tries = actor.sent.get(`try ${attempt.key}`) ?? 0;
    actor.sent.set(`try ${attempt.key}`, tries + 1);
    this.expect(
      sent === 0 && tries <= (actor.retryRefused ? 1 : 0),
      () => `${attempt.key} is sent twice in one run`,
    );
    this.expect(
      this.#kernel.now >= actor.closedUntil,
      () => `a creation is sent before Retry-After has passed`,
    );
  }

  #checkReceived(actor: Actor, view: MoneyView, when: string): void {
    for (const id of actor.received) {
      this.expect(
        view.stories.has(id) || this.#isRescued(actor, id) || actor.told.includes(id),
        () => `the id ${id} was received and is neither in the ledger nor told (${when})`,
      );
    }
    const text = actor.named.length === 0 ? "" : (actor.inode?.read().toString("latin1") ?? "");
    for (const id of actor.named) {
      this.expect(
        text.includes(`"${id}"`) || this.#isRescued(actor, id) || actor.told.includes(id),
        () => `the id ${id} came, was not believed, and is kept nowhere (${when})`,
      );
    }
  }

  #isRescued({ ledger }: Actor, id: string): boolean {
    const folders = [ledger.slice(0, ledger.lastIndexOf("/")), courseFolder, "/state", "/spare"];
    return this.rescueDisks.some((disk) =>
      folders
        .flatMap((folder) => disk.list(folder))
        .some((path) => path.includes("rescue") && disk.at(path)?.read().includes(`"${id}"`)),
    );
  }

  /** What of the ledger would survive any power cut. */
  #durableView(actor: Actor, what: string): MoneyView {
    const { inode } = actor;
    if (inode === null) return viewMoney(Buffer.alloc(0));
    // A look at a story that the ledger knows may come later than the loss of the ledger's name: it buys nothing new.
    if (this.#disk.at(actor.ledger) !== inode && what === sending) {
      const agoMs = this.#kernel.now - this.#meddledAt;
      this.expect(
        agoMs <= freshMs,
        () => `${what} ${agoMs} ms after the ledger's name came to lead elsewhere`,
      );
    } else if (this.#disk.at(actor.ledger) === inode) {
      this.expect(this.#disk.isNamed(actor.ledger), () => `${what} while the ledger's name is not durable`);
    }
    // A disk that says that it has written is believed: what its lie costs shows at the next opening.
    return viewMoney(inode.liedTo ? inode.read() : inode.durable());
  }

  #actorOf(process: SimProcess): Actor {
    const actor = this.actors.get(process);
    if (actor === undefined) throw new Error(`nobody is ${process.name}`);
    return actor;
  }
}
