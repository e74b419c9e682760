import type { LedgerEvent } from "../../../src/ledger/format/event.ts";
import { openPostgresLedger, openPostgresLines } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { readPostgresAddress } from "../../../src/shared/postgres/address.ts";
import { Chance } from "../chance.ts";
import { CourseHistory, drawFate } from "../course-history.ts";
import { emphasizedShared } from "../emphasis.ts";
import { type Actor, courseFolder, Judge } from "../judge.ts";
import { identityOf, type Life, type LifeEnd, type LifeOptions, type RunWishes } from "../lives.ts";
import { type Manner, patient, startPerson } from "../person.ts";
import { type Beginning, type Player, playerOf } from "../play.ts";
import { SimDisk } from "../world/disk.ts";
import { type Fate, type Kernel, longLife } from "../world/kernel.ts";
import type { LedgerHome, Machine, Opening } from "../world/machine.ts";
import { soundDisk } from "../world/process-files.ts";
import type { Wire } from "../world/process-remote.ts";
import { SimService } from "../world/sim-service.ts";
import { addressFor, forgetConnectors } from "./client.ts";
import { type Backup, type DatabaseServer, mirrorFolder, SimDatabase, soundDatabase } from "./database.ts";
import { drawSharedScenario, type SharedScenario } from "./shared-scenario.ts";

/** Several computers with their own disks, memories and clocks, which share a course's ledger in one database. */
class SharedHistory extends CourseHistory {
  readonly machines: readonly Machine[];
  readonly database: SimDatabase;
  readonly folder = courseFolder;
  readonly #shared: SharedScenario;
  readonly #kernel: Kernel;
  readonly #judge: Judge;
  readonly #ledgerDisk: SimDisk;
  readonly #backups: Backup[] = [];
  /** The last event about money that each computer has recorded itself. */
  readonly #seenBy = new Map<Machine, number>();
  #newest: Backup | null = null;
  #lives = 0;

