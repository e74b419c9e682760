import { requestHash } from "../../plan/fingerprint.ts";
import type { ExcludedJob, Job, Move } from "../../plan/plan.ts";
import { type Bought, type BoughtLessons, cellOf, lastTextOf, textKeyOf, topicOf } from "./bought-lessons.ts";
import { addTo, grouped } from "./grouped.ts";
import { foldTopic } from "./topic-text.ts";

/**
 * Which bought lesson belongs to which job of a plan, within one edition. A plan is edited while its lessons are bought: topics are numbered anew,
 * reworded, moved, translated, taken out. A lesson is what was asked for, not what its topic was called.
 *
 * 1. A job has the record whose topic text, language and difficulty are its own; where several are, the one of exactly its request, then the one
 *    of its own id, then one of a former id.
 *    Then texts are compared as `foldTopic` has them, and the texts that a lesson's topic had since it was bought count like its own.
 * 2. Jobs that `exclude` rules took away account for records in the same way.
 * 3. What `moved` says of a text goes before ids.
 * 4. What is left goes by ids: a job has the record of its own id, or of a former one, if nobody else has taken it. An id that has moved on to
 *    another topic (`moved`) names that topic's record first.
 *
 * What nobody has is left over: it must be accounted for before anything new is bought. Whether an id alone is to be believed is judged afterwards
 * (`doubtful-lessons.ts`).
 */
export type Match = "text" | "said" | "id" | "moved";

/** A job, and the lesson that was found to be its own; null where none is. */
export interface Row<Of extends Job | ExcludedJob = Job> {
  readonly job: Of;
  found: Bought | null;
  match: Match | null;
}

/** What the plan says of lessons itself. `moved`: what is not carried out yet; `done`: what is. `hasLeft`: a lesson that it lets go by name. */
interface Words {
  readonly moved: readonly Move[];
  readonly done: readonly Move[];
  readonly hasLeft: (lesson: Bought) => boolean;
}

export type AnyRow = Row<Job | ExcludedJob>;
type Fits = (row: AnyRow, lesson: Bought) => boolean;

/** Shares bought lessons out to jobs, each to one. */
export class LessonMatching {
  readonly #lessons: readonly Bought[];
  readonly #byText: ReadonlyMap<string, readonly Bought[]>;
  readonly #byName: ReadonlyMap<string, readonly Bought[]>;
  readonly #taken = new Set<Bought>();
  readonly #excluded = new Set<Bought>();

  constructor({ lessons }: BoughtLessons) {
    this.#lessons = lessons;
    this.#byText = grouped(lessons, ({ textKey }) => textKey);
    this.#byName = grouped(lessons, ({ plainKey }) => plainKey);
  }

  /** `hasLeft`: a lesson that the plan has let go by its story's id is no longer what the id stands for that it had. */
  match(rows: readonly Row[], gone: readonly Row<ExcludedJob>[], { moved, done, hasLeft }: Words): void {
    for (const group of [rows, gone]) {
      this.#byTexts(group, this.#byText, ({ job }) => textKeyOf(job.request));
    }
    this.#byWordings([rows, gone], ({ text }) => [text]);
    this.#byWordings([rows, gone], ({ steps }) => steps.map(({ topic }) => topic));
    this.#byStatements(rows, moved);
    this.#byIds([...rows, ...gone], { done, hasLeft });
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

  /** As by texts, where case, white space and punctuation do not count. */
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

  /** `moved` with a text: the lessons whose topic had it last are the topic's that it names. */
  #byStatements(rows: readonly Row[], moved: readonly Move[]): void {
    if (moved.every(({ text }) => text === null)) return;
    const free = this.#lessons.filter((lesson) => !this.#taken.has(lesson));
    const byWording = grouped(free, (lesson) => `${lesson.cell}\n${foldTopic(lastTextOf(lesson))}`);
    const open = grouped(
      rows.filter(({ found }) => found === null),
      ({ job }) => job.topicId,
    );
    for (const { text, to } of moved) {
      if (text === null) continue;
      for (const row of open.get(to) ?? []) {
        const lessons = byWording.get(`${cellOf(row.job.request)}\n${foldTopic(text)}`);
        this.#take(row, this.#firstFree(lessons), "said");
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
      if (lessons === undefined) continue;
      const together = alike.get(lessons);
      if (together === undefined) alike.set(lessons, [row]);
      else together.push(row);
    }
    for (const [lessons, together] of alike) {
      const free = lessons.filter((lesson) => !this.#taken.has(lesson));
      if (free.length > 0) this.#shareOut(together, free);
    }
  }

  /** Jobs and lessons of one text, language and difficulty: mostly one of each, and then nothing has to be compared. */
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

  /** Among the lessons that fit: those of the jobs' own ids, then those of former ids. */
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

  #byIds(rows: readonly AnyRow[], { done, hasLeft }: Omit<Words, "moved">): void {
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
        // Of an id that another topic has today the older lessons are the ones that moved on.
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
 * Former ids as far as they still say something: a move that is carried out says nothing more, since the ledger knows lessons by their ids of today,
 * and its ids may be other topics' by now.
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
