import type { EventBody, Price } from "../../ledger/format/event.ts";
import { jobKey } from "../../ledger/format/fold.ts";
import { monthOf } from "../../ledger/format/month.ts";
import { type Rescued, rescuedId } from "../../ledger/rescue/rescue.ts";
import { requestHash } from "../../plan/fingerprint.ts";
import type { Plan, StoryRequest } from "../../plan/plan.ts";
import { deriveTopicId } from "../../plan/topic-id.ts";
import { derivedUuid } from "../../shared/derived-uuid.ts";
import type { RememberedAttempt } from "../memory/remembered-attempts.ts";
import type { SavedOnDisk } from "./saved-files.ts";
import type { Sources } from "./sources.ts";

type Body<Type extends EventBody["type"]> = Extract<EventBody, { type: Type }>;

/** How a story's job is known. */
export type KnownBy = "memory" | "rescue" | "text" | "nothing";

/** A restored attempt: its request and its outcome. */
export interface Restored {
  readonly intended: Body<"creation.intended">;
  /** Its story; null if it is unknown whether one exists. */
  readonly story: string | null;
  readonly outcome: Body<"creation.resolved"> | Body<"creation.uncertain">;
  readonly by: KnownBy;
}

export interface RestoreMeans {
  readonly who: string;
  /** The id of this rebuild, used where the original run's id is lost. */
  readonly run: string;
  /** In ms since 1970. Events are never dated later, whatever a clock said. */
  readonly now: number;
  /** The price of a request, used where the original price is lost. */
  readonly priceOf: (request: StoryRequest) => Price;
}

/**
 * Every attempt known from the sources, oldest first, each under its job: by its remembered request, or by topic, language and difficulty.
 * A story that fits no job of the plan gets a name of its own. Buys nothing.
 */
export function restoreAttempts(plan: Plan, sources: Sources, means: RestoreMeans): Restored[] {
  const restored = sources.attempts.map((attempt) => fromMemory(attempt, sources, means));
  const known = new Set(restored.flatMap(({ story }) => story ?? []));
  const names = new Names(plan, restored);
  for (const { body } of sources.rescued) {
    const id = rescuedId(body);
    if (id === null || known.has(id)) continue;
    const one = fromRescue(body, { id, plan }, means);
    if (one === null) continue;
    known.add(id);
    names.take(one);
    restored.push(one);
  }
  for (const saved of sources.stories) {
    if (known.has(saved.id)) continue;
    known.add(saved.id);
    const remembered = sources.others.get(saved.id);
    const open = restored.findIndex((one) => one.story === null && fits(saved, one));
    const found = restored[open];
    if (remembered !== undefined) restored.push(fromMemory(remembered, sources, means));
    else if (found === undefined) restored.push(fromText(saved, names, means));
    else
      restored[open] = {
        ...found,
        ...accepted(found.intended, { id: saved.id, by: "text", at: saved.createdAt }, means),
      };
  }
  restored.sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0));
  return inOneLine(restored);
}

function fromMemory(
  { at, intended, story }: RememberedAttempt,
  { rescued }: Sources,
  means: RestoreMeans,
): Restored {
  const month = monthOf({ at, month: intended.month });
  const body: Body<"creation.intended"> = { ...intended, month, rebuilt: true, happenedAt: at };
  if (story !== null) return { intended: body, ...accepted(body, { ...story, by: "memory" }, means) };
  const kept = rescued.map((one) => one.body).filter((one) => one.attempt === intended.attempt);
  const id = kept.map(rescuedId).find((one) => one !== null);
  if (id !== undefined && id !== null)
    return { intended: body, ...accepted(body, { id, at, by: "rescue" }, means) };
  return {
    intended: body,
    ...uncertain(
      body,
      kept.find((one) => one.type === "creation.uncertain"),
    ),
  };
}

/** A rescued answer without a remembered purchase: its request is taken from the job that it names. Null if the plan lacks that job. */
function fromRescue(
  { edition, job, attempt, ...body }: Rescued["body"],
  { id, plan }: { readonly id: string; readonly plan: Plan },
  means: RestoreMeans,
): Restored | null {
  const request = plan.edition === edition ? plan.jobs.find((one) => one.id === job)?.request : undefined;
  if (request === undefined) return null;
  const at = typeof body.at === "string" ? pastTime(body.at, means.now) : undefined;
  const intended = forgotten({ edition, job, attempt, request, at }, means);
  return { intended, ...accepted(intended, { id, at: at ?? "", by: "rescue" }, means) };
}

function accepted(
  { edition, job, attempt }: Body<"creation.intended">,
  { id, at, by }: { readonly id: string; readonly at: string; readonly by: KnownBy },
  { who }: RestoreMeans,
): Omit<Restored, "intended"> {
  const outcome: Body<"creation.resolved"> = {
    type: "creation.resolved",
    edition,
    job,
    attempt,
    how: "story",
    id,
    who,
    why: whys[by],
    rebuilt: true,
    ...(at === "" ? {} : { happenedAt: at }),
  };
  return { story: id, outcome, by };
}

