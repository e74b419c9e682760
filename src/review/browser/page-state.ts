import type {
  LessonDocument,
  PieceDocument,
  QueueDocument,
  QueuedLesson,
  RefusalDocument,
  Requests,
  RevoicingRefusal,
  UndoRequest,
} from "../documents.ts";
import type { Question } from "./dialog-questions.ts";
import type { Kept } from "./kept.ts";
import { Listening } from "./listening.ts";
import { Refusal } from "./server.ts";
import { say } from "./texts.ts";
import { isItem, type Unit, unitIn } from "./units.ts";
import { describeRefusal } from "./words.ts";

/** Where a page's lessons come from, and where people's actions are sent: a running desk, or an answer to send back. */
export interface Source {
  readonly readQueue: () => Promise<QueueDocument>;
  /** Rejects with a `Refusal` if there is no such lesson, or if it can't be shown. */
  readonly readLesson: (job: string) => Promise<LessonDocument>;
  /** The address of a lesson's recording; null if this page doesn't have it. */
  readonly soundOf: (lesson: LessonDocument) => string | null;
  /**
   * Resolves once it is recorded, with why some parts could not be spoken anew. The same request can be sent again. Rejects with a `Refusal` if it is
   * not recorded.
   */
  readonly send: (
    kind: keyof Requests,
    request: Requests[keyof Requests],
  ) => Promise<readonly RevoicingRefusal[]>;
  /** Calls back each second with the ledger's version; with null if the desk doesn't answer. Null: there is no desk. */
  readonly watch: ((tell: (version: string | null) => void) => void) | null;
  /** Where the desk is a part of `open`: the addresses of the course's bill and package there, and of a bill with another story for a lesson. */
  readonly course: {
    readonly run: string;
    readonly package: string;
    readonly replace: (lesson: LessonDocument) => string;
  } | null;
  /** What a page by mail can do besides; null: this is the desk's. */
  readonly mail: {
    /** Takes back what was done last with a lesson; false: there is nothing. */
    readonly takeBack: (job: string) => boolean;
    /** Whether there is work that neither the browser keeps nor a saved answer has. */
    readonly isUnsaved: () => boolean;
    /** Saves the answer. Returns what to say. */
    readonly save: () => string;
  } | null;
}

/** The newest correction of a lesson. */
type Undoable = Pick<UndoRequest, "job" | "story" | "seen" | "undoes">;

/** What a page shows, and how it is read anew. Only `set` changes a field, so that what is shown is drawn at once. */
export class PageState {
  readonly source: Source;
  readonly kept: Kept;
  readonly #draw: () => void;
  queue: QueueDocument | null = null;
  /** The job of the lesson that is chosen, even if it can't be shown. */
  chosen: string | null = null;
  /** Null: no lesson is shown, but `notice`. */
  lesson: LessonDocument | null = null;
  notice = say("loading");
  /** The newest correction of the chosen lesson, even if the lesson can't be shown. */
  undoable: Undoable | null = null;
  /** Null: there is nothing to listen to. */
  listening: Listening | null = null;
  /** The piece of the text that is heard now. */
  heard: PieceDocument | null = null;
  /** The part of the lesson that the next correction is about; it is marked on the page. */
  unit: Unit = "title";
  message: string;
  /** True while something is asked, sent or awaited: a key pressed twice decides once. */
  isBusy = false;
  /** Whether the desk has stopped. */
  isGone = false;
  dialog: { readonly question: Question; readonly answer: (text: string | null) => void } | null = null;
  /** What to say of a key that was not taken; empty: all were. */
  protected refused = "";
  /** The jobs of the lessons in which something is being spoken anew at this page's request. */
  protected readonly speaking = new Set<string>();
  /** Whether the ledger has changed since queue and lesson were compared with it. */
  #isOutdated = false;

  /** `draw`: shows the page as it is now. */
  constructor(source: Source, kept: Kept, draw: () => void) {
    this.source = source;
    this.kept = kept;
    this.#draw = draw;
    this.message = this.ofPage("welcome");
  }

  /** What the next correction is about: the sentence that is heard, or else what is marked. */
  get toCorrect(): Unit {
    return isItem(this.unit) ? this.unit : (this.heard?.sentence ?? this.unit);
  }

  set(changes: Partial<PageState>): void {
    Object.assign(this, changes);
    this.#draw();
  }

  say(message: string): void {
    this.set({ message });
  }

  /** What is said first, where a decision is once it is sent, and what to do about an unexpected error: at the desk, or in a page by mail. */
  ofPage(what: "welcome" | "recorded" | "failed"): string {
    return say(`${what}.${this.source.mail === null ? "desk" : "mail"}`);
  }

  /** Says why something was not done. */
  explain(error: unknown): string {
    const message = isRefusal(error) ? describeRefusal(error.document) : this.ofPage("failed");
    this.say(message);
    return message;
  }

  /** Resolves with an answer; null: the person cancelled. */
  async ask(question: Question): Promise<string | null> {
    const text = await new Promise<string | null>((answer) => this.set({ dialog: { question, answer } }));
    this.set({ dialog: null });
    return text;
  }

