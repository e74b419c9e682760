import { limitClosedForMs } from "../../src/client/refusal.ts";
import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { Replacement } from "../../src/run/lesson.ts";
import { checkBudgets, checkCosts, checkFold, type Expect } from "./money/money-promises.ts";
import {
  lessonOf,
  type MoneyView,
  mayExist,
  type SeenAttempt,
  viewMoney,
  viewMoneyAt,
} from "./money/money-view.ts";
import type { Inode, SimDisk } from "./world/disk.ts";
import type { Kernel, SimProcess } from "./world/kernel.ts";
import type { Arrived } from "./world/process-remote.ts";
import type { SimService } from "./world/sim-service.ts";

/** A running process, from the judge's view. */
export interface Actor {
  readonly process: SimProcess;
  readonly beganAt: number;
  /** Users read a story before they take it for theirs. */
  readonly isPerson: boolean;
  readonly ledger: string;
  readonly plan: Plan;
  readonly maxCredits: number | null;
  readonly retryRefused: boolean;
  readonly replaces: readonly Replacement[];
  /** Whether this machine mirrors its ledgers. */
  readonly isMirrored: boolean;
  /** The ledger's file when it was opened, even if its name leads elsewhere now. */
  inode: Inode | null;
  /** Ids that this process received completely. */
  readonly received: string[];
  /** Ids that it received in any form, believed or not. */
  readonly named: string[];
  /** Ids that it printed because it could not record them. */
  readonly told: string[];
  readonly sent: Map<string, number>;
  inFlight: string | null;
  closedUntil: number;
  holds: boolean;
}

interface Opening {
  readonly actor: Actor;
  readonly at: number;
  readonly events: number;
}

interface Seen {
  readonly seq: number;
  readonly hash: string;
}

/** The maximum age of the program's last check of the ledger's name when it sends. In ms. */
const freshMs = 2_000;

/** The longest time between an intention and its request; settling relies on it. In ms. */
const intentionLastsMs = 60_000;

const sending = "a request is sent";

/** How often in a row a request is sent again after logins that have been replaced. */
const repeatsMost = 2;

/** The folder with a computer's mirrors. */
const mirrors = "/state";

/** The path of a course's files on every computer. */
export const courseFolder = "/out/course";

/** Checks every promise at the moment at which it could be broken. */
export class Judge {
  /** The first broken promise. */
  broken: string | null = null;
  /** The number of checks, to detect a simulation that checks nothing. */
  checks = 0;
  sends = 0;
  readonly actors = new Map<SimProcess, Actor>();
  /** Every attempt that was sent, with its job. */
  readonly attempts = new Map<string, SeenAttempt>();
  readonly #consents = new Map<string, Set<string>>();
  /** The month in which each intention was written, by the service's clock, which never counts back. */
  readonly #months = new Map<string, string>();
  #newestMonth = "";
  readonly #intendedAt = new Map<string, number>();
  #meddledAt = Number.NEGATIVE_INFINITY;
  readonly #travelling = new Set<string>();
  /** The newest acknowledged state of the ledger and its copies. */
  #last: Seen | null = null;
  #lastOfMoney: Seen | null = null;
  /** Stories that the ledger knew before the last creation. */
  knownStories: readonly string[] = [];
  /** The disks on which rescue files may be. */
  readonly rescueDisks: readonly SimDisk[];
  /** Whether opening the ledger fences off its previous holder, which may not know it yet. */
  readonly isFenced: boolean;
  #lastOpening: Opening | null = null;
  /** The last opening before each process began. */
  readonly #openedBefore = new Map<Actor, Opening | null>();
  readonly #kernel: Kernel;
  readonly #disk: SimDisk;
  readonly #service: SimService;

