import type { LedgerEvent } from "../../src/ledger/format/event.ts";
import { Chance } from "./chance.ts";
import { CourseHistory, drawFate } from "./course-history.ts";
import { emphasized } from "./emphasis.ts";
import { type Actor, courseFolder, Judge } from "./judge.ts";
import { type Life, type LifeEnd, type LifeOptions, ledgerFile, type RunWishes } from "./lives.ts";
import { type Meddled, meddle } from "./meddling.ts";
import { mayExist, viewMoney } from "./money/money-view.ts";
import { type Manner, patient, startPerson } from "./person.ts";
import type { Beginning } from "./play.ts";
import { drawScenario, isLockAlone } from "./scenario.ts";
import { SimDisk } from "./world/disk.ts";
import { type Fate, longLife } from "./world/kernel.ts";
import type { Machine } from "./world/machine.ts";
import type { Wire } from "./world/process-remote.ts";
import { SimService } from "./world/sim-service.ts";

const home = courseFolder;
const elsewhere = "/copy/course";

/** One or two concurrent uses of the program on one computer, with the faults of disk, network and people that the scenario allows. */
export class History extends CourseHistory {
  readonly machine: Machine;
  folder = home;
  /** Whether a lying disk has lost what the mirror has, so that the ledger is refused permanently. */
  isLost = false;
  #copied = false;
  #tampered = false;
  #acknowledgedOnce = false;
  #lives = 0;
  #backups: Buffer[] = [];
  #meddled: Meddled | null = null;

  constructor(seed: number, { trace, emphasis }: Beginning) {
    const chance = new Chance(seed);
    super(chance, emphasized(drawScenario(chance), emphasis));
    const kernel = this.startKernel(trace);
    const disk = new SimDisk(this.chance);
    const service = new SimService(this.scenario.terms, kernel);
    const judge = new Judge(kernel, disk, service);
    const wire: Wire = { faults: this.scenario.net, kernel, service, judge, look: null };
    const { isMirrored, copies, disk: faults } = this.scenario;
    // Memory on a lying or failing disk proves nothing.
    const soundFolder = copies || faults.syncLie > 0 ? "/state" : null;
    const health = { faults, fullFor: 0, soundFolder };
    kernel.onPowerCut = () => this.#onPowerCut();
    kernel.onMeddling = () => this.#meddle();
    this.machine = {
      kernel,
      disk,
      health,
      service,
      judge,
      wire,
      isMirrored,
      name: "the computer",
      home: ledgerFile,
      opened: (actor, events) => this.#opened(actor, events),
      recorded: () => undefined,
    };
  }

  get ledger(): string {
    return `${this.folder}/ledger.jsonl`;
  }

  bytes(): Buffer {
    return this.machine.disk.at(this.ledger)?.read() ?? Buffer.alloc(0);
  }

