import { keep, stored } from "./stored.ts";

const name = "coursebinder-heard";

/** The recordings that were played in this tab, by their hashes: who decides about a lesson without having heard it is recorded so. */
export class HeardRecordings {
  readonly #hashes = new Set<string>(kept());

  /** Null: there is no recording. */
  add(sound: string | null): void {
    if (sound === null || this.#hashes.has(sound)) return;
    this.#hashes.add(sound);
    keep("sessionStorage", name, [...this.#hashes]);
  }

  /** Whether there is a recording of which nothing was played. */
  isUnheard(sound: string | null): boolean {
    return sound !== null && !this.#hashes.has(sound);
  }
}

function kept(): string[] {
  const read = stored("sessionStorage", name);
  return Array.isArray(read) ? read.filter((one) => typeof one === "string") : [];
}
