import { FeatureStream, type Features, frameMs } from "./signal/features.ts";
import { coarseFactor } from "./two-pass.ts";
import { diagonalBand } from "./warp/band.ts";
import { coarser, partOf, type Track, trackOf } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

/** Children's and women's voices have higher formants than the reference, deep voices lower ones. */
const stretches = [0.84, 1, 1.18];

/** This much of the recording is enough to choose. */
const listenMs = 60_000;

/** The reference is faster, so this many times the recording's length is enough of it. */
const referenceShare = 1.3;

/**
 * Extracts a recording's features with the spectral bands stretched to match the reference's voice (vocal tract length normalisation; Lee
 * and Rose, "A frequency warping approach to speaker normalization", IEEE Transactions on Speech and Audio Processing 6, 1998). Chooses the
 * stretch whose beginning fits the reference best.
 */
export class FittedFeatures {
  readonly #stream = new FeatureStream(stretches);
  readonly #reference: Track;
  #isChosen = false;

  constructor(reference: Features) {
    this.#reference = coarser(trackOf(reference), coarseFactor);
  }

  take(samples: Float32Array): void {
    this.#stream.take(samples);
    if (!this.#isChosen && this.#stream.frames * frameMs >= listenMs) this.#choose();
  }

  end(): Features {
    if (!this.#isChosen) this.#choose();
    return this.#stream.end();
  }

  #choose(): void {
    this.#isChosen = true;
    const costs = this.#stream.soFar().map((features) => this.#costOf(trackOf(features)));
    this.#stream.choose(Math.max(0, costs.indexOf(Math.min(...costs))));
  }

  #costOf(track: Track): number {
    const head = coarser(track, coarseFactor);
    const reference = partOf(this.#reference, 0, Math.ceil(head.frames * referenceShare));
    const reach = Math.max(head.frames, reference.frames);
    if (head.frames === 0 || reference.frames === 0) return 0;
    return warp(head, reference, diagonalBand(head.frames, reference.frames, reach), { freeEnd: true }).cost;
  }
}
