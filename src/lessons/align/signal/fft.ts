/**
 * Power spectra of real frames of a fixed power-of-two length. A frame of n samples is transformed as n / 2 complex numbers (even samples
 * real, odd samples imaginary) and then separated, in half the time of a complex transform.
 */
export class PowerSpectrum {
  readonly #half: number;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint16Array;

  /** `length`: samples per frame. */
  constructor(length: number) {
    if (length < 4 || !Number.isInteger(Math.log2(length))) throw new Error(`no power of two: ${length}`);
    this.#half = length / 2;
    this.#real = new Float64Array(this.#half);
    this.#imaginary = new Float64Array(this.#half);
    this.#cosines = Float64Array.from({ length: this.#half }, (_, k) => Math.cos((2 * Math.PI * k) / length));
    this.#sines = Float64Array.from({ length: this.#half }, (_, k) => Math.sin((2 * Math.PI * k) / length));
    this.#reversed = reversedBits(this.#half);
  }

  /** Writes the power at 0 to n / 2 cycles per frame into `power`, which must hold n / 2 + 1 numbers. */
  of(frame: Float64Array, power: Float64Array): void {
    const half = this.#half;
    for (let at = 0; at < half; at++) {
      const from = 2 * (this.#reversed[at] as number);
      this.#real[at] = frame[from] as number;
      this.#imaginary[at] = frame[from + 1] as number;
    }
    for (let size = 2; size <= half; size *= 2) this.#butterflies(size);
    for (let k = 0; k <= half / 2; k++) this.#separate(k, power);
  }

  #butterflies(size: number): void {
    const [real, imaginary] = [this.#real, this.#imaginary];
    const stride = (2 * this.#half) / size;
    for (let start = 0; start < this.#half; start += size) {
      for (let k = 0; k < size / 2; k++) {
        const cosine = this.#cosines[k * stride] as number;
        const sine = this.#sines[k * stride] as number;
        const upper = start + k;
        const lower = upper + size / 2;
        const re = (real[lower] as number) * cosine + (imaginary[lower] as number) * sine;
        const im = (imaginary[lower] as number) * cosine - (real[lower] as number) * sine;
        real[lower] = (real[upper] as number) - re;
        imaginary[lower] = (imaginary[upper] as number) - im;
        real[upper] = (real[upper] as number) + re;
        imaginary[upper] = (imaginary[upper] as number) + im;
      }
    }
  }

  /** Combines the spectra of the even and the odd samples at k and at its mirror. */
  #separate(k: number, power: Float64Array): void {
    const half = this.#half;
    const mirror = (half - k) % half;
    const evenRe = ((this.#real[k] as number) + (this.#real[mirror] as number)) / 2;
    const evenIm = ((this.#imaginary[k] as number) - (this.#imaginary[mirror] as number)) / 2;
    const oddRe = ((this.#imaginary[k] as number) + (this.#imaginary[mirror] as number)) / 2;
    const oddIm = ((this.#real[mirror] as number) - (this.#real[k] as number)) / 2;
    const cosine = this.#cosines[k] as number;
    const sine = this.#sines[k] as number;
    const re = oddRe * cosine + oddIm * sine;
    const im = oddIm * cosine - oddRe * sine;
    power[k] = (evenRe + re) ** 2 + (evenIm + im) ** 2;
    power[half - k] = (evenRe - re) ** 2 + (evenIm - im) ** 2;
  }
}

function reversedBits(count: number): Uint16Array {
  const bits = Math.log2(count);
  return Uint16Array.from({ length: count }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) if ((index >> bit) & 1) reversed |= 1 << (bits - 1 - bit);
    return reversed;
  });
}
