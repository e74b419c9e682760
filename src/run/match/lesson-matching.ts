import { requestHash } from "../../plan/fingerprint.ts";
import type { ExcludedJob, Job, Move } from "../../plan/plan.ts";
import { addTo, grouped } from "../../shared/grouped.ts";
import { type Bought, type BoughtLessons, cellOf, lastTextOf, topicOf } from "./bought-lessons.ts";
import { foldTopic } from "./topic-text.ts";

/**
 * Matches bought lessons to a plan's jobs within one edition. A plan is edited while its lessons are bought: topics are renumbered,
 * reworded, moved, translated, removed. So a lesson is identified by its request, not by its topic's id.
 *
 * 1. A job takes the record with its topic text, language and difficulty; among several, the one with exactly its request, then that of its
 *    own id, then that of a former id. After that, texts are compared in the form of `foldTopic`, including the texts that a lesson's topic
 *    has had since its purchase.
 * 2. Jobs removed by `exclude` rules account for records in the same way.
 * 3. Entries of `moved` that give a text take precedence over ids, the later ones over the earlier ones. One that another edition carried
 *    out comes last: it was written for that edition's topics, and its id may be another topic's here.
 * 4. The rest goes by id: a job takes the record of its own id, or of a former one, unless it is taken. An id that has moved on to another
 *    topic (`moved`) selects that topic's record first.
 *
 * A lesson without a job is left over and must be accounted for before anything new is bought. Whether to trust an id alone is decided
 * afterwards (`doubtful-lessons.ts`).
 */
export type Match = "text" | "said" | "said-elsewhere" | "id" | "moved" | "inherited";

/** A job and its matched lesson; null if none matches. */
export interface Row<Of extends Job | ExcludedJob = Job> {
  readonly job: Of;
  found: Bought | null;
  match: Match | null;
}

/**
 * The plan's own statements about lessons. `fresh`: those that no edition has carried out yet; `elsewhere`: those that only another edition
 * has; `done`: those that this one has. `hasLeft`: a lesson that the plan drops explicitly.
 */
interface Words {
  readonly fresh: readonly Move[];
  readonly elsewhere: readonly Move[];
  readonly done: readonly Move[];
  readonly hasLeft: (lesson: Bought) => boolean;
}

export type AnyRow = Row<Job | ExcludedJob>;
type Fits = (row: AnyRow, lesson: Bought) => boolean;

/** Assigns bought lessons to jobs, each to one. */
export class LessonMatching {
  readonly #lessons: readonly Bought[];
  readonly #byName: ReadonlyMap<string, readonly Bought[]>;
  readonly #taken = new Set<Bought>();
  readonly #excluded = new Set<Bought>();

  constructor({ lessons }: BoughtLessons) {
    this.#lessons = lessons;
    this.#byName = grouped(lessons, ({ plainKey }) => plainKey);
  }

  /** `hasLeft`: a lesson that the plan drops by its story's id; its former id no longer refers to it. */
  match(rows: readonly Row[], gone: readonly Row<ExcludedJob>[], words: Words): void {
    this.#byExactRequests(rows);
    this.#bySameTexts([rows, gone]);
    this.#byWordings([rows, gone], ({ text }) => [text]);
    this.#byWordings([rows, gone], ({ steps }) => steps.map(({ topic }) => topic));
    this.#byStatements(rows, words.fresh, "said");
    this.#byStatements(rows, words.elsewhere, "said-elsewhere");
    this.#byIds([...rows, ...gone], words);
    for (const { found } of gone) if (found !== null) this.#excluded.add(found);
  }

  left(): readonly Bought[] {
    return this.#lessons.filter((lesson) => !this.#taken.has(lesson) || this.#excluded.has(lesson));
  }

  isExcluded(lesson: Bought): boolean {
    return this.#excluded.has(lesson);
  }

