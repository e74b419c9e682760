import { comparedRate } from "./resample.ts";

/** Numbers per frame. */
export const coefficients = 13;

const bands = 26;
const lowestHz = 80;
const highestHz = 7_600;
// Far below the quietest sound; keeps the logarithm of silence finite.
const leastPower = 1e-10;

/**
 * Mel-frequency cepstral coefficients of a power spectrum (Davis and Mermelstein, "Comparison of parametric representations for
 * monosyllabic word recognition in continuously spoken sentences", IEEE Transactions on ASSP 28, 1980): triangular bands that are equally
 * wide on the mel scale, their logarithms, and a cosine transform of those.
 */
export class MelCepstrum {
  readonly #filters: readonly Filter[];
  readonly #cosines: readonly Float64Array[];
  readonly #logs = new Float64Array(bands);

  /** `frameSamples`: samples per spectrum. `stretch`: factor for the frequencies of the bands. */
  constructor(frameSamples: number, stretch = 1) {
    this.#filters = filterBank(frameSamples, stretch);
    this.#cosines = Array.from({ length: coefficients }, (_, k) =>
      Float64Array.from(
        { length: bands },
        (_, band) => Math.cos((Math.PI * k * (band + 0.5)) / bands) * Math.sqrt(2 / bands),
      ),
    );
  }

  /** Writes the coefficients of a spectrum into `into`, starting at `at`. */
  of(power: Float64Array, into: Float32Array, at: number): void {
    for (let band = 0; band < bands; band++) {
      const { first, weights } = this.#filters[band] as Filter;
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += (weights[k] as number) * (power[first + k] as number);
      this.#logs[band] = Math.log(sum + leastPower);
    }
    for (let k = 0; k < coefficients; k++) {
      const cosines = this.#cosines[k] as Float64Array;
      let sum = 0;
      for (let band = 0; band < bands; band++)
        sum += (cosines[band] as number) * (this.#logs[band] as number);
      into[at + k] = sum;
    }
  }
}

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

function filterBank(frameSamples: number, stretch: number): Filter[] {
  const [low, high] = [melOf(lowestHz), melOf(highestHz)];
  const edges = Array.from({ length: bands + 2 }, (_, index) => {
    const hz = hertzOf(low + ((high - low) * index) / (bands + 1));
    return Math.min((hz * stretch) / comparedRate, 0.5) * frameSamples;
  });
  return Array.from({ length: bands }, (_, band) => {
    const [left = 0, middle = 0, right = 0] = edges.slice(band, band + 3);
    const first = Math.ceil(left);
    const weights = Float64Array.from({ length: Math.floor(right) - first + 1 }, (_, k) => {
      const at = first + k;
      return at <= middle ? (at - left) / (middle - left) : (right - at) / (right - middle);
    });
    return { first, weights };
  });
}

function melOf(hz: number): number {
  return 2_595 * Math.log10(1 + hz / 700);
}

function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2_595) - 1);
}
