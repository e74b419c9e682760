import { endReview, type ReviewDesk, reviewDeskOf } from "../review/desk.ts";
import type { Commands } from "./commands.ts";
import type { Courses } from "./courses.ts";
import { kindSchema } from "./documents.ts";

interface OpenedReview {
  readonly desk: ReviewDesk;
  close(): Promise<void>;
}

/** The review desks of the courses, each opened once it is asked for. */
export class CourseReviews {
  readonly #courses: Courses;
  readonly #commands: Commands;
  readonly #now: () => number;
  readonly #opened = new Map<string, { readonly version: string; readonly review: Promise<OpenedReview> }>();

  constructor(courses: Courses, commands: Commands, now: () => number) {
    this.#courses = courses;
    this.#commands = commands;
    this.#now = now;
  }

  /** A course's review desk, opened again once its plan or the date, which may name the edition, has changed; null if there is no such course. */
  async find(params: unknown): Promise<ReviewDesk | null> {
    const { course: id, kind: named } = params as { readonly course: string; readonly kind: string };
    const { data: kind } = kindSchema.safeParse(named);
    const course = kind === undefined ? null : await this.#courses.find(id);
    if (kind === undefined || course === null) return null;
    const key = `${id} ${kind}`;
    const before = this.#opened.get(key);
    const version = `${course.version} ${new Date(this.#now()).toISOString().slice(0, 10)}`;
    if (before?.version === version) return (await before.review).desk;
    const review = this.#commands
      .review({ plan: course.path, kind })
      .then(({ options, close }) => ({ desk: reviewDeskOf(options), close }));
    this.#opened.set(key, { version, review });
    // If it can't be opened now, the next request tries again.
    review.catch(() => this.#opened.delete(key));
    if (before !== undefined) void before.review.then(end, () => undefined);
    return (await review).desk;
  }

  async end(): Promise<void> {
    for (const { review } of this.#opened.values()) await review.then(end, () => undefined);
  }
}

async function end({ desk, close }: OpenedReview): Promise<void> {
  await endReview(desk);
  await close();
}
