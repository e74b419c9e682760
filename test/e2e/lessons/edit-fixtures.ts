import { type Document, documentOf, type Finished } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { type Served, smallCourse } from "../fixtures/served.ts";

export let served: Served;
let courses: BoughtOnce;

/** Keeps what `bought` has bought for the other tests of the file. */
export function useCourses(): void {
  courses = new BoughtOnce();
}

export const course = (topics: readonly string[], ...more: readonly string[]): string =>
  `${smallCourse([]).replace("topics:\n", `topics:\n${topics.map((topic) => `  - ${topic}\n`).join("")}`)}${more.join("\n")}\n`;

export const topic = (id: string, text: string): string => `{ id: ${id}, topic: "${text}" }`;

export async function bought(...topics: readonly string[]): Promise<void> {
  served = await courses.course(course(topics));
}

/** A command about the plan, in the process of the test. */
export function command(verb: string, ...flags: readonly string[]): Promise<Finished> {
  return served.here(verb, "--json", ...flags);
}

/** What `status` says, in the process of the test. */
async function statusHere(): Promise<Document> {
  return documentOf(await served.commandHere(["status", "course.yaml", "--json"]));
}

export interface Lessons {
  readonly new: string[];
  readonly moved: { job: string; was: string }[];
  readonly changed: { job: string }[];
  readonly left: string[];
  readonly removed: string[];
  readonly excluded: string[];
}

/** The part of a document about a plan's edits. */
export const lessonsOf = (document: object): Lessons => (document as { lessons: Lessons }).lessons;

/** The topics of the package's lessons, each with the topic that its story was requested for. */
export async function packaged(): Promise<string[]> {
  const status = await statusHere();
  const list = (status as unknown as { list: { job: string; story: string }[] }).list;
  const topics = new Map(served.stories().map(({ id, topic: text }) => [id, text]));
  return list.map(({ job, story }) => `${job.split(".")[0]}: ${topics.get(story)}`);
}
