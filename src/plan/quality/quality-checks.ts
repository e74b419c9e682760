/** The severities that a plan can give to a check. */
export const severities = ["ignore", "warn", "hold", "fail"] as const;
export type Severity = (typeof severities)[number];

/** The severities of checks over a whole volume: `hold` keeps one lesson out of the package, and here there is none to keep out. */
export const volumeSeverities = ["ignore", "warn", "fail"] as const;

/** How a limit is written: `5%`, `4s`, a whole number, a number of decibels; `none` if the check has no limit. */
export type LimitUnit = "share" | "duration" | "count" | "decibels" | "none";

interface QualityCheck {
  readonly unit: LimitUnit;
  /** Shares as a part of 1, durations in ms. */
  readonly most: number;
  readonly severity: Severity;
  readonly ofVolume?: boolean;
  /** Shown by editors through the JSON schema. */
  readonly about: string;
}

/** Every check with its default limit and severity. By default no check does more than warn. */
export const qualityChecks = {
  missing: {
    unit: "count",
    most: 0,
    severity: "warn",
    about: "Required words that are missing from the story.",
  },
  possible: {
    unit: "count",
    most: 0,
    severity: "warn",
    about: "Required words that the story may not contain: what looks like one could be another word.",
  },
  inflected: {
    unit: "count",
    most: 0,
    severity: "ignore",
    about: "Required words that occur only in another form.",
  },
  offList: {
    unit: "share",
    most: 0.05,
    severity: "warn",
    about: "Running words that are not on any list of `levels` up to the lesson's difficulty.",
  },
  language: { unit: "share", most: 0, severity: "warn", about: "Passages in another language." },
  level: {
    unit: "share",
    most: 0.4,
    severity: "warn",
    about: "Sentences that are longer or shorter than usual in the volume.",
  },
  length: {
    unit: "share",
    most: 0.5,
    severity: "warn",
    about: "A story that is longer or shorter than others in the volume with the same requested length.",
  },
  brokenOff: {
    unit: "none",
    most: 0,
    severity: "warn",
    about: "A story that ends in the middle of a sentence.",
  },
  repeats: {
    unit: "share",
    most: 0.1,
    severity: "warn",
    about: "Five-word sequences that occurred earlier in the story.",
  },
  echo: {
    unit: "share",
    most: 0.3,
    severity: "warn",
    about:
      "Five-word sequences shared with another story of the volume, unless most stories of the volume share as many.",
  },
  title: {
    unit: "count",
    most: 0,
    severity: "warn",
    about: "Other stories of the volume with the same title.",
  },
  openings: {
    unit: "share",
    most: 0.5,
    severity: "warn",
    ofVolume: true,
    about: "Stories of a volume that begin with the same sentence.",
  },
  endings: {
    unit: "share",
    most: 0.5,
    severity: "warn",
    ofVolume: true,
    about: "Stories of a volume that end with the same two sentences.",
  },
  names: {
    unit: "share",
    most: 0.6,
    severity: "warn",
    ofVolume: true,
    about: "Stories of a volume in which the same name occurs.",
  },
  recording: { unit: "none", most: 0, severity: "warn", about: "A recording that does not match the text." },
  sentences: {
    unit: "count",
    most: 0,
    severity: "warn",
    about: "Sentences that the recording seems to skip, repeat or swap.",
  },
  silent: { unit: "none", most: 0, severity: "warn", about: "A recording without audible sound." },
  silence: {
    unit: "duration",
    most: 4_000,
    severity: "warn",
    about: "A silence at the start, in the middle or at the end of the recording.",
  },
  clipped: {
    unit: "count",
    most: 10,
    severity: "warn",
    about: "How often per minute the sound clips at full scale.",
  },
  loudness: {
    unit: "decibels",
    most: 4,
    severity: "warn",
    about: "The difference between the loudness (EBU R 128) and the volume's median.",
  },
  peak: { unit: "decibels", most: 0, severity: "warn", about: "The highest true peak, in dBTP." },
  audiobook: {
    unit: "none",
    most: 0,
    severity: "ignore",
    about:
      "A recording outside what audiobook shops accept: a level of -23 to -18 dB RMS, a peak of at most -3 dB, noise of at most -60 dB RMS. Ignored if left out.",
  },
  speed: {
    unit: "share",
    most: 0.3,
    severity: "warn",
    about: "Words per minute, compared with the volume's median.",
  },
} as const satisfies Readonly<Record<string, QualityCheck>>;

export type QualityName = keyof typeof qualityChecks;

export const qualityNames = Object.keys(qualityChecks) as readonly QualityName[];

/** The highest value that passes a check, and the severity of a finding above it. Shares as a part of 1, durations in ms. */
export interface QualityLimit {
  readonly most: number;
  readonly severity: Severity;
}

/** The resolved limits of a plan, one for every check. */
export type QualityLimits = Readonly<Record<QualityName, QualityLimit>>;

/** The limits of a plan without a `quality` key. */
export const defaultQuality = Object.fromEntries(
  qualityNames.map((name) => [
    name,
    { most: qualityChecks[name].most, severity: qualityChecks[name].severity },
  ]),
) as QualityLimits;