const whys: Readonly<Record<KnownBy, string>> = {
  memory: "ledger rebuild: this machine remembers the purchase",
  rescue: "ledger rebuild: a rescue file keeps the answer",
  text: "ledger rebuild: its text is saved, and its topic, language and difficulty fit",
  nothing: "ledger rebuild: its text is saved; no lesson of the plan fits",
};

function uncertain(
  { edition, job, attempt, happenedAt }: Body<"creation.intended">,
  kept: EventBody | undefined,
): Omit<Restored, "intended"> {
  const uncertainty = kept?.type === "creation.uncertain" ? kept : null;
  const outcome: Body<"creation.uncertain"> = {
    type: "creation.uncertain",
    edition,
    job,
    attempt,
    cause: uncertainty?.cause ?? "the ledger was made again, and what came of this is not remembered",
    status: uncertainty?.status ?? null,
    answer: uncertainty?.answer ?? null,
    rebuilt: true,
    happenedAt,
  };
  return { story: null, outcome, by: "memory" };
}

function fits(saved: SavedOnDisk, { intended }: Restored): boolean {
  return isSame(saved, intended.request) && saved.createdAt >= (intended.happenedAt ?? "").slice(0, 10);
}

interface Lesson {
  readonly topic: string;
  readonly lang: string;
  readonly difficulty: number;
}

function isSame(one: Lesson, other: Lesson): boolean {
  return one.topic === other.topic && one.lang === other.lang && one.difficulty === other.difficulty;
}

function fromText(saved: SavedOnDisk, names: Names, means: RestoreMeans): Restored {
  const { edition, job, request, fitsPlan } = names.forStory(saved);
  const at = pastTime(saved.createdAt, means.now);
  const intended = forgotten(
    { edition, job, attempt: derivedUuid(`the attempt that made ${saved.id}`), request, at },
    means,
  );
  return {
    intended,
    ...accepted(intended, { id: saved.id, at: at ?? "", by: fitsPlan ? "text" : "nothing" }, means),
  };
}

interface Forgotten {
  readonly edition: string;
  readonly job: string;
  readonly attempt: string;
  readonly request: StoryRequest;
  readonly at: string | undefined;
}

/** The intention that must have preceded, for an attempt without a remembered one. */
function forgotten(
  { edition, job, attempt, request, at }: Forgotten,
  { run, priceOf }: RestoreMeans,
): Body<"creation.intended"> {
  return {
    type: "creation.intended",
    edition,
    job,
    attempt,
    run,
    request: { ...request },
    requestHash: requestHash(request),
    price: priceOf(request),
    balanceBefore: null,
    replaces: false,
    rebuilt: true,
    ...(at === undefined ? {} : { happenedAt: at, month: monthOf({ at }) }),
  };
}

/** A time from outside, normalized to UTC; undefined if invalid. */
function pastTime(text: string, now: number): string | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(Math.min(at, now)).toISOString();
}

/** A substitute attempt id, always the same for a story, so that an interrupted rebuild recognizes its own events. */
/** Ledger names for stories known only by their texts. */
class Names {
  readonly #plan: Plan;
  readonly #taken: Set<string>;

  constructor(plan: Plan, restored: readonly Restored[]) {
    this.#plan = plan;
    this.#taken = new Set(restored.map(({ intended }) => jobKey(intended.edition, intended.job)));
  }

  take({ intended }: Restored): void {
    this.#taken.add(jobKey(intended.edition, intended.job));
  }

  forStory(saved: SavedOnDisk) {
    const { edition, jobs } = this.#plan;
    const fitting = jobs.filter(({ request }) => isSame(saved, request));
    const job = fitting.find(({ key }) => !this.#taken.has(key)) ?? fitting[0];
    if (job !== undefined) {
      this.#taken.add(job.key);
      return { edition, job: job.id, request: job.request, fitsPlan: true };
    }
    const { topic, lang, difficulty } = saved;
    const name = this.#free(`${deriveTopicId(topic)}.${lang}.${difficulty}`);
    const rest = { length: "short", audiobook: false, visibility: "private" } as const;
    const request = { topic, lang: lang as StoryRequest["lang"], difficulty, ...rest };
    return { edition, job: name, request, fitsPlan: false };
  }

  #free(name: string): string {
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name}~${number}`;
      const key = jobKey(this.#plan.edition, numbered);
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return numbered;
    }
  }
}

function timeOf({ intended }: Restored): string {
  return intended.happenedAt ?? "";
}

/** Marks later attempts at the same job as replacing earlier ones, whatever was recorded then. */
function inOneLine(restored: readonly Restored[]): Restored[] {
  const seen = new Set<string>();
  return restored.map((one) => {
    const key = jobKey(one.intended.edition, one.intended.job);
    const replaces = one.intended.replaces || seen.has(key);
    seen.add(key);
    return { ...one, intended: { ...one.intended, replaces } };
  });
}
