import { join } from "node:path";
import type * as z from "zod";
import { eventsIn, type LogResult, readLog } from "../ledger/file/read-log.ts";
import {
  type EventBody,
  formatVersion,
  type LedgerEvent,
  type Price,
  type Setting,
} from "../ledger/format/event.ts";
import { extend, jobKey, settingName, settingOf } from "../ledger/format/fold.ts";
import { isBegunAlone, isNew, serviceKey } from "../ledger/format/identity.ts";
import { isOpen, isStoryOfLesson } from "../ledger/format/job-status.ts";
import { type Head, headOf, writeLine } from "../ledger/format/line.ts";
import { monthOf } from "../ledger/format/month.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LockedLines } from "../ledger/locked-lines.ts";
import { compareWithCopy, locationOf } from "../ledger/mirror.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import {
  copiesIn,
  olderHeads,
  type Rescued,
  readIn,
  readRescues,
  SeenLedgers,
} from "../ledger/state-folder.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Plan, StoryRequest } from "../plan/plan.ts";
import { deriveTopicId } from "../plan/topic-text.ts";
import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { parseJson } from "../shared/parse-json.ts";
import { derivedUuid } from "../shared/uuid.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { factsOf, type Place, savedStorySchema } from "./course-folder.ts";
import { differingParts } from "./create/outcome-events.ts";
import type { RunProblem } from "./problem.ts";
import { attemptsOf, isThere } from "./purchases-elsewhere.ts";

/** Where a ledger is restored, and what with. */
export interface RestoreOptions extends Place {
  /** Null if not known: that of the ledger that is found is taken. */
  readonly service: string | null;
  readonly location: string;
  /** The path prefix of rescue files beside it. */
  readonly rescuePath: string;
  readonly stateFolder: string | null;
  readonly open: () => Promise<LockedLines>;
  /** Asks the service for prices, by `settingName`; null if it can't be asked. */
  readonly quote: (settings: readonly Setting[]) => Promise<ReadonlyMap<string, Price> | null>;
  /** The service that a new ledger is of. Throws if none is named. */
  readonly serviceOfNew: () => string;
  readonly who: string;
  readonly world: Pick<World, "now" | "random">;
}

export type Restored = Awaited<ReturnType<typeof restoreLedger>>;

/**
 * Restores a ledger that is missing or older than what this machine has seen of it: first all lines of the ledger's mirror, byte for byte, and then
 * what rescue files and older versions contain. Without a mirror, the ledger is rebuilt from the saved stories. Restores everything or nothing, and
 * buys nothing. Throws a Failure, changing nothing, if the ledger is not a prefix of its mirror (`ledger_forked`), or if nothing is known about the
 * ledger or it is still there elsewhere (`ledger_not_rebuildable`).
 */
export async function restoreLedger(plan: Plan, options: RestoreOptions) {
  const target = await options.open();
  return closing(target, async () => {
    const source = await chooseSource(target.found, plan, options);
    return new Restoration(linesFor(target, source.copy), plan, options).complete(target, source);
  });
}

/** A mirror of a ledger, or what an older version has written of it. */
interface Copy {
  readonly file: string;
  readonly read: LogResult;
  /** When its last event was recorded, in UTC. */
  readonly newest: string;
}

/**
 * The newest copy of the ledger that is there, or else of a ledger of the course, as it is now: a run that adds to it later makes the ledger an older
 * copy. `elsewhere`: a ledger of the course that is still where it was; nothing is taken from it.
 */
