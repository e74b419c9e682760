import type { LedgerProblem } from "../ledger/problem.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { PastEditions } from "../plan/past-editions.ts";
import { Failure } from "../shared/failure.ts";
import type { World } from "../shared/world.ts";
import {
  type CoursePlace,
  type LocatedCourse,
  type PlaceSettings,
  placeOfCourse,
  stateFolderFor,
} from "./course-place.ts";
import type { CourseLedger } from "./ledger.ts";

/** Loads the code that reads ledgers, which not every use of a course needs. */
const ledgers = () => import("./ledger.ts");

export interface CourseOptions extends PlaceSettings {
  /** The folder in which this machine remembers what it has seen of each ledger; null: there is none. A rehearsal has a folder of its own. */
  readonly stateFolder: string | null;
  readonly world: World;
}

/** A course on this machine: its files, its ledger, and what the machine has seen of the ledger. */
export class Course implements LocatedCourse {
  /** The course's id. */
  readonly course: string;
  readonly place: CoursePlace;
  readonly stateFolder: string | null;
  readonly world: World;

  constructor(course: string, { stateFolder, world, ...where }: CourseOptions) {
    this.course = course;
    this.place = placeOfCourse(course, where);
    this.stateFolder = stateFolderFor(where, stateFolder);
    this.world = world;
  }

  /**
   * The ledger, for a command that acts on it. Throws a Failure if a run would refuse it as an older copy, or can't tell: it may lack lessons that were
   * paid for, and so would a package, a decision, a sum or a copy made from it.
   */
  async readLedger(): Promise<CourseLedger> {
    const read = await this.lookAtLedger();
    if (read.older !== null) throw new Failure<LedgerProblem>(read.older);
    return read;
  }

  /** The ledger, for a command that only shows it and says what is wrong with it. See `readLedgerState`. */
  async lookAtLedger(): Promise<CourseLedger> {
    const { readLedgerState } = await ledgers();
    return readLedgerState(this.place.ledger, this);
  }

  /** The earlier editions in the ledger, for a plan that depends on them. Throws a Failure if the ledger can't be read. */
  async pastEditions(): Promise<PastEditions> {
    const { readLedgerState } = await ledgers();
    const { pastEditions } = await import("../run/editions.ts");
    const { state } = await readLedgerState(this.place.ledger, { course: this.course, stateFolder: null });
    return pastEditions(state);
  }

  /** Opens the ledger for writing, and locks it. `service`: the one where the lessons are bought. */
  async openLedger(service: string, mustExist: boolean, processId: number | null): Promise<LedgerStore> {
    const { openLedger } = await ledgers();
    return openLedger(this, { service, mustExist, processId });
  }
}
