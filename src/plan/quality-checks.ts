import { parseDuration } from "../shared/duration.ts";

const severities = ["ignore", "warn", "hold", "fail"] as const;
export type Severity = (typeof severities)[number];

/** How a limit is written: `5%`, `4s`, a whole number, a number of decibels; `none` if the check has no limit. */
export type LimitUnit = "share" | "duration" | "count" | "decibels" | "none";

interface QualityCheck {
  readonly unit: LimitUnit;
  /** Shares are fractions of 1; durations are in ms. */
  readonly most: number;
  readonly severity: Severity;
  /** Whether the check concerns a whole volume: then it can't hold a lesson. */
  readonly ofVolume: boolean;
  readonly about: string;
}

function check(unit: LimitUnit, most: number, about: string, rest: Partial<QualityCheck> = {}): QualityCheck {
  return { unit, most, severity: "warn", ofVolume: false, about, ...rest };
}

/** Every check with its default limit and severity. By default, checks only warn. */
export const qualityChecks = {
  missing: check("count", 0, "Required words that are missing from the story."),
  possible: check(
    "count",
    0,
    "Required words that the story might not contain: the word found there could be a different word.",
  ),
  inflected: check("count", 0, "Required words that occur only in another form.", { severity: "ignore" }),
  offList: check(
    "share",
    0.05,
    "Running words that are not on any list of `levels` up to the lesson's difficulty.",
  ),
  language: check("share", 0, "Passages in another language."),
  level: check("share", 0.4, "Sentences that are longer or shorter than usual in the volume."),
  length: check(
    "share",
    0.5,
    "A story that is longer or shorter than others in the volume with the same requested length.",
  ),
  brokenOff: check("none", 0, "A story that ends in the middle of a sentence."),
  repeats: check("share", 0.1, "Five-word sequences that occurred earlier in the story."),
  echo: check(
    "share",
    0.25,
    "Five-word sequences shared with another story of the volume. A share above half the limit is also reported if the volume's other stories share far fewer.",
  ),
  title: check("count", 0, "Other stories in the volume with the same title."),
  openings: check("share", 0.5, "Stories in the same volume that begin with the same sentence.", {
    ofVolume: true,
  }),
  endings: check("share", 0.5, "Stories in the same volume that end with the same two sentences.", {
    ofVolume: true,
  }),
  names: check("share", 0.6, "Stories in the same volume that contain the same name.", { ofVolume: true }),
  recording: check("none", 0, "A recording that does not match the text."),
  sentences: check("count", 0, "Sentences that the recording seems to skip, repeat or swap."),
  silent: check("none", 0, "A recording without audible sound."),
  silence: check("duration", 4_000, "A silence at the start, in the middle or at the end of the recording."),
  clipped: check("count", 10, "How many times a minute the sound clips at full scale."),
  loudness: check(
    "decibels",
    4,
    "How far the loudness (EBU R 128) is from the median of the volume's recordings.",
  ),
  peak: check("decibels", 0, "The highest true peak, in dBTP."),
  audiobook: check(
    "none",
    0,
    "A recording outside the limits that audiobook shops accept: a level of -23 to -18 dB RMS, a peak of at most -3 dB, noise of at most -60 dB RMS. If left out, the check is ignored.",
    { severity: "ignore" },
  ),
  speed: check("share", 0.3, "Words per minute, compared with the volume's median."),
};

export type QualityName = keyof typeof qualityChecks;

export const qualityNames = Object.keys(qualityChecks) as readonly QualityName[];

/** `hold` keeps one lesson out of the package; a check over a whole volume has no single lesson to keep out. */
export function severitiesOf(name: QualityName): readonly Severity[] {
  return severities.filter((severity) => severity !== "hold" || !qualityChecks[name].ofVolume);
}

/** The highest value that passes a check, and the severity of a finding above it. Shares are fractions of 1; durations are in ms. */
export type QualityLimit = Pick<QualityCheck, "most" | "severity">;

export type QualityLimits = Readonly<Record<QualityName, QualityLimit>>;

/** A limit beyond this is a typing error: no recording has such a level or difference. */
const decibelsMost = 100;

/** Null if the value isn't written in its check's unit. */
export function parseLimit(value: number | string, unit: LimitUnit): number | null {
  const [text, number] = typeof value === "string" ? [value.trim(), Number.NaN] : ["", value];
  const percent = /^(\d{1,4}(?:\.\d{1,3})?)\s?%$/.exec(text)?.[1];
  switch (unit) {
    case "share":
      return percent === undefined ? null : Number(percent) / 100;
    case "duration":
      return typeof value === "string" ? parseDuration(value) : null;
    case "count":
      return Number.isSafeInteger(number) && number >= 0 ? number : null;
    case "decibels":
      return Math.abs(number) <= decibelsMost ? number : null;
    case "none":
      return null;
  }
}

type WrittenLimit =
  | Severity
  | { readonly most?: number | string | undefined; readonly then?: Severity | undefined };

export function readQuality(written: Readonly<Partial<Record<QualityName, WrittenLimit | undefined>>> = {}) {
  const limitOf = (name: QualityName): QualityLimit => {
    const { unit, most, severity } = qualityChecks[name];
    const setting = written[name] ?? {};
    if (typeof setting === "string") return { most, severity: setting };
    const limit = setting.most === undefined ? null : parseLimit(setting.most, unit);
    return { most: limit ?? most, severity: setting.then ?? severity };
  };
  return Object.fromEntries(qualityNames.map((name) => [name, limitOf(name)])) as QualityLimits;
}
