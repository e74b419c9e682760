import { coefficients, type Features } from "./signal/features.ts";

/** Normalized frames, comparable with those of another sound. */
export interface Track {
  readonly frames: number;
  /** `coefficients` numbers per frame. */
  readonly values: Float32Array;
}

/** Frames louder than this share of the range from quietest to loudest count as speech. */
const voicedShare = 0.4;

/** Clips values at this many standard deviations: outliers carry no information. */
const farthest = 4;

/** Removes the effect of voice, room and level. Without frames of length 1, the cheapest path would linger at a nondescript one. */
export function trackOf({ frames, values }: Features): Track {
  const limit = voicedFrom(values);
  const normal = new Float32Array(values.length);
  for (let k = 0; k < coefficients; k++) {
    const { mean, deviation } = spreadOf(values, k, limit);
    for (let at = k; at < values.length; at += coefficients) {
      const value = ((values[at] as number) - mean) / deviation;
      normal[at] = Math.max(-farthest, Math.min(farthest, value));
    }
  }
  for (let frame = 0; frame < frames; frame++) toUnit(normal, frame * coefficients);
  return { frames, values: normal };
}

/** The first coefficient, loudness, at which a frame counts as speech. */
function voicedFrom(values: Float32Array): number {
  const loudness = new Float32Array(values.length / coefficients);
  for (let frame = 0; frame < loudness.length; frame++) {
    loudness[frame] = values[frame * coefficients] as number;
  }
  loudness.sort();
  const at = (share: number): number => loudness[Math.floor(share * (loudness.length - 1))] ?? 0;
  return at(0.05) + voicedShare * (at(0.9) - at(0.05));
}

function spreadOf(values: Float32Array, k: number, limit: number): { mean: number; deviation: number } {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let at = 0; at < values.length; at += coefficients) {
    if ((values[at] as number) < limit) continue;
    const value = values[at + k] as number;
    sum += value;
    squares += value * value;
    count += 1;
  }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(squares / count - mean * mean, 1e-9)) };
}

function toUnit(values: Float32Array, at: number): void {
  let squares = 0;
  for (let k = at; k < at + coefficients; k++) squares += (values[k] as number) ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let k = at; k < at + coefficients; k++) values[k] = (values[k] as number) / length;
}

/** The track with every `factor` frames averaged into one, including a shorter last group. */
export function coarser({ frames, values }: Track, factor: number): Track {
  const count = Math.ceil(frames / factor);
  const means = new Float32Array(count * coefficients);
  for (let frame = 0; frame < count; frame++) {
    const from = frame * factor;
    const to = Math.min(frames, from + factor);
    for (let k = 0; k < coefficients; k++) {
      let sum = 0;
      for (let at = from; at < to; at++) sum += values[at * coefficients + k] as number;
      means[frame * coefficients + k] = sum / (to - from);
    }
  }
  return { frames: count, values: means };
}

/** The frames from one index up to, not including, another. Shares memory with the track. */
export function partOf({ values, frames }: Track, from: number, until: number): Track {
  const to = Math.min(frames, until);
  return { frames: to - from, values: values.subarray(from * coefficients, to * coefficients) };
}

export function joinTracks(tracks: readonly Track[]): Track {
  const frames = tracks.reduce((sum, track) => sum + track.frames, 0);
  const values = new Float32Array(frames * coefficients);
  let at = 0;
  for (const track of tracks) {
    values.set(track.values, at);
    at += track.values.length;
  }
  return { frames, values };
}
