import { writeFileSync } from "node:fs";
import { parse } from "yaml";
import { describeNotice, describeProblem } from "../../src/cli/problems/problems.ts";
import type { EventOf } from "../../src/ledger/format/event.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import type { Replacement } from "../../src/run/create/replacements.ts";
import { editsOf, noticesOfEdits, problemsOfEdits, recordMatches } from "../../src/run/edits.ts";
import { isRemoved, lastTextOf, type Order, type PlannedLesson, purchaseOf } from "../../src/run/lesson.ts";
import { type MatchedPlan, matchLessons } from "../../src/run/match.ts";
import type { RunProblem } from "../../src/run/problem.ts";
import { divideWork } from "../../src/run/work.ts";
import { randomUuid } from "../../src/shared/world.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import type { Chance } from "../simulation/chance.ts";
import { type Draft, type DraftRule, type DraftTopic, idOf, someTopic, writeDraft } from "./draft.ts";
import { blockOf, dropLoose, isNamed } from "./printed-lines.ts";
import { TrueLessons } from "./true-lessons.ts";

const at = Date.UTC(2026, 10, 20);
const held = new Set<RunProblem["code"]>(["lessons_left", "move_contradicted", "removal_contradicted"]);
const price = { credits: 13, writing: 13, audiobook: 0 };

/** How often something happened in a history. */
export const nothingSeen = () => {
  return { bought: 0, held: 0, contradicted: 0, blocked: 0, told: 0, pasted: 0, replaced: 0, reworded: 0 };
};

/** A course with its ledger in memory: planned, matched and divided by the real code, bought by events, and judged by the events only. */
export class EditedCourse {
  readonly #chance: Chance;
  readonly #path: string;
  readonly #store = memoryStore(() => at);
  #last: { readonly text: string; readonly plan: Plan | null } | null = null;
  readonly #truth = new TrueLessons();
  /** The topics of lessons whose story the user wanted replaced, as they were then. */
  readonly replaced: DraftTopic[] = [];
  readonly seen = nothingSeen();

  constructor(chance: Chance, path: string) {
    this.#chance = chance;
    this.#path = path;
  }

