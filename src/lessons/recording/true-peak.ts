/** Oversampling, because the curve that a player reconstructs rises above its samples; `reach` is half the length of the filter. */
const points = 4;
const reach = 6;

/** Beside a sample below this share of the highest point so far, the curve can't rise above that point. */
const nearPeak = 0.7;

/** The filter's weights for each of the points between two samples. */
const weights: readonly Float64Array[] = Array.from({ length: points - 1 }, (_, index) => {
  const shift = (index + 1) / points;
  return Float64Array.from({ length: 2 * reach }, (_, at) => {
    const distance = at - (reach - 1) - shift;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
});

/** The true peak (EBU R 128) of one channel while its samples stream through: the highest point of the curve, where 1 is full scale. */
export class TruePeak {
  highest = 0;
  #tail: Float32Array = new Float32Array(2 * reach);

  take(samples: Float32Array): void {
    const sound = new Float32Array(this.#tail.length + samples.length);
    sound.set(this.#tail);
    sound.set(samples, this.#tail.length);
    for (let at = reach; at + reach < sound.length; at++) {
      const level = Math.abs(sound[at] as number);
      if (level > this.highest) this.highest = level;
      else if (level <= this.highest * nearPeak) continue;
      this.#between(sound, at - 1);
      this.#between(sound, at);
    }
    this.#tail = sound.slice(-2 * reach);
  }

  /** The peak, including the last samples. Call it once. */
  end(): number {
    this.take(new Float32Array(2 * reach));
    return this.highest;
  }

  #between(sound: Float32Array, left: number): void {
    const from = left - reach + 1;
    if (from < 0) return;
    for (const ofPoint of weights) {
      let sum = 0;
      for (let at = 0; at < 2 * reach; at++) sum += (ofPoint[at] as number) * (sound[from + at] as number);
      if (Math.abs(sum) > this.highest) this.highest = Math.abs(sum);
    }
  }
}
