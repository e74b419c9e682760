import type { DecisionRequest, LessonDocument, QueueDocument } from "../documents.ts";
import { correct, leaveOut, respeak, respeakNow, type Undoable, undo, undoableIn } from "./correct.ts";
import { comment, decide, objectionTo } from "./decide.ts";
import { askAnotherName, isAsking, showUnsent } from "./dialogs.ts";
import { byId } from "./elements.ts";
import { type ItemUnit, isItem } from "./items.ts";
import type { Kept } from "./kept.ts";
import { showLesson } from "./lesson-view.ts";
import type { Listening } from "./listening.ts";
import { type Change, type Changeable, type Page, Refusal, type Requests, type Source } from "./page.ts";
import { nextToReview, showQueue, stepFrom } from "./queue.ts";
import { chooseUnit, currentUnit, stepExercise, stepUnit } from "./units.ts";
import { describeRefusal } from "./words.ts";

const done = { approved: "Approved", held: "Held", rejected: "Rejected" } as const;
// Going on counts up while a lesson is on its way, and help is help at any time.
const takenAlways: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp", "?"]);
/** Whoever types on does not mean single keys: they count again after this pause. */
const typingPauseMs = 1_000;

/** A page with a queue of lessons, one of which is shown. People decide on that lesson with a single key or a button, and go on to the next. */
export class ReviewPage implements Page {
  readonly source: Source;
  readonly kept: Kept;
  readonly #keys: Readonly<Record<string, () => void>>;
  #queue: QueueDocument | null = null;
  /** The job of the lesson that is chosen, even if it can't be shown. */
  #chosen: string | null = null;
  #lesson: LessonDocument | null = null;
  /** The newest correction of the chosen lesson. */
  #undoable: Undoable | null = null;
  #listening: Listening | null = null;
  /** The lesson whose objection was pointed out: the next approval overrules it. */
  #warnedOf: LessonDocument | null = null;
  /** True while something is sent: a key pressed twice decides once. */
  #isBusy = false;
  /** How many lessons on the person asks to go; null: the page is not on its way. */
  #steps: number | null = null;
  /** What to say of a key that was not taken; empty: all were. */
  #refused = "";
  /** The ids of what was sent from here. */
  readonly #sent = new Set<string>();
  /** The jobs of lessons about which something was recorded elsewhere since they were shown. */
  readonly #changedElsewhere = new Set<string>();

  constructor(source: Source, kept: Kept) {
    this.source = source;
    this.kept = kept;
    this.#keys = this.#keysOf(source);
  }

  get lesson(): LessonDocument | null {
    return this.#lesson;
  }

  /** Shows the first lesson that waits, and listens to keys from now on. */
  start(): void {
    const { mail, watch } = this.source;
    this.#listenToKeys();
    byId("show-keys").addEventListener("click", () => this.press("?"));
    byId("name").addEventListener("click", () => this.press("n"));
    if (mail !== null) byId("save").addEventListener("click", () => this.press("s"));
    // The next desk has another address: what is typed and not recorded would not be found there.
    addEventListener("beforeunload", (event) => {
      if (this.kept.texts().length === 0) return;
      event.preventDefault();
      // Older browsers ask only if this is set.
      event.returnValue = true;
    });
    watch?.({
      isThere: (isThere) => {
        byId("gone").hidden = isThere;
      },
      changed: (change) => this.#hearOf(change),
    });
    this.#reload();
  }

  readonly say = (text: string): void => {
    byId("message").textContent = text;
  };