  /** The plan of a draft; null if it is invalid. */
  async read(draft: Draft): Promise<Plan | null> {
    const text = writeDraft(draft);
    if (this.#last?.text === text) return this.#last.plan;
    writeFileSync(this.#path, text);
    const result = await readPlan(this.#path, { at });
    this.#last = { text, plan: result.ok ? result.plan : null };
    return this.#last.plan;
  }

  /** One run: buys those of the chosen jobs that may be bought. If the run is held, returns the draft with the printed lines pasted in. */
  async run(draft: Draft, plan: Plan): Promise<Draft> {
    const matched = matchLessons(plan, this.#store.state);
    this.#nothingIsLost(matched);
    this.#truth.meet(draft);
    const { lessons: all } = matched;
    const lessons = this.#chance.hits(0.3) ? all.slice(0, 1) : all;
    const work = divideWork(
      matched,
      { lessons, replace: this.#replacements(draft, matched) },
      this.#store.state,
    );
    const problems = problemsOfEdits(matched, work);
    this.seen.blocked += work.blocked.length;
    if (matched.contradictions.length > 0) this.seen.contradicted += 1;
    if (problems.some(({ code }) => held.has(code))) {
      this.seen.held += 1;
      return this.#paste(draft, matched, problems);
    }
    this.#leftIsTold(matched, work);
    this.seen.reworded += this.#truth.judge(matched);
    await recordMatches(matched, work, { store: this.#store });
    for (const order of work.orders) await this.#buy(order, matched);
    return work.blocked.length === 0 ? draft : this.#paste(draft, matched, problems);
  }

  /** Buys a lesson: some creations are refused, of some nobody knows the outcome, and some stories fail. */
  async #buy(order: Order, plan: MatchedPlan): Promise<void> {
    const { lesson, replaces } = order;
    const { request } = lesson.job;
    this.#truth.buys(order, plan);
    const fate = this.#chance.next();
    const world = { random: () => this.#chance.next() };
    const [attempt, id] = [randomUuid(world), randomUuid(world)];
    const of = { ...lesson.recordName, attempt };
    await this.#store.append({
      type: "creation.intended",
      ...of,
      run: attempt,
      request: { ...request },
      requestHash: requestHash(request),
      price,
      balanceBefore: null,
      month: "2026-11",
      replaces: replaces !== null,
      replacesAttempt: replaces,
    });
    const isRefused = fate < 0.12;
    if (isRefused) await this.#store.append({ type: "creation.unsent", ...of, cause: "reset" });
    else if (fate >= 0.2) {
      await this.#store.append({ type: "creation.accepted", ...of, id, status: 202, warnings: [] });
      this.seen.bought += 1;
    }
    if (replaces !== null) this.seen.replaced += 1;
    else if (!isRefused) this.#truth.has(lesson);
    const failed = { id, status: "failed", credits: 0, book: null, error: null };
    if (fate >= 0.84) await this.#store.append({ type: "story.observed", ...lesson.recordName, ...failed });
    this.#nothingIsBoughtTwice();
  }

  #replacements({ topics }: Draft, plan: MatchedPlan): Replacement[] {
    if (!this.#chance.hits(0.3)) return [];
    // Usually because the topic was reworded.
    const reworded = plan.lessons.filter(({ match }) => match === "address");
    const { job, latest } = this.#chance.pick(reworded.length > 0 ? reworded : plan.lessons);
    const { id, topicId } = job;
    if (latest === undefined || (reworded.length === 0 && this.#chance.hits(0.7))) return [];
    const self = topics.find((topic) => idOf(topic) === topicId)?.self ?? 0;
    this.replaced.push({ self, topic: latest.intended.request.topic });
    return [{ job: id, of: latest.attempt }];
  }

  /** Pastes the right printed lines into the draft, like a user who knows which lesson is which; if none is right, writes one. */
  #paste(draft: Draft, plan: MatchedPlan, problems: readonly RunProblem[]): Draft {
    this.seen.pasted += 1;
    const text = problems.map((problem) => describeProblem(problem)).join("\n");
    const edited = structuredClone(draft);
    for (const problem of problems) {
      if (problem.code === "move_contradicted")
        edited.moved = (edited.moved ?? []).filter(
          ({ from, text: of }) => from !== (problem.from ?? undefined) || of !== (problem.text ?? undefined),
        );
      if (problem.code !== "removal_contradicted") continue;
      const instead = [...describeProblem(problem).matchAll(/^ {2}- (\{.*\}) {2}#/gm)];
      edited.removed = [
        ...(edited.removed ?? []).filter((one) => !isNamed(one, problem)),
        ...instead.map(([, entry]) => parse(entry ?? "") as DraftRule),
      ];
    }
    if (problems.some(({ code }) => code === "move_contradicted")) dropLoose(edited);
    if (problems.some(({ code }) => code === "lessons_left")) this.#account(edited, plan, text);
    const rules = [...text.matchAll(/exclude: (\[.*?\])/g)].flatMap(
      ([, rule]) => parse(rule ?? "") as DraftRule[],
    );
    for (const problem of problems)
      if (problem.code === "request_bought" && problem.isLast) this.#askAnew(edited, plan, problem.job);
    if (rules.length > 0) edited.exclude = [...(edited.exclude ?? []), ...rules];
    return edited;
  }

  /** Gives a job's topic another text: another lesson in its place. */
  #askAnew({ topics }: Draft, { jobs }: MatchedPlan, job: string): void {
    const topicId = jobs.find(({ id }) => id === job)?.topicId;
    const topic = topics.find((one) => idOf(one) === topicId);
    if (topic !== undefined) Object.assign(topic, someTopic(this.#chance));
  }

  #account(draft: Draft, plan: MatchedPlan, text: string): void {
    const printed = {
      moved: (blockOf(text, "moved") ?? []) as NonNullable<Draft["moved"]>,
      removed: (blockOf(text, "removed") ?? []) as NonNullable<Draft["removed"]>,
    };
    const asked = plan.left.filter(({ account }) => account === null);
    // Of two topics that are one lesson, one gets the stories in all languages, if it can.
    const used = new Set<string>();
    const truths = asked.map((lesson) => {
      const open = this.#truth.topicsOf(lesson, draft, plan);
      const to = open.find((topic) => used.has(topic)) ?? open[0] ?? null;
      if (to !== null) used.add(to);
      return { lesson, to };
    });
    // Whoever removed something on purpose says so in the plan.
    if (truths.every(({ to }) => to === null)) {
      draft.removed = [...(draft.removed ?? []), ...printed.removed];
      return;
    }
    const said = new Map<string, NonNullable<Draft["moved"]>[number]>();
    const gone = new Set<string>();
    for (const { lesson, to } of truths) {
      const text = lastTextOf(lesson);
      const line = printed.moved.find((one) => one.to === to && one.text === text);
      if (to === null) gone.add(text);
      else said.set(JSON.stringify([text, to]), line ?? { text, to });
    }
    draft.moved = [...(draft.moved ?? []), ...said.values()];
    draft.removed = [...(draft.removed ?? []), ...[...gone].map((text) => ({ text }))];
  }

  #leftIsTold(matched: MatchedPlan, work: ReturnType<typeof divideWork>): void {
    const left = matched.left.map(({ recordName }) => recordName.job);
    const notices = noticesOfEdits(editsOf(matched), work);
    const told = notices.flatMap((notice) => ("names" in notice ? notice.names : []));
    if (left.length > 0) this.seen.told += 1;
    same(told.toSorted(), left.toSorted(), "lessons left the plan and nobody is told");
    for (const notice of notices) if (describeNotice(notice) === "") throw new Error("no words");
  }

  /** Every bought lesson of the edition belongs to exactly one job, or is known to have left. */
  #nothingIsLost(matched: MatchedPlan): void {
    const live = new Set<string>();
    for (const { edition, job } of this.#live()) if (edition === matched.edition) live.add(job);
    const kept = matched.lessons
      .filter(({ match }) => match !== null)
      .map(({ recordName }) => recordName.job);
    const all = [...kept, ...matched.left.map(({ recordName }) => recordName.job)];
    same(all.toSorted(), [...live].toSorted(), "a bought lesson is nobody's, or two jobs have it");
    for (const lesson of matched.lessons) if (lesson.match === null) this.#hasNone(lesson, matched);
    const names = matched.lessons.map(({ recordName }) => recordName.job);
    same(names.length, new Set(names).size, "two jobs have one name in the ledger");
  }

  /** A new job has no bought lesson of its text, and none of its id that the plan accounts for, unless an excluded job has that lesson. */
  #hasNone({ job: { id, request } }: PlannedLesson, { left, removed }: MatchedPlan): void {
    const byLesson = removed.filter(({ story, text }) => story !== null || text !== null);
    const own = left.filter((lesson) => {
      const asked = purchaseOf(lesson).intended.request;
      const isSame =
        asked.topic === request.topic &&
        asked.lang === request.lang &&
        asked.difficulty === request.difficulty;
      const isOfId = lesson.address.endsWith(`/${id}`) && lesson.account === "removed";
      return isSame || (isOfId && !isRemoved(lesson, byLesson));
    });
    same(own, [], `${id} is new, and has a lesson`);
  }

  #nothingIsBoughtTwice(): void {
    const [jobs, requests] = [new Map<string, string>(), new Map<string, string>()];
    for (const { edition, job, requestHash, attempt, replaces } of this.#live()) {
      if (replaces) continue;
      const asked = `${edition} ${requestHash}`;
      same(requests.get(asked), undefined, `the request of ${job} was bought before`);
      same(jobs.get(`${edition} ${job}`), undefined, `${job} has two attempts that may exist`);
      requests.set(asked, attempt);
      jobs.set(`${edition} ${job}`, attempt);
    }
  }

  /** The intentions that may have created a story, by the events only. */
  #live(): EventOf<"creation.intended">[] {
    const { events } = this.#store;
    const absent = new Set(
      events.flatMap((event) =>
        event.type === "creation.refused" || event.type === "creation.unsent" ? [event.attempt] : [],
      ),
    );
    return events.flatMap((event) =>
      event.type === "creation.intended" && !absent.has(event.attempt) ? [event] : [],
    );
  }
}

function same(found: unknown, wanted: unknown, otherwise: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${otherwise}: ${one} and not ${other}`);
}
