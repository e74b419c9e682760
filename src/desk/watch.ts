import { ledgerVersion } from "../course/ledger.ts";
import { Failure } from "../shared/failure.ts";
import { every } from "../shared/timer.ts";
import type { Course, Courses } from "./courses.ts";
import { type Kind, kindSchema, type MadeDocument, type Message } from "./documents.ts";
import { readText } from "./plan-form.ts";

/** Polling interval: changes made elsewhere reach the page within two seconds. */
const lookMs = 1_000;

interface Watching {
  readonly courses: Courses;
  readonly isRunning: (course: Course, kind: Kind) => boolean;
  /** Whether no page is connected, so that nothing needs to be polled. */
  readonly isIdle: () => boolean;
  readonly tell: (message: Message) => void;
}

/** Polls plans and ledgers, and reports their changes, whoever makes them, until the returned function is called. */
export function watchCourses(watching: Watching): () => void {
  const watcher = new Watcher(watching);
  let looking: Promise<void> | null = null;
  return every(lookMs, () => {
    if (watching.isIdle()) return watcher.forget();
    // If reading the folder takes longer than the interval, it is polled less often.
    looking ??= watcher.look().finally(() => {
      looking = null;
    });
    // What can't be read now is read again next time.
    looking.catch(() => undefined);
  });
}

interface Seen {
  readonly version: string;
  readonly made: MadeDocument | null;
}

class Watcher {
  readonly #watching: Watching;
  /** The versions of the plans by id; null: not read yet. */
  #plans: ReadonlyMap<string, string> | null = null;
  readonly #ledgers = new Map<string, Seen>();

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  forget(): void {
    this.#plans = null;
    this.#ledgers.clear();
  }

  async look(): Promise<void> {
    const { courses } = this.#watching;
    const list = await courses.list();
    await this.#lookAtPlans(list);
    for (const course of list) for (const kind of kindSchema.options) await this.#lookAtLedger(course, kind);
  }

  async #lookAtPlans(list: readonly Course[]): Promise<void> {
    const { tell } = this.#watching;
    const before = this.#plans;
    this.#plans = new Map(list.map(({ id, version }) => [id, version]));
    if (before === null) return;
    const changed = list.filter(({ id, version }) => before.has(id) && before.get(id) !== version);
    for (const course of changed) {
      const hash = (await readText(course))?.hash ?? null;
      tell({ event: "plan", course: course.id, hash });
    }
    const isSame = before.size === list.length && list.every(({ id }) => before.has(id));
    if (changed.length > 0 || !isSame) tell({ event: "courses" });
  }

  async #lookAtLedger(course: Course, kind: Kind): Promise<void> {
    const { courses, isRunning, tell } = this.#watching;
    const key = `${course.id} ${kind}`;
    const seen = this.#ledgers.get(key);
    const isHere = isRunning(course, kind);
    const version = `${course.version} ${isHere} ${await this.#versionOfLedger(course, kind)}`;
    // If a run elsewhere is killed, only its lock changes.
    if (seen?.version === version && seen.made?.running !== "elsewhere") return;
    const made = (await courses.made(course, kind, isHere))?.made ?? null;
    this.#ledgers.set(key, { version, made });
    const isSame = seen?.version === version && seen.made?.running === made?.running;
    if (seen === undefined || made === null || isSame) return;
    tell({ event: "status", course: course.id, kind });
  }

  async #versionOfLedger(course: Course, kind: Kind): Promise<string> {
    const place = this.#watching.courses.placeNow(course, kind);
    if (place === null) return "";
    try {
      return await ledgerVersion(place.ledger);
    } catch (error) {
      if (error instanceof Failure) return "";
      throw error;
    }
  }
}
