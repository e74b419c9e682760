import { cleanLine } from "../../../shared/text.ts";
import { byId } from "../elements.ts";
import type { ReviewHost } from "../review-host.ts";
import { askName } from "./ask-name.ts";

type NameHost = Pick<ReviewHost, "reviewer" | "suggestedReviewer" | "rememberReviewer">;

/** The name of the person at the page, as it is recorded with all that they do. */
export class ReviewerName {
  readonly #host: NameHost;

  constructor(host: NameHost) {
    this.#host = host;
  }

  /** The name, asked once; null: the person cancelled. */
  async get(): Promise<string | null> {
    return this.#host.reviewer() ?? (await this.#ask(this.#host.suggestedReviewer()));
  }

  /** Asks for another one; null: the person cancelled. */
  change(): Promise<string | null> {
    return this.#ask(this.#host.reviewer() ?? this.#host.suggestedReviewer());
  }

  /** Shows it where a click changes it. */
  show(): void {
    const who = this.#host.reviewer();
    byId("name").hidden = who === null;
    byId("name").textContent = `Reviewer: ${who ?? ""} (change)`;
  }

  async #ask(suggested: string | null): Promise<string | null> {
    const given = await askName(suggested);
    if (given === null) return null;
    // As it is recorded, without what could reorder the words around it.
    const name = cleanLine(given);
    this.#host.rememberReviewer(name);
    return name;
  }
}
