import { join } from "node:path";
import type * as z from "zod";
import { eventsIn, type LogResult, readLog } from "../ledger/file/read-log.ts";
import { type EventBody, formatVersion, type Price, type Setting } from "../ledger/format/event.ts";
import { extend, jobKey, settingName, settingOf } from "../ledger/format/fold.ts";
import { isBegunAlone, isNew, serviceKey } from "../ledger/format/identity.ts";
import { isOpen, isStoryOfLesson } from "../ledger/format/job-status.ts";
import { type Head, headOf, writeLine } from "../ledger/format/line.ts";
import { monthOf } from "../ledger/format/month.ts";
import type { Attempt, LedgerState } from "../ledger/format/state.ts";
import type { LockedLines } from "../ledger/locked-lines.ts";
import { compareWithCopy, hasEvent, locationOf } from "../ledger/mirror.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import {
  asMirrorProblem,
  copiesIn,
  olderPurchasesName,
  type Rescued,
  readIn,
  readOlderHead,
  readOlderPurchase,
  readRescues,
  rescuedId,
  type SeenEvent,
} from "../ledger/state-folder.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Plan, StoryRequest } from "../plan/plan.ts";
import { deriveTopicId } from "../plan/topic-text.ts";
import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import type { Files } from "../shared/files/files.ts";
import { parseJson } from "../shared/parse-json.ts";
import { derivedUuid } from "../shared/uuid.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { factsOf, type RecordedFile, savedStorySchema } from "./course-folder.ts";
import { differingParts } from "./create/outcome-events.ts";
import type { RunProblem } from "./problem.ts";
import { whatIsAt } from "./purchases-elsewhere.ts";

/** Where a ledger is restored, and what with. */
export interface RestoreOptions {
  /** Null if not known: that of the ledger that is found is taken. */
  readonly service: string | null;
  readonly location: string;
  /** The path prefix of rescue files beside it. */
  readonly rescuePath: string;
  readonly folder: string;
  readonly stateFolder: string | null;
  readonly files: Files;
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
    return new Restoration(linesFor(target, source), plan, options).complete(target, source);
  });
}

interface Source {
  /** The ledger's own id; null: it is begun anew. */
  readonly ledger: string | null;
  /** The file with its lines, a mirror or what an older version has written, as it was read: a run that adds to it later makes the ledger an older copy. */
  readonly copy: { readonly file: string; readonly bytes: Buffer } | null;
  /** Ledgers of the course that are still where they were; nothing is taken from them. */
  readonly elsewhere: readonly string[];
}

/** The newest mirror of the ledger that is there, or else of the course, unless its own ledger is still there elsewhere. */
async function chooseSource(target: LogResult, { course }: Plan, options: RestoreOptions): Promise<Source> {
  const { stateFolder: folder, files, service } = options;
  const begun = target.state.opened?.ledger ?? null;
  const own = isBegunAlone(target) ? null : begun;
  if (folder === null) return { ledger: own, copy: null, elsewhere: [] };
  const at = { folder, files };
  const candidates = await asMirrorProblem(folder, () => copiesIn(at));
  const found: { ledger: string; copy: NonNullable<Source["copy"]>; read: LogResult }[] = [];
  const elsewhere: string[] = [];
  for (const { ledger, file } of candidates) {
    if (own !== null && ledger !== own) continue;
    const bytes = await asMirrorProblem(file, async () => (await files.read(file)) ?? Buffer.alloc(0));
    const read = readLog(bytes);
    const { opened } = read.state;
    if (opened?.course !== course) continue;
    if (service !== null && serviceKey(opened.service) !== serviceKey(service)) continue;
    if (read.damage !== null)
      throw new Failure<LedgerProblem>({ code: "mirror_unusable", path: file, cause: "damaged" });
    if (isNew(read.state) && ledger !== begun) continue;
    const was = own === null ? await locationOf(ledger, at) : null;
    if (was !== null && (await whatIsAt(was, options)) === "there") elsewhere.push(was);
    else found.push({ ledger, copy: { file, bytes }, read });
  }
  const newestOf = ({ read }: (typeof found)[number]) => eventsIn(read).at(-1)?.at ?? "";
  const [best] = found.sort(
    (a, b) =>
      Number(isNew(a.read.state)) - Number(isNew(b.read.state)) ||
      newestOf(b).localeCompare(newestOf(a)) ||
      b.read.head.seq - a.read.head.seq,
  );
  return { ledger: best?.ledger ?? own, copy: best?.copy ?? null, elsewhere };
}

