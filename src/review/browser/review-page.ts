import type { DecisionRequest, LessonDocument, QueueDocument } from "../documents.ts";
import type { Changeable } from "./correct/changeable.ts";
import { Corrector, type Undoable, undoableIn } from "./correct/corrector.ts";
import { Respeaker } from "./correct/respeaker.ts";
import { chooseUnit, currentUnit, stepUnit } from "./correct/units.ts";
import { Decider } from "./decider.ts";
import { byId } from "./elements.ts";
import { HeardRecordings } from "./heard-recordings.ts";
import { type LessonActions, showLesson } from "./lesson-view.ts";
import type { Listening } from "./listening.ts";
import { ReviewerName } from "./name/reviewer-name.ts";
import { listenToKeys, showKeys } from "./page-keys.ts";
import { showQueue } from "./queue/queue-view.ts";
import { nextToReview, stepFrom } from "./queue/review-order.ts";
import { Walk } from "./queue/walk.ts";
import type { OpenPage, ReviewHost } from "./review-host.ts";
import type { Sent } from "./unsent/sent.ts";
import { UnsentTexts } from "./unsent/unsent-texts.ts";
import { guardUnsent, showUnsent } from "./unsent/unsent-view.ts";

const done = { approved: "Approved", held: "Held", rejected: "Rejected" } as const;
// Going on counts up while a lesson is on its way, and help is help at any time.
const takenAlways: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp", "?"]);

