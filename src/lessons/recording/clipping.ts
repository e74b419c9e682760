/** From this level on, where 1 is full scale, sound is cut off: an MP3 makes flat tops a little round again. */
const fullScale = 0.985;

/** A natural peak touches full scale for a sample or two. */
const fewestSamples = 3;

/** Counts the stretches of one channel in which it stays at full scale, as it passes. */
export class Clipping {
  runs = 0;
  /** In samples from the beginning; null: nowhere yet. */
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
