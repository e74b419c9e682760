import type { CommentRequest, DecisionRequest, LessonDocument, QueueDocument } from "../documents.ts";
import { textMost } from "../text-limits.ts";
import type { Changeable } from "./correct/changeable.ts";
import { type CorrectionHost, Corrector, type Undoable, undoableIn } from "./correct/corrector.ts";
import { Respeaker } from "./correct/respeaker.ts";
import { chooseUnit, currentUnit, stepUnit } from "./correct/units.ts";
import { ask } from "./dialogs.ts";
import { byId } from "./elements.ts";
import { type LessonActions, showLesson } from "./lesson-view.ts";
import type { Listening } from "./listening.ts";
import { newId } from "./new-id.ts";
import { listenToKeys, showKeys } from "./page-keys.ts";
import { showQueue } from "./queue-view.ts";
import { nextToReview, stepFrom } from "./review-order.ts";
import { askName, askWhy } from "./reviewer-questions.ts";
import { describeObjection } from "./words.ts";

/** What a page of lessons to review is about: where they come from, and where decisions go. */
export interface ReviewHost {
  readonly readQueue: () => Promise<QueueDocument>;
  readonly readLesson: (job: string) => Promise<LessonDocument>;
  /** Resolves once the decision is kept. */
  readonly sendDecision: (request: DecisionRequest) => Promise<void>;
  readonly sendComment: (request: CommentRequest) => Promise<void>;
  /** The address of a lesson's recording; null if this page doesn't have it. */
  readonly soundOf: (lesson: LessonDocument) => string | null;
  /** The reviewer's name; null until the person has given it. */
  readonly reviewer: () => string | null;
  readonly rememberReviewer: (name: string) => void;
  /** Where a decision is now, in a sentence. */
  readonly recorded: string;
  /** Why something was not done, in words. */
  readonly explain: (error: unknown) => string;
  /** Whether an error means that the lesson has to be shown anew. */
  readonly isOutdated: (error: unknown) => boolean;
  /** Undoes what was done last with the lesson that is shown; null if this page can't, or takes corrections back instead. */
  readonly takeBack: ((page: ReviewPage) => void) | null;
  /** Null: lessons can't be corrected on this page. */
  readonly corrections: CorrectionHost | null;
  /** Keys of this page alone. */
  readonly keys: Readonly<Record<string, (page: ReviewPage) => void>>;
}

const done = { approved: "Approved", held: "Held", rejected: "Rejected" } as const;

/** A page with a queue of lessons, one of which is shown: by single keys or buttons, people decide about it and go on to the next. */
export class ReviewPage {
  readonly #host: ReviewHost;
  readonly #corrector: Corrector | null;
  readonly #respeaker: Respeaker | null;
  #queue: QueueDocument | null = null;
  /** The job of the lesson that is chosen, even if it can't be shown. */
  #chosen: string | null = null;
  #lesson: LessonDocument | null = null;
  /** The newest correction of the chosen lesson. */
  #undoable: Undoable | null = null;
  #listening: Listening | null = null;
  /** The lesson whose objection was shown: the next `a` overrules it. */
  #warnedOf: string | null = null;
  /** True while something is sent: a key pressed twice decides once. */
  #isBusy = false;

  constructor(host: ReviewHost) {
    this.#host = host;
    this.#corrector = host.corrections === null ? null : new Corrector(host.corrections);
    this.#respeaker =
      host.corrections === null
        ? null
        : new Respeaker(host.corrections, {
            lesson: () => this.#lesson,
            showAgain: () => this.#guarded(() => this.#showAgain()),
            askName: () => this.#reviewer(),
            say: (text) => this.say(text),
            explain: (error) => host.explain(error),
            isOutdated: (error) => host.isOutdated(error),
          });
  }