async function chooseSource(
  target: LogResult,
  { course }: Plan,
  { stateFolder: folder, files, service, location }: RestoreOptions,
) {
  const begun = target.state.opened?.ledger ?? null;
  const found: Copy[] = [];
  let elsewhere: string | null = null;
  for (const { ledger, file } of folder === null ? [] : await copiesIn({ folder, files })) {
    if (!isBegunAlone(target) && ledger !== begun) continue;
    const events: LedgerEvent[] = [];
    const read = readLog(await readIn(file, files), events);
    const { opened } = read.state;
    const isOther = service !== null && opened !== null && serviceKey(opened.service) !== serviceKey(service);
    if (opened?.course !== course || isOther) continue;
    if (read.damage !== null)
      throw new Failure<LedgerProblem>({ code: "mirror_unusable", path: file, cause: "damaged" });
    if (isNew(read.state) && ledger !== begun) continue;
    const was = isBegunAlone(target) ? await locationOf(ledger, { folder: folder ?? "", files }) : null;
    if (was !== null && (await isThere(was, { location, files }))) elsewhere = was;
    else found.push({ file, read, newest: events.at(-1)?.at ?? "" });
  }
  const isPreferred = (one: Copy, other: Copy) =>
    Number(isNew(one.read.state)) - Number(isNew(other.read.state)) ||
    other.newest.localeCompare(one.newest) ||
    other.read.head.seq - one.read.head.seq;
  return { copy: found.sort(isPreferred)[0] ?? null, elsewhere };
}

/** The lines of the copy if the ledger is their beginning, or an opening alone; its own if it has all of them. Throws if the two have parted. */
function linesFor({ found, location }: LockedLines, copy: Copy | null): Buffer {
  if (copy === null) return found.lines;
  const { lines } = copy.read;
  if (isBegunAlone(found) || lines.subarray(0, found.lines.length).equals(found.lines)) return lines;
  compareWithCopy({ location, ...found }, lines, copy.file);
  return found.lines;
}

/** A purchase that a ledger lacks, as far as it is known. */
interface Forgotten {
  readonly intended: Extract<EventBody, { type: "creation.intended" }>;
  /** When it was intended, in UTC. */
  readonly happenedAt: string;
  /** Its story's id; null: it isn't known whether there is one. */
  readonly id: string | null;
  /** What was recorded of the story. */
  readonly facts: readonly EventBody[];
}

/** The lines of a ledger, and the events that are chained to them because other sources know of them. */
class Restoration {
  readonly #base: Buffer;
  readonly #plan: Plan;
  readonly #options: RestoreOptions;
  readonly #state: LedgerState;
  /** The purchases that were added. `story` null: it is unknown whether there is one. */
  readonly #purchases: { edition: string; job: string; price: Price; story: string | null }[] = [];
  #head: Head;
  #added = "";

  constructor(base: Buffer, plan: Plan, options: RestoreOptions) {
    this.#base = base;
    this.#plan = plan;
    this.#options = options;
    const { state, head } = readLog(base);
    this.#state = state;
    this.#head = head;
  }

