import { mpegFrameAt } from "../../shared/mpeg-frame.ts";
import { Recording } from "./recording.ts";
import type { SpliceRefusal } from "./refusal.ts";
import { type EncodedSpeech, encodeSpeech, loudnessOf, overlapSamples, type Speech } from "./speech.ts";

/** Frames are replaced between two quiet places; all others stay byte for byte. At a joint, overlapping frames fade into each other. */

export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Replacement extends Stretch {
  /** Null: nothing, it is left out. */
  readonly by: Speech | null;
}

export interface Spliced {
  readonly kind: "spliced";
  readonly frames: readonly Buffer[];
  /** In the order of the replacements. */
  readonly replaced: readonly Replaced[];
  /** How much later something begins now, by when it began. */
  readonly shiftAt: (ms: number) => number;
}

/** The replacement for a sentence, as it is in the new recording. Given in frame numbers, ms and LUFS. */
export interface Replaced {
  readonly frames: readonly [number, number];
  /** Null: it is left out. */
  readonly heard: Stretch | null;
  readonly loudness: number | null;
  /** The middle of the loudness of the sentences beside it. */
  readonly neighbours: number | null;
  readonly joints: readonly Joint[];
}

/** How far from its neighbours' loudness a sentence may be, in LU. */
const apartMost = 1;

/** How much of what is beside a sentence is decoded with it. */
const besideMs = 600;

/** Decoded beside a replaced sentence: what its joints are compared with. */
const jointReachMs = 1_200;

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly frames: readonly Buffer[];
  /** Among `frames`; what comes behind them is for the frames that follow. */
  readonly own: number;
  readonly speech: EncodedSpeech | null;
  readonly neighbours: number | null;
}

/**
 * Splices replacements into a recording, or refuses all of them if one can't be made well. `heard`: everything that is heard, in order. Throws if the
 * recording can't be decoded.
 */
export async function splice(
  recording: Recording,
  replacements: readonly Replacement[],
  heard: readonly Stretch[],
): Promise<Spliced | { readonly kind: "refused"; readonly why: SpliceRefusal; readonly index: number }> {
  const cuts: Cut[] = [];
  for (const [index, replacement] of replacements.entries()) {
    const cut = await cutFor(recording, replacement, {
      heard,
      replacements,
      free: cuts.at(-1)?.to ?? 0,
    });
    if (typeof cut === "string") return { kind: "refused", why: cut, index };
    cuts.push(cut);
  }
  const { frames, starts } = joined(recording, cuts);
  const whole = await Recording.read(Buffer.concat(frames));
  if (whole === null) throw new Error("the frames are of two kinds");
  const replaced: Replaced[] = [];
  for (const [index, cut] of cuts.entries()) {
    const one = await inspected(whole, { startMs: recording.msAt(0), start: starts[index] ?? 0 }, cut);
    if (one.joints.some(isClick)) return { kind: "refused", why: "click", index };
    replaced.push(one);
  }
  const shifts = cuts.map((cut) => (cut.frames.length - (cut.to - cut.from)) * recording.frameMs);
  const shiftAt = (ms: number): number =>
    replacements.reduce((sum, { startMs }, index) => (startMs <= ms ? sum + (shifts[index] ?? 0) : sum), 0);
  return { kind: "spliced", frames, replaced, shiftAt };
}

/** A recording's frames as a file, with a table for players if the recording had one. */
export function fileOf({ table }: Pick<Recording, "table">, frames: readonly Buffer[]): Buffer {
  const renewed = table === null ? null : tableFor(table, frames);
  return Buffer.concat([...(renewed === null ? [] : [renewed]), ...frames]);
}