  /** Shows the first lesson that waits, and listens to keys from now on. */
  start(): void {
    const own = Object.entries(this.#host.keys).map(([key, act]) => [key, () => act(this)] as const);
    listenToKeys({ ...this.#keys(), ...Object.fromEntries(own) });
    byId("show-keys").addEventListener("click", showKeys);
    this.reload();
  }

  say(text: string): void {
    byId("message").textContent = text;
  }

  /** Shows queue and lesson anew. */
  reload(): void {
    void this.#guarded(() => this.#reload());
  }

  /** The job of the lesson that is chosen. */
  get current(): string | null {
    return this.#chosen;
  }

  #keys(): Readonly<Record<string, () => void>> {
    const step = (by: number) => () => void this.#guarded(() => this.#step(by));
    const { takeBack } = this.#host;
    return {
      j: step(1),
      ArrowDown: step(1),
      k: step(-1),
      ArrowUp: step(-1),
      a: () => this.#act("approved"),
      h: () => this.#act("held"),
      r: () => this.#act("rejected"),
      c: () => this.#comment(),
      " ": () => this.#listening?.playOrPause(),
      "?": showKeys,
      ...(takeBack === null ? {} : { u: () => takeBack(this) }),
      ...(this.#corrector === null ? {} : this.#correctionKeys()),
    };
  }

  #correctionKeys(): Readonly<Record<string, () => void>> {
    return {
      e: () => {
        const heard = this.#listening?.heard() ?? null;
        if (heard !== null) chooseUnit(heard);
        this.#correct(currentUnit());
      },
      u: () => this.#undo(),
      s: () => this.#respeaker?.start(),
      l: () => this.#listening?.playNextPart(),
      ArrowRight: () => stepUnit(1),
      ArrowLeft: () => stepUnit(-1),
    };
  }

  /** `besides`: what to say if it fails, after the reason. */
  async #guarded(work: () => Promise<void>, besides = ""): Promise<void> {
    if (this.#isBusy) return;
    this.#setBusy(true);
    try {
      await work();
    } catch (error) {
      this.say(`${this.#host.explain(error)}${besides}`);
      if (this.#host.isOutdated(error)) await this.#reload();
    } finally {
      this.#setBusy(false);
    }
  }

  /** While it is busy, keys and clicks do nothing: they were meant for what the person saw. */
  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    byId("lesson").ariaBusy = String(isBusy);
  }

  async #reload(): Promise<void> {
    this.#queue = await this.#host.readQueue();
    await this.#open(this.current ?? nextToReview(this.#queue.lessons, null));
  }

  /** Shows a lesson from its beginning, and the queue around it. */
  async #open(job: string | null): Promise<void> {
    await this.#show(job);
    byId("lesson").scrollTo({ top: 0 });
    if (this.#corrector !== null) chooseUnit("title");
  }

  /** Shows the chosen lesson as it is now, where the person was in it. */
  async #showAgain(): Promise<void> {
    const { scrollTop } = byId("lesson");
    const unit = currentUnit();
    this.#queue = await this.#host.readQueue();
    await this.#show(this.#chosen);
    byId("lesson").scrollTo({ top: scrollTop });
    chooseUnit(unit);
  }

