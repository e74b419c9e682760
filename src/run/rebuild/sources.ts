import { resolve } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { ledgersThatBought } from "../../ledger/memory/last-seen-head.ts";
import { readPurchases } from "../../ledger/memory/purchase-memory.ts";
import { type Rescued, readRescues } from "../../ledger/rescue/rescue.ts";
import type { LedgerIdentity } from "../../ledger/store.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { Plan } from "../../plan/plan.ts";
import { type RememberedAttempt, RememberedAttempts } from "../memory/remembered-attempts.ts";
import { whatIsAt } from "../memory/unknown-purchases.ts";
import { type OverlayOnDisk, readOverlays } from "./restore-corrections.ts";
import { type RespokenOnDisk, readRespokenFiles } from "./restore-respoken.ts";
import { type CourseFiles, readSavedStories, type SavedOnDisk } from "./saved-files.ts";

/** What this machine remembers of a story besides its purchase. */
export interface RememberedFacts {
  readonly observed?: Extract<EventBody, { type: "story.observed" }>;
  readonly saved?: Extract<EventBody, { type: "story.saved" }>;
  readonly exported?: Extract<EventBody, { type: "book.exported" }>;
  readonly corrected?: readonly Extract<EventBody, { type: "lesson.corrected" }>[];
  readonly respoken?: readonly Extract<EventBody, { type: "lesson.respoken" }>[];
}

/** Everything that a ledger can be rebuilt from without the service. */
export interface Sources {
  /** Attempts that belong in the ledger, oldest first. */
  readonly attempts: readonly RememberedAttempt[];
  /** Attempts of other ledgers, by story id: they show who owns a saved story. */
  readonly others: ReadonlyMap<string, RememberedAttempt>;
  readonly facts: ReadonlyMap<string, RememberedFacts>;
  readonly rescued: readonly Rescued[];
  readonly stories: readonly SavedOnDisk[];
  readonly overlays: readonly OverlayOnDisk[];
  readonly respoken: readonly RespokenOnDisk[];
  /** Saved files that can't be read. */
  readonly unreadable: readonly string[];
  /** Ledgers of the course that still exist; nothing was taken from them. */
  readonly elsewhere: readonly string[];
}

export interface RebuildPlace extends CourseFiles {
  readonly identity: LedgerIdentity;
  readonly location: string;
  /** The path prefix of rescue files beside it. */
  readonly rescuePath: string;
  readonly stateFolder: string | null;
}

/** Collects what the disk and this machine's memory know of a course. Changes nothing. */
export async function findSources(plan: Plan, place: RebuildPlace): Promise<Sources> {
  const memory = await readMemory(plan, place);
  const { chosen, elsewhere } = await chooseLedgers(memory.ledgers, place);
  const all = memory.attempts;
  const attempts = all.filter(({ ledger }) => chosen.has(ledger));
  attempts.push(...sharedAttempts(plan, { all, attempts, course: place.identity.course }));
  const { stories, unreadable } = await readSavedStories(place);
  const others = new Map(all.flatMap((one) => (one.story === null ? [] : [[one.story.id, one] as const])));
  const rescued = await readAllRescues([...chosen], place);
  const { overlays, unreadable: changed } = await readOverlays(place);
  const { respoken, unreadable: damaged } = await readRespokenFiles(place);
  const known = { attempts, others, facts: memory.facts, rescued, stories, overlays, respoken, elsewhere };
  return { ...known, unreadable: [...unreadable, ...changed, ...damaged] };
}

interface Memory {
  readonly attempts: readonly RememberedAttempt[];
  readonly facts: ReadonlyMap<string, RememberedFacts>;
  /** The ledgers of the course that bought something, with their last known locations. */
  readonly ledgers: ReadonlyMap<string, string>;
}