  readonly explain = (error: unknown): void => this.say(this.#reason(error));

  readonly send: Page["send"] = (kind, request) => {
    const id = newId();
    this.#sent.add(id);
    return this.source.send(kind, { ...request, id } as Requests[typeof kind]);
  };

  readonly press = (key: string): void => this.#keys[key]?.();

  readonly edit = (about: Changeable): void => {
    const isAsked = typeof about === "object" && "question" in about;
    this.#change(isAsked ? "Asked" : "Corrected", (lesson) => correct(this, lesson, about));
  };

  readonly leaveOut = (unit: ItemUnit): void => {
    this.#change("Changed", (lesson) => leaveOut(this, lesson, unit));
  };

  #change(done: string, record: (lesson: LessonDocument) => Promise<boolean>): void {
    void this.#guarded(async () => {
      if (this.#lesson === null) return;
      this.#listening?.stop();
      if (!(await record(this.#lesson))) return;
      await this.showAgain();
      this.say(`${done}. ${this.source.recorded} Press u to undo it.`);
      // Not waited for: a speech server takes seconds, and the person goes on.
      void respeak(this);
    });
  }

  readonly showAgain = async (): Promise<void> => {
    const { scrollTop } = byId("lesson");
    const unit = currentUnit();
    this.#queue = await this.source.readQueue();
    await this.#show(this.#chosen);
    byId("lesson").scrollTo({ top: scrollTop });
    chooseUnit(unit);
  };

  #keysOf({ mail }: Source): Readonly<Record<string, () => void>> {
    return {
      j: () => this.#go(1),
      ArrowDown: () => this.#go(1),
      k: () => this.#go(-1),
      ArrowUp: () => this.#go(-1),
      a: () => this.#decide("approved"),
      h: () => this.#decide("held"),
      r: () => this.#decide("rejected"),
      c: () => this.#comment(),
      " ": () => this.#listening?.playOrPause(),
      n: () => this.#rename(),
      "?": () => byId<HTMLDialogElement>("keys").showModal(),
      e: () => {
        const heard = this.#listening?.heard() ?? null;
        if (heard !== null && !isItem(currentUnit())) chooseUnit(heard);
        this.edit(currentUnit());
      },
      q: () => this.edit({ question: this.#lesson?.questions.length ?? 0 }),
      d: () => {
        const unit = currentUnit();
        if (isItem(unit)) this.leaveOut(unit);
        else this.say("Press x to select an exercise item first; d then leaves it out.");
      },
      x: () => stepExercise(),
      u: () => this.#undo(),
      s: () => respeakNow(this),
      l: () => this.#listening?.playNextPart(),
      ArrowRight: () => stepUnit(1),
      ArrowLeft: () => stepUnit(-1),
      ...(mail === null ? {} : { u: () => this.#takeBack(mail), s: () => this.say(mail.save()) }),
    };
  }

  /** Does what a single key stands for, unless a dialog is open. After a key that was not taken, none is until the person stops typing. */
  #listenToKeys(): void {
    let ignoredAt = Number.NEGATIVE_INFINITY;
    document.addEventListener("keydown", (event) => {
      if (isAsking() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target, key, timeStamp } = event;
      // Space and the arrows are the player's own while it has the focus, and Space presses a button.
      const isOwn =
        target instanceof HTMLAudioElement || (target instanceof HTMLButtonElement && key === " ");
      const isKey = !isOwn && Object.hasOwn(this.#keys, key);
      const typesOn = timeStamp - ignoredAt < typingPauseMs;
      if (typesOn) ignoredAt = timeStamp;
      if (!isKey) return;
      event.preventDefault();
      if (typesOn) return;
      // What is on the page is about to change: the key was meant for what the person saw.
      if (this.#isBusy && !takenAlways.has(key)) {
        ignoredAt = timeStamp;
        this.#refused = `“${key === " " ? "Space" : key}” was pressed too soon and did nothing. Stop typing for a second, then press it again.`;
      } else this.press(key);
    });
  }

  /** While it is busy, keys and clicks do nothing: they were meant for what the person saw. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#setBusy(true);
    try {
      await work();
    } catch (error) {
      const why = this.#reason(error);
      this.say(why);
      if (this.#queue === null) byId("lesson").textContent = `${why} Reload this page to try again.`;
      const isOutdated =
        error instanceof Refusal && ["lesson_changed", "decided_meanwhile"].includes(error.document.code);
      if (isOutdated) await this.#readAgain();
    } finally {
      showUnsent(this.kept);
      const { who } = this.kept;
      byId("name").hidden = who === null;
      byId("name").textContent = `Reviewer: ${who ?? ""} (change)`;
      if (this.#refused !== "") this.say(`${byId("message").textContent ?? ""} ${this.#refused}`.trim());
      this.#refused = "";
      this.#setBusy(false);
    }
    this.#followOthers();
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    byId("lesson").ariaBusy = String(isBusy);
  }

  #reason(error: unknown): string {
    return error instanceof Refusal ? describeRefusal(error.document) : this.source.failed;
  }

  #hearOf({ job, id }: Change): void {
    if (this.#sent.has(id)) return;
    this.#changedElsewhere.add(job);
    this.#followOthers();
  }

  /** Shows what was recorded in other windows, once the page is not busy: the lesson only if it is the one, so that its player plays on. */
  #followOthers(): void {
    if (this.#isBusy || this.#changedElsewhere.size === 0) return;
    const isShown = this.#changedElsewhere.has(this.#chosen ?? "");
    const jobs = [...this.#changedElsewhere];
    this.#changedElsewhere.clear();
    if (!isShown) {
      void this.#followQueue(jobs);
      return;
    }
    void this.#guarded(async () => {
      await this.showAgain();
      this.say("This lesson has changed in another window. The page now shows the current version.");
    });
  }

  /** Shows the queue as it is now. The page isn't busy meanwhile: a click on another lesson counts, and the queue is then read after it. */
  async #followQueue(jobs: readonly string[]): Promise<void> {
    const queue = await this.source.readQueue().catch(() => null);
    if (queue === null) return;
    if (this.#isBusy) {
      for (const job of jobs) this.#changedElsewhere.add(job);
      return;
    }
    this.#queue = queue;
    this.#showQueue();
  }

  /** Shows queue and lesson anew. */
  #reload(): void {
    void this.#guarded(() => this.#readAgain());
  }

  async #readAgain(): Promise<void> {
    this.#queue = await this.source.readQueue();
    await this.#open(this.#chosen ?? nextToReview(this.#queue.lessons, null));
  }

  /** Shows a lesson from its beginning, and the queue around it. */
  async #open(job: string | null): Promise<void> {
    await this.#show(job);
    byId("lesson").scrollTo({ top: 0 });
    chooseUnit("title");
  }