/** The frames of a recording with the cuts replaced, and where each replacement begins. Pure. */
function joined(recording: Recording, cuts: readonly Cut[]): { frames: Buffer[]; starts: number[] } {
  const originals = recording.frames.map(({ content }) => content);
  const stretches: (readonly Buffer[])[] = [];
  const starts: number[] = [];
  let [at, count] = [0, 0];
  for (const cut of cuts) {
    stretches.push(originals.slice(at, cut.from), cut.frames);
    starts.push(count + cut.from - at);
    count += cut.from - at + cut.frames.length;
    at = cut.to;
  }
  stretches.push(originals.slice(at));
  // Not by spreading: an hour has more frames than a call may have arguments.
  return { frames: stretches.flat(), starts };
}

async function cutFor(
  recording: Recording,
  replacement: Replacement,
  around: {
    readonly heard: readonly Stretch[];
    readonly replacements: readonly Replacement[];
    /** The first frame that is not replaced yet. */
    readonly free: number;
  },
): Promise<Cut | SpliceRefusal> {
  const { startMs, endMs, by } = replacement;
  const { heard, replacements, free } = around;
  const before = heard.filter((one) => one.startMs < startMs);
  const behind = heard.filter((one) => one.startMs > startMs);
  const recordingEnd = recording.msAt(recording.frames.length);
  const [pauseFrom, pauseTo] = [before.at(-1)?.endMs ?? 0, behind[0]?.startMs ?? recordingEnd];
  const beside = [...before.slice(-1), ...behind.slice(0, 1)];
  const first = recording.indexAt(Math.min(pauseFrom, beside[0]?.startMs ?? startMs) - besideMs);
  const last = recording.indexAt(Math.max(pauseTo, beside.at(-1)?.endMs ?? endMs) + besideMs);
  const sound = await recording.soundOf(first, last);
  const { rate, samples } = recording.kind;
  const levels = levelsOf(sound, rate, recording.msAt(first));
  const from = quietFrame(recording, { fromMs: pauseFrom, toMs: startMs }, levels);
  const to = quietFrame(recording, { fromMs: endMs, toMs: pauseTo }, levels);
  if (from === null || to === null || from >= to) return "no_silence";
  // Two replaced sentences share the pause between them.
  const start = Math.max(from, free);
  const follow = recording.before(to);
  const isReplaced = (one: Stretch): boolean => replacements.some(({ startMs: at }) => at === one.startMs);
  const unchanged = beside.filter((one) => !isReplaced(one));
  const wanted = middleLoudness(
    { sound, rate, startMs: recording.msAt(first) },
    unchanged.length > 0 ? unchanged : [replacement],
  );
  if (by === null) return { from: start, to, frames: follow, own: 0, speech: null, neighbours: wanted };
  if (wanted === null) return "level";
  const inSamples = (ms: number): number => Math.round((Math.max(0, ms) * rate) / 1_000);
  const speech = await encodeSpeech(by, {
    kind: recording.kind,
    pauseBefore: inSamples(startMs - recording.msAt(start)),
    pauseAfter: inSamples(recording.msAt(to) - endMs) - follow.length * samples,
    loudness: wanted,
  });
  if (speech === null) return "no_speech";
  if (Math.abs(speech.loudness - wanted) > apartMost) return "level";
  const frames = [...speech.frames, ...follow];
  return { from: start, to, frames, own: speech.frames.length, speech, neighbours: wanted };
}

function middleLoudness(
  { sound, rate, startMs }: { readonly sound: Float32Array; readonly rate: number; readonly startMs: number },
  stretches: readonly Stretch[],
): number | null {
  const sampleAt = (ms: number): number =>
    Math.min(sound.length, Math.max(0, Math.round(((ms - startMs) * rate) / 1_000)));
  const all = stretches.flatMap(
    (one) => loudnessOf(sound, rate, { from: sampleAt(one.startMs), to: sampleAt(one.endMs) }) ?? [],
  );
  return all.length === 0 ? null : all.reduce((sum, one) => sum + one, 0) / all.length;
}

