import type { DecisionRequest, LessonDocument, QueueDocument } from "../documents.ts";
import { nameMost, textMost } from "../text-limits.ts";
import { ask, isAsking } from "./dialogs.ts";
import { byId } from "./elements.ts";
import { showLesson } from "./lesson-view.ts";
import type { Listening } from "./listening.ts";
import { showQueue } from "./queue-view.ts";
import { Refusal, readLesson, readQueue, sendComment, sendDecision } from "./server.ts";
import { describeObjection, describeRefusal } from "./words.ts";

const nameKey = "coursebinder-reviewer";

let queue: QueueDocument | null = null;
let lesson: LessonDocument | null = null;
let listening: Listening | null = null;
/** The lesson whose objection was shown: the next `a` overrules it. */
let warnedOf: string | null = null;
/** True while something is sent: a key pressed twice decides once. */
let isBusy = false;

function say(text: string): void {
  byId("message").textContent = text;
}

async function guarded(work: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) {
      say(describeRefusal(error.document));
      const { code } = error.document;
      if (code === "lesson_changed" || code === "decided_meanwhile") await reload();
    } else say("The desk could not be reached. Is it still running? What you decided may not be recorded.");
  } finally {
    isBusy = false;
  }
}

async function reload(): Promise<void> {
  queue = await readQueue();
  await open(lesson?.job ?? nextToReview(null));
}

/** Shows a lesson, and the queue around it. */
async function open(job: string | null): Promise<void> {
  listening?.stop();
  warnedOf = null;
  lesson = job === null ? null : await readLesson(job);
  listening =
    lesson === null
      ? null
      : showLesson(lesson, {
          approve: () => act("approved"),
          hold: () => act("held"),
          reject: () => act("rejected"),
          comment: () => void guarded(comment),
        });
  if (lesson === null) byId("lesson").textContent = "There is no lesson to review yet.";
  if (queue !== null) showQueue(queue, job, (chosen) => void guarded(() => open(chosen)));
  byId("lesson").focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** The next lesson after one that waits for approval, going round; the same one if no other waits. */
function nextToReview(job: string | null): string | null {
  const lessons = queue?.lessons ?? [];
  const at = lessons.findIndex((one) => one.job === job);
  const after = [...lessons.slice(at + 1), ...lessons.slice(0, at + 1)];
  return (after.find(({ status }) => status.kind === "waiting") ?? lessons[Math.max(0, at)])?.job ?? null;
}

async function step(by: number): Promise<void> {
  const lessons = queue?.lessons ?? [];
  const at = lessons.findIndex((one) => one.job === lesson?.job);
  const next = lessons[Math.min(lessons.length - 1, Math.max(0, at + by))];
  if (next !== undefined && next.job !== lesson?.job) await open(next.job);
}

/** The reviewer's name, asked once. */
async function reviewer(): Promise<string | null> {
  const known = localStorage.getItem(nameKey);
  if (known !== null) return known;
  const label = "Your name, as it is to be recorded with what you decide";
  const name = await ask({ title: "Who is reviewing?", label, mayBeEmpty: false, most: nameMost });
  if (name !== null) localStorage.setItem(nameKey, name);
  return name;
}

function act(kind: DecisionRequest["kind"]): void {
  void guarded(() => decide(kind));
}

const done = { approved: "Approved", held: "Held", rejected: "Rejected" } as const;

async function decide(kind: DecisionRequest["kind"]): Promise<void> {
  if (lesson === null) return;
  const { job, story, seen, known, title } = lesson;
  const objection = describeObjection(lesson);
  if (kind === "approved" && objection !== null && warnedOf !== job) {
    warnedOf = job;
    say(objection);
    return;
  }
  const who = await reviewer();
  if (who === null) return;
  if (kind === "approved" && objection === null && lesson.status.people.includes(who)) {
    say("You have approved it as it is.");
    return;
  }
  const label = "Why? Others will read it";
  const words = kind === "held" ? "Hold" : "Reject";
  const why =
    kind === "approved"
      ? null
      : await ask({ title: `${words} “${title}”`, label, mayBeEmpty: true, most: textMost });
  if (kind !== "approved" && why === null) return;
  const id = crypto.randomUUID();
  await sendDecision({ job, story, seen, who, id, kind, why, known: [...known] });
  queue = await readQueue();
  await open(nextToReview(job));
  say(`${done[kind]} “${title}”. It is recorded.`);
}

async function comment(): Promise<void> {
  if (lesson === null) return;
  const { job, story, seen, title } = lesson;
  const who = await reviewer();
  if (who === null) return;
  const label = "It is kept with the lesson and decides nothing";
  const text = await ask({ title: `Comment on “${title}”`, label, mayBeEmpty: false, most: textMost });
  if (text === null) return;
  await sendComment({ job, story, seen, who, id: crypto.randomUUID(), text, sentence: null });
  await open(job);
  say("Comment recorded.");
}

const keys: Readonly<Record<string, () => void>> = {
  j: () => void guarded(() => step(1)),
  ArrowDown: () => void guarded(() => step(1)),
  k: () => void guarded(() => step(-1)),
  ArrowUp: () => void guarded(() => step(-1)),
  a: () => act("approved"),
  h: () => act("held"),
  r: () => act("rejected"),
  c: () => void guarded(comment),
  " ": () => listening?.playOrPause(),
  "?": () => byId<HTMLDialogElement>("keys").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (isAsking() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const { target, key } = event;
  // Space and the arrows are the player's own while it has the focus, and Space presses a button.
  const isOwn = target instanceof HTMLAudioElement || (target instanceof HTMLButtonElement && key === " ");
  const action = isOwn ? undefined : Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (action === undefined) return;
  event.preventDefault();
  action();
});
byId("show-keys").addEventListener("click", () => byId<HTMLDialogElement>("keys").showModal());
void guarded(reload);