/** The lines of the source if the ledger is their beginning, or an opening alone; its own if it has all of them. */
function linesFor({ found, location: path }: LockedLines, { copy }: Source): Buffer {
  if (copy === null) return found.lines;
  const { bytes: mirror, file } = copy;
  try {
    compareWithCopy({ location: path, ...found, joined: found.state.joined }, mirror, file);
    return found.lines;
  } catch (error) {
    const code = error instanceof Failure ? error.problem.code : null;
    const isBeginning = code === "ledger_older_copy" || (code === "ledger_forked" && isBegunAlone(found));
    if (!isBeginning) throw error;
    return readLog(mirror).lines;
  }
}

/** The lines of a ledger, and the events that are chained to them because other sources know of them. */
class Restoration {
  readonly #base: Buffer;
  readonly #plan: Plan;
  readonly #options: RestoreOptions;
  readonly #state: LedgerState;
  #head: Head;
  #added = "";
  /** How the attempts that were restored without their own lines are known. */
  readonly #knownBy = new Map<string, "memory" | Found["by"]>();

  constructor(base: Buffer, plan: Plan, options: RestoreOptions) {
    this.#base = base;
    this.#plan = plan;
    this.#options = options;
    const { state, head } = readLog(base);
    this.#state = state;
    this.#head = head;
  }

