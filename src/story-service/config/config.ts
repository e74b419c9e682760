import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { placesOf } from "../refusal.ts";
import { type accountSettingsSchema, configSchema } from "./config-schema.ts";

export type ServiceConfig = z.infer<typeof configSchema>;
export type ConfiguredAccount = ServiceConfig["accounts"][number];
export type AccountSettings = z.infer<typeof accountSettingsSchema>;

interface ConfigProblem {
  /** The file name and the dotted path in it: `service.yaml: accounts.0.credits`. */
  readonly path: string;
  /** From 1; absent if unknown. */
  readonly line?: number;
  readonly message: string;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: ServiceConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Parses the local service's configuration, YAML or JSON; an empty text gives the defaults. Collects every problem. */
export function readServiceConfig(text: string, fileName: string): ConfigResult {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0) {
    return {
      ok: false,
      problems: document.errors.map((error) => ({
        path: fileName,
        line: lines.linePos(error.pos[0]).line,
        message:
          error.code === "MULTIPLE_DOCS"
            ? "must be one document, without ---"
            : (error.message.split("\n")[0] ?? error.message).replace(/ at line \d+.*$/, ""),
      })),
    };
  }
  const written = contentOf(document);
  if (written instanceof Error)
    return { ok: false, problems: [{ path: fileName, message: written.message }] };
  const parsed = configSchema.safeParse(written, { error: inWords });
  const faults = parsed.success
    ? clashes(parsed.data)
    : placesOf(parsed.error, "is not a valid key for this file").map((place) => ({
        ...place,
        message: gone[String(place.path[0])] ?? place.message,
      }));
  const found = [...faults, ...repeated(idsIn(written))];
  if (parsed.success && found.length === 0) return { ok: true, config: parsed.data };
  return {
    ok: false,
    problems: found.map(({ path, message }) => {
      const line = lineAt(document, lines, path);
      const place = path.length === 0 ? fileName : `${fileName}: ${path.map(String).join(".")}`;
      return { path: place, message, ...(line === null ? {} : { line }) };
    }),
  };
}

/** The document as a value. The library refuses excessive alias expansion. */
function contentOf(document: Document): object {
  try {
    return document.toJS() ?? {};
  } catch (error) {
    return error instanceof Error ? error : new Error("can't be read");
  }
}

/** The ids of the accounts, also in a file with mistakes. */
function idsIn({ accounts }: { readonly accounts?: unknown }): { value: string; path: Path }[] {
  const ids = Array.isArray(accounts) ? accounts.map((account) => account?.id) : [];
  return ids.flatMap((id, a) => (typeof id === "string" ? [{ value: id, path: ["accounts", a, "id"] }] : []));
}

const kinds: Readonly<Record<string, string>> = {
  string: "text, in quotes if it looks like a number",
  int: "a whole number",
  number: "a whole number",
  boolean: "true or false",
  array: "a list",
};

/** A schema's finding where the schema has no words of its own. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return "is missing";
    const kind = kinds[issue.expected] ?? "a group of settings";
    return issue.input === null ? "is empty: give it a value, or leave it out" : `must be ${kind}`;
  }
  if (issue.code === "invalid_value") return `must be ${issue.values.join(" or ")}`;
  if (issue.code === "invalid_key") return "is not a language code";
  const isText = "origin" in issue && issue.origin === "string";
  if (issue.code === "too_small") return isText ? "must not be empty" : `must be at least ${issue.minimum}`;
  if (issue.code !== "too_big") return undefined;
  return `must be at most ${issue.maximum}${isText ? " characters long" : ""}`;
}

/** What to do instead of setting keys of earlier versions. */
const gone: Readonly<Record<string, string>> = {
  tls: "is no longer supported: the service speaks plain HTTP, and a proxy in front of it speaks HTTPS, as in courses/nginx.conf",
  accessLog:
    "is no longer supported: the proxy in front of the service logs requests, as in courses/nginx.conf",
};

/** What the schema can't check: published secrets, duplicate names and secrets, and too many keys per account. */
function clashes({ publicUrl, metricsToken, accounts, limits }: ServiceConfig) {
  const keys = accounts.flatMap(({ id, keys: own }, a) =>
    own.map((key, k) => ({ ...key, name: `${id} ${key.name}`, at: ["accounts", a, "keys", k] })),
  );
  const secrets = [
    { value: metricsToken, path: ["metricsToken"] },
    ...accounts.map(({ signIn }, a) => ({ value: signIn, path: ["accounts", a, "signIn"] })),
    ...keys.map(({ secret, at }) => ({ value: secret, path: [...at, "secret"] })),
  ];
  const isPublished = ({ value }: { value: string | null }) =>
    publicUrl !== null && value !== null && exampleSecrets.has(value);
  return [
    ...secrets.filter(isPublished).map(({ path }) => ({ path, message: ofExample })),
    ...repeated(keys.map(({ name, at }) => ({ value: name, path: [...at, "name"] }))),
    ...repeated(keys.map(({ secret, at }) => ({ value: secret, path: [...at, "secret"] }))),
    ...accounts.flatMap(({ keys: own }, a) =>
      own.filter(({ revoked }) => !revoked).length > limits.keys
        ? [
            {
              path: ["accounts", a, "keys"],
              message: `has more keys than limits.keys allows (${limits.keys})`,
            },
          ]
        : [],
    ),
  ];
}

const ofExample =
  "is the secret of the published example; a service with a publicUrl needs a secret of its own";

function repeated(values: readonly { value: string; path: Path }[]) {
  const isRepeated = ({ value }: { value: string }, at: number) =>
    values.findIndex((one) => one.value === value) < at;
  return values.filter(isRepeated).map(({ path }) => ({ path, message: "is used twice" }));
}

type Path = readonly PropertyKey[];

/** The line, from 1, of a path or of its nearest ancestor in the file; `null` if there is none. */
function lineAt(document: Document, lines: LineCounter, path: Path): number | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}

/** The secrets of courses/local-service.yaml. Everybody can read these secrets, so no service at a public address may accept them. */
export const exampleSecrets: ReadonlySet<string> = new Set([
  "let-the-school-in",
  "sk_live_replace_this_by_a_secret_of_your_own_000001",
  "replace-this-by-a-secret-of-your-own",
]);