/** A page with a queue of lessons, one of which is shown: by single keys or buttons, people decide about it and go on to the next. */
export class ReviewPage implements OpenPage {
  readonly #host: ReviewHost;
  readonly #name: ReviewerName;
  readonly #texts: UnsentTexts;
  readonly #heard = new HeardRecordings();
  readonly #decider: Decider;
  readonly #corrector: Corrector | null;
  readonly #respeaker: Respeaker | null;
  #queue: QueueDocument | null = null;
  /** The job of the lesson that is chosen, even if it can't be shown. */
  #chosen: string | null = null;
  #lesson: LessonDocument | null = null;
  /** The newest correction of the chosen lesson. */
  #undoable: Undoable | null = null;
  #listening: Listening | null = null;
  /** True while something is sent: a key pressed twice decides once. */
  #isBusy = false;
  readonly #walk = new Walk({
    isBusy: () => this.#isBusy,
    guarded: (work) => this.#guarded(work),
    step: (by) => this.#step(by),
  });
  /** What to say of a key that was not taken; empty: all were. */
  #refused = "";

  constructor(host: ReviewHost) {
    this.#host = host;
    this.#name = new ReviewerName(host);
    this.#texts = new UnsentTexts(host.page);
    this.#decider = new Decider(host, {
      texts: this.#texts,
      heard: this.#heard,
      askName: () => this.#name.get(),
    });
    this.#corrector = host.corrections === null ? null : new Corrector(host.corrections, this.#texts);
    this.#respeaker =
      host.corrections === null
        ? null
        : new Respeaker(host.corrections, {
            lesson: () => this.#lesson,
            showAgain: () => this.#guarded(() => this.#showAgain()),
            askName: () => this.#name.get(),
            say: (text) => this.say(text),
            explain: (error) => host.explain(error),
            isOutdated: (error) => host.isOutdated(error),
          });
  }

  /** Shows the first lesson that waits, and listens to keys from now on. */
  start(): void {
    const own = Object.entries(this.#host.keys).map(([key, act]) => [key, () => act(this)] as const);
    listenToKeys(
      { ...this.#keys(), ...Object.fromEntries(own) },
      { isBusy: () => this.#isBusy, refuse: (key) => this.#refuse(key), always: takenAlways },
    );
    byId("show-keys").addEventListener("click", showKeys);
    byId("name").addEventListener("click", () => this.#rename());
    guardUnsent(this.#texts);
    this.#host.watch?.((isThere) => {
      byId("gone").hidden = isThere;
    });
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
    const step = (by: number) => () => this.#walk.go(by);
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
      n: () => this.#rename(),
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

  async #guarded(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#setBusy(true);
    try {
      await work();
    } catch (error) {
      const why = this.#host.explain(error);
      this.say(why);
      if (this.#queue === null) byId("lesson").textContent = `${why} Reload this page to try again.`;
      if (this.#host.isOutdated(error)) await this.#reload();
    } finally {
      showUnsent(this.#texts);
      this.#name.show();
      if (this.#refused !== "") this.say(`${byId("message").textContent ?? ""} ${this.#refused}`.trim());
      this.#refused = "";
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
    const read = job === null ? null : await this.#read(job);
    this.#listening?.stop();
    this.#decider.begin();
    [this.#chosen, this.#lesson, this.#undoable, this.#listening] = [job, null, null, null];
    if (job === null) byId("lesson").textContent = "There is no lesson to review yet.";
    try {
      if (read !== null) this.#showRead(read);
    } finally {
      // Last, because a click in the queue does nothing before the lesson is there.
      const open = (chosen: string): void => void this.#guarded(() => this.#goTo(chosen));
      if (this.#queue !== null) showQueue(this.#queue, job, open);
      byId("lesson").focus({ preventScroll: true });
    }
  }

  /** A lesson, or why it can't be shown. Throws if nobody answers: the lesson that is shown then stays. */
  async #read(job: string): Promise<LessonDocument | { readonly refused: unknown }> {
    try {
      return await this.#host.readLesson(job);
    } catch (error) {
      if (this.#host.isUnreachable(error)) throw error;
      return { refused: error };
    }
  }

  #showRead(read: LessonDocument | { readonly refused: unknown }): void {
    if ("refused" in read) {
      this.#undoable = this.#corrector?.undoOf(read.refused) ?? null;
      byId("lesson").textContent = this.#host.explain(read.refused);
      if (this.#undoable === null) throw read.refused;
      return;
    }
    this.#undoable = undoableIn(read);
    const played = (): void => this.#heard.add(read.seen.sound);
    this.#listening = showLesson(read, { address: this.#host.soundOf(read), played }, this.#actions());
    // Last: nobody decides about a lesson that could not be shown.
    this.#lesson = read;
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

  /** Opens another lesson, of which nothing has been said yet. */
  async #goTo(job: string): Promise<void> {
    await this.#open(job);
    this.say("");
  }

  #refuse(key: string): void {
    this.#refused = `“${key === " " ? "Space" : key}” came too soon, and did nothing. Stop typing for a second, then press it again.`;
  }

  async #step(by: number): Promise<void> {
    const next = stepFrom(this.#queue?.lessons ?? [], this.current, by);
    if (next !== null) await this.#goTo(next);
  }

  #rename(): void {
    void this.#guarded(async () => {
      const who = await this.#name.change();
      if (who === null) return;
      await this.#showAgain();
      this.say(this.#host.recordedAs(who));
    });
  }

  #act(kind: DecisionRequest["kind"]): void {
    void this.#guarded(async () => {
      if (this.#lesson !== null) await this.#decide(kind, this.#lesson);
    });
  }

  async #decide(kind: DecisionRequest["kind"], lesson: LessonDocument): Promise<void> {
    const { job, title } = lesson;
    if (!this.#isSent(await this.#decider.decide(kind, lesson))) return;
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
      const { job, title } = this.#lesson;
      if (!this.#isSent(await this.#decider.comment(this.#lesson))) return;
      await this.#open(job);
      this.say(`Commented on “${title}”. ${this.#host.recorded}`);
    });
  }

  /** Whether something was sent; says why not, where there is something to say. */
  #isSent(sent: Sent): boolean {
    if (sent.kind === "not_sent" && sent.told !== null) this.say(sent.told);
    return sent.kind === "sent";
  }

  #correct(about: Changeable): void {
    void this.#guarded(async () => {
      if (this.#lesson === null || this.#corrector === null) return;
      this.#listening?.stop();
      if (!this.#isSent(await this.#corrector.correct(this.#lesson, about, () => this.#name.get()))) return;
      await this.#showAgain();
      this.say(`Corrected. ${this.#host.recorded} u takes it back.`);
      // Not waited for: a speech server takes seconds, and the person goes on.
      this.#respeaker?.startIfNeeded();
    });
  }

  #undo(): void {
    void this.#guarded(async () => {
      if (this.#undoable === null || this.#corrector === null) {
        this.say("Nothing is corrected in this lesson.");
        return;
      }
      if (!(await this.#corrector.undo(this.#undoable, () => this.#name.get()))) return;
      await this.#showAgain();
      this.say("The newest correction is taken back.");
    });
  }
}
