import { bytesToHex } from "@noble/hashes/utils.js";
import { personOf } from "../../ledger/format/reviews.ts";
import { cleanLine } from "../../shared/text.ts";
import type { DecisionRequest, LessonDocument, Requests } from "../documents.ts";
import {
  type Changeable,
  correctionOf,
  type KeptQuestion,
  nameQuestion,
  remarkQuestion,
} from "./dialog-questions.ts";
import type { Source } from "./page-state.ts";
import { isRefusal, nextToReview, PageState } from "./page-state.ts";
import { say, sayOr, type TextName } from "./texts.ts";
import { foundItem, isItem, keyOf, nextExercise, type Unit, unitBeside } from "./units.ts";
import { describeStatus, describeUnspoken } from "./words.ts";

// Going on counts up while a lesson is on its way, and help is help at any time.
const takenAlways: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp", "?"]);
/** Whoever types on does not mean single keys: they count again after this pause. */
const typingPauseMs = 1_000;

/** A page with a queue of lessons, one of which is shown. People decide on that lesson with a single key or a button, and go on to the next. */
export class ReviewPage extends PageState {
  /** The lesson whose objection was pointed out: the next approval overrules it. */
  #warnedOf: LessonDocument | null = null;
  /** How many lessons on the person asks to go; null: the page is not on its way. */
  #steps: number | null = null;
  readonly #keys: Readonly<Record<string, () => void>> = {
    j: () => this.#go(1),
    ArrowDown: () => this.#go(1),
    k: () => this.#go(-1),
    ArrowUp: () => this.#go(-1),
    a: () => this.#decide("approved"),
    h: () => this.#decide("held"),
    r: () => this.#decide("rejected"),
    c: () => this.#comment(),
    " ": () => this.listening?.playOrPause(),
    n: () => this.#rename(),
    "?": () => document.querySelector<HTMLDialogElement>("#keys")?.showModal(),
    e: () => {
      this.choose(this.toCorrect);
      this.edit(this.unit);
    },
    q: () => this.edit({ question: this.lesson?.questions.length ?? 0 }),
    d: () => this.leaveOut(this.unit),
    x: () => this.lesson && this.choose(nextExercise(this.lesson, this.unit)),
    ArrowRight: () => this.lesson && this.choose(unitBeside(this.lesson, this.unit, 1)),
    ArrowLeft: () => this.lesson && this.choose(unitBeside(this.lesson, this.unit, -1)),
    u: () => (this.source.mail === null ? this.#undo() : this.#takeBack(this.source.mail)),
    s: () => (this.source.mail === null ? this.#respeakNow() : this.say(this.source.mail.save())),
    l: () => this.listening?.playNextPart(),
  };

  /** Shows the first lesson that waits, and listens to keys from now on. */
  start(): void {
    this.#listenToKeys();
    // The next desk has another address: what is typed and not recorded would not be found there.
    addEventListener("beforeunload", (event) => {
      if (this.kept.texts().length === 0 && this.source.mail?.isUnsaved() !== true) return;
      event.preventDefault();
      // Older browsers ask only if this is set.
      event.returnValue = true;
    });
    this.watch();
    void this.guarded(() => this.showAgain());
  }

  /** Does what a key stands for. */
  press(key: string): void {
    this.#keys[key]?.();
  }

  /** Shows a lesson of the queue, of which nothing has been said yet. */
  open(job: string): void {
    void this.guarded(async () => {
      await this.show(job);
      this.say("");
    });
  }

  /** Asks how a part of the lesson should read, and has the answer recorded. */
  edit(about: Changeable): void {
    const isAsked = typeof about === "object" && "question" in about;
    this.#change(isAsked ? "did.asked" : "did.corrected", (lesson) => this.#correct(lesson, about));
  }

  /** Leaves an item of the exercises out, or puts it back; what was made of one that is no longer there is forgotten. */
  leaveOut(unit: Unit): void {
    if (!isItem(unit)) {
      this.say(say("did.chooseItem"));
      return;
    }
    const item = keyOf(unit);
    this.#change("did.changed", async (lesson) => {
      const found = foundItem(lesson, item);
      const { was = "" } = found ?? lesson.edited.find((one) => one.item === item) ?? {};
      const who = await this.#askName();
      if (who === null) return false;
      const text = found === null || found.now === "" ? was : "";
      await this.#send("corrections", lesson, { who, change: { kind: "item", item, text } });
      return true;
    });
  }

  /** Does what a single key stands for, unless a dialog is open. After a key that was not taken, none is until the person stops typing. */
  #listenToKeys(): void {
    let ignoredAt = Number.NEGATIVE_INFINITY;
    document.addEventListener("keydown", (event) => {
      const isAsking = document.querySelector("dialog[open]") !== null;
      if (isAsking || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target, key, timeStamp } = event;
      // Space and the arrows are the player's own while it has the focus, a choice's every key, and Space presses a button.
      const isOwn =
        target instanceof HTMLAudioElement ||
        target instanceof HTMLSelectElement ||
        (target instanceof HTMLButtonElement && key === " ");
      const isKey = !isOwn && Object.hasOwn(this.#keys, key);
      const typesOn = timeStamp - ignoredAt < typingPauseMs;
      if (typesOn) ignoredAt = timeStamp;
      if (!isKey) return;
      event.preventDefault();
      if (typesOn) return;
      // What is on the page is about to change: the key was meant for what the person saw.
      if (this.isBusy && !takenAlways.has(key)) {
        ignoredAt = timeStamp;
        this.refused = say("did.tooSoon", { key: sayOr(`keyNames.${key}`, key) });
      } else this.press(key);
    });
  }

  /** Goes on through the queue: pressed again on the way, by as many lessons more. Does nothing while the page is busy with anything else. */
  #go(by: number): void {
    if (this.isBusy && this.#steps === null) return;
    this.#steps = (this.#steps ?? 0) + by;
    void this.guarded(async () => {
      try {
        while (this.#steps) {
          const lessons = this.queue?.lessons ?? [];
          const at = lessons.findIndex(({ job }) => job === this.chosen);
          const next = lessons[Math.min(lessons.length - 1, Math.max(0, at + this.#steps))];
          this.#steps = 0;
          if (next === undefined || next.job === this.chosen) continue;
          await this.show(next.job);
          this.say("");
        }
      } finally {
        this.#steps = null;
      }
    });
  }

  /** Asks for something that is kept until it is recorded. */
  async #askText(question: KeptQuestion): Promise<string | null> {
    const text = await this.ask(question);
    if (text === null && this.kept.text(question.unsent.key) !== null) this.say(say("did.cancelled"));
    return text;
  }

  /** The person's name, asked for unless it is known; null: the person cancelled. */
  async #askName(): Promise<string | null> {
    return this.kept.who ?? this.#askAnotherName();
  }

  async #askAnotherName(): Promise<string | null> {
    const given = await this.ask(nameQuestion(this.kept));
    if (given === null) return null;
    // As it is recorded, without what could reorder the words around it.
    const name = cleanLine(given);
    this.kept.rename(name);
    return name;
  }

  /** Sends something about a lesson under an id of its own. */
  #send<Kind extends keyof Requests>(
    kind: Kind,
    { job, story, seen }: Pick<LessonDocument, "job" | "story" | "seen">,
    more: Omit<Requests[Kind], "id" | "job" | "story" | "seen">,
  ): ReturnType<Source["send"]> {
    return this.source.send(kind, { job, story, seen, ...more, id: newId() } as Requests[Kind]);
  }

  #rename(): void {
    void this.guarded(async () => {
      const who = await this.#askAnotherName();
      if (who === null) return;
      await this.showAgain();
      this.say(say("did.renamed", { who }));
    });
  }

  #decide(kind: DecisionRequest["kind"]): void {
    void this.guarded(async () => {
      const { lesson } = this;
      if (lesson === null) return;
      const { status, seen, known, title, job } = lesson;
      const isObjected = status.kind === "held" || status.kind === "rejected";
      if (kind === "approved" && isObjected && this.#warnedOf !== lesson) {
        this.#warnedOf = lesson;
        this.say(say("did.anyway", { status: describeStatus(status) }));
        return;
      }
      const who = await this.#askName();
      if (who === null) return;
      const isMine = status.people.some((one) => personOf(one) === personOf(who));
      if (kind === "approved" && !isObjected && isMine) {
        this.say(say("did.approvedBefore"));
        return;
      }
      const question = kind === "approved" ? null : remarkQuestion(kind, lesson);
      const why = question === null ? null : await this.#askText(question);
      if (question !== null && why === null) return;
      const unheard = this.kept.isUnheard(seen.sound) ? { unheard: true as const } : {};
      await this.#send("decisions", lesson, { who, kind, why, known: [...known], ...unheard });
      if (question !== null) this.kept.forgetText(question.unsent.key);
      const { lessons } = await this.readQueue();
      await this.show(nextToReview(lessons, job));
      const rest = lessons.some((one) => one.status.kind === "waiting") ? "" : say("did.noneWaits");
      this.say(`${say(`did.${kind}`, { title })} ${this.ofPage("recorded")} ${rest}`.trim());
    });
  }

  #comment(): void {
    void this.guarded(async () => {
      const { lesson } = this;
      const who = lesson === null ? null : await this.#askName();
      if (lesson === null || who === null) return;
      const question = remarkQuestion("comment", lesson);
      const text = await this.#askText(question);
      if (text === null) return;
      await this.#send("comments", lesson, { who, text });
      this.kept.forgetText(question.unsent.key);
      await this.show(lesson.job);
      this.say(`${say("did.commented", { title: lesson.title })} ${this.ofPage("recorded")}`);
    });
  }

  /** `record`: resolves with whether something was recorded. */
  #change(did: TextName, record: (lesson: LessonDocument) => Promise<boolean>): void {
    void this.guarded(async () => {
      if (this.lesson === null) return;
      this.listening?.stop();
      if (!(await record(this.lesson))) return;
      await this.showAgain();
      this.say(`${say(did)} ${this.ofPage("recorded")} ${say("did.mayUndo")}`);
      // Not waited for: a speech server takes seconds, and the person goes on.
      void this.#respeak();
    });
  }

  /** A text that could not be recorded is offered again when the person tries again. */
  async #correct(lesson: LessonDocument, about: Changeable): Promise<boolean> {
    const correction = correctionOf(lesson, about);
    if (correction === null) return false;
    const { question, now, changed } = correction;
    const { key } = question.unsent;
    const text = await this.#askText(question);
    if (text === now) this.kept.forgetText(key);
    if (text === null || text === now) return false;
    const who = await this.#askName();
    if (who === null) {
      this.say(say("did.cancelled"));
      return false;
    }
    await this.#send("corrections", lesson, { who, change: changed(text) });
    this.kept.forgetText(key);
    return true;
  }

  #undo(): void {
    void this.guarded(async () => {
      if (this.undoable === null) {
        this.say(say("did.nothingToUndo"));
        return;
      }
      const { undoable } = this;
      const who = await this.#askName();
      if (who === null) return;
      await this.#send("corrections/undo", undoable, { who, undoes: undoable.undoes });
      await this.showAgain();
      this.say(say("did.undone"));
    });
  }

  #takeBack({ takeBack }: NonNullable<Source["mail"]>): void {
    if (!takeBack(this.chosen ?? "")) {
      this.say(say("did.nothingToTakeBack"));
      return;
    }
    void this.guarded(async () => {
      await this.readQueue();
      await this.show(this.chosen);
    });
    this.say(say("did.takenBack"));
  }

  /** At the person's request, starts speaking the corrections anew, or says why that isn't possible. */
  #respeakNow(): void {
    const { lesson } = this;
    if (lesson === null || isToBeSpoken(lesson)) void this.#respeak();
    else this.say(say(lesson.narrator === null ? "did.noNarrator" : "unspoken.nothing"));
  }

  /**
   * Requests that the corrections be spoken anew if there is a narrator and the recording doesn't contain them yet. This happens in the background, since
   * a speech server takes seconds and the person keeps working meanwhile.
   */
  async #respeak(): Promise<void> {
    const { lesson } = this;
    if (lesson === null || !isToBeSpoken(lesson) || this.speaking.has(lesson.job)) return;
    const { job, seen, narrator } = lesson;
    this.speaking.add(job);
    try {
      const who = await this.#askName();
      if (who === null) return;
      this.say(say("did.speaking", { narrator: narrator ?? "" }));
      const left = await this.#send("respoken", lesson, { who });
      if (this.lesson?.job === job) await this.showAgain();
      const reasons = [...new Set(left.map(describeUnspoken))].join(" ");
      this.say(left.length === 0 ? say("did.spoken") : `${say("did.notSpoken")} ${reasons}`);
    } catch (error) {
      // Something else was corrected meanwhile: both are spoken together now.
      if (!isRefusal(error) || error.document.code !== "lesson_changed") this.explain(error);
    } finally {
      this.speaking.delete(job);
    }
    const now = this.lesson;
    if (now?.job === job && now.seen.correction !== seen.correction) await this.#respeak();
  }
}

/** Whether the recording says something that is corrected as it was, and somebody can speak it. */
function isToBeSpoken({ narrator, unspoken }: LessonDocument): boolean {
  return narrator !== null && unspoken > 0;
}

/** A random UUID (version 4). `crypto.randomUUID` is missing in pages that a browser takes for insecure, as a file from a mail may be. */
function newId(): string {
  const hex = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const [one, two, three, four] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20)];
  return `${one}-${two}-4${three}-a${four}-${hex.slice(20)}`;
}
