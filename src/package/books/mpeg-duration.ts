const bitRatesOfVersion1 = {
  layer2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  layer3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
} as const;
const bitRatesOfVersion2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

// Between two frames, and before the first, there may be tags; beyond this it is no stream of frames.
const longestGapBytes = 1024 * 1024;

/** How long a stream of MPEG audio of layer II or III lasts, by adding up its frames: right for a variable bit rate too. 0 without frames. */
export function mpegDurationMs(bytes: Buffer): number {
  let ms = 0;
  let lost = 0;
  let first = true;
  for (let at = afterTag(bytes); at + 4 <= bytes.length && lost < longestGapBytes; ) {
    const frame = frameAt(bytes, at);
    if (frame === null) {
      at += 1;
      lost += 1;
      continue;
    }
    // The first frame may hold a table for players instead of sound.
    if (!(first && isTable(bytes.subarray(at, at + frame.bytes)))) ms += frame.ms;
    first = false;
    lost = 0;
    at += frame.bytes;
  }
  return ms;
}

function afterTag(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes.readUInt8(at) & 127), 0);
  return 10 + size;
}

function frameAt(bytes: Buffer, at: number): { bytes: number; ms: number } | null {
  const bits = bytes.readUInt32BE(at);
  const version = (bits >>> 19) & 3;
  const layer = (bits >>> 17) & 3;
  if (bits >>> 21 !== 0x7ff || version === 1 || (layer !== 1 && layer !== 2)) return null;
  const rates =
    version !== 3 ? bitRatesOfVersion2 : layer === 2 ? bitRatesOfVersion1.layer2 : bitRatesOfVersion1.layer3;
  const kilobits = rates[((bits >>> 12) & 15) - 1];
  const fullRate = sampleRates[(bits >>> 10) & 3];
  if (kilobits === undefined || fullRate === undefined) return null;
  const rate = fullRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version !== 3 && layer === 1 ? 576 : 1_152;
  const padding = (bits >>> 9) & 1;
  return {
    bytes: Math.floor(((samples / 8) * kilobits * 1_000) / rate) + padding,
    ms: (samples / rate) * 1_000,
  };
}

function isTable(frame: Buffer): boolean {
  const head = frame.toString("latin1", 0, 64);
  return head.includes("Xing") || head.includes("Info");
}