  async play(): Promise<void> {
    for (let life = 0; life < this.scenario.lives && this.machine.judge.broken === null; life++) {
      await this.#between();
      if (this.hasOpen() && this.chance.hits(0.4)) await this.person(this.#fate(), this.manner());
      else await this.#run();
      await this.#putRight();
    }
  }

  person(fate: Fate, manner: Manner = patient, restores = false): Promise<LifeEnd> {
    const options = { ...this.#options(restores ? "restoring person" : "person", fate), restores };
    return this.live([
      startPerson(this.machine, options, { rateLimiter: this.scenario.rateLimiter, manner }),
    ]);
  }

  run(fate: Fate, wishes: Partial<RunWishes> = {}): Life {
    return this.startRun(this.machine, this.#options("run", fate), wishes);
  }

  async #run(): Promise<void> {
    const { shares } = this.scenario;
    const { chance } = this;
    const lives = [this.run(this.#fate(), this.wishes())];
    if (chance.hits(shares.second) && (shares.names === 0 || isLockAlone(this.scenario))) {
      const { kernel } = this.machine;
      const delay = chance.pick([0, 1, 10_000, 60_000]);
      if (delay > 0) await kernel.settle(delay);
      lives.push(this.run(this.#fate(), this.wishes()));
    }
    await this.live(lives);
  }

  /** What a user or a tool does to the computer during a run. */
  #meddle(): void {
    const { kernel, disk, judge } = this.machine;
    const { shares } = this.scenario;
    if (shares.clock > 0) {
      this.#setClock();
      return;
    }
    // Opening a ledger that was changed earlier is detected by the machine's memory, which is another fault (`#copies`).
    if (this.#meddled !== null || !judge.isHeldByAll()) return;
    const { meddlings: kinds } = this.scenario;
    this.#meddled = meddle(this.ledger, { disk, chance: this.chance, older: this.#backups, kinds });
    if (this.#meddled === null) return;
    kernel.trace?.(`the course's folder is meddled with: ${this.#meddled.kind}`);
    judge.meddled();
  }

  #setClock(): void {
    const { kernel } = this.machine;
    const { service } = this.machine;
    if (this.chance.hits(0.3)) {
      service.clockOffsetMs = this.chance.pick([0, -3_600_000, 7_200_000, 12 * 3_600_000]);
      kernel.trace?.(`the service's clock is set: ${service.clockOffsetMs} ms from the truth`);
      return;
    }
    kernel.wallOffsetMs = this.chance.pick([0, -200_000, 300_000, -86_400_000, 40 * 86_400_000]);
    kernel.trace?.(`the wall clock is set: ${kernel.wallOffsetMs} ms from the truth`);
  }

  /** Restores the newest ledger, and what a run has saved elsewhere, before the folder is used again. */
  async #putRight(): Promise<void> {
    if (this.#meddled === null) return;
    this.machine.kernel.trace?.(`the course's folder is put right: ${this.#meddled.kind}`);
    this.#meddled.putRight();
    this.#meddled = null;
    await this.person({ ...this.#fate(), meddledAtFileCall: null }, patient, true);
  }

  #options(who: string, fate: Fate): LifeOptions {
    this.#lives += 1;
    const { folder, plan } = this;
    // With a lying disk, an empty ledger is detected only if it must exist.
    const mustExist = this.#acknowledgedOnce && this.scenario.disk.syncLie > 0;
    const name = `${who} ${this.#lives}`;
    this.machine.kernel.trace?.(
      `${name} begins in ${folder}: ${plan.jobs.length} jobs, ${plan.budget.credits}`,
    );
    return { name, fate, folder, plan, mustExist };
  }

  #fate(): Fate {
    return drawFate(this.scenario.shares, this.chance);
  }

  /** Faults while the program is not running. */
  async #between(): Promise<void> {
    const { shares, copies } = this.scenario;
    const { chance, machine } = this;
    const { kernel } = machine;
    if (chance.hits(0.5)) await kernel.settle(chance.pick([1_000, 60_000, 600_000, 86_400_000]));
    if (chance.hits(shares.powerCut / 2)) kernel.powerCut();
    if (chance.hits(shares.jump)) this.#setClock();
    this.changePlan();
    if (chance.hits(shares.rot)) await this.#rot();
    if (copies) await this.#copies();
    // Memory on a failing disk proves nothing.
    if (copies && chance.hits(shares.lost)) await this.#loseLedger();
    // A file without a complete line is no ledger yet: restoring it means losing the ledger.
    if (this.bytes().includes(0x0a)) this.#backups.push(this.bytes());
  }

  /** A bit flips in an acknowledged record: such a ledger must be neither used nor changed. */
  async #rot(): Promise<void> {
    const { disk, judge, kernel } = this.machine;
    const whole = this.bytes();
    // Not the last newline: without it the last line looks unfinished.
    const size = whole.length - 1;
    if (size <= 0 || whole.at(-1) !== 0x0a) return;
    // A record with lost sectors was never acknowledged, so a bit of it doesn't matter.
    if (whole.includes(0)) return;
    const position = this.chance.below(size);
    disk.at(this.ledger)?.rot(position, this.chance.below(8));
    kernel.trace?.(`a bit rots at ${position}`);
    const rotten = this.bytes();
    const sends = judge.sends;
    const end = await this.live([this.run(longLife)]);
    judge.expect(end.kind === "refused", () => `a rotten ledger was used (byte ${position})`);
    judge.expect(this.bytes().equals(rotten), () => "a rotten ledger was changed");
    judge.expect(judge.sends === sends, () => "something was sent with a rotten ledger");
    disk.put(this.ledger, whole);
  }

  /** The course's folder is missing for a while. This machine's memory keeps a new ledger from repeating the lost one's purchases. */
  async #loseLedger(): Promise<void> {
    const { disk, kernel, judge } = this.machine;
    const requests = new Set(this.plan.jobs.map(({ request }) => JSON.stringify(request)));
    // An intention whose sync failed was never sent, and is not remembered.
    const bought = [...viewMoney(this.bytes()).attempts.values()].filter(
      (one) => mayExist(one) && judge.attempts.has(one.attempt),
    );
    if (!bought.some(({ request }) => requests.has(JSON.stringify(request)))) return;
    kernel.trace?.("the course's folder is gone");
    disk.moveFolder(this.folder, "/lost");
    const lookBack = judge.lookAway();
    const sends = judge.sends;
    await this.live([this.run(longLife)]);
    judge.expect(judge.sends === sends, () => "a new ledger bought although lessons were bought before");
    kernel.trace?.("the course's folder is found again");
    for (const path of disk.list(this.folder)) disk.lead(path, null);
    disk.moveFolder("/lost", this.folder);
    lookBack();
  }

  /** An older copy is restored for a while, or a copy is used elsewhere. */
  async #copies(): Promise<void> {
    const { disk, kernel, judge } = this.machine;
    const { chance } = this;
    if (!this.bytes().includes(0x0a)) return;
    if (chance.hits(0.3) && this.#backups.length > 0) {
      const newest = this.bytes();
      const older = chance.pick(this.#backups);
      if (older.length >= newest.length) return;
      kernel.trace?.("an older copy of the ledger is put back");
      this.#tampered = true;
      disk.put(this.ledger, older);
      await this.live([this.run(longLife)]);
      // A copy that was written to is now the newest, even if its run was refused in the end, for example by a failing disk.
      if (judge.broken !== null || !this.bytes().equals(older)) return;
      disk.put(this.ledger, newest);
    } else if (chance.hits(0.4)) {
      kernel.trace?.("the ledger is copied");
      const bytes = this.bytes();
      this.#copied = true;
      disk.put(`${this.folder === home ? elsewhere : home}/ledger.jsonl`, bytes);
    } else if (this.#copied && chance.hits(0.5)) {
      const before = this.folder;
      this.folder = before === home ? elsewhere : home;
      const found = this.bytes().length;
      await this.live([this.run(longLife)]);
      // A copy that was refused before any write is dropped; one that was written to is now the newest.
      if (this.bytes().length === found) this.folder = before;
    }
  }

  #opened(actor: Actor, events: readonly LedgerEvent[]): void {
    const { judge } = this.machine;
    this.#acknowledgedOnce = true;
    judge.opened(actor, events, !this.#tampered && !this.#copied);
    this.#tampered = false;
  }

  #onPowerCut(): void {
    const { disk, health } = this.machine;
    if (disk.at(this.ledger)?.liedTo) this.#tampered = true;
    disk.powerCut();
    health.fullFor = 0;
  }
}
