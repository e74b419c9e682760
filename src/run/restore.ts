import { join, resolve } from "node:path";
import type * as z from "zod";
import { takeLock } from "../ledger/file/lock.ts";
import { type LogResult, readLog, wholeLines } from "../ledger/file/read-log.ts";
import {
  type EventBody,
  formatVersion,
  type LedgerEvent,
  type Price,
  type Setting,
} from "../ledger/format/event.ts";
import { fold, jobKey, settingName, settingOf } from "../ledger/format/fold.ts";
import { identityIn, isBegunAlone, serviceKey } from "../ledger/format/identity.ts";
import { isOpen } from "../ledger/format/job-status.ts";
import { emptyHead, writeLine } from "../ledger/format/line.ts";
import { monthOf } from "../ledger/format/month.ts";
import type { Attempt, LedgerState } from "../ledger/format/state.ts";
import type { LockedLines } from "../ledger/locked-lines.ts";
import { asMirrorProblem, commonBytes, locationOf, mirrorPath } from "../ledger/mirror.ts";
import {
  olderPurchasesName,
  readIn,
  readOlderHead,
  readOlderPurchase,
  rescuedFiles,
  type SeenEvent,
} from "../ledger/older-state.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import { type Rescued, readRescues, rescuedId } from "../ledger/rescue-file.ts";
import { mirrorsIn } from "../ledger/seen-purchases.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Plan, StoryRequest } from "../plan/plan.ts";
import { deriveTopicId } from "../plan/topic-id.ts";
import { Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import type { Files, OpenFile } from "../shared/files/files.ts";
import { derivedUuid } from "../shared/uuid.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { factsOf, type RecordedFile, savedStorySchema } from "./course-folder.ts";
import type { RunProblem } from "./problem.ts";
import { isNew, whatIsAt } from "./purchases-elsewhere.ts";

type Body<Type extends EventBody["type"]> = Extract<EventBody, { type: Type }>;

export interface RestorePlace {
  readonly course: string;
  /** Null if not known: that of the ledger that is found is taken. */
  readonly service: string | null;
  readonly location: string;
  /** The path prefix of rescue files beside it. */
  readonly rescuePath: string;
  readonly folder: string;
  readonly stateFolder: string | null;
  readonly spareFolder?: string | undefined;
  readonly files: Files;
}

interface RestoreMeans {
  readonly open: () => Promise<LockedLines>;
  /** Asks the service for prices, by `settingName`; null if it can't be asked. */
  readonly quote: (settings: readonly Setting[]) => Promise<ReadonlyMap<string, Price> | null>;
  /** The service that a new ledger is of. Throws if none is named. */
  readonly service: () => string;
  readonly who: string;
  readonly world: Pick<World, "now" | "random">;
}

/** How a restored creation is known. */
type KnownBy = "memory" | "rescue" | "text" | "nothing";

/** A creation that was restored without its ledger's own line. */
export interface RestoredLesson
  extends Pick<Body<"creation.intended">, "edition" | "job" | "attempt" | "price"> {
  /** Null if it is unknown whether there is one. */
  readonly story: string | null;
  readonly by: KnownBy;
}

export interface Restored {
  /** The mirror whose missing lines were put back; null: none. */
  readonly from: string | null;
  /** How many lines of it. */
  readonly events: number;
  /** Outcomes recorded from rescue files. */
  readonly recorded: readonly { readonly file: string; readonly job: string; readonly id: string | null }[];
  readonly lessons: readonly RestoredLesson[];
  /** Saved files that can't be read. */
  readonly unreadable: readonly string[];
  /** Files of corrections beside a ledger that was begun anew: it knows nothing of them, nor of approvals. */
  readonly corrections: readonly string[];
  /** How many of the lessons have no known price: nothing is bought before a run has quoted them. */
  readonly unpriced: number;
}

/**
 * Restores a ledger that is missing or older than what this machine has seen of it: first all lines of the ledger's mirror, byte for byte, and then
 * what rescue files and older versions contain. Without a mirror, the ledger is rebuilt from the saved stories. Restores everything or nothing, and
 * buys nothing. Throws a Failure, changing nothing, if the ledger is not a prefix of its mirror (`ledger_forked`), or if nothing is known about the
 * ledger (`ledger_not_rebuildable`).
 */
export async function restoreLedger(plan: Plan, place: RestorePlace, means: RestoreMeans): Promise<Restored> {
  const target = await means.open();
  try {
    const { events, damage } = readLog(target.bytes);
    const { location: path } = target;
    if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
    const source = await chooseSource(events, place);
    const lock = source.ledger === null ? null : await lockMirror(source.ledger, place);
    try {
      return await complete(plan, { target, source, place }, means);
    } finally {
      await lock?.close();
    }
  } finally {
    await target.close();
  }
}

/** Nobody appends to a mirror while it is read. */
async function lockMirror(
  ledger: string,
  { stateFolder, location: path, files }: RestorePlace,
): Promise<OpenFile | null> {
  if (stateFolder === null) return null;
  const file = mirrorPath(stateFolder, ledger);
  return asMirrorProblem(file, async () => {
    await files.makeFolder(stateFolder);
    // Not signed: its text says where the ledger was last used.
    return takeLock(files, `${file}.lock`, { path, holder: null });
  });
}

async function complete(
  plan: Plan,
  { target, source, place }: { target: LockedLines; source: Source; place: RestorePlace },
  means: RestoreMeans,
): Promise<Restored> {
  const found = readLog(target.bytes);
  const base = await linesFor(target, source, place);
  const chain = new Chain(base, means);
  const known = chain.events.length;
  const state = fold(chain.events);
  const ledger = ledgerIn(chain.events) ?? source.ledger;
  const service = identityIn(chain.events)?.service ?? place.service;
  const memory = await readMemory(ledger, { ...place, service });
  const rescued = await readRescues({ ...place, path: place.rescuePath, ledger }, place.files);
  // A ledger with purchases has its stories: where it lacks some, it lies in another one's folder.
  const mayLack = isNew(state) || state.rebuilt?.stage === "begun";
  const saved = mayLack ? await readStories(place) : { stories: [], unreadable: [] };
  if (known === 0 && memory.length + rescued.length + saved.stories.length === 0) {
    const { location: path, service: at } = place;
    const { elsewhere } = source;
    throw new Failure<RunProblem>({ code: "ledger_not_rebuildable", path, service: at, elsewhere });
  }
  const seen = await forgottenHead(ledger, state, chain, place);
  chain.begin(plan.course, means);
  const replayed = replay(memory, chain);
  const stories = mayLack
    ? storiesOf(plan, { rescued, saved: saved.stories, state: fold(chain.events) })
    : [];
  const lessons = [...replayed, ...(await addStories(stories, { state, chain }, means))];
  if (lessons.length + seen.length > 0 || state.rebuilt?.stage === "begun") {
    chain.add({ type: "ledger.rebuilt", stage: "ended", sources: { lessons: lessons.length }, seen });
  }
  const recorded = recordRescued(rescued, fold(chain.events), chain);
  if (found.tail.kind === "torn")
    await setTornAside(found.tail, { base, path: target.location }, place, means);
  if (!chain.bytes.equals(target.bytes)) await target.complete({ bytes: chain.bytes, events: chain.events });
  const events = known - (base.length === 0 || source.file === null ? known : keptOf(found.events));
  return {
    from: events > 0 ? source.file : null,
    events,
    recorded,
    lessons,
    unreadable: saved.unreadable,
    corrections: stories.length > 0 ? await place.files.list(join(place.folder, "corrections")) : [],
    unpriced: lessons.filter(({ price }) => price.credits === 0).length,
  };
}

/** How many events of a ledger count: an opening alone is none. */
function keptOf(events: readonly LedgerEvent[]): number {
  return isBegunAlone(events) ? 0 : events.length;
}

/** What a ledger is restored from. */
interface Source {
  /** The ledger's own id; null: it is begun anew. */
  readonly ledger: string | null;
  /** The file with its lines, a mirror or what an older version has written; null: none. */
  readonly file: string | null;
  /** Ledgers of the course that are still where they were; nothing is taken from them. */
  readonly elsewhere: readonly string[];
}

/** The newest mirror of the ledger that is there, or else of the course, unless its own ledger is still there elsewhere. */
async function chooseSource(events: readonly LedgerEvent[], place: RestorePlace): Promise<Source> {
  const { stateFolder: folder, spareFolder, files, course, service } = place;
  const own = isBegunAlone(events) ? null : ledgerIn(events);
  if (folder === null) return { ledger: own, file: null, elsewhere: [] };
  const at = { folder, spareFolder, files };
  const candidates = await asMirrorProblem(folder, async () => [
    ...(await mirrorsIn(at)),
    ...(await rescuedFiles(at)),
  ]);
  const found: { ledger: string; file: string; hasBought: boolean; last: string; events: number }[] = [];
  const elsewhere: string[] = [];
  for (const { ledger, file } of candidates) {
    if (own !== null && ledger !== own) continue;
    const read = readLog(await readMirror(file, place));
    const identity = identityIn(read.events);
    if (identity?.course !== course) continue;
    if (service !== null && serviceKey(identity.service) !== serviceKey(service)) continue;
    refuseDamaged(read, file);
    const hasBought = !isNew(fold(read.events));
    if (!hasBought && ledger !== ledgerIn(events)) continue;
    const was = await locationOf(ledger, at);
    const last = read.events.at(-1)?.at ?? "";
    if (own === null && was !== null && (await whatIsAt(was, place)) === "there") elsewhere.push(was);
    else found.push({ ledger, file, hasBought, last, events: read.events.length });
  }
  const [best] = found.sort(
    (a, b) =>
      Number(b.hasBought) - Number(a.hasBought) ||
      (a.ledger === b.ledger ? b.events - a.events : b.last.localeCompare(a.last)),
  );
  return { ledger: best?.ledger ?? own, file: best?.file ?? null, elsewhere };
}

function readMirror(file: string, { files }: RestorePlace): Promise<Buffer> {
  return asMirrorProblem(file, async () => (await files.read(file)) ?? Buffer.alloc(0));
}

function refuseDamaged({ damage }: LogResult, file: string): void {
  if (damage !== null)
    throw new Failure<LedgerProblem>({ code: "mirror_unusable", path: file, cause: "damaged" });
}

function ledgerIn([first]: readonly LedgerEvent[]): string | null {
  return first?.type === "ledger.opened" ? first.ledger : null;
}

/** The lines of the source if the ledger is their beginning, or an opening alone; its own if it has all of them. */
async function linesFor(
  { bytes, location: path }: LockedLines,
  { file }: Source,
  place: RestorePlace,
): Promise<Buffer> {
  const found = readLog(bytes);
  const own = wholeLines(bytes, found);
  if (file === null) return own;
  // Under its lock: a run may have added to it since it was chosen.
  const mirror = await readMirror(file, place);
  const seen = readLog(mirror);
  refuseDamaged(seen, file);
  const lines = wholeLines(mirror, seen);
  const common = commonBytes(own, lines);
  if (common === own.length || isBegunAlone(found.events)) return lines;
  if (common === lines.length || fold(found.events).joined.has(seen.head.hash)) return own;
  const seq = own.subarray(0, common).toString("latin1").split("\n").length;
  throw new Failure<LedgerProblem>({ code: "ledger_forked", path, seen: file, seq });
}

/** A torn record may hold an id that is nowhere else, unless it is the beginning of the line that is put back. */
async function setTornAside(
  { fragment, offset }: { readonly fragment: Buffer; readonly offset: number },
  { base, path }: { base: Buffer; path: string },
  { files }: RestorePlace,
  { world }: RestoreMeans,
): Promise<void> {
  if (base.subarray(offset, offset + fragment.length).equals(fragment)) return;
  await replaceFile(files, `${path}.torn-${randomUuid(world)}`, fragment);
}

/** The lines of a ledger, and the events chained to them. */
class Chain {
  readonly events: LedgerEvent[];
  readonly #base: Buffer;
  readonly #at: string;
  readonly #lines: string[] = [];

  constructor(base: Buffer, { world }: RestoreMeans) {
    this.events = [...readLog(base).events];
    this.#base = base;
    this.#at = new Date(world.now()).toISOString();
  }

  get bytes(): Buffer {
    return Buffer.concat([this.#base, Buffer.from(this.#lines.join(""))]);
  }

  /** Begins a ledger that has no event yet. */
  begin(course: string, { world, service }: RestoreMeans): void {
    if (this.events.length > 0) return;
    const ledger = randomUuid(world);
    this.add({ type: "ledger.opened", format: formatVersion, ledger, course, service: service() });
  }

  add(body: EventBody): void {
    const { line, event } = writeLine(this.events.at(-1) ?? emptyHead, this.#at, body);
    this.#lines.push(line);
    this.events.push(event);
  }
}

/** The last event that an older version saw, by its hash, if nobody has kept it: what is known of it is restored. */
async function forgottenHead(
  ledger: string | null,
  { joined }: LedgerState,
  { events }: Chain,
  { stateFolder, files }: RestorePlace,
): Promise<string[]> {
  if (ledger === null || stateFolder === null) return [];
  const head = await readOlderHead(ledger, { folder: stateFolder, files });
  const isKept = head === null || events[head.seq - 1]?.hash === head.hash || joined.has(head.hash);
  return isKept ? [] : [head.hash];
}

/** The events of the course that an older version has remembered: of this ledger, or of those that were here or are gone. */
async function readMemory(
  ledger: string | null,
  { stateFolder, course, service, location, files }: RestorePlace,
): Promise<SeenEvent[]> {
  if (stateFolder === null || service === null) return [];
  const text = (await readIn(join(stateFolder, olderPurchasesName(service)), files))?.toString() ?? "";
  const events: SeenEvent[] = [];
  for (const seen of text.split("\n").flatMap((line) => readOlderPurchase(line) ?? [])) {
    if (seen.course !== course || (ledger !== null && seen.ledger !== ledger)) continue;
    const now = await whatIsAt(seen.path ?? location, { location: resolve(location), files });
    const isLost = now === "replaced" || now === "gone" || seen.path === location;
    if (ledger !== null || isLost) events.push(seen);
  }
  return events;
}

/** Adds what an older version has remembered of creations that the ledger lacks, as it was recorded then. */
function replay(memory: readonly SeenEvent[], chain: Chain): RestoredLesson[] {
  const { attempts } = knownIn(fold(chain.events));
  const lessons = new Map<string, RestoredLesson>();
  const stories = new Set<string>();
  for (const { event, at } of memory) {
    const id = "id" in event ? event.id : null;
    const happenedAt = ("happenedAt" in event ? event.happenedAt : undefined) ?? at;
    const again = { ...event, rebuilt: true, happenedAt } as EventBody;
    if (event.type === "creation.intended") {
      const { edition, job, attempt, price } = event;
      if (attempts.has(attempt) || lessons.has(attempt)) continue;
      chain.add({ ...again, month: monthOf({ at, month: event.month }) } as EventBody);
      lessons.set(attempt, { edition, job, attempt, price, story: null, by: "memory" });
    } else if ("attempt" in event) {
      const lesson = lessons.get(event.attempt);
      if (lesson === undefined) continue;
      chain.add(again);
      if (id !== null) stories.add(id);
      lessons.set(lesson.attempt, { ...lesson, story: id ?? lesson.story });
    } else if (id !== null && stories.has(id)) chain.add(again);
  }
  return [...lessons.values()];
}

function knownIn({ jobs }: LedgerState): { attempts: Map<string, Attempt>; stories: Set<string> } {
  const records = [...jobs.values()];
  const attempts = records.flatMap((record) => record.attempts.map((one) => [one.attempt, one] as const));
  return {
    attempts: new Map(attempts),
    stories: new Set(records.flatMap((record) => [...record.stories.keys()])),
  };
}

/** Records the outcomes that a ledger could not take, while their attempts are open and their stories no other lesson's. */
function recordRescued(rescued: readonly Rescued[], state: LedgerState, chain: Chain): Restored["recorded"] {
  const { attempts, stories } = knownIn(state);
  return rescued.flatMap(({ file, body: { at: answeredAt, ...body } }) => {
    const id = rescuedId(body);
    const attempt = attempts.get(body.attempt);
    if (attempt === undefined || !isOpen(attempt) || body.type === "creation.intended") return [];
    if (id !== null && stories.has(id)) return [];
    attempts.delete(body.attempt);
    // The line has the time of its recording; the time of the answer is recorded too.
    const late: typeof body = Object.assign(body, { answeredAt });
    chain.add(late);
    return [{ file, job: body.job, id }];
  });
}

/** The part of a saved story needed to match it to a job. */
const partSchema = savedStorySchema.omit({ title: true, untrusted: true, text: true });

/** A saved story, with the facts of its file. */
type SavedOnDisk = z.infer<typeof partSchema> & { readonly text: RecordedFile };

/** The readable saved stories, oldest first, and the names of unreadable files. */
async function readStories({
  files,
  folder,
}: RestorePlace): Promise<{ stories: SavedOnDisk[]; unreadable: string[] }> {
  const stories: SavedOnDisk[] = [];
  const unreadable: string[] = [];
  for (const name of (await files.list(join(folder, "stories"))).filter((one) => one.endsWith(".json"))) {
    const file = `stories/${name}`;
    const bytes = (await files.read(join(folder, file))) ?? Buffer.alloc(0);
    const saved = partSchema.safeParse(parsed(bytes.toString())).data;
    // A file named after another story belongs to neither.
    if (saved === undefined || `${saved.id}.json` !== name) unreadable.push(file);
    else stories.push({ ...saved, text: factsOf(file, bytes) });
  }
  stories.sort((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));
  return { stories, unreadable };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A story that exists and whose creation is forgotten, with the lesson that it is of. */
interface Found {
  readonly edition: string;
  readonly job: string;
  readonly attempt: string;
  readonly request: Body<"creation.intended">["request"];
  readonly story: string;
  readonly at: string | null;
  readonly by: KnownBy;
  readonly text: RecordedFile | null;
}

/** The stories that rescue files name and that are saved, without those of known attempts. Pure. */
function storiesOf(
  plan: Plan,
  {
    rescued,
    saved,
    state,
  }: { rescued: readonly Rescued[]; saved: readonly SavedOnDisk[]; state: LedgerState },
): Found[] {
  const { attempts, stories } = knownIn(state);
  const taken = new Set(state.jobs.keys());
  const found: Found[] = [];
  for (const { body } of rescued) {
    const story = rescuedId(body);
    const { edition, attempt } = body;
    const job = plan.jobs.find((one) => plan.edition === edition && one.id === body.job);
    if (story === null || attempts.has(attempt) || job === undefined) continue;
    const at = typeof body.at === "string" ? body.at : null;
    const request = { ...job.request };
    found.push({ edition, job: job.id, attempt, request, story, at, by: "rescue", text: null });
    taken.add(job.key);
    stories.add(story);
  }
  for (const one of saved) {
    if (stories.has(one.id)) continue;
    const lesson = lessonFor(one, plan, taken);
    const attempt = derivedUuid(`the attempt that made ${one.id}`);
    const { edition } = plan;
    taken.add(jobKey(edition, lesson.job));
    found.push({ ...lesson, edition, attempt, story: one.id, at: one.createdAt, text: one.text });
  }
  return found;
}

/** The lesson of the plan that a saved story fits; one with a name of its own if it fits none. */
function lessonFor(
  { topic, lang, difficulty }: SavedOnDisk,
  { edition, jobs }: Plan,
  taken: ReadonlySet<string>,
): Pick<Found, "job" | "request" | "by"> {
  const fitting = jobs.filter(({ request: asked }) => {
    return asked.topic === topic && asked.lang === lang && asked.difficulty === difficulty;
  });
  const job = fitting.find(({ key }) => !taken.has(key)) ?? fitting[0];
  if (job !== undefined) return { job: job.id, request: { ...job.request }, by: "text" };
  const name = `${deriveTopicId(topic)}.${lang}.${difficulty}`;
  let free = name;
  for (let number = 2; taken.has(jobKey(edition, free)); number++) free = `${name}~${number}`;
  // Its length is lost, and the longest costs the most.
  const request = { topic, lang, difficulty, length: "long", audiobook: false, visibility: "private" };
  return { job: free, request, by: "nothing" };
}

const whys: Readonly<Record<KnownBy, string>> = {
  memory: "ledger restore: this machine remembers the purchase",
  rescue: "ledger restore: a rescue file keeps the answer",
  text: "ledger restore: the story's text is saved, and its topic, language and difficulty match the lesson",
  nothing: "ledger restore: the story's text is saved, but no lesson in the plan matches it",
};

/** A price that could not be asked for: it is not known, and nothing is bought before a run has quoted it. */
const unknown: Price = { credits: 0, writing: 0, audiobook: 0 };

/** Adds the creations of stories that were found, with what is known of them. */
async function addStories(
  found: readonly Found[],
  { state, chain }: { state: LedgerState; chain: Chain },
  { quote, who, world }: RestoreMeans,
): Promise<RestoredLesson[]> {
  const prices = found.length === 0 ? null : await quote(found.map(({ request }) => settingOf(request)));
  const run = randomUuid(world);
  const taken = new Set(state.jobs.keys());
  return found.map(({ edition, job, attempt, request, story, at, by, text }) => {
    const key = jobKey(edition, job);
    const then = Date.parse(at ?? "");
    const happenedAt = new Date(Math.min(Number.isNaN(then) ? world.now() : then, world.now())).toISOString();
    const price = prices?.get(settingName(request)) ?? unknown;
    const of = { edition, job, rebuilt: true } as const;
    const requested = { request, requestHash: requestHash(request as unknown as StoryRequest), run, price };
    const counted = {
      balanceBefore: null,
      replaces: taken.has(key),
      month: monthOf({ at: happenedAt }),
      happenedAt,
    };
    chain.add({ type: "creation.intended", ...of, attempt, ...requested, ...counted });
    const settled = { how: "story", id: story, who, why: whys[by], happenedAt } as const;
    chain.add({ type: "creation.resolved", ...of, attempt, ...settled });
    if (text !== null) chain.add({ type: "story.saved", ...of, id: story, ...text });
    taken.add(key);
    return { edition, job, attempt, price, story, by };
  });
}
