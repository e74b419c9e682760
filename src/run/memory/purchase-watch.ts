import { ledgersThatBought } from "../../ledger/memory/last-seen-head.ts";
import { PurchaseReader, readPurchases } from "../../ledger/memory/purchase-memory.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { Job } from "../../plan/plan.ts";
import type { PlannedLesson } from "../lesson.ts";
import { type OthersSpending, RememberedSpending } from "../others-spending.ts";
import { type Buying, KnownPurchases } from "./known-purchases.ts";
import { judgeLedger, type LostLedger } from "./lost-ledger.ts";
import {
  type BoughtElsewhere,
  type MemoryPlace,
  type OtherLedger,
  type UnknownPurchases,
  unknownStories,
  whatIsAt,
} from "./unknown-purchases.ts";

type Remembered = Omit<UnknownPurchases, "stories">;

const nothing: Remembered = { forgotten: 0, ledgers: [], again: [] };

/**
 * Compares a ledger with the saved stories beside it and with this machine's memory of purchases, before it is used and for as long as it
 * buys: other runs may buy the same lessons with other ledgers at the same time.
 *
 * No lock is needed. An intention is written to the memory before anything is sent, and the memory's lines have one order. A run that finds
 * another's line before its own is the later one and withdraws; the first in the file buys.
 */
export class PurchaseWatch {
  readonly #buying: Buying;
  readonly #place: MemoryPlace;
  readonly #known: KnownPurchases;
  readonly #reader: PurchaseReader | null;

  constructor(buying: Buying, place: MemoryPlace) {
    this.#buying = buying;
    this.#place = place;
    this.#known = new KnownPurchases(buying);
    const { stateFolder: folder, identity, files } = place;
    this.#reader = folder === null ? null : new PurchaseReader(identity.service, { folder, files });
  }

  /** All purchases that this machine knows and the ledger lacks. */
  async find(): Promise<UnknownPurchases> {
    const { state, lessons } = this.#buying;
    const stories = (await unknownStories(state, this.#place)).length;
    const pending = lessons.filter(({ status }) => status.kind === "pending");
    return { stories, ...(await this.#ask(pending, null)) };
  }

  /**
   * Why a job's lesson may not be bought now; null: it may. `attempt`: its intention, if recorded; then only what was remembered before it
   * counts. Never rejects.
   */
  async refusal(lesson: PlannedLesson, attempt: string | null): Promise<LostLedger | null> {
    const unknown = { stories: 0, ...(await this.#ask([lesson], attempt)) };
    const { state, plan } = this.#buying;
    return judgeLedger(state, unknown, { path: this.#place.location, edition: plan.edition });
  }

  /** What other ledgers of this machine may have taken off the account since a time, in UTC. Nothing if the memory can't be read. */
  async spentByOthers(since: string): Promise<OthersSpending> {
    const { stateFolder: folder, identity, files } = this.#place;
    const attempts = [...this.#buying.state.jobs.values()].flatMap((record) => record.attempts);
    const own = new Set(attempts.map(({ attempt }) => attempt));
    const spending = new RememberedSpending((attempt) => own.has(attempt));
    try {
      if (folder !== null)
        for await (const one of readPurchases(identity.service, { folder, files })) spending.see(one);
    } catch {
      // An unreadable memory explains nothing.
    }
    return spending.since(since);
  }

  async #ask(lessons: readonly PlannedLesson[], until: string | null): Promise<Remembered> {
    const { stateFolder: folder } = this.#place;
    if (this.#reader === null || folder === null) return nothing;
    try {
      for await (const remembered of this.#reader.added()) {
        this.#known.see(remembered);
        const { event } = remembered;
        if (event.type === "creation.intended" && event.attempt === until) break;
      }
      return await this.#describe(lessons, folder);
    } catch {
      // Opening the ledger already reports an unreadable folder, which is no reason to stop.
      return nothing;
    }
  }

  async #describe(lessons: readonly PlannedLesson[], folder: string): Promise<Remembered> {
    const known = this.#known;
    const found = await Promise.all(lessons.map(({ job }) => this.#boughtElsewhere(job)));
    const again = found.filter((one) => one !== null);
    return { forgotten: known.forgotten(), ledgers: await this.#ledgers(folder), again };
  }

  async #boughtElsewhere(job: Job): Promise<BoughtElsewhere | null> {
    const purchase = this.#known.purchaseOf(job);
    if (purchase === null) return null;
    const { course, path, intended } = purchase;
    const { topic } = job.request;
    const credits = intended.price.credits;
    const isOwn = course === this.#buying.plan.course;
    const now = await whatIsAt(path, this.#place);
    return { job: job.id, topic, requestHash: requestHash(job.request), credits, course, isOwn, path, now };
  }

  async #ledgers(folder: string): Promise<readonly OtherLedger[]> {
    const { state, plan } = this.#buying;
    const { identity, files } = this.#place;
    const bought = this.#known.boughtBefore();
    const mayBeOld = state.jobs.size === 0;
    if (bought.length === 0 && !mayBeOld) return [];
    const anchored = await ledgersThatBought({ folder, files });
    const ledgers = new Map<string, Omit<OtherLedger, "now">>();
    for (const { ledger, course, path, at } of bought) {
      const lessons = (ledgers.get(ledger)?.lessons ?? 0) + 1;
      const newest = anchored.find((one) => one.ledger === ledger)?.path ?? path;
      ledgers.set(ledger, { path: newest, course, isOwn: course === plan.course, lessons, last: at });
    }
    // Ledgers of older versions, which remembered only that they had bought something.
    for (const { ledger, course, service, path } of mayBeOld ? anchored : []) {
      const isOther = ledger !== state.opened?.ledger && course === plan.course;
      if (isOther && service === identity.service && !this.#known.remembers(ledger))
        ledgers.set(ledger, { path, course, isOwn: true, lessons: null, last: null });
    }
    const { location } = this.#place;
    const found = [...ledgers.values()].map(async (one) => {
      const now = await whatIsAt(one.path, { location, files });
      return { ...one, now };
    });
    return Promise.all(found);
  }
}
