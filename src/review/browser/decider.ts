import { personOf } from "../../ledger/format/review/review-status.ts";
import type { CommentRequest, DecisionRequest, LessonDocument } from "../documents.ts";
import { textMost } from "../text-limits.ts";
import type { HeardRecordings } from "./heard-recordings.ts";
import type { AskName } from "./name/ask-name.ts";
import { newId } from "./new-id.ts";
import { askKept } from "./unsent/ask-kept.ts";
import { cancelledWords, notSent, type Sent } from "./unsent/sent.ts";
import type { UnsentTexts } from "./unsent/unsent-texts.ts";
import { describeObjection } from "./words.ts";

/** Where decisions and comments go. */
export interface DecisionHost {
  /** Resolves once the decision is kept. */
  readonly sendDecision: (request: DecisionRequest) => Promise<void>;
  readonly sendComment: (request: CommentRequest) => Promise<void>;
}

/** Asks what a decision or a comment needs, and sends it. */
export class Decider {
  readonly #host: DecisionHost;
  readonly #texts: UnsentTexts;
  readonly #heard: HeardRecordings;
  readonly #askName: AskName;
  /** The lesson whose objection was shown: the next approval overrules it. */
  #warnedOf: string | null = null;

  constructor(
    host: DecisionHost,
    { texts, heard, askName }: { texts: UnsentTexts; heard: HeardRecordings; askName: AskName },
  ) {
    this.#host = host;
    this.#texts = texts;
    this.#heard = heard;
    this.#askName = askName;
  }

  /** Another lesson is shown, or the same one anew. */
  begin(): void {
    this.#warnedOf = null;
  }

  async decide(kind: DecisionRequest["kind"], lesson: LessonDocument): Promise<Sent> {
    const { job, story, seen, known } = lesson;
    const objection = describeObjection(lesson);
    if (kind === "approved" && objection !== null && this.#warnedOf !== job) {
      this.#warnedOf = job;
      return notSent(objection);
    }
    const who = await this.#askName();
    if (who === null) return notSent();
    if (kind === "approved" && objection === null && hasApproved(who, lesson))
      return notSent("You have approved it as it is.");
    const key = JSON.stringify([story, kind]);
    const why = kind === "approved" ? null : await this.#askWhy(kind, lesson, key);
    if (kind !== "approved" && why === null) return this.#cancelled(key);
    const isUnheard = this.#heard.isUnheard(seen.sound);
    const decision = { job, story, seen, who, id: newId(), kind, why, known: [...known] };
    await this.#host.sendDecision(isUnheard ? { ...decision, unheard: true } : decision);
    this.#texts.forget(key);
    return { kind: "sent" };
  }

  async comment({ job, story, seen, title }: LessonDocument): Promise<Sent> {
    const who = await this.#askName();
    if (who === null) return notSent();
    const about = `Comment on “${title}”`;
    const key = JSON.stringify([story, "comment"]);
    const text = await askKept(
      {
        title: about,
        label: "It is kept with the lesson and decides nothing",
        missing: "Write something, or press Esc.",
        most: textMost,
      },
      { texts: this.#texts, key, about },
    );
    if (text === null) return this.#cancelled(key);
    await this.#host.sendComment({ job, story, seen, who, id: newId(), text, sentence: null });
    this.#texts.forget(key);
    return { kind: "sent" };
  }

  #askWhy(kind: "held" | "rejected", { title }: LessonDocument, key: string): Promise<string | null> {
    const about = `${kind === "held" ? "Hold" : "Reject"} “${title}”`;
    return askKept(
      {
        title: about,
        label: "Why? Others will read it",
        missing: "Give the reason, so that others know what has to change, or press Esc.",
        most: textMost,
      },
      { texts: this.#texts, key, about },
    );
  }

  #cancelled(key: string): Sent {
    return notSent(this.#texts.get(key) === null ? null : cancelledWords);
  }
}

/** Whether a person has approved the lesson as it is, by whatever spelling of the name. */
function hasApproved(who: string, { status }: LessonDocument): boolean {
  return status.people.some((one) => personOf(one) === personOf(who));
}
