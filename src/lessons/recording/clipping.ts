/** Samples from this level on count as clipped. Below 1, because MP3 coding rounds the flat tops of clipped sound. */
const fullScale = 0.985;

/** Natural peaks reach full scale for a sample or two only. */
const fewestSamples = 3;

/** Counts the clipped stretches of one channel while its samples stream through. */
export class Clipping {
  runs = 0;
  /** In samples from the beginning; null if there is none yet. */
  first: number | null = null;
  #length = 0;
  #at = 0;

  take(sample: number): void {
    this.#length = Math.abs(sample) >= fullScale ? this.#length + 1 : 0;
    if (this.#length === fewestSamples) {
      this.runs += 1;
      this.first ??= this.#at;
    }
    this.#at += 1;
  }
}
