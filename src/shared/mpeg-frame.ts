const bitRatesOfVersion1 = {
  layer2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  layer3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
} as const;
const bitRatesOfVersion2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

/** A frame of MPEG audio, from its header. */
export interface MpegFrame {
  readonly layer: 2 | 3;
  readonly bytes: number;
  readonly ms: number;
  /** Per channel. */
  readonly samples: number;
  /** Samples per second. */
  readonly rate: number;
  /** Whether a checksum of two bytes precedes the sound's parameters. */
  readonly hasChecksum: boolean;
  /** Length of layer III side information; 0 for layer II. */
  readonly sideBytes: number;
}

/** The layer II or III frame whose header is at `at`; null if there is none. Requires four bytes at `at`. */
export function mpegFrameAt(bytes: Buffer, at: number): MpegFrame | null {
  const bits = bytes.readUInt32BE(at);
  const version = (bits >>> 19) & 3;
  const layerBits = (bits >>> 17) & 3;
  if (bits >>> 21 !== 0x7ff || version === 1 || (layerBits !== 1 && layerBits !== 2)) return null;
  const layer = layerBits === 1 ? 3 : 2;
  const rates = version === 3 ? bitRatesOfVersion1[`layer${layer}`] : bitRatesOfVersion2;
  const kilobits = rates[((bits >>> 12) & 15) - 1];
  const fullRate = sampleRates[(bits >>> 10) & 3];
  if (kilobits === undefined || fullRate === undefined) return null;
  const rate = fullRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version !== 3 && layer === 3 ? 576 : 1_152;
  const padding = (bits >>> 9) & 1;
  const isMono = ((bits >>> 6) & 3) === 3;
  const sideBytes = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return {
    layer,
    bytes: Math.floor(((samples / 8) * kilobits * 1_000) / rate) + padding,
    ms: (samples / rate) * 1_000,
    samples,
    rate,
    hasChecksum: ((bits >>> 16) & 1) === 0,
    sideBytes: layer === 3 ? sideBytes : 0,
  };
}

/** How much of a first frame is needed to recognize an info frame. */
export const mpegTableBytes = 64;

/** Whether a stream's first frame is an info frame (Xing, Info or VBRI) instead of sound. */
export function isMpegTable(frame: Buffer): boolean {
  const head = frame.toString("latin1", 0, mpegTableBytes);
  return head.includes("Xing") || head.includes("Info") || head.includes("VBRI");
}

/** How much of a tag is needed to read its length. */
export const id3HeadBytes = 10;

/** The length of the ID3v2 tag at the beginning; 0 if there is none. */
export function id3Bytes(bytes: Buffer): number {
  if (bytes.length < id3HeadBytes || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes.readUInt8(at) & 127), 0);
  const hasFooter = (bytes.readUInt8(5) & 0x10) !== 0;
  return id3HeadBytes + size + (hasFooter ? id3HeadBytes : 0);
}