/** Measures what is heard around a replaced sentence in the new recording. `startMs`: the time of its first frame; `start`: the cut's frame. */
async function inspected(
  whole: Recording,
  { startMs, start }: { readonly startMs: number; readonly start: number },
  { frames: own, own: count, speech, neighbours }: Cut,
): Promise<Replaced> {
  const { rate, samples } = whole.kind;
  const end = start + own.length;
  const reach = Math.ceil(jointReachMs / whole.frameMs);
  const [first, last] = [Math.max(0, start - reach), Math.min(whole.frames.length, end + reach)];
  const sound = await whole.soundOf(first, last);
  const msAt = (index: number): number => startMs + index * whole.frameMs;
  const sampleAt = (index: number): number => (index - first) * samples;
  const places = [start, end].filter((index) => index > 0 && index < whole.frames.length);
  const joints = [...new Set(places)].map((index) => ({
    atMs: msAt(index),
    ...jointIn(sound, rate, sampleAt(index)),
  }));
  const inMs = (at: number): number => msAt(start) + (at / rate) * 1_000;
  return {
    frames: [start, start + count],
    heard: speech === null ? null : { startMs: inMs(speech.from), endMs: inMs(speech.to) },
    loudness: speech?.loudness ?? null,
    neighbours,
    joints,
  };
}

interface Levels {
  readonly startMs: number;
  /** In dB, one for each 5 ms. */
  readonly levels: Float32Array;
  /** The level of its voice. */
  readonly voice: number;
}

const levelMs = 5;
const quietestDb = -100;

/** Where a recording is cut it must be this far below its voice: what is left of a sound there can't be heard. */
const quietDb = 25;

/** How exact the times of sentences are. */
const slackMs = 60;

function levelsOf(sound: Float32Array, rate: number, startMs: number): Levels {
  const block = (rate * levelMs) / 1_000;
  const levels = Float32Array.from({ length: Math.floor(sound.length / block) }, (_, index) => {
    const own = sound.subarray(Math.floor(index * block), Math.floor((index + 1) * block));
    const power = own.reduce((sum, sample) => sum + sample ** 2, 0) / own.length;
    return Math.max(quietestDb, 10 * Math.log10(power + 1e-12));
  });
  const sorted = levels.slice().sort();
  return { startMs, levels, voice: sorted[Math.floor(0.9 * (sorted.length - 1))] ?? quietestDb };
}

/** The frame nearest to the middle of the pause from which it is quiet for as long as frames overlap. Null if there is none. Pure. */
function quietFrame(
  recording: Pick<Recording, "indexAt" | "msAt" | "frames" | "kind">,
  pause: { readonly fromMs: number; readonly toMs: number },
  known: Levels,
): number | null {
  const overlapMs = (overlapSamples / recording.kind.rate) * 1_000;
  const [first, last] = [
    recording.indexAt(pause.fromMs - slackMs),
    recording.indexAt(pause.toMs + slackMs - overlapMs),
  ];
  const middle = (pause.fromMs + pause.toMs - overlapMs) / 2;
  let best: number | null = null;
  for (let index = first; index <= last && index <= recording.frames.length; index += 1) {
    const ms = recording.msAt(index);
    if (loudest(known, ms, ms + overlapMs) > known.voice - quietDb) continue;
    if (best === null || Math.abs(ms - middle) < Math.abs(recording.msAt(best) - middle)) best = index;
  }
  return best;
}

/** The loudest level between two times; what is outside of the recording is silent. */
function loudest({ startMs, levels }: Levels, fromMs: number, toMs: number): number {
  const [from, to] = [(fromMs - startMs) / levelMs, (toMs - startMs) / levelMs];
  return levels
    .subarray(Math.max(0, Math.floor(from)), Math.max(0, Math.ceil(to)))
    .reduce((most, level) => Math.max(most, level), quietestDb);
}

/** How a recording goes on where two pieces of it meet. */
interface Joint {
  readonly atMs: number;
  /** The largest step from one sample to the next at the joint, and in the second around it. Full scale is 1. */
  readonly steepest: number;
  readonly around: number;
}

/** How far a joint reaches: frames overlap. */
const jointMs = 60;

