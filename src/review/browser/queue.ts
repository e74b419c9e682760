import type { QueueDocument, QueuedLesson } from "../documents.ts";
import { byId, make } from "./elements.ts";
import { describeCounts } from "./words.ts";

/** Shows the queue, with the open lesson marked. `open` is called with the lesson that the person chooses. */
export function showQueue(queue: QueueDocument, current: string | null, open: (job: string) => void): void {
  document.title = `${queue.title}: review desk`;
  byId("course").textContent = `${queue.title}, edition ${queue.edition}`;
  byId("counts").textContent = describeCounts(queue);
  const list = make("ol", {}, ...queue.lessons.map((lesson) => itemOf(lesson, current, open)));
  byId("queue").replaceChildren(list);
  list.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
}

function itemOf(lesson: QueuedLesson, current: string | null, open: (job: string) => void): HTMLElement {
  const { job, topic, volume, status, findings } = lesson;
  const attributes = { type: "button", class: `lesson is-${status.kind}` };
  const found = findings.length === 0 ? "" : `, ${findings.length} found`;
  const item = make(
    "button",
    job === current ? { ...attributes, "aria-current": "true" } : attributes,
    make("span", { class: "topic" }, topic),
    make("span", { class: "facts" }, `${volume}, ${status.kind}${found}`),
  );
  item.addEventListener("click", () => open(job));
  return make("li", {}, item);
}

/**
 * The next lesson that is waiting for approval after a given lesson, starting over at the end of the queue; the given lesson if no other is waiting. Null
 * if there are no lessons. Pure.
 */
export function nextToReview(lessons: readonly QueuedLesson[], job: string | null): string | null {
  const at = lessons.findIndex((one) => one.job === job);
  const after = [...lessons.slice(at + 1), ...lessons.slice(0, at + 1)];
  return (after.find(({ status }) => status.kind === "waiting") ?? lessons[Math.max(0, at)])?.job ?? null;
}

/** The lesson that is `by` places further on in the queue, or at the queue's end; null if that is the given lesson. Pure. */
export function stepFrom(lessons: readonly QueuedLesson[], job: string | null, by: number): string | null {
  const at = lessons.findIndex((one) => one.job === job);
  const next = lessons[Math.min(lessons.length - 1, Math.max(0, at + by))]?.job ?? null;
  return next === job ? null : next;
}
