import type { LessonDocument } from "../../documents.ts";
import type { AskName } from "../name/ask-name.ts";
import { newId } from "../new-id.ts";
import { describeUnspoken } from "../words.ts";
import type { CorrectionHost } from "./corrector.ts";

/** The page on which lessons are corrected. */
export interface RespeakingPage {
  /** The lesson that is shown. */
  readonly lesson: () => LessonDocument | null;
  /** Shows it as it is now; does nothing while the person is asked something. */
  readonly showAgain: () => Promise<void>;
  readonly askName: AskName;
  readonly say: (text: string) => void;
  readonly explain: (error: unknown) => string;
  readonly isOutdated: (error: unknown) => boolean;
}

/** Has what is corrected spoken anew, in the background: a speech server takes seconds, and the person goes on. */
export class Respeaker {
  readonly #host: Pick<CorrectionHost, "sendRespeak">;
  readonly #page: RespeakingPage;
  /** The jobs of the lessons in which something is being spoken. */
  readonly #speaking = new Set<string>();

  constructor(host: Pick<CorrectionHost, "sendRespeak">, page: RespeakingPage) {
    this.#host = host;
    this.#page = page;
  }

  /** Because the person asks for it. */
  start(): void {
    const lesson = this.#page.lesson();
    if (lesson === null || isToBeSpoken(lesson)) this.startIfNeeded();
    else if (lesson.narrator === null)
      this.#page.say("The plan names nobody who speaks what is corrected (review: { narrator: embedded }).");
    else this.#page.say("The recording says nothing that is corrected otherwise.");
  }

  /** Because something was corrected. Does nothing if nobody can speak it, or the recording says it already. */
  startIfNeeded(): void {
    const lesson = this.#page.lesson();
    if (lesson !== null && isToBeSpoken(lesson) && !this.#speaking.has(lesson.job)) void this.#speak(lesson);
  }

  async #speak(lesson: LessonDocument): Promise<void> {
    const { job, story, seen, narrator } = lesson;
    const { say, explain, isOutdated, askName, showAgain } = this.#page;
    this.#speaking.add(job);
    try {
      const who = await askName();
      if (who === null) return;
      say(`${narrator ?? ""} speaks what is corrected …`);
      const left = await this.#host.sendRespeak({ job, story, seen, who, id: newId() });
      if (this.#page.lesson()?.job === job) await showAgain();
      const reasons = [...new Set(left.map(describeUnspoken))].join(" ");
      say(left.length === 0 ? "Spoken anew. l plays it." : `Spoken anew, but not everything. ${reasons}`);
    } catch (error) {
      // Something else was corrected meanwhile: both are spoken together now.
      if (!isOutdated(error)) say(explain(error));
    } finally {
      this.#speaking.delete(job);
    }
    const now = this.#page.lesson();
    if (now?.job === job && now.seen.correction !== seen.correction) this.startIfNeeded();
  }
}

/** Whether the recording says something that is corrected as it was, and somebody can speak it. */
function isToBeSpoken({ narrator, unspoken }: LessonDocument): boolean {
  return narrator !== null && unspoken > 0;
}
