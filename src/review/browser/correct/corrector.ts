import type {
  CorrectionRequest,
  LessonDocument,
  RespeakRequest,
  RevoicingRefusal,
  UndoRequest,
} from "../../documents.ts";
import { correctedMost, unitMost } from "../../text-limits.ts";
import type { AskName } from "../name/ask-name.ts";
import { newId } from "../new-id.ts";
import { askKept } from "../unsent/ask-kept.ts";
import { cancelledWords, notSent, type Sent } from "../unsent/sent.ts";
import type { UnsentTexts } from "../unsent/unsent-texts.ts";
import { type Changeable, wordingOf } from "./changeable.ts";

/** Where corrections go. */
export interface CorrectionHost {
  /** Resolves once the correction is recorded. */
  readonly sendCorrection: (request: CorrectionRequest) => Promise<void>;
  readonly sendUndo: (request: UndoRequest) => Promise<void>;
  /** Resolves once it is recorded, with why some parts could not be spoken anew. */
  readonly sendRespeak: (request: RespeakRequest) => Promise<readonly RevoicingRefusal[]>;
  /** What takes the correction back that keeps a lesson from being shown; null: the error is about something else. */
  readonly undoOf: (error: unknown) => Undoable | null;
}

/** The newest correction of a lesson. */
export type Undoable = Pick<UndoRequest, "job" | "story" | "seen" | "undoes">;

/** Asks how parts of a lesson should read, and has it recorded. What could not be recorded is offered again when the person tries again. */
export class Corrector {
  readonly #host: CorrectionHost;
  readonly #texts: UnsentTexts;

  constructor(host: CorrectionHost, texts: UnsentTexts) {
    this.#host = host;
    this.#texts = texts;
  }

  /** Resolves with whether anything was recorded, and what to say if the person may wonder why not. */
  async correct(lesson: LessonDocument, about: Changeable, askName: AskName): Promise<Sent> {
    const { job, story, seen } = lesson;
    const wording = wordingOf(lesson, about);
    if (wording === null) return notSent();
    const { title, label, original, now, lang, missing, changed } = wording;
    const key = JSON.stringify([story, about]);
    const text = await askKept(
      { title, label, missing, most: mostFor(original), begun: { original, now, lang } },
      { texts: this.#texts, key, about: `${title}, in “${lesson.title}”` },
    );
    if (text === now) this.#texts.forget(key);
    const isKept = this.#texts.get(key) !== null;
    if (text === null || text === now) return notSent(isKept ? cancelledWords : null);
    const who = await askName();
    if (who === null) return notSent(cancelledWords);
    await this.#host.sendCorrection({ job, story, seen, who, id: newId(), change: changed(text) });
    this.#texts.forget(key);
    return { kind: "sent" };
  }

  /** Resolves with whether it was taken back. */
  async undo(undoable: Undoable, askName: AskName): Promise<boolean> {
    const who = await askName();
    if (who === null) return false;
    await this.#host.sendUndo({ ...undoable, who, id: newId() });
    return true;
  }

  /** What takes the correction back that keeps a lesson from being shown; null: the error is about something else. */
  undoOf(error: unknown): Undoable | null {
    return this.#host.undoOf(error);
  }
}

/** A sentence may grow, but not into a story: a narrator would speak it for minutes, and it would be marked as a whole while it is heard. */
function mostFor(original: string): number {
  return Math.min(correctedMost, Math.max(unitMost, 2 * original.length));
}

/** The newest correction of a lesson that is shown; null: it has none. */
export function undoableIn({ job, story, seen, undoes }: LessonDocument): Undoable | null {
  return undoes === null ? null : { job, story, seen, undoes };
}