  /** Marks a part of the lesson, and brings it into view. */
  choose(named: Unit): void {
    if (this.lesson === null) return;
    const unit = unitIn(this.lesson, named);
    this.set({ unit });
    document.querySelector(`[data-unit="${unit}"]`)?.scrollIntoView({ block: "nearest" });
  }

  /** While it is busy, keys and clicks do nothing: they were meant for what the person saw. */
  async guarded(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.set({ isBusy: true });
    try {
      await work();
    } catch (error) {
      const why = this.explain(error);
      if (this.queue === null) this.set({ notice: say("tryAgain", { why }) });
      const outdated = ["lesson_changed", "decided_meanwhile"];
      if (isRefusal(error) && outdated.includes(error.document.code)) await this.showAgain();
    } finally {
      const message = `${this.message} ${this.refused}`.trim();
      this.refused = "";
      this.set({ isBusy: false, message });
    }
    void this.#followOthers();
  }

  /** Shows queue and lesson as they are now, where the person was in the lesson. */
  async showAgain(): Promise<void> {
    const { lessons } = await this.readQueue();
    await this.show(this.chosen ?? nextToReview(lessons, null), this.unit);
  }

  async readQueue(): Promise<QueueDocument> {
    const queue = await this.source.readQueue();
    document.title = say("documentTitle", { title: queue.title });
    this.set({ queue });
    return queue;
  }

  /** Shows a lesson, from its beginning unless a part is given. If nobody answers, throws, and the lesson that is shown stays. */
  async show(job: string | null, unit?: Unit): Promise<void> {
    const read = job === null ? null : await this.source.readLesson(job).catch(refusalIn);
    this.listening?.stop();
    const nothing = { chosen: job, lesson: null, undoable: null, listening: null, heard: null };
    if (read === null) this.set({ ...nothing, notice: say("noLesson") });
    else if (read instanceof Refusal) {
      const { undo = null } = read.document;
      this.set({ ...nothing, undoable: undo, notice: describeRefusal(read.document) });
    } else {
      const { story, seen, undoes } = read;
      const undoable = undoes === null ? null : { job: read.job, story, seen, undoes };
      this.set({ ...nothing, undoable, lesson: read, listening: this.#listeningTo(read) });
    }
    document.querySelector("#queue [aria-current]")?.scrollIntoView({ block: "nearest" });
    const place = document.querySelector<HTMLElement>("#lesson");
    place?.focus({ preventScroll: true });
    if (unit === undefined) place?.scrollTo({ top: 0 });
    this.choose(unit ?? "title");
    if (read instanceof Refusal && this.undoable === null) throw read;
  }

  #listeningTo(lesson: LessonDocument): Listening | null {
    const address = lesson.hasSound ? this.source.soundOf(lesson) : null;
    if (address === null) return null;
    const listening = new Listening(address, lesson, (heard) => {
      if (heard !== this.heard && listening === this.listening) this.set({ heard });
    });
    return listening;
  }

  /** Sees when the desk stops or comes back, and what is recorded elsewhere. */
  protected watch(): void {
    let seen: string | null = null;
    this.source.watch?.((version) => {
      const isGone = version === null;
      if (isGone !== this.isGone) this.set({ isGone });
      this.#isOutdated ||= !isGone && seen !== null && version !== seen;
      seen = version ?? seen;
      void this.#followOthers();
    });
  }

  /** Shows what was recorded elsewhere, once the page is not busy: the lesson only if it is about that one, so that its player plays on. */
  async #followOthers(): Promise<void> {
    const { lesson } = this;
    // What is spoken at this page's request is shown once its answer is here.
    if (this.isBusy || !this.#isOutdated || this.speaking.has(lesson?.job ?? "")) return;
    this.#isOutdated = false;
    const queue = await this.source.readQueue().catch(() => null);
    // A lesson is not listed while its story is being replaced: the person keeps what was there.
    const isListed = queue?.lessons.some(({ job }) => job === lesson?.job) ?? false;
    const now = lesson && isListed ? await this.source.readLesson(lesson.job).catch(() => null) : lesson;
    // The page isn't busy with reading alone: a click on another lesson counts.
    if (this.isBusy || lesson !== this.lesson) this.#isOutdated = true;
    else if (lesson !== null && isSame(lesson, now)) this.set({ queue: queue ?? this.queue });
    else
      await this.guarded(async () => {
        await this.showAgain();
        if (lesson !== null) this.say(say("changedElsewhere"));
      });
  }
}

/** Whether nothing was recorded about a lesson. Its price and its findings may change with other lessons. */
function isSame(one: LessonDocument, other: LessonDocument | null): boolean {
  const recordedOf = ({ story, seen, history }: LessonDocument) => JSON.stringify([story, seen, history]);
  return other !== null && recordedOf(one) === recordedOf(other);
}

export function isRefusal(error: unknown): error is Refusal<RefusalDocument> {
  return error instanceof Refusal;
}

/** What the desk said of a lesson; throws if it said nothing. */
function refusalIn(error: unknown): Refusal<RefusalDocument> {
  if (isRefusal(error) && String(error.document.code) !== "gone") return error;
  throw error;
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
