import * as z from "zod";
import { languageCodeSchema } from "../../contract/languages.ts";
import { displayLevelPattern } from "../../contract/levels.ts";
import { limits } from "../../contract/limits.ts";
import { scopes } from "../../contract/operations.ts";
import { formatRate, parseRate, rateMost } from "../../shared/duration.ts";
import { keyPattern } from "../accounts/pepper.ts";
import { publicOrigin } from "../public-address.ts";
import { read, s3SettingsSchema } from "../recordings/s3-settings.ts";
import { accountIdPattern, creditsMost } from "./account-values.ts";

/** Our choice, since the interface does not state the daily free budget: about forty short stories with audiobook. */
const freeDailyCredits = 2_000;

/** A setting that may be left out, but not empty: `cap:` without a value would otherwise be a key without a cap. */
const leftOut = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value ?? null);

const creditsSchema = z.int().min(0).max(creditsMost);

const rateText = `must be a count and a duration, such as "60/1m" (${rateMost})`;
const rateSchema = (standard: string) =>
  z.string(rateText).default(standard).transform(read(parseRate, rateText));

const limitsSchema = z
  .strictObject({
    calls: rateSchema(formatRate(limits.calls)),
    paidStarts: rateSchema(formatRate(limits.paidStarts)),
    badBearers: rateSchema(formatRate(limits.badBearers)),
    oauthRegistrations: rateSchema("20/1h"),
    oauthTokens: rateSchema("60/1m"),
    keys: z.int().min(1).max(10_000).default(limits.keysPerReader),
    freeDailyCredits: creditsSchema.default(freeDailyCredits),
  })
  .prefault({});

const switchesSchema = z
  .strictObject({
    api: z.boolean().default(true),
    writing: z.boolean().default(true),
    narration: z.boolean().default(true),
    /** Null: on, except at a public address. */
    faults: leftOut(z.boolean()),
  })
  .prefault({});

const faultSchema = z
  .strictObject({
    topic: z.string().min(1).max(limits.topicCharacters),
    writing: leftOut(z.enum(["fail", "cancel"])),
    narration: leftOut(z.enum(["fail"])),
  })
  .refine(
    (fault) => fault.writing !== null || fault.narration !== null,
    "sets neither writing nor narration",
  );

const keySchema = z.strictObject({
  name: z.string().min(1).max(100),
  secret: z.string().regex(keyPattern, "must be sk_live_ followed by 43 base64url characters"),
  scopes: z.array(z.enum(scopes)).default([...scopes]),
  cap: leftOut(z.int().min(0).max(limits.monthlyCapMost)),
  revoked: z.boolean().default(false),
});

const levelText = 'must be a label such as "3.4" (0.0 to 0.5 or 1.0 to 10.9), or a number as a raw estimate';
const levelSchema = z.union(
  [z.string().regex(displayLevelPattern, levelText), z.number().min(0).max(1_000)],
  levelText,
);

/**
 * An account's settings, apart from money, books and keys. Stored in the database; the configuration gives only the settings with which an account
 * starts.
 */
export const accountSettingsSchema = z.strictObject({
  plan: z.enum(["free", "paid"]).default("paid"),
  unlimited: z.boolean().default(false),
  admin: z.boolean().default(false),
  emailConfirmed: z.boolean().default(true),
  banned: z.boolean().default(false),
  deleted: z.boolean().default(false),
  earlyAccess: z.boolean().default(true),
  native: z.array(languageCodeSchema).default([]),
  learning: z.array(languageCodeSchema).default([]),
  levels: z.record(languageCodeSchema, levelSchema).default({}),
  bookSettings: z.strictObject({ voice: z.enum(["standard", "premium"]).default("standard") }).prefault({}),
});

const accountSchema = z.strictObject({
  id: z.string().regex(accountIdPattern, "must be 1 to 64 letters, digits and . _ @ -"),
  signIn: leftOut(z.string().min(1).max(200)),
  credits: creditsSchema.default(0),
  keys: z.array(keySchema).default([]),
  ...accountSettingsSchema.shape,
});

/** An instant such as `2026-01-31T23:59:50Z`, in ms since 1970. */
const instantSchema = z.iso
  .datetime({ offset: true, error: 'must be a date and time, such as "2026-01-31T23:50:00Z"' })
  .transform((text) => Date.parse(text));

const publicUrlSchema = z
  .string()
  .transform(
    read(
      publicOrigin,
      'must be an address without a path, such as "https://stories.example.org"; http: is allowed only for localhost, 127.0.0.1 and [::1]',
    ),
  );

const proxyText =
  'must be an address or a range of addresses, such as "10.0.0.0/8", with a prefix of at least one bit';
const proxySchema = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], proxyText)
  .refine((range) => !range.endsWith("/0"), proxyText);

/** What a bearer token can be written with (RFC 6750, 2.1), too long to be guessed: tries are not counted. */
const metricsTokenPattern = /^[A-Za-z0-9._~+/=-]{32,200}$/;

/** The configuration file as it is written. Strict: an unknown key or a value out of range is an error. */
const writtenSchema = z.strictObject({
  publicUrl: leftOut(publicUrlSchema),
  trustedProxies: z.array(proxySchema).default([]),
  metricsToken: leftOut(
    z.string().regex(metricsTokenPattern, "must be 32 to 200 letters, digits and . _ ~ + / = -"),
  ),
  /** Where they are kept; left out, a folder beside the database. */
  recordings: z.strictObject({ s3: leftOut(s3SettingsSchema) }).prefault({}),
  clock: leftOut(instantSchema),
  limits: limitsSchema,
  switches: switchesSchema,
  faults: z.array(faultSchema).default([]),
  accounts: z.array(accountSchema).default([]),
});

/** The configuration with its defaults. Strangers can't trigger faults at a public address, unless the operator allows it. */
export const configSchema = writtenSchema.transform(({ switches, ...config }) => ({
  ...config,
  switches: { ...switches, faults: switches.faults ?? config.publicUrl === null },
}));