  async #show(job: string | null): Promise<void> {
    this.#listening?.stop();
    [this.#warnedOf, this.#chosen, this.#lesson, this.#undoable] = [null, job, null, null];
    if (job === null) byId("lesson").textContent = "There is no lesson to review yet.";
    try {
      this.#listening = job === null ? null : await this.#read(job);
    } finally {
      // Last, because a click in the queue does nothing before the lesson is there.
      const open = (chosen: string): void => void this.#guarded(() => this.#open(chosen));
      if (this.#queue !== null) showQueue(this.#queue, job, open);
      byId("lesson").focus({ preventScroll: true });
    }
  }

  /** Shows a lesson, or why it can't be shown. Null: there is nothing to listen to. */
  async #read(job: string): Promise<Listening | null> {
    try {
      const lesson = await this.#host.readLesson(job);
      this.#lesson = lesson;
      this.#undoable = undoableIn(lesson);
      return showLesson(lesson, this.#host.soundOf(lesson), this.#actions());
    } catch (error) {
      this.#undoable = this.#corrector?.undoOf(error) ?? null;
      byId("lesson").textContent = this.#host.explain(error);
      if (this.#undoable === null) throw error;
      return null;
    }
  }

  #actions(): LessonActions {
    return {
      approve: () => this.#act("approved"),
      hold: () => this.#act("held"),
      reject: () => this.#act("rejected"),
      comment: () => this.#comment(),
      edit: this.#corrector === null ? null : (about) => this.#correct(about),
      respeak: this.#respeaker === null ? null : () => this.#respeaker?.start(),
      takeBack: this.#takeBack(),
    };
  }

  #takeBack(): LessonActions["takeBack"] {
    const { takeBack } = this.#host;
    if (takeBack !== null) return { label: "Take back", act: () => takeBack(this) };
    if (this.#corrector === null || this.#undoable === null) return null;
    return { label: "Undo correction", act: () => this.#undo() };
  }

  async #step(by: number): Promise<void> {
    const next = stepFrom(this.#queue?.lessons ?? [], this.current, by);
    if (next !== null) await this.#open(next);
  }

  /** The reviewer's name, asked once. */
  async #reviewer(): Promise<string | null> {
    const known = this.#host.reviewer();
    if (known !== null) return known;
    const name = await askName();
    if (name !== null) this.#host.rememberReviewer(name);
    return name;
  }

  #act(kind: DecisionRequest["kind"]): void {
    void this.#guarded(async () => {
      if (this.#lesson !== null) await this.#decide(kind, this.#lesson);
    });
  }

  async #decide(kind: DecisionRequest["kind"], lesson: LessonDocument): Promise<void> {
    const { job, story, seen, known, title } = lesson;
    const objection = describeObjection(lesson);
    if (kind === "approved" && objection !== null && this.#warnedOf !== job) {
      this.#warnedOf = job;
      this.say(objection);
      return;
    }
    const who = await this.#reviewer();
    if (who === null) return;
    if (kind === "approved" && objection === null && lesson.status.people.includes(who)) {
      this.say("You have approved it as it is.");
      return;
    }
    const why = kind === "approved" ? null : await askWhy(kind, title);
    if (kind !== "approved" && why === null) return;
    await this.#host.sendDecision({ job, story, seen, who, id: newId(), kind, why, known: [...known] });
    this.#queue = await this.#host.readQueue();
    await this.#open(nextToReview(this.#queue.lessons, job));
    const rest = this.#queue.lessons.some(({ status }) => status.kind === "waiting")
      ? ""
      : " No lesson waits any more.";
    this.say(`${done[kind]} “${title}”. ${this.#host.recorded}${rest}`);
  }

  #comment(): void {
    void this.#guarded(async () => {
      if (this.#lesson === null) return;
      const { job, story, seen, title } = this.#lesson;
      const who = await this.#reviewer();
      if (who === null) return;
      const label = "It is kept with the lesson and decides nothing";
      const text = await ask({ title: `Comment on “${title}”`, label, mayBeEmpty: false, most: textMost });
      if (text === null) return;
      await this.#host.sendComment({ job, story, seen, who, id: newId(), text, sentence: null });
      await this.#open(job);
      this.say(`Commented on “${title}”. ${this.#host.recorded}`);
    });
  }

  #correct(about: Changeable): void {
    void this.#guarded(async () => {
      if (this.#lesson === null || this.#corrector === null) return;
      this.#listening?.stop();
      if (!(await this.#corrector.correct(this.#lesson, about, () => this.#reviewer()))) return;
      await this.#showAgain();
      this.say(`Corrected. ${this.#host.recorded} u takes it back.`);
      // Not waited for: a speech server takes seconds, and the person goes on.
      this.#respeaker?.startIfNeeded();
    }, " What you typed is offered again when you correct it again.");
  }

  #undo(): void {
    void this.#guarded(async () => {
      if (this.#undoable === null || this.#corrector === null) {
        this.say("Nothing is corrected in this lesson.");
        return;
      }
      if (!(await this.#corrector.undo(this.#undoable, () => this.#reviewer()))) return;
      await this.#showAgain();
      this.say("The newest correction is taken back.");
    });
  }
}