  async #show(job: string | null): Promise<void> {
    const read = job === null ? null : await this.#read(job);
    this.#listening?.stop();
    [this.#chosen, this.#lesson, this.#undoable, this.#listening] = [job, null, null, null];
    if (job === null) byId("lesson").textContent = "There is no lesson to review yet.";
    try {
      if (read instanceof Refusal) this.#showRefusal(read);
      else if (read !== null) {
        this.#undoable = undoableIn(read);
        this.#listening = showLesson(read, this);
        // Last: nobody decides about a lesson that could not be shown.
        this.#lesson = read;
      }
    } finally {
      // Last, because a click in the queue does nothing before the lesson is there.
      this.#showQueue();
      byId("lesson").focus({ preventScroll: true });
    }
  }

  /** A lesson, or why it can't be shown. Throws if nobody answers: the lesson that is shown then stays. */
  async #read(job: string): Promise<LessonDocument | Refusal> {
    try {
      return await this.source.readLesson(job);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  #showRefusal(refusal: Refusal): void {
    this.#undoable = refusal.document.undo ?? null;
    byId("lesson").textContent = this.#reason(refusal);
    if (this.#undoable === null) throw refusal;
  }

  #showQueue(): void {
    const open = (job: string): void => void this.#guarded(() => this.#goTo(job));
    if (this.#queue !== null) showQueue(this.#queue, this.#chosen, open);
  }

  /** Opens another lesson, of which nothing has been said yet. */
  async #goTo(job: string): Promise<void> {
    await this.#open(job);
    this.say("");
  }

  /** Goes on through the queue: pressed again on the way, by as many lessons more. Does nothing while the page is busy with anything else. */
  #go(by: number): void {
    if (this.#isBusy && this.#steps === null) return;
    this.#steps = (this.#steps ?? 0) + by;
    void this.#guarded(async () => {
      try {
        while (this.#steps) {
          const next = stepFrom(this.#queue?.lessons ?? [], this.#chosen, this.#steps);
          this.#steps = 0;
          if (next !== null) await this.#goTo(next);
        }
      } finally {
        this.#steps = null;
      }
    });
  }

  #rename(): void {
    void this.#guarded(async () => {
      const who = await askAnotherName(this.kept);
      if (who === null) return;
      await this.showAgain();
      this.say(`Your actions are recorded under the name ${who}.`);
    });
  }

  #decide(kind: DecisionRequest["kind"]): void {
    void this.#guarded(async () => {
      const lesson = this.#lesson;
      if (lesson === null) return;
      const objection = kind === "approved" ? objectionTo(lesson) : null;
      if (objection !== null && this.#warnedOf !== lesson) {
        this.#warnedOf = lesson;
        this.say(`${objection}. Press a again to approve the lesson anyway.`);
        return;
      }
      if (!(await decide(this, kind, lesson))) return;
      this.#queue = await this.source.readQueue();
      const { lessons } = this.#queue;
      await this.#open(nextToReview(lessons, lesson.job));
      const waits = lessons.some(({ status }) => status.kind === "waiting");
      const rest = waits ? "" : " No lesson is waiting.";
      this.say(`${done[kind]} “${lesson.title}”. ${this.source.recorded}${rest}`);
    });
  }

  #comment(): void {
    void this.#guarded(async () => {
      const lesson = this.#lesson;
      if (lesson === null || !(await comment(this, lesson))) return;
      await this.#open(lesson.job);
      this.say(`Commented on “${lesson.title}”. ${this.source.recorded}`);
    });
  }

  #undo(): void {
    void this.#guarded(async () => {
      if (this.#undoable === null) {
        this.say("Nothing has been corrected in this lesson.");
        return;
      }
      if (!(await undo(this, this.#undoable))) return;
      await this.showAgain();
      this.say("The newest correction was undone.");
    });
  }

  #takeBack({ takeBack }: NonNullable<Source["mail"]>): void {
    if (!takeBack(this.#chosen ?? "")) {
      this.say("You have nothing to undo in this lesson.");
      return;
    }
    this.#reload();
    this.say(
      "Your last entry was undone here. If you have already sent it in an answer, decide differently and send another answer: leaving out the entry doesn’t undo it there.",
    );
  }
}

/** A random UUID (version 4). `crypto.randomUUID` is missing in pages that a browser takes for insecure, as a file from a mail may be. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  });
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
