/** How a recording goes on where two pieces of it meet. */
export interface Joint {
  /** In ms from the recording's beginning. */
  readonly atMs: number;
  /** The largest step from one sample to the next at the joint, and in the second around it. Full scale is 1. */
  readonly steepest: number;
  readonly around: number;
}

/** How far a joint reaches: frames overlap. */
const jointMs = 60;

/** The neighbourhood of a joint, on each side. */
const aroundMs = 1_000;

/** Measures a joint at `at`, in samples of a sound. Pure. */
export function jointIn(sound: Float32Array, rate: number, at: number): Omit<Joint, "atMs"> {
  const [reach, far] = [(jointMs * rate) / 1_000, (aroundMs * rate) / 1_000];
  return {
    steepest: steepestIn(sound, at - reach, at + reach),
    around: Math.max(steepestIn(sound, at - far, at - reach), steepestIn(sound, at + reach, at + far)),
  };
}

/** Whether a joint would be heard as a click: a step that nothing beside it has. */
export function isClick({ steepest, around }: Omit<Joint, "atMs">): boolean {
  return steepest > around;
}

function steepestIn(sound: Float32Array, from: number, to: number): number {
  let most = 0;
  for (let at = Math.max(1, Math.floor(from)); at < Math.min(sound.length, Math.floor(to)); at += 1)
    most = Math.max(most, Math.abs((sound[at] ?? 0) - (sound[at - 1] ?? 0)));
  return most;
}

/** A sound as a picture shows it: its highest level in each block, in percent of full scale. */
export interface Wave {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly peaks: readonly number[];
}

const waveStepMs = 10;

/** The wave of a sound that begins at `fromMs`. Pure. */
export function waveOf(sound: Float32Array, rate: number, fromMs: number): Wave {
  const block = (waveStepMs * rate) / 1_000;
  const peaks = Array.from({ length: Math.floor(sound.length / block) }, (_, index) => {
    const own = sound.subarray(Math.floor(index * block), Math.floor((index + 1) * block));
    return Math.round(own.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) * 1_000) / 10;
  });
  return { fromMs: Math.round(fromMs), stepMs: waveStepMs, peaks };
}