  async complete(target: LockedLines, source: Source) {
    const { found } = target;
    const known = this.#head.seq;
    const ledger = this.#state.opened?.ledger ?? source.ledger;
    const memory = await this.#readMemory(ledger);
    const { location, rescuePath, stateFolder, folder, files } = this.#options;
    const rescued = await readRescues({ path: rescuePath, stateFolder, ledger }, files);
    // A ledger with purchases has its stories: where it lacks some, it lies in another one's folder.
    const isUnfinished = this.#state.rebuilt?.stage === "begun";
    const mayLack = isNew(this.#state) || isUnfinished;
    const { saved, unreadable } = mayLack ? await readStories(this.#options) : { saved: [], unreadable: [] };
    if (known + memory.length + saved.length === 0) {
      const facts = { path: location, service: this.#options.service, elsewhere: source.elsewhere };
      throw new Failure<RunProblem>({ code: "ledger_not_rebuildable", ...facts });
    }
    const seen = await this.#forgottenHead(ledger);
    if (known === 0) this.#begin();
    this.#replay(memory);
    const stories = this.#storiesOf(saved);
    await this.#addStories(stories);
    const recorded = this.#recordRescued(rescued);
    const lessons = this.#restoredLessons();
    if (lessons.length + seen.length > 0 || isUnfinished)
      this.#add({ type: "ledger.rebuilt", stage: "ended", sources: { lessons: lessons.length }, seen });
    const bytes = Buffer.concat([this.#base, Buffer.from(this.#added)]);
    if (found.tail.kind === "torn") await this.#setTornAside(found.tail, target.location);
    if (found.tail.kind !== "clean" || !bytes.equals(found.lines)) await target.complete(bytes);
    // A ledger with only an opening event counts as missing.
    const events = source.copy === null ? 0 : known - (isBegunAlone(found) ? 0 : found.head.seq);
    return {
      /** The mirror whose missing lines were put back; null: none. */
      from: events > 0 ? (source.copy?.file ?? null) : null,
      events,
      /** Outcomes recorded from rescue files. */
      recorded,
      lessons,
      unreadable,
      /** Files of corrections beside a ledger that was begun anew: it knows nothing of them, nor of approvals. */
      corrections: stories.length > 0 ? await files.list(join(folder, "corrections")) : [],
      /** How many of the lessons have no known price: nothing is bought before a run has quoted them. */
      unpriced: lessons.filter(({ price }) => price.credits === 0).length,
    };
  }

  #add(body: EventBody): void {
    const at = new Date(this.#options.world.now()).toISOString();
    const { line, event } = writeLine(this.#head, at, body);
    this.#added += line;
    this.#head = headOf(event);
    extend(this.#state, event);
  }

  #begin(): void {
    const { world, serviceOfNew } = this.#options;
    const of = { ledger: randomUuid(world), course: this.#plan.course, service: serviceOfNew() };
    this.#add({ type: "ledger.opened", format: formatVersion, ...of });
  }

  get #attempts(): readonly Attempt[] {
    return [...this.#state.jobs.values()].flatMap(({ attempts }) => attempts);
  }

  /** A torn record may hold an id that is nowhere else, unless it is the beginning of the line that is put back. */
  async #setTornAside({ fragment, offset }: TornTail, path: string): Promise<void> {
    if (this.#base.subarray(offset, offset + fragment.length).equals(fragment)) return;
    await replaceFile(this.#options.files, `${path}.torn-${randomUuid(this.#options.world)}`, fragment);
  }

  /** The last event that an older version saw, by its hash, if nobody has kept it: what is known of it is restored. */
  async #forgottenHead(ledger: string | null): Promise<string[]> {
    const { stateFolder: folder, files } = this.#options;
    if (ledger === null || folder === null) return [];
    const head = await readOlderHead(ledger, { folder, files });
    if (head === null || this.#state.joined.has(head.hash)) return [];
    return hasEvent(this.#base, head) ? [] : [head.hash];
  }

  /** The events of the course that an older version has remembered: of this ledger, or of those that were here or are gone. */
  async #readMemory(ledger: string | null): Promise<SeenEvent[]> {
    const { stateFolder, location, files } = this.#options;
    const service = this.#state.opened?.service ?? this.#options.service;
    if (stateFolder === null || service === null) return [];
    const text = (await readIn(join(stateFolder, olderPurchasesName(service)), files))?.toString() ?? "";
    const events: SeenEvent[] = [];
    for (const seen of text.split("\n").flatMap((line) => readOlderPurchase(line) ?? [])) {
      if (seen.course !== this.#plan.course || (ledger !== null && seen.ledger !== ledger)) continue;
      const now = await whatIsAt(seen.path ?? location, { location, files });
      if (ledger !== null || now === "replaced" || now === "gone") events.push(seen);
    }
    return events;
  }

  /** Adds what an older version has remembered of creations that the ledger lacks, as it was recorded then. */
  #replay(memory: readonly SeenEvent[]): void {
    const known = new Set(this.#attempts.map(({ attempt }) => attempt));
    const attemptOf = new Map<string, string>();
    for (const { event, at } of memory) {
      const id = "id" in event ? event.id : null;
      const attempt = "attempt" in event ? String(event.attempt) : (attemptOf.get(id ?? "") ?? "");
      const isIntention = event.type === "creation.intended";
      const isRestored = this.#knownBy.has(attempt);
      if (isIntention ? isRestored || known.has(attempt) : !isRestored) continue;
      if (isIntention) this.#knownBy.set(attempt, "memory");
      if (id !== null) attemptOf.set(id, attempt);
      const happenedAt = ("happenedAt" in event ? event.happenedAt : undefined) ?? at;
      const month = isIntention ? { month: monthOf({ at, month: event.month }) } : {};
      this.#add({ ...event, rebuilt: true, happenedAt, ...month } as EventBody);
    }
  }

  /** Records the outcomes that a ledger could not take, while their attempts are open and their stories no other lesson's. */
  #recordRescued(rescued: readonly Rescued[]) {
    return rescued.flatMap(({ file, body: { at: answeredAt, ...body } }) => {
      const id = rescuedId(body);
      const attempt = this.#attempts.find((one) => one.attempt === body.attempt);
      if (attempt === undefined || !isOpen(attempt) || body.type === "creation.intended") return [];
      if (id !== null && isStoryOfLesson(id, this.#state)) return [];
      // The line has the time of its recording; the time of the answer is recorded too.
      this.#add(Object.assign(body, { answeredAt }));
      return [{ file, job: body.job, id }];
    });
  }

  /** The saved stories that the ledger lacks, each with its lesson. */
  #storiesOf(saved: readonly SavedOnDisk[]): Found[] {
    const taken = new Set(this.#state.jobs.keys());
    return saved.flatMap((one) => {
      if (isStoryOfLesson(one.id, this.#state)) return [];
      const lesson = lessonFor(one, this.#plan, taken);
      taken.add(jobKey(this.#plan.edition, lesson.job));
      return [{ ...lesson, saved: one }];
    });
  }

  /** Adds the creations of stories that were found, with what is known of them. */
  async #addStories(found: readonly Found[]): Promise<void> {
    const { quote, who, world } = this.#options;
    const prices = found.length === 0 ? null : await quote(found.map(({ request }) => settingOf(request)));
    const run = randomUuid(world);
    const { edition } = this.#plan;
    for (const { job, request, by, saved } of found) {
      const { id, createdAt, text } = saved;
      const attempt = derivedUuid(`the attempt that made ${id}`);
      const then = Math.min(Date.parse(createdAt) || world.now(), world.now());
      const happenedAt = new Date(then).toISOString();
      const of = { edition, job, attempt, rebuilt: true, happenedAt } as const;
      this.#add({
        type: "creation.intended",
        ...of,
        request: { ...request },
        requestHash: requestHash(request),
        run,
        price: prices?.get(settingName(request)) ?? unknown,
        balanceBefore: null,
        replaces: this.#state.jobs.has(jobKey(edition, job)),
        month: monthOf({ at: happenedAt }),
      });
      this.#add({ type: "creation.resolved", ...of, how: "story", id, who, why: whys[by] });
      this.#add({ type: "story.saved", edition, job, rebuilt: true, id, ...text });
      this.#knownBy.set(attempt, by);
    }
  }

  /** The creations that were restored without their ledger's own lines. `story` null: it is unknown whether there is one. */
  #restoredLessons() {
    return this.#attempts.flatMap(({ attempt, intended: { edition, job, price }, outcome }) => {
      const by = this.#knownBy.get(attempt);
      const story = outcome.kind === "accepted" ? outcome.id : null;
      return by === undefined ? [] : [{ edition, job, attempt, price, story, by }];
    });
  }
}

type TornTail = Extract<LogResult["tail"], { kind: "torn" }>;

/** Stands for an unknown price, which could not be asked for; nothing is bought before a run has quoted it. */
const unknown: Price = { credits: 0, writing: 0, audiobook: 0 };

const whys: Readonly<Record<Found["by"], string>> = {
  text: "ledger restore: the story's text is saved, and its topic, language and difficulty match the lesson",
  nothing: "ledger restore: the story's text is saved, but no lesson in the plan matches it",
};

/** The part of a saved story needed to match it to a job. */
const partSchema = savedStorySchema.omit({ title: true, untrusted: true, text: true });

type SavedOnDisk = z.infer<typeof partSchema> & { readonly text: RecordedFile };

/** The readable saved stories, oldest first, and the names of unreadable files. */
async function readStories({
  files,
  folder,
}: RestoreOptions): Promise<{ saved: SavedOnDisk[]; unreadable: string[] }> {
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

/** A saved story whose creation is forgotten, with the lesson that it is of. */
interface Found {
  readonly job: string;
  readonly request: StoryRequest;
  readonly by: "text" | "nothing";
  readonly saved: SavedOnDisk;
}

/** The lesson of the plan that a saved story fits; one with a name of its own if it fits none. */
function lessonFor(
  shown: Pick<SavedOnDisk, "topic" | "lang" | "difficulty">,
  { edition, jobs }: Plan,
  taken: ReadonlySet<string>,
): Omit<Found, "saved"> {
  const fitting = jobs.filter(({ request }) => differingParts(shown, request).length === 0);
  const job = fitting.find(({ key }) => !taken.has(key)) ?? fitting[0];
  if (job !== undefined) return { job: job.id, request: job.request, by: "text" };
  const { topic, lang, difficulty } = shown;
  const name = `${deriveTopicId(topic)}.${lang}.${difficulty}`;
  let free = name;
  for (let number = 2; taken.has(jobKey(edition, free)); number++) free = `${name}~${number}`;
  // Its length is lost, and the longest costs the most.
  const settings = { length: "long", audiobook: false, visibility: "private" } as const;
  return { job: free, request: { topic, lang, difficulty, ...settings } as StoryRequest, by: "nothing" };
}