  #take(row: AnyRow, lesson: Bought | undefined, match: Match): void {
    if (lesson === undefined || row.found !== null) return;
    this.#taken.add(lesson);
    row.found = lesson;
    row.match = match;
  }

  /** Jobs whose own id bought exactly their request, which are nearly all jobs of a plan that was hardly edited. No other job could have precedence. */
  #byExactRequests(rows: readonly Row[]): void {
    for (const row of rows) {
      const { key, request } = row.job;
      const isExact = (lesson: Bought): boolean => lesson.requestHash === requestHash(request);
      this.#take(row, this.#byName.get(key)?.find(isExact), "text");
    }
  }

  #bySameTexts(groups: readonly (readonly AnyRow[])[]): void {
    const free = this.#lessons.filter((lesson) => !this.#taken.has(lesson));
    if (free.length === 0) return;
    const byText = grouped(free, ({ cell, text }) => `${cell}\n${text}`);
    for (const rows of groups) {
      const open = rows.filter(({ found }) => found === null);
      this.#byTexts(open, byText, ({ job }) => `${cellOf(job.request)}\n${job.request.topic}`);
    }
  }

  /** Like matching by text, ignoring case, white space and punctuation. */
  #byWordings(groups: readonly (readonly AnyRow[])[], textsOf: (lesson: Bought) => readonly string[]): void {
    const byWording = new Map<string, Bought[]>();
    for (const lesson of this.#lessons) {
      if (this.#taken.has(lesson)) continue;
      for (const text of new Set(textsOf(lesson).map(foldTopic)))
        addTo(byWording, `${lesson.cell}\n${text}`, lesson);
    }
    if (byWording.size === 0) return;
    for (const rows of groups) {
      const open = rows.filter(({ found }) => found === null);
      this.#byTexts(open, byWording, ({ job }) => wordingOf(job.request));
    }
  }

  /** Entries of `moved` with a text: the lessons whose topic last had that text go to the topic named. */
  #byStatements(rows: readonly Row[], moved: readonly Move[], match: Match): void {
    if (moved.every(({ text }) => text === null)) return;
    const free = this.#lessons.filter((lesson) => !this.#taken.has(lesson));
    const byWording = grouped(free, (lesson) => `${lesson.cell}\n${foldTopic(lastTextOf(lesson))}`);
    const open = grouped(
      rows.filter(({ found }) => found === null),
      ({ job }) => job.topicId,
    );
    for (const { text, to } of moved.toReversed()) {
      if (text === null) continue;
      for (const row of open.get(to) ?? []) {
        const lessons = byWording.get(`${cellOf(row.job.request)}\n${foldTopic(text)}`);
        this.#take(row, this.#firstFree(lessons), match);
      }
    }
  }

  #byTexts(
    rows: readonly AnyRow[],
    byText: ReadonlyMap<string, readonly Bought[]>,
    keyOf: (row: AnyRow) => string,
  ): void {
    const alike = new Map<readonly Bought[], AnyRow[]>();
    for (const row of rows) {
      const lessons = byText.get(keyOf(row));
      if (lessons !== undefined) addTo(alike, lessons, row);
    }
    for (const [lessons, together] of alike) {
      const free = lessons.filter((lesson) => !this.#taken.has(lesson));
      if (free.length > 0) this.#shareOut(together, free);
    }
  }

  /** Jobs and lessons with the same text, language and difficulty: usually one of each, so nothing has to be compared. */
  #shareOut(rows: readonly AnyRow[], lessons: readonly Bought[]): void {
    const [only, lesson] = [rows[0], lessons[0]];
    if (rows.length === 1 && lessons.length === 1 && only !== undefined) {
      this.#take(only, lesson, "text");
      return;
    }
    const byHash = grouped(lessons, ({ requestHash: hash }) => hash);
    const hashes = new Map(rows.map((row) => [row, "place" in row.job ? requestHash(row.job.request) : ""]));
    this.#byNames(rows, (row, { requestHash: hash }) => hash === hashes.get(row));
    for (const row of rows) this.#take(row, this.#firstFree(byHash.get(hashes.get(row) ?? "")), "text");
    const together = new Set(lessons);
    this.#byNames(rows, (_, lesson) => together.has(lesson));
    const free = lessons.filter((lesson) => !this.#taken.has(lesson));
    for (const row of rows) if (row.found === null) this.#take(row, free.shift(), "text");
  }

  /** Among the candidates: first lessons of the jobs' own ids, then of former ids. */
  #byNames(rows: readonly AnyRow[], fits: Fits): void {
    const namesOf = [({ key }: AnyRow["job"]) => [key], ({ formerKeys }: AnyRow["job"]) => formerKeys];
    for (const names of namesOf) {
      for (const row of rows) {
        if (row.found !== null) continue;
        const named = names(row.job).flatMap((key) => this.#byName.get(key) ?? []);
        this.#take(row, this.#firstFree(named.filter((lesson) => fits(row, lesson))), "text");
      }
    }
  }

  #byIds(rows: readonly AnyRow[], { done, hasLeft }: Words): void {
    const free = (key: string): readonly Bought[] =>
      this.#byName.get(key)?.filter((lesson) => !this.#taken.has(lesson) && !hasLeft(lesson)) ?? [];
    const open = rows.filter(({ found }) => found === null);
    const former = formerKeysOf(open, done);
    const movedOn = new Set([...former.values()].flat());
    for (const row of open) if (!movedOn.has(row.job.key)) this.#take(row, free(row.job.key).at(-1), "id");
    if (movedOn.size === 0) return;
    const planned = new Set(rows.map(({ job }) => job.key));
    const most = Math.max(0, ...[...former.values()].map((keys) => keys.length));
    for (let ago = 0; ago < most; ago++) {
      for (const row of open) {
        const key = former.get(row)?.[ago];
        if (key === undefined || row.found !== null) continue;
        // If another topic now has the id, the older lessons are the ones that moved on.
        this.#take(row, free(key).at(planned.has(key) ? 0 : -1), "moved");
      }
    }
    for (const row of open) if (movedOn.has(row.job.key)) this.#take(row, free(row.job.key).at(-1), "id");
  }

  #firstFree(lessons: readonly Bought[] | undefined): Bought | undefined {
    return lessons?.find((lesson) => !this.#taken.has(lesson));
  }
}

/**
 * Former ids that still apply. A move already carried out no longer counts: the ledger knows those lessons by their current ids, and the
 * old ids may be reused.
 */
function formerKeysOf(
  rows: readonly AnyRow[],
  done: readonly Move[],
): ReadonlyMap<AnyRow, readonly string[]> {
  const closed = new Set(done.map(({ from, to }) => `${from} ${to}`));
  const topicIn = (key: string): string => topicOf(key.slice(key.indexOf("/") + 1));
  const named = rows.filter(({ job }) => job.formerKeys.length > 0);
  return new Map(
    named.map((row) => {
      const { key: today, formerKeys } = row.job;
      const isOpen = (key: string, ago: number): boolean =>
        !closed.has(`${topicIn(key)} ${topicIn(formerKeys[ago - 1] ?? today)}`);
      return [row, formerKeys.filter(isOpen)];
    }),
  );
}

function wordingOf(request: ExcludedJob["request"]): string {
  return `${cellOf(request)}\n${foldTopic(request.topic)}`;
}
