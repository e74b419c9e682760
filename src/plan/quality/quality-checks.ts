/** What a plan can have done about a finding. */
export const severities = ["ignore", "warn", "hold", "fail"] as const;
export type Severity = (typeof severities)[number];

/** A whole volume can't be kept out of the package for what its stories have in common. */
export const volumeSeverities = ["ignore", "warn", "fail"] as const;

/** How a limit is written: `5%`, `4s`, a whole number, a number of decibels; `none`: there is nothing to count. */
export type LimitUnit = "share" | "duration" | "count" | "decibels" | "none";

interface QualityCheck {
  readonly unit: LimitUnit;
  /** Shares as a part of 1, durations in ms. */
  readonly most: number;
  readonly severity: Severity;
  readonly ofVolume?: boolean;
  /** What it looks at, for editors. */
  readonly about: string;
}

/** Every check with what holds where the plan says nothing: it only warns. */
export const qualityChecks = {
  missing: {
    unit: "count",
    most: 0,
    severity: "warn",
    about: "Required words that the story does not have.",
  },
  possible: {
    ...{ unit: "count", most: 0, severity: "warn" },
    about: "Required words that the story has only perhaps: another word may be meant.",
  },
  inflected: {
    ...{ unit: "count", most: 0, severity: "ignore" },
    about: "Required words that the story has in another form only.",
  },
  offList: {
    ...{ unit: "share", most: 0.05, severity: "warn" },
    about: "Running words that are on no list of `levels` up to the lesson's difficulty.",
  },
  language: { unit: "share", most: 0, severity: "warn", about: "Passages in another language." },
  level: {
    ...{ unit: "share", most: 0.4, severity: "warn" },
    about: "Sentences longer or shorter than is usual in the volume.",
  },
  length: {
    ...{ unit: "share", most: 0.5, severity: "warn" },
    about: "A story longer or shorter than those of the volume that were ordered as long.",
  },
  brokenOff: { unit: "none", most: 0, severity: "warn", about: "A story that ends within a sentence." },
  repeats: {
    unit: "share",
    most: 0.1,
    severity: "warn",
    about: "Runs of five words that the story has said before.",
  },
  echo: {
    ...{ unit: "share", most: 0.3, severity: "warn" },
    about:
      "Runs of five words that another story of the volume has too, where the volume's stories do not all share as many.",
  },
  title: {
    unit: "count",
    most: 0,
    severity: "warn",
    about: "Other stories of the volume with the same title.",
  },
  openings: {
    ...{ unit: "share", most: 0.5, severity: "warn", ofVolume: true },
    about: "Stories of a volume that begin with the same sentence.",
  },
  endings: {
    ...{ unit: "share", most: 0.5, severity: "warn", ofVolume: true },
    about: "Stories of a volume that end with the same two sentences.",
  },
  names: {
    ...{ unit: "share", most: 0.6, severity: "warn", ofVolume: true },
    about: "Stories of a volume in which somebody has the same name.",
  },
  recording: { unit: "none", most: 0, severity: "warn", about: "A recording that does not say the text." },
  sentences: {
    ...{ unit: "count", most: 0, severity: "warn" },
    about: "Sentences that the recording seems to leave out, to say twice or in another order.",
  },
  silent: { unit: "none", most: 0, severity: "warn", about: "A recording in which nothing is heard." },
  silence: {
    unit: "duration",
    most: 4_000,
    severity: "warn",
    about: "A silence at the start, within or at the end.",
  },
  clipped: {
    ...{ unit: "count", most: 10, severity: "warn" },
    about: "How often a minute the sound is cut off at full scale.",
  },
  loudness: {
    ...{ unit: "decibels", most: 4, severity: "warn" },
    about: "How far the loudness (EBU R 128) is from what is usual in the volume.",
  },
  peak: { unit: "decibels", most: 0, severity: "warn", about: "The highest true peak, in dB of full scale." },
  speed: {
    ...{ unit: "share", most: 0.3, severity: "warn" },
    about: "Words a minute, more or fewer than is usual in the volume.",
  },
} as const satisfies Readonly<Record<string, QualityCheck>>;

export type QualityName = keyof typeof qualityChecks;

/** The names of all checks. */
export const qualityNames = Object.keys(qualityChecks) as readonly QualityName[];

/** What a check lets pass, and what is done about more. Shares as a part of 1, durations in ms. */
export interface QualityLimit {
  readonly most: number;
  readonly severity: Severity;
}

/** What a plan says of every check. */
export type QualityLimits = Readonly<Record<QualityName, QualityLimit>>;

/** What holds where a plan says nothing. */
export const standardQuality = Object.fromEntries(
  qualityNames.map((name) => [
    name,
    { most: qualityChecks[name].most, severity: qualityChecks[name].severity },
  ]),
) as QualityLimits;