  /** `disk`: the disk with the ledger. */
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
    this.#openedBefore.set(actor, this.#lastOpening);
    // Repeating a decision is no further consent.
    for (const { job, of } of actor.replaces) this.consent(`${actor.plan.edition}/${job}`, String(of));
  }

  /**
   * A ledger was opened: it must have no other holder, and contain every acknowledged event. A restored ledger or a copy must contain the
   * events about money; the rest can be read from the service again.
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

  /** A ledger was opened by a suspended process that is fenced off by now: it may have read old events, but must not write. */
  openedTooLate(actor: Actor): void {
    actor.inode = this.#disk.at(actor.ledger) ?? null;
  }

  /** Expects another ledger until the returned function is called. */
  lookAway(): () => void {
    const [last, lastOfMoney] = [this.#last, this.#lastOfMoney];
    this.#last = null;
    this.#lastOfMoney = null;
    return () => {
      this.#last = last;
      this.#lastOfMoney = lastOfMoney;
    };
  }

  /** Whether every running process has opened the ledger. */
  isHeldByAll(): boolean {
    return [...this.actors.values()].every(({ process, holds }) => holds || !process.alive);
  }

  /** The course's folder was changed, so its lock no longer keeps others out. */
  meddled(): void {
    this.#meddledAt = this.#kernel.now;
    for (const actor of this.actors.values()) actor.holds = false;
  }

  /** The ledger acknowledged an event to the process `by`. */
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

  /** An event that a shared ledger acknowledges must be committed, and from its last opener. */
  #checkFence(by: Actor, { seq, hash, type }: LedgerEvent): void {
    if (this.#meddledAt >= by.beganAt) return;
    const last = this.#takenOverFrom(by);
    // The acknowledgement of an earlier event may arrive only now.
    this.expect(
      last === null || seq <= last.events,
      () =>
        `${by.process.name} writes ${type} although ${last?.actor.process.name} has opened the ledger since`,
    );
    this.expect(
      this.#disk.at(by.ledger)?.read().includes(`"hash":"${hash}"`) === true,
      () => `event ${seq}, ${type}, was acknowledged and is not in the database`,
    );
  }

  /** The last opening by another process since this one began; null if there is none. */
  #takenOverFrom(actor: Actor): Opening | null {
    const last = this.#lastOpening;
    return last?.actor === actor || last === this.#openedBefore.get(actor) ? null : last;
  }

  /** No process sends if it has been fenced off from a shared ledger for longer than the maximum age of its last check. */
  #checkShutOut(actor: Actor): void {
    const last = this.#takenOverFrom(actor);
    if (!this.isFenced || last === null) return;
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

  /** The user has agreed to pay for a lesson once more, if necessary. `words`: the decision, which counts once. */
  consent(key: string, words: string): void {
    const start = key.indexOf("/") + 1;
    const lesson = key.slice(0, start) + lessonOf(key.slice(start));
    this.#consents.set(lesson, (this.#consents.get(lesson) ?? new Set()).add(words));
  }

  /** The number of acknowledged events. */
  get lastSeq(): number {
    return this.#last?.seq ?? 0;
  }

  get lastOfMoney(): Seen | null {
    return this.#lastOfMoney;
  }

  /** Checks the moment before a request's first byte. Returns its attempt by the durable ledger. */
  beforeSend(process: SimProcess, body: Buffer): string {
    const actor = this.#actorOf(process);
    this.sends += 1;
    this.#checkShutOut(actor);
    const view = this.#durableView(actor, sending);
    const open = this.#openFor(actor, view, body.toString());
    const [attempt] = open;
    this.expect(
      open.length === 1 && JSON.stringify(attempt?.request) === body.toString(),
      () => `a request is sent without its durable intention (open intentions: ${open.length})`,
    );
    if (attempt === undefined) return "unknown";
    this.#checkMirror(actor, attempt.attempt);
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

  /** What any power cut would leave of this computer's mirrors must have the intention, too. */
  #checkMirror({ isMirrored }: Actor, attempt: string): void {
    if (!isMirrored) return;
    const copies = this.rescueDisks.flatMap((disk) => disk.list(mirrors).map((path) => disk.at(path)));
    const isKept = copies.some((inode) =>
      (inode?.liedTo ? inode.read() : inode?.durable())?.includes(attempt),
    );
    this.expect(isKept, () => "a request is sent before its intention is durable in the mirror");
  }

  /** The intentions without an outcome. Whoever takes a shared ledger over records that nobody knows about the one that it finds, and makes others. */
  #openFor(actor: Actor, { attempts }: MoneyView, body: string): SeenAttempt[] {
    const all = [...attempts.values()];
    if (this.#takenOverFrom(actor) === null || !this.isFenced)
      return all.filter(({ outcome }) => outcome === "intended");
    const isSent = ({ request }: SeenAttempt): boolean => JSON.stringify(request) === body;
    return all.filter((one) => isSent(one) && ["intended", "uncertain"].includes(one.outcome));
  }

  afterSend(process: SimProcess, attempt: string, arrived: Arrived | null): void {
    const actor = this.#actorOf(process);
    actor.inFlight = null;
    if (arrived?.shownId != null) actor.received.push(arrived.shownId);
    if (arrived?.namedId != null) actor.named.push(arrived.namedId);
    const reply = arrived?.reply;
    const waitMs = reply?.kind === "refused" ? limitClosedForMs(reply.refusal) : null;
    const status = reply?.kind === "refused" ? reply.refusal.status : null;
    if (waitMs !== null) {
      actor.closedUntil = this.#kernel.now + waitMs;
    } else if (status !== 409) {
      // Only requests refused for a temporary reason may be repeated within a run.
      const key = this.attempts.get(attempt)?.key ?? "";
      actor.sent.set(key, (actor.sent.get(key) ?? 0) + 1);
    }
  }

  /** A request was refused for a login that has been replaced: the run may send it again, a few times. */
  mayRepeat(process: SimProcess, attempt: string): void {
    const { sent } = this.#actorOf(process);
    const key = this.attempts.get(attempt)?.key ?? "";
    sent.set(key, (sent.get(key) ?? 0) - 1);
    sent.set(`replaced ${key}`, (sent.get(`replaced ${key}`) ?? 0) + 1);
  }

  /** No run reads a story before its id is durable, because the read may start a charge. Users may. */
  beforeRead(process: SimProcess, id: string): void {
    const actor = this.#actorOf(process);
    if (actor.isPerson || this.#meddledAt >= actor.beganAt) return;
    const view = this.#durableView(actor, "a story is read");
    this.expect(view.stories.has(id), () => `story ${id} is read before its id is durable`);
  }

  /** A request is in transit and will be processed. */
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

  /** The number of stories that the service has made for a job. */
  storiesOf(key: string): number {
    let count = 0;
    for (const story of this.#service.stories.values()) {
      if (this.attempts.get(story.attempt)?.key === key) count += 1;
    }
    return count;
  }

  /** A process ended normally: every id that it received must be kept somewhere. */
  left(actor: Actor): void {
    actor.holds = false;
    if (actor.received.length + actor.named.length > 0)
      this.#checkReceived(actor, this.#view(actor), "at the end of the run");
  }

  #view({ inode }: Actor): MoneyView {
    return viewMoney(inode?.read() ?? Buffer.alloc(0));
  }

  /** Checks the program's sums of money, by the events that a process knew at its end. */
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
      // A process that was fenced off may still wait for an answer.
      if (this.isFenced && !other.holds) continue;
      this.expect(other.inFlight === null, () => `two creations are in flight on one ledger`);
    }
    const sent = actor.sent.get(attempt.key) ?? 0;
    const tries = actor.sent.get(`try ${attempt.key}`) ?? 0;
    actor.sent.set(`try ${attempt.key}`, tries + 1);
    const passes = actor.retryRefused ? 2 : 1;
    const replaced = Math.min(actor.sent.get(`replaced ${attempt.key}`) ?? 0, repeatsMost * passes);
    this.expect(sent === 0 && tries < passes + replaced, () => `${attempt.key} is sent twice in one run`);
    this.expect(
      this.#kernel.now >= actor.closedUntil,
      () => `a creation is sent before Retry-After has passed`,
    );
  }

  #checkReceived(actor: Actor, view: MoneyView, when: string): void {
    const isKept = (id: string): boolean => this.#isRescued(actor, id) || actor.told.includes(id);
    for (const id of actor.received) {
      const isThere = view.stories.has(id) || isKept(id);
      this.expect(isThere, () => `the id ${id} was received and is neither in the ledger nor told (${when})`);
    }
    const text = actor.named.length === 0 ? "" : (actor.inode?.read().toString("latin1") ?? "");
    for (const id of actor.named) {
      const isThere = text.includes(`"${id}"`) || isKept(id);
      this.expect(isThere, () => `the id ${id} came, was not believed, and is kept nowhere (${when})`);
    }
  }

  #isRescued({ ledger }: Actor, id: string): boolean {
    const folders = [ledger.slice(0, ledger.lastIndexOf("/")), courseFolder, mirrors];
    const isRescue = (path: string): boolean => path.includes("rescue") || path.startsWith(mirrors);
    return this.rescueDisks.some((disk) =>
      folders
        .flatMap((folder) => disk.list(folder))
        .some((path) => isRescue(path) && disk.at(path)?.read().includes(`"${id}"`)),
    );
  }

  /** The part of the ledger that would survive any power cut. */
  #durableView(actor: Actor, what: string): MoneyView {
    const { inode } = actor;
    if (inode === null) return viewMoney(Buffer.alloc(0));
    // A known story may be read even after the ledger's name was lost, because that buys nothing.
    if (this.#disk.at(actor.ledger) !== inode && what === sending) {
      const agoMs = this.#kernel.now - this.#meddledAt;
      this.expect(
        agoMs <= freshMs,
        () => `${what} ${agoMs} ms after the ledger's name came to lead elsewhere`,
      );
    } else if (this.#disk.at(actor.ledger) === inode) {
      this.expect(this.#disk.isNamed(actor.ledger), () => `${what} while the ledger's name is not durable`);
    }
    // A lying disk's acknowledgement is believed; the loss is checked at the next opening.
    return viewMoney(inode.liedTo ? inode.read() : inode.durable());
  }

  #actorOf(process: SimProcess): Actor {
    const actor = this.actors.get(process);
    if (actor === undefined) throw new Error(`nobody is ${process.name}`);
    return actor;
  }
}
