import { keep, stored } from "../stored.ts";
import { type Draft, emptyDraft } from "./draft.ts";

/** A draft that survives a reload, where the browser keeps anything for this page. */
export class KeptDraft {
  readonly #key: string;
  #draft: Draft = emptyDraft;
  #isKept = true;

  /** `name`: of the exported page, so that two pages don't share a draft. */
  constructor(name: string) {
    this.#key = `coursebinder-review:${name}`;
    this.set(this.draft);
  }

  /** Read anew each time: the same page may be open in another tab. */
  get draft(): Draft {
    if (this.#isKept) this.#draft = this.#read() ?? this.#draft;
    return this.#draft;
  }

  /** False: what is decided is lost when the page is closed. */
  get isKept(): boolean {
    return this.#isKept;
  }

  set(draft: Draft): void {
    this.#draft = draft;
    if (!keep("localStorage", this.#key, draft)) this.#isKept = false;
  }

  #read(): Draft | null {
    const kept = stored("localStorage", this.#key) as Draft | null;
    return Array.isArray(kept?.entries) ? kept : null;
  }
}