/** The neighbourhood of a joint, on each side. */
const aroundMs = 1_000;

function jointIn(sound: Float32Array, rate: number, at: number): Omit<Joint, "atMs"> {
  const [reach, far] = [(jointMs * rate) / 1_000, (aroundMs * rate) / 1_000];
  return {
    steepest: steepestIn(sound, at - reach, at + reach),
    around: Math.max(steepestIn(sound, at - far, at - reach), steepestIn(sound, at + reach, at + far)),
  };
}

/** Whether a joint would be heard as a click: a step that nothing beside it has. */
function isClick({ steepest, around }: Omit<Joint, "atMs">): boolean {
  return steepest > around;
}

function steepestIn(sound: Float32Array, from: number, to: number): number {
  let most = 0;
  for (let at = Math.max(1, Math.floor(from)); at < Math.min(sound.length, Math.floor(to)); at += 1)
    most = Math.max(most, Math.abs((sound[at] ?? 0) - (sound[at - 1] ?? 0)));
  return most;
}

const headBytes = 4;

/** The optional fields of a table, by flag. */
const framesFlag = 1;
const bytesFlag = 2;
const placesFlag = 4;
const qualityFlag = 8;
const places = 100;

/** Offsets in what the encoder writes behind these fields: the length of the file, and two checksums. */
const lengthAt = 28;
const soundChecksumAt = 32;
const checksumAt = 34;

/**
 * The table for new frames: their number, their bytes, and where each hundredth begins. The declared padding stays. Null for a table of another kind,
 * which is left out. Pure.
 */
function tableFor(table: Buffer, frames: readonly Buffer[]): Buffer | null {
  const frame = mpegFrameAt(table, 0);
  if (frame === null) return null;
  const start = headBytes + (frame.hasChecksum ? 2 : 0) + frame.sideBytes;
  const name = table.toString("latin1", start, start + 4);
  if (name !== "Xing" && name !== "Info") return null;
  const renewed = Buffer.from(table);
  const sound = Buffer.concat(frames);
  const bytes = table.length + sound.length;
  const flags = renewed.readUInt32BE(start + 4);
  let at = start + 8;
  if ((flags & framesFlag) !== 0) at = renewed.writeUInt32BE(frames.length, at);
  if ((flags & bytesFlag) !== 0) at = renewed.writeUInt32BE(bytes, at);
  if ((flags & placesFlag) !== 0) {
    placesOf(table.length, frames).copy(renewed, at);
    at += places;
  }
  if ((flags & qualityFlag) !== 0) at += 4;
  renewEncoderFields(renewed, at, { bytes, sound });
  return renewed;
}

/** Behind the fields of all tables LAME writes its own. What other encoders write there stays as it is. */
function renewEncoderFields(
  table: Buffer,
  at: number,
  { bytes, sound }: { readonly bytes: number; readonly sound: Buffer },
): void {
  if (at + checksumAt + 2 > table.length || table.toString("latin1", at, at + 4) !== "LAME") return;
  table.writeUInt32BE(bytes, at + lengthAt);
  table.writeUInt16BE(checksumOf(sound), at + soundChecksumAt);
  table.writeUInt16BE(checksumOf(table.subarray(0, at + checksumAt)), at + checksumAt);
}

/** Where each hundredth of the time begins, in 256ths of the bytes. */
function placesOf(tableBytes: number, frames: readonly Buffer[]): Buffer {
  const sizes = frames.map(({ length }) => length);
  const all = sizes.reduce((sum, size) => sum + size, tableBytes);
  const result = Buffer.alloc(places);
  let [bytes, index] = [tableBytes, 0];
  for (let place = 0; place < places; place += 1) {
    for (; index < Math.floor((place * sizes.length) / places); index += 1) bytes += sizes[index] ?? 0;
    result[place] = Math.min(255, Math.floor((bytes * 256) / all));
  }
  return result;
}

/** CRC-16 of LAME's tables: 0x8005 mirrored, from zero. */
function checksumOf(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
