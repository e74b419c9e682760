import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { type accountSettingsSchema, configSchema } from "./config-schema.ts";
import { describeIssue } from "./issue-words.ts";

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
        message: (error.message.split("\n")[0] ?? error.message).replace(/ at line \d+.*$/, ""),
      })),
    };
  }
  const written = readValue(document, fileName);
  if (!written.ok) return written;
  const parsed = configSchema.safeParse(written.value, { error: describeIssue });
  const found = parsed.success ? clashes(parsed.data) : parsed.error.issues.flatMap(places);
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

interface Place {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function readValue(
  document: ReturnType<typeof parseDocument>,
  fileName: string,
): { ok: true; value: unknown } | { ok: false; problems: ConfigProblem[] } {
  try {
    return { ok: true, value: document.toJS() ?? {} };
  } catch (error) {
    // The library refuses excessive alias expansion.
    const message = error instanceof Error ? error.message : "can't be read";
    return { ok: false, problems: [{ path: fileName, message }] };
  }
}

/** What earlier versions had at the top of the file, and what does it now. */
const goneKeys: Readonly<Record<string, string>> = {
  tls: "is no longer supported: the service speaks plain HTTP, and a proxy in front of it speaks HTTPS, as in courses/nginx.conf",
};

function places(issue: z.core.$ZodIssue): Place[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: (issue.path.length === 0 ? goneKeys[key] : undefined) ?? "is not a valid key for this file",
    }));
  }
  return [{ path: issue.path, message: issue.message }];
}

/** What the schema can't check: published secrets, duplicate ids, names and secrets, and too many keys per account. */
function clashes(config: ServiceConfig): Place[] {
  const { accounts } = config;
  const keys = accounts.flatMap((account, a) =>
    account.keys.map((key, k) => ({ ...key, name: `${account.id} ${key.name}`, at: keyAt(a, k) })),
  );
  return [
    ...published(config),
    ...repeated(accounts.map((account, a) => ({ value: account.id, path: ["accounts", a, "id"] }))),
    ...repeated(keys.map((key) => ({ value: key.name, path: [...key.at, "name"] }))),
    ...repeated(keys.map((key) => ({ value: key.secret, path: [...key.at, "secret"] }))),
    ...accounts.flatMap((account, a) =>
      account.keys.filter((key) => !key.revoked).length > config.limits.keys
        ? [
            {
              path: ["accounts", a, "keys"],
              message: `has more keys than limits.keys allows (${config.limits.keys})`,
            },
          ]
        : [],
    ),
  ];
}

/** The secrets of the example, where strangers could use them. */
function published({ publicUrl, metricsToken, accounts }: ServiceConfig): Place[] {
  if (publicUrl === null) return [];
  const secrets = [
    { value: metricsToken, path: ["metricsToken"] },
    ...accounts.flatMap((account, a) => [
      { value: account.signIn, path: ["accounts", a, "signIn"] },
      ...account.keys.map(({ secret }, k) => ({ value: secret, path: [...keyAt(a, k), "secret"] })),
    ]),
  ];
  return secrets.flatMap(({ value, path }) =>
    value !== null && exampleSecrets.has(value)
      ? [
          {
            path,
            message:
              "is the secret of the published example; a service with a publicUrl needs a secret of its own",
          },
        ]
      : [],
  );
}

function repeated(values: readonly { value: string; path: readonly PropertyKey[] }[]): Place[] {
  const seen = new Set<string>();
  return values.flatMap(({ value, path }) => {
    if (seen.has(value)) return [{ path, message: "stands twice" }];
    seen.add(value);
    return [];
  });
}

type Path = readonly PropertyKey[];

/** The path of a key of an account. */
function keyAt(account: number, key: number): Path {
  return ["accounts", account, "keys", key];
}

/** The line, from 1, of a path or of its nearest ancestor in the file; `null` if there is none. */
function lineAt(document: Document, lines: LineCounter, path: Path): number | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const offset = offsetAt(document, path.slice(0, length));
    if (offset !== null) return lines.linePos(offset).line;
  }
  return null;
}

function offsetAt(document: Document, path: Path): number | null {
  const last = path.at(-1);
  const parent = document.getIn(path.slice(0, -1), true);
  if (last !== undefined && isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
    if (pair !== undefined && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
  }
  const node = document.getIn(path, true);
  return isNode(node) && node.range ? node.range[0] : null;
}

/** The secrets of courses/local-service.yaml. Everybody can read these secrets, so no service at a public address may accept them. */
export const exampleSecrets: ReadonlySet<string> = new Set([
  "let-the-school-in",
  "sk_live_replace_this_by_a_secret_of_your_own_000001",
  "replace-this-by-a-secret-of-your-own",
]);