  async complete(
    { found, location, complete }: LockedLines,
    { copy, elsewhere }: Awaited<ReturnType<typeof chooseSource>>,
  ) {
    const known = this.#head.seq;
    const { rescuePath, stateFolder, files, service, serviceOfNew, world } = this.#options;
    const remembered = await this.#remembered();
    // A ledger with purchases has its stories: where it lacks some, it lies in another one's folder.
    const isUnfinished = this.#state.rebuilt?.stage === "begun";
    const mayLack = isNew(this.#state) || isUnfinished;
    const { saved, unreadable } = mayLack ? await readStories(this.#options) : { saved: [], unreadable: [] };
    if (known + remembered.length + saved.length === 0)
      throw new Failure<RunProblem>({ code: "ledger_not_rebuildable", path: location, service, elsewhere });
    const rescued = await readRescues({ path: rescuePath, stateFolder, ledger: this.#ledger }, files);
    const seen = await this.#forgottenHeads();
    const { course } = this.#plan;
    const of = { ledger: randomUuid(world), course };
    if (known === 0)
      this.#add({ type: "ledger.opened", format: formatVersion, ...of, service: serviceOfNew() });
    for (const purchase of remembered) this.#addPurchase(purchase);
    await this.#addStories(saved);
    const recorded = this.#recordRescued(rescued);
    const lessons = this.#purchases;
    if (lessons.length + seen.length > 0 || isUnfinished)
      this.#add({ type: "ledger.rebuilt", stage: "ended", sources: { lessons: lessons.length }, seen });
    const bytes = Buffer.concat([this.#base, Buffer.from(this.#added)]);
    // A torn record may hold an id that is nowhere else.
    if (found.torn !== null)
      await replaceFile(files, `${location}.torn-${randomUuid(world)}`, found.torn.fragment);
    if (found.torn !== null || !bytes.equals(found.lines)) await complete(bytes);
    // A ledger with only an opening event counts as missing.
    const events = copy === null ? 0 : known - (isBegunAlone(found) ? 0 : found.head.seq);
    return {
      /** The mirror whose missing lines were put back; null: none. */
      from: events > 0 ? (copy?.file ?? null) : null,
      events,
      /** Outcomes recorded from rescue files. */
      recorded,
      /** The purchases that were restored without their ledger's own lines. */
      lessons,
      unreadable,
      /** How many of the lessons have no known price: nothing is bought before a run has quoted them. */
      unpriced: lessons.filter(({ price }) => price.credits === 0).length,
    };
  }

  get #ledger(): string | null {
    return this.#state.opened?.ledger ?? null;
  }

  #add(body: EventBody): void {
    const at = new Date(this.#options.world.now()).toISOString();
    const { line, event } = writeLine(this.#head, at, body);
    this.#added += line;
    this.#head = headOf(event);
    extend(this.#state, event);
  }

  #addPurchase({ intended, happenedAt, id, facts }: Forgotten): void {
    const { edition, job, attempt, price } = intended;
    this.#purchases.push({ edition, job, price, story: id });
    const of = { edition, job, attempt, rebuilt: true, happenedAt } as const;
    this.#add({ ...intended, ...of });
    const why = "ledger restore: the story's text is saved, or an older version has remembered it";
    const { who } = this.#options;
    if (id !== null) this.#add({ type: "creation.resolved", ...of, how: "story", id, who, why });
    for (const fact of facts) this.#add(fact);
  }

  /** The last events that older versions saw, by their hashes, if nobody has kept them: what is known of them is restored. */
  async #forgottenHeads(): Promise<string[]> {
    const { stateFolder: folder, files } = this.#options;
    const heads = folder === null ? [] : await olderHeads({ folder, files });
    const hashes = heads.flatMap(({ ledger, hash }) => (ledger === this.#ledger ? [hash] : []));
    const events = hashes.length === 0 ? [] : eventsIn({ lines: this.#base });
    return hashes.filter((one) => !this.#state.joined.has(one) && events.every(({ hash }) => hash !== one));
  }

  /** The purchases of the course that older versions have remembered: of this ledger, or of those that were here or are gone. */
  async #remembered(): Promise<Forgotten[]> {
    const { stateFolder: folder, location, files } = this.#options;
    const service = this.#state.opened?.service ?? this.#options.service;
    const older = folder === null ? [] : await new SeenLedgers(service, { folder, files }).older();
    const found: Forgotten[] = [];
    for (const { ledger, intended, story } of attemptsOf(older, this.#state)) {
      const isLost = this.#ledger === null && !(await isThere(ledger.path ?? location, { location, files }));
      if (ledger.course !== this.#plan.course || (ledger.id !== this.#ledger && !isLost)) continue;
      const facts = [story?.observed, story?.saved].flatMap((event) =>
        event == null ? [] : [bodyOf(event)],
      );
      const body = { ...bodyOf(intended), month: monthOf(intended) } as Forgotten["intended"];
      found.push({ intended: body, happenedAt: intended.at, id: story?.id ?? null, facts });
    }
    return found;
  }

  /** Records the outcomes that a ledger could not take, while their attempts are open and their stories no other lesson's. */
  #recordRescued(rescued: readonly Rescued[]) {
    return rescued.flatMap(({ file, body: { at: answeredAt, ...body } }) => {
      const id = "id" in body ? body.id : null;
      const attempts = [...this.#state.jobs.values()].flatMap((record) => record.attempts);
      const attempt = attempts.find((one) => one.attempt === body.attempt);
      if (attempt === undefined || !isOpen(attempt) || body.type === "creation.intended") return [];
      if (id !== null && isStoryOfLesson(id, this.#state)) return [];
      // The line has the time of its recording; the time of the answer is recorded too.
      this.#add(Object.assign(body, { answeredAt }));
      return [{ file, job: body.job, id }];
    });
  }

  /** Adds the purchases of saved stories that the ledger lacks, each of the lesson that it fits. */
  async #addStories(saved: readonly SavedOnDisk[]): Promise<void> {
    const { quote, world } = this.#options;
    const { edition } = this.#plan;
    const forgotten = saved.filter(({ id }) => !isStoryOfLesson(id, this.#state));
    const settings = forgotten.map((story) => settingOf(this.#lessonFor(story).request));
    const prices = settings.length === 0 ? null : await quote(settings);
    const run = randomUuid(world);
    for (const story of forgotten) {
      const { job, request } = this.#lessonFor(story);
      const { id, createdAt, text } = story;
      const happenedAt = new Date(Math.min(Date.parse(createdAt) || world.now(), world.now())).toISOString();
      const intended = {
        type: "creation.intended" as const,
        edition,
        job,
        attempt: derivedUuid(`the attempt that made ${id}`),
        request: { ...request },
        requestHash: requestHash(request),
        run,
        price: prices?.get(settingName(request)) ?? unknown,
        balanceBefore: null,
        replaces: this.#state.jobs.has(jobKey(edition, job)),
        month: monthOf({ at: happenedAt }),
      };
      const facts = [{ type: "story.saved" as const, edition, job, id, ...text }];
      this.#addPurchase({ intended, happenedAt, id, facts });
    }
  }

  /** The job and request of the lesson that a saved story fits; of one with a name of its own if it fits none. */
  #lessonFor(shown: SavedOnDisk): { readonly job: string; readonly request: StoryRequest } {
    const { edition, jobs } = this.#plan;
    const isTaken = (job: string) => this.#state.jobs.has(jobKey(edition, job));
    const fitting = jobs.filter(({ request }) => differingParts(shown, request).length === 0);
    const job = fitting.find(({ id }) => !isTaken(id)) ?? fitting[0];
    if (job !== undefined) return { job: job.id, request: job.request };
    const { topic, lang, difficulty } = shown;
    const name = `${deriveTopicId(topic)}.${lang}.${difficulty}`;
    let free = name;
    for (let number = 2; isTaken(free); number++) free = `${name}~${number}`;
    // Its length is lost, and the longest costs the most.
    const settings = { length: "long", audiobook: false, visibility: "private" } as const;
    return { job: free, request: { topic, lang, difficulty, ...settings } as StoryRequest };
  }
}

/** What an event says, restored without its place in its ledger. */
function bodyOf({ seq: _, at: happenedAt, hash: __, ...body }: LedgerEvent): EventBody {
  return { ...body, rebuilt: true, happenedAt } as EventBody;
}

/** Stands for an unknown price, which could not be asked for; nothing is bought before a run has quoted it. */
const unknown: Price = { credits: 0, writing: 0, audiobook: 0 };

/** The part of a saved story needed to match it to a job. */
const partSchema = savedStorySchema.omit({ title: true, untrusted: true, text: true });

type SavedOnDisk = z.infer<typeof partSchema> & { readonly text: ReturnType<typeof factsOf> };

/** The readable saved stories, oldest first, and the names of unreadable files. */
async function readStories({ files, folder }: RestoreOptions) {
  const saved: SavedOnDisk[] = [];
  const unreadable: string[] = [];
  for (const name of (await files.list(join(folder, "stories"))).filter((one) => one.endsWith(".json"))) {
    const file = `stories/${name}`;
    const bytes = (await files.read(join(folder, file))) ?? Buffer.alloc(0);
    const story = partSchema.safeParse(parseJson(bytes)).data;
    // A file named after another story belongs to neither.
    if (story === undefined || `${story.id}.json` !== name) unreadable.push(file);
    else saved.push({ ...story, text: factsOf(file, bytes) });
  }
  saved.sort((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));
  return { saved, unreadable };
}
