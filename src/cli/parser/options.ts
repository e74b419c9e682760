import { join } from "node:path";
import { type CallOptions, rehearsalCalls, standardCalls } from "../../course/call-options.ts";
import { type NamedLedger, readNamedLedger } from "../../course/course-place.ts";
import type { SoundFormat } from "../../package/contents/course.ts";
import { soundFormats } from "../../package/contents/course.ts";
import { rehearsalsFolder } from "../../plan/names.ts";
import type { Platform } from "../../plan/plan.ts";
import { parseDuration, parseRate, type Rate, rateMost } from "../../shared/duration.ts";
import { type PostgresAddress, readPostgresAddress } from "../../shared/postgres/address.ts";
import { badValue, usage } from "../problem.ts";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

/** Flags as parsed: strings and switches, by their camel-case names. */
export type RawOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The given flags, and which of them come from the command line rather than from a variable. */
export interface GivenOptions {
  readonly raw: RawOptions;
  readonly typed: ReadonlySet<string>;
  /** The verb as typed, such as `ledger restore`, and its arguments. */
  readonly verb: string;
  readonly args: readonly string[];
}

/** The flags shared by every command, resolved. */
export interface SharedOptions {
  readonly json: boolean;
  readonly out: string;
  readonly local: boolean;
  readonly service: string | null;
  readonly ledger: NamedLedger | null;
  readonly logLevel: LogLevel;
  readonly logFile: string | null;
  readonly quiet: boolean;
}

export function readSharedOptions(raw: RawOptions): SharedOptions {
  return {
    json: raw.json === true,
    out: text(raw, "out") ?? "out",
    local: raw.local === true,
    service: text(raw, "service"),
    // Unlike in other settings, empty is an error here: an unset secret would otherwise start a new ledger in the course's folder.
    ledger: typeof raw.ledger === "string" ? readNamedLedger(raw.ledger) : null,
    logLevel: choice<LogLevel>(raw, "logLevel") ?? "warn",
    logFile: text(raw, "logFile"),
    quiet: raw.quiet === true,
  };
}

export function readCallOptions(raw: RawOptions, local: boolean): CallOptions {
  const defaults = local ? rehearsalCalls : standardCalls;
  return {
    pollMs: duration(raw, "--poll", "1d") ?? defaults.pollMs,
    timeoutMs: duration(raw, "--timeout", "1h") ?? defaults.timeoutMs,
    creationTimeoutMs: duration(raw, "--creation-timeout", "1h") ?? defaults.creationTimeoutMs,
    giveUpMs: duration(raw, "--give-up", "365d") ?? defaults.giveUpMs,
    maxWaitMs: duration(raw, "--max-wait", "365d") ?? defaults.maxWaitMs,
    calls: rate(raw, "--limit-calls") ?? defaults.calls,
    starts: rate(raw, "--limit-starts") ?? defaults.starts,
    order: choice<CallOptions["order"]>(raw, "order") ?? defaults.order,
    usualMs: defaults.usualMs,
  };
}

/** The name of a flag's value: `writingTime` for `--writing-time <duration>`, `align` for `--no-align`. */
export function attributeOf(flag: string): string {
  const name = (flag.split(" ")[0] ?? "").replace(/^--(?:no-)?/, "");
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function text(raw: RawOptions, name: string): string | null {
  const value = raw[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** All values of a repeatable flag. */
export function texts(raw: RawOptions, name: string): readonly string[] {
  const value = raw[name];
  return Array.isArray(value) ? value : [];
}

/**
 * A duration such as `20s`, in ms; null if the flag was not given. `most` is more than anyone needs: a larger value is probably a mistake, and would
 * exceed the range of timers and dates.
 */
export function duration(raw: RawOptions, flag: string, most: string, leastMs = 1): number | null {
  const value = text(raw, attributeOf(flag));
  if (value === null) return null;
  const ms = parseDuration(value);
  if (ms === null || ms < leastMs || ms > must(parseDuration(most)))
    throw badValue(flag, value, `a duration such as 500ms, 20s or 15m, at most ${most}`);
  return ms;
}

/** An integer of at least `least`, or null if the flag was not given. */
export function wholeNumber(
  raw: RawOptions,
  flag: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number },
): number | null {
  const value = text(raw, attributeOf(flag));
  if (value === null) return null;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least)) throw badValue(flag, value, `a whole number of at least ${least}`);
  if (number > most) throw badValue(flag, value, `a whole number of at most ${most}`);
  return number;
}

/** The port given by `--port`, where 0 means any free port; null if the flag was not given. */
export function portIn(raw: RawOptions): number | null {
  return wholeNumber(raw, "--port", { least: 0, most: 65_535 });
}

/** A date such as `2026-11-20`, from 1970 on, as noon UTC on that day; null if the flag was not given. */
export function date(raw: RawOptions): number | null {
  const value = text(raw, "date");
  if (value === null) return null;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T12:00:00Z`) : Number.NaN;
  if (!(at >= 0) || !new Date(at).toISOString().startsWith(value))
    throw badValue("--date", value, "a date from 1970 on, such as 2026-11-20");
  return at;
}

/** The formats of a bill besides lines for a terminal. */
export const billFormats = ["markdown", "html"] as const;

export const audioChoices = ["link", "embed", ...soundFormats] as const;

/**
 * The formats that include sound, besides the folder `audio`: none (`link`), every format that can (`embed`), or those in a comma-separated list. Null if
 * the flag was not given: the plan's own choice then applies.
 */
export function readSoundFormats(raw: RawOptions): readonly SoundFormat[] | null {
  const value = text(raw, "audio");
  if (value === null) return null;
  if (value === "link") return [];
  if (value === "embed") return soundFormats;
  const named = value.split(",").map((name) => name.trim());
  const known = soundFormats.filter((format) => named.includes(format));
  if (known.length === named.length) return known;
  throw badValue("--audio", value, `link, embed, or some of ${soundFormats.join(",")}`);
}

/** The platforms for which this one package is made; null if the flag was not given: the plan's own platforms apply. */
export function readPlatforms(raw: RawOptions): readonly Platform[] | null {
  const platform = choice<Platform>(raw, "for");
  return platform === null ? null : [platform];
}

function rate(raw: RawOptions, flag: string): Rate | null {
  const value = text(raw, attributeOf(flag));
  if (value === null) return null;
  const parsed = parseRate(value);
  if (parsed === null) throw badValue(flag, value, `a count and a duration such as 60/1m, ${rateMost}`);
  return parsed;
}

/** A flag's value, already checked by the parser against the flag's choices; null if the flag was not given. */
export function choice<Choice extends string>(raw: RawOptions, name: string): Choice | null {
  return text(raw, name) as Choice | null;
}

function must<Value>(value: Value | null): Value {
  if (value === null) throw new Error("a built-in default can't be read");
  return value;
}

/** The folder for the state of a rehearsal's service. */
export function rehearsalDataFolder({ out }: SharedOptions): string {
  return join(out, rehearsalsFolder, ".service");
}

/** The address given by `--database`; null: a file in the data folder. Throws a Failure that does not repeat an invalid address. */
export function databaseIn(raw: RawOptions): PostgresAddress | null {
  const given = text(raw, "database");
  if (given === null) return null;
  const address = readPostgresAddress(given);
  // An address with a # names a ledger, not a service's database.
  if (address !== null && address.ledger === null) return address;
  throw usage(
    "--database or COURSEBINDER_DATABASE isn't a PostgreSQL address such as postgres://user:password@host:5432/database.",
    "Nothing was started.",
  );
}
