import * as z from "zod";

/** A name that Amazon and all others accept (general purpose buckets). */
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Folders of plain names: nothing in them has to be encoded, and none leads upwards. */
const prefixPattern = /^([A-Za-z0-9_-][A-Za-z0-9._-]{0,99}\/){0,8}$/;
const regionPattern = /^[a-z0-9-]{1,40}$/;
const variablePattern = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

const variableSchema = z.string().regex(variablePattern, "must be the name of an environment variable");

/** Reads a text of the configuration; says what it must be if it is none. */
export function read<Value>(parse: (text: string) => Value | null, message: string) {
  return (text: string, context: z.RefinementCtx): Value => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
}

const endpointSchema = z
  .string()
  .transform(
    read(
      endpointOf,
      'must be an address such as "https://s3.example.org", without a user name, a query or a bucket name',
    ),
  );

/** The address that a text names, without a slash at its end; null for what is none. */
function endpointOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, href } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return null;
  return href === origin + pathname ? href.replace(/\/+$/, "") : null;
}

/** A bucket of an S3-compatible store. Its key is in environment variables; only the names of those variables are stored here. */
export const s3SettingsSchema = z
  .strictObject({
    /** Null: Amazon's own of the region. */
    endpoint: endpointSchema.nullable().default(null),
    bucket: z.string().regex(bucketPattern, "must be 3 to 63 lowercase letters, digits, dots and hyphens"),
    /** Before the name of each object. */
    prefix: z
      .string()
      .transform((text) => (text === "" || text.endsWith("/") ? text : `${text}/`))
      .pipe(
        z
          .string()
          .regex(
            prefixPattern,
            'must be a folder path such as "stories/audio/", made of letters, digits and . _ -',
          ),
      )
      .default(""),
    region: z.string().regex(regionPattern, 'must be a name such as "eu-central-1"').default("us-east-1"),
    keyIdVariable: variableSchema.default("AWS_ACCESS_KEY_ID"),
    secretVariable: variableSchema.default("AWS_SECRET_ACCESS_KEY"),
    /** Of a key for a short time alone; not set for others. */
    tokenVariable: variableSchema.default("AWS_SESSION_TOKEN"),
  })
  .transform(({ endpoint, ...settings }) => ({
    ...settings,
    endpoint: endpoint ?? `https://s3.${settings.region}.amazonaws.com`,
  }));

export type S3Settings = z.infer<typeof s3SettingsSchema>;

/** The environment variables from which stores' keys are read. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where recordings are kept, as shown to the operator. */
export function shownPlace(s3: Pick<S3Settings, "bucket" | "endpoint" | "prefix"> | null): string {
  if (s3 === null) return "the data folder";
  const under = s3.prefix === "" ? "" : `, under ${s3.prefix}`;
  return `the bucket ${s3.bucket} at ${s3.endpoint}${under}`;
}