async function readMemory(plan: Plan, place: RebuildPlace): Promise<Memory> {
  const { identity, stateFolder: folder, files } = place;
  const attempts = new RememberedAttempts();
  const facts = new Map<string, RememberedFacts>();
  const ledgers = new Map<string, string>();
  if (folder === null) return { attempts: [], facts, ledgers };
  const wanted = new Set(plan.jobs.map(({ request }) => requestHash(request)));
  for await (const remembered of readPurchases(identity.service, { folder, files })) {
    const { course, event, ledger, path } = remembered;
    const isOfCourse = course === identity.course;
    if (event.type === "creation.intended") {
      if (!isOfCourse && !wanted.has(event.requestHash)) continue;
      if (isOfCourse) ledgers.set(ledger, path);
    }
    attempts.see(remembered);
    if (event.type === "story.observed") facts.set(event.id, { ...facts.get(event.id), observed: event });
    if (event.type === "story.saved") facts.set(event.id, { ...facts.get(event.id), saved: event });
    if (event.type === "book.exported") facts.set(event.id, { ...facts.get(event.id), exported: event });
    if (event.type === "lesson.corrected") {
      const before = facts.get(event.id);
      const happenedAt = event.happenedAt ?? remembered.at;
      facts.set(event.id, { ...before, corrected: [...(before?.corrected ?? []), { ...event, happenedAt }] });
    }
    if (event.type === "lesson.respoken") {
      const before = facts.get(event.id);
      const happenedAt = event.happenedAt ?? remembered.at;
      facts.set(event.id, { ...before, respoken: [...(before?.respoken ?? []), { ...event, happenedAt }] });
    }
  }
  // If a ledger was moved, its last-seen head has the newer location.
  for (const { ledger, path } of await ledgersThatBought({ folder, files })) {
    if (ledgers.has(ledger)) ledgers.set(ledger, path);
  }
  return { attempts: attempts.perhapsMade(), facts, ledgers };
}

/**
 * The lost ledgers: those at the new one's location; if there were none, those no longer at their own. A ledger that still exists is not
 * lost.
 */
async function chooseLedgers(
  ledgers: Memory["ledgers"],
  { location, files }: RebuildPlace,
): Promise<{ readonly chosen: ReadonlySet<string>; readonly elsewhere: readonly string[] }> {
  const found: { ledger: string; path: string; now: string }[] = [];
  for (const [ledger, path] of ledgers) {
    found.push({ ledger, path, now: await whatIsAt(path, { location: resolve(location), files }) });
  }
  const here = found.filter(({ path, now }) => now === "replaced" || path === location);
  const lost = here.length > 0 ? here : found.filter(({ now }) => now === "gone");
  const elsewhere = found.filter(({ now }) => now === "there" || now === "unknown");
  return {
    chosen: new Set(lost.map(({ ledger }) => ledger)),
    elsewhere: lost.length > 0 ? [] : elsewhere.map(({ path }) => path),
  };
}

/** Purchases of the plan's requests under another course's name: the newest for each request. */
function sharedAttempts(
  plan: Plan,
  { all, attempts, course }: { all: Memory["attempts"]; attempts: Memory["attempts"]; course: string },
): RememberedAttempt[] {
  const covered = new Set(attempts.map(({ intended }) => intended.requestHash));
  const shared = new Map<string, RememberedAttempt>();
  for (const one of all) {
    const { edition, requestHash: hash } = one.intended;
    const isOther = one.course !== course && edition === plan.edition;
    // An attempt that created a story is preferred to one of unknown outcome.
    const isBetter = one.story !== null || shared.get(hash)?.story == null;
    if (isOther && !covered.has(hash) && isBetter) shared.set(hash, one);
  }
  return plan.jobs.flatMap(({ id, request }) => {
    const hash = requestHash(request);
    const one = shared.get(hash);
    // If two jobs make the same request, the first one gets the story.
    shared.delete(hash);
    return one === undefined ? [] : [{ ...one, intended: { ...one.intended, job: id } }];
  });
}

async function readAllRescues(ledgers: readonly string[], place: RebuildPlace): Promise<Rescued[]> {
  const { rescuePath: path, stateFolder, files } = place;
  const found = new Map<string, Rescued>();
  for (const ledger of [null, ...ledgers]) {
    const rescues = await readRescues({ path, stateFolder, ledger }, files).catch(() => []);
    for (const rescued of rescues) found.set(rescued.file, rescued);
  }
  return [...found.values()];
}