  constructor(seed: number, server: DatabaseServer, { trace, emphasis }: Beginning) {
    const chance = new Chance(seed);
    const shared = emphasizedShared(drawSharedScenario(chance), emphasis);
    super(chance, shared.scenario);
    this.#shared = shared;
    const kernel = this.startKernel(trace);
    this.#kernel = kernel;
    this.#ledgerDisk = new SimDisk(this.chance);
    this.database = new SimDatabase(server, {
      kernel,
      disk: this.#ledgerDisk,
      ledger: `history ${seed}`,
      faults: this.#shared.faults,
    });
    kernel.outside = this.database;
    const service = new SimService(this.scenario.terms, kernel);
    const disks = Array.from({ length: this.#shared.computers }, () => new SimDisk(this.chance));
    this.#judge = new Judge(kernel, this.#ledgerDisk, service, { isFenced: true, rescueDisks: disks });
    const look = (): Promise<void> => this.database.look();
    const wire: Wire = { faults: this.scenario.net, kernel, service, judge: this.#judge, look };
    this.machines = disks.map((disk, index) => this.#machineWith(disk, index, wire));
    kernel.onPowerCut = (computer) => this.#onPowerCut(computer);
    kernel.onEnd = (process, withMachine) => this.database.processEnded(process, withMachine);
    this.database.onSessionEnd = (process) => {
      const actor = this.#judge.actors.get(process);
      if (actor !== undefined) actor.holds = false;
    };
  }

  get machine(): Machine {
    return this.#machine(0);
  }

  #machine(index: number): Machine {
    const machine = this.machines[index];
    if (machine === undefined) throw new Error(`no computer ${index}`);
    return machine;
  }

  #machineWith(disk: SimDisk, index: number, wire: Wire): Machine {
    const { kernel, service, judge } = wire;
    const machine: Machine = {
      kernel,
      disk,
      service,
      judge,
      wire,
      name: `computer ${index + 1}`,
      health: { faults: soundDisk, fullFor: 0, soundFolder: null },
      isMirrored: this.scenario.isMirrored,
      home: homeIn(this.database),
      opened: (actor, events) => {
        if (this.database.hasSession(actor.process)) judge.opened(actor, events, true);
        else judge.openedTooLate(actor);
      },
      recorded: (actor, event) => this.#recorded(machine, actor, event),
    };
    return machine;
  }

  bytes(): Buffer {
    return this.#ledgerDisk.at(`${mirrorFolder}/ledger.jsonl`)?.read() ?? Buffer.alloc(0);
  }

  async play(): Promise<void> {
    for (let life = 0; life < this.scenario.lives && this.#judge.broken === null; life++) {
      await this.#between();
      const mayRestore = this.chance.hits(this.#shared.shares.restore);
      if (mayRestore) this.#restoreSoon();
      if (this.hasOpen() && this.chance.hits(0.4)) {
        await this.live([this.#startPerson(this.chance.pick(this.machines), this.#fate(), this.manner())]);
      } else await this.#runSome();
      await this.#putRight();
    }
  }

  /** Ends the database's faults, and restores the rescue files of all computers. */
  override async heal(): Promise<void> {
    this.database.faults = soundDatabase;
    this.database.downUntil = 0;
    await this.#kernel.settle(longestLeftoverMs);
    for (const machine of this.machines) {
      if (this.#judge.broken !== null) return;
      await this.live([this.#startPerson(machine, longLife, patient, true)]);
    }
  }

  person(fate: Fate, manner: Manner = patient, restores = false): Promise<LifeEnd> {
    return this.live([this.#startPerson(this.machine, fate, manner, restores)]);
  }

  #startPerson(machine: Machine, fate: Fate, manner: Manner, restores = false): Life {
    const options = { ...this.#options(machine, restores ? "restoring person" : "person", fate), restores };
    return startPerson(machine, options, { rateLimiter: this.scenario.rateLimiter, manner });
  }

  run(fate: Fate): Life {
    return this.#runOn(this.machine, fate);
  }

  #runOn(machine: Machine, fate: Fate, wishes: Partial<RunWishes> = {}): Life {
    return this.startRun(machine, this.#options(machine, "run", fate), wishes);
  }

  override async live(lives: readonly Life[]): Promise<LifeEnd> {
    const end = await super.live(lives);
    await this.#look();
    for (const life of lives) this.#checkBlame(life.process.name, life.end());
    return end;
  }

  /** No run reports that another one has written to its ledger without the lock, unless a backup was restored. */
  #checkBlame(name: string, end: LifeEnd | null): void {
    const codes =
      end?.kind === "ran"
        ? end.report.problems.map(({ code }) => code)
        : [end?.kind === "refused" ? end.code : ""];
    const wasRestored = this.#backups.length > 0 && this.#shared.shares.restore > 0;
    this.#judge.expect(
      wasRestored || !codes.includes("ledger_grown_by_other"),
      () => `${name} was told that somebody else has written on the ledger`,
    );
  }

  /** Runs on one computer, and possibly on others at the same time, which take the ledger over if they may. */
  async #runSome(): Promise<void> {
    const { shares } = this.#shared;
    const { chance } = this;
    const start = (): Life => this.#runOn(chance.pick(this.machines), this.#fate(), this.wishes());
    const lives = [start()];
    while (chance.hits(shares.others) && lives.length < runsAtOnceMost && this.#judge.broken === null) {
      if (chance.hits(shares.settle)) await this.#settleWhileSuspended(lives);
      else await this.#takeOverSometimes();
      lives.push(start());
    }
    await this.live(lives);
  }

  async #takeOverSometimes(): Promise<void> {
    const { chance } = this;
    await this.#kernel.settle(chance.pick([0, 1, 500, 5_000, 30_000, 90_000]));
    if (!chance.hits(this.#shared.shares.takeover)) return;
    this.#kernel.trace?.("the sessions on the ledger are ended");
    this.database.endSessions();
    await this.#kernel.settle(chance.pick([0, 1, 300, 2_000]));
  }

  /** A user at another computer takes the ledger over as soon as one of the runs is suspended, and settles what it has left open. */
  async #settleWhileSuspended(lives: readonly Life[]): Promise<void> {
    const kernel = this.#kernel;
    const isSuspended = ({ process }: Life): boolean => process.suspendedUntil > kernel.now;
    await kernel.runUntil(
      () => this.#judge.broken !== null || lives.every((life) => life.end() !== null || isSuspended(life)),
    );
    const holder = lives.find(isSuspended);
    if (holder === undefined || this.#judge.broken !== null) return;
    kernel.trace?.(`the sessions on the ledger are ended while ${holder.process.name} is suspended`);
    this.database.endSessions();
    const others = this.machines.filter(({ name }) => name !== holder.process.computer);
    await this.live([this.#startPerson(this.chance.pick(others), longLife, this.manner())]);
  }

  #fate(): Fate {
    const { chance } = this;
    const { restart, freeze } = this.#shared.shares;
    if (chance.hits(restart)) this.#kernel.later(chance.between(1, 120_000), () => this.#restart());
    const fate = { ...drawFate(this.scenario.shares, chance), meddledAtFileCall: null };
    return chance.hits(freeze) ? { ...fate, suspendForMs: chance.pick(this.#shared.freezeForMs) } : fate;
  }

  /** Suspends a computer within some calls of its next intention. */
  #recorded(machine: Machine, { process }: Actor, { type, seq }: LedgerEvent): void {
    if (type.startsWith("creation.")) this.#seenBy.set(machine, seq);
    if (type !== "creation.intended" || process.fate.suspendForMs === 0 || process.suspendAtCall !== null)
      return;
    process.suspendAtCall = process.calls + this.chance.between(1, this.#shared.freezeWithin);
  }

  #restart(): void {
    this.#kernel.trace?.("the server restarts");
    this.database.downUntil = this.#kernel.now + this.chance.pick([300, 5_000, 60_000]);
    this.database.endSessions();
  }

  #options(machine: Machine, who: string, fate: Fate): LifeOptions {
    this.#lives += 1;
    const { folder, plan } = this;
    const name = `${who} ${this.#lives} on ${machine.name}`;
    this.#kernel.trace?.(`${name} begins: ${plan.jobs.length} jobs, ${plan.budget.credits}`);
    return { name, fate, folder, plan, mustExist: false, ledger: `${mirrorFolder}/ledger.jsonl` };
  }

  /** Faults while the program is not running. */
  async #between(): Promise<void> {
    const { shares } = this.scenario;
    const { chance } = this;
    const kernel = this.#kernel;
    if (chance.hits(0.5)) await kernel.settle(chance.pick([1_000, 60_000, 600_000, 86_400_000]));
    if (chance.hits(shares.powerCut / 2)) kernel.powerCut(chance.pick(this.machines).name);
    if (chance.hits(shares.jump + shares.clock)) this.#setClock();
    this.changePlan();
    if (chance.hits(this.#shared.shares.restore)) await this.#restoreForAWhile();
    await this.#look();
    if (this.bytes().length > 0) this.#backups.push(await this.#whileQuiet(this.database.backUp()));
  }

  #setClock(): void {
    const { chance } = this;
    const kernel = this.#kernel;
    switch (chance.below(3)) {
      case 0:
        this.machine.service.clockOffsetMs = chance.pick([0, -3_600_000, 7_200_000, 12 * 3_600_000]);
        kernel.trace?.(`the service's clock is set: ${this.machine.service.clockOffsetMs} ms from the truth`);
        return;
      case 1:
        this.database.clockOffsetMs = chance.pick([0, -3_600_000, 300_000]);
        kernel.trace?.(`the database's clock is set: ${this.database.clockOffsetMs} ms from the truth`);
        return;
      default: {
        const { name } = chance.pick(this.machines);
        const ms = chance.pick([0, -200_000, 300_000, -86_400_000, 40 * 86_400_000]);
        kernel.wallOffsetsMs.set(name, ms);
        kernel.trace?.(`the clock of ${name} is set: ${ms} ms from the truth`);
      }
    }
  }

  /** A backup is restored, and a run begins on a computer that has recorded something newer, which it must detect. */
  async #restoreForAWhile(): Promise<void> {
    const { chance } = this;
    const judge = this.#judge;
    if (!this.scenario.isMirrored || this.#backups.length === 0) return;
    const older = chance.pick(this.#backups);
    const knows = this.machines.filter((machine) => (this.#seenBy.get(machine) ?? 0) > older.events.length);
    if (knows.length === 0) return;
    this.#kernel.trace?.(`a backup of ${older.events.length} events is put back`);
    const newest = await this.#whileQuiet(this.database.backUp());
    await this.#whileQuiet(this.database.restore(older));
    const sends = judge.sends;
    await this.live([this.#runOn(chance.pick(knows), longLife)]);
    judge.expect(judge.sends === sends, () => "something was sent with a backup of the ledger");
    this.#kernel.trace?.("the newest is put back");
    await this.#whileQuiet(this.database.restore(newest));
  }

  /** A backup is restored during the next run. */
  #restoreSoon(): void {
    const { chance } = this;
    const judge = this.#judge;
    const lives = this.#lives;
    this.#kernel.later(chance.between(1, chance.pick([3_000, 30_000, 120_000])), () => {
      if (
        lives !== this.#lives - 1 ||
        ![...judge.actors.values()].some(({ holds, process }) => holds && process.alive)
      )
        return;
      const fit = this.#backups.filter(({ events }) => events.length < judge.lastSeq);
      if (this.#newest !== null || fit.length === 0 || !judge.isHeldByAll()) return;
      const older = chance.pick(fit);
      this.#kernel.trace?.(`a backup of ${older.events.length} events is put in the database's place`);
      judge.meddled();
      void this.database.backUp().then((newest) => {
        this.#newest = newest;
        return this.database.restore(older);
      });
    });
  }

  async #putRight(): Promise<void> {
    const newest = this.#newest;
    if (newest === null) return;
    this.#newest = null;
    this.#kernel.trace?.("the newest is put back");
    await this.#whileQuiet(this.database.restore(newest));
    for (const machine of this.machines) {
      if (this.#judge.broken !== null) return;
      await this.live([this.#startPerson(machine, longLife, patient, true)]);
    }
  }

  #look(): Promise<void> {
    return this.#whileQuiet(this.database.look());
  }

  /** Has the database do something while nothing else happens. */
  async #whileQuiet<Result>(work: Promise<Result>): Promise<Result> {
    await this.#kernel.settle(0);
    return work;
  }

  override async dispose(): Promise<void> {
    await this.database.dispose();
    forgetConnectors();
  }

  #onPowerCut(computer: string | null): void {
    for (const { name, disk } of this.machines) if (computer === null || name === computer) disk.powerCut();
  }
}

/** Plays histories of several computers with a ledger in a database. */
export function sharedPlayer(server: DatabaseServer): Player {
  return playerOf((seed, beginning) => new SharedHistory(seed, server, beginning));
}

const runsAtOnceMost = 3;
/** Longer than a session can outlive its program. */
const longestLeftoverMs = 120_000;

/** A process's access to the ledger in a database. */
function homeIn(database: SimDatabase): LedgerHome {
  const endFor = ({ actor, world }: Opening) => {
    const address = readPostgresAddress(addressFor(database, actor.process));
    if (address === null) throw new Error("the database's address can't be read");
    return { address, name: database.ledger, holder: actor.process.name, world };
  };
  return {
    async open(opening) {
      const { actor, mustExist, files, stateFolder } = opening;
      const ledger = await openPostgresLedger({
        ...endFor(opening),
        identity: identityOf(actor),
        mustExist,
        files,
        ...(stateFolder === null ? {} : { stateFolder }),
      });
      await database.look();
      return ledger;
    },
    openLines: (opening) => openPostgresLines(endFor(opening)),
  };
}
