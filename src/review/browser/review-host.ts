import type { LessonDocument, QueueDocument } from "../documents.ts";
import type { CorrectionHost } from "./correct/corrector.ts";
import type { DecisionHost } from "./decider.ts";

/** What a host may do with its page. */
export interface OpenPage {
  /** The job of the lesson that is chosen. */
  readonly current: string | null;
  readonly say: (text: string) => void;
  /** Shows queue and lesson anew. */
  readonly reload: () => void;
}

/** What a page of lessons to review is about: where they come from, and where decisions go. */
export interface ReviewHost extends DecisionHost {
  /** Which page it is, among those that share what the browser keeps. */
  readonly page: string;
  readonly readQueue: () => Promise<QueueDocument>;
  readonly readLesson: (job: string) => Promise<LessonDocument>;
  /** The address of a lesson's recording; null if this page doesn't have it. */
  readonly soundOf: (lesson: LessonDocument) => string | null;
  /** The reviewer's name; null until the person has given it. */
  readonly reviewer: () => string | null;
  /** The name to offer to a person who has not given one; null: nothing is known. */
  readonly suggestedReviewer: () => string | null;
  readonly rememberReviewer: (name: string) => void;
  /** What is recorded under a name that the person has changed, in a sentence. */
  readonly recordedAs: (name: string) => string;
  /** Where a decision is now, in a sentence. */
  readonly recorded: string;
  /** Why something was not done, in words. */
  readonly explain: (error: unknown) => string;
  /** Whether an error means that the lesson has to be shown anew. */
  readonly isOutdated: (error: unknown) => boolean;
  /** Whether an error means that nobody answered: what is shown stays. */
  readonly isUnreachable: (error: unknown) => boolean;
  /** Calls back when what the page talks to has gone, and when it is there again; null: it talks to nobody. */
  readonly watch: ((tell: (isThere: boolean) => void) => void) | null;
  /** Undoes what was done last with the lesson that is shown; null if this page can't, or takes corrections back instead. */
  readonly takeBack: ((page: OpenPage) => void) | null;
  /** Null: lessons can't be corrected on this page. */
  readonly corrections: CorrectionHost | null;
  /** Keys of this page alone. */
  readonly keys: Readonly<Record<string, (page: OpenPage) => void>>;
}
