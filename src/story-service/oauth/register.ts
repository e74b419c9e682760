import * as z from "zod";
import { scopes } from "../../contract/operations.ts";
import { cleanLine, shorten } from "../../shared/text.ts";
import { randomUuid } from "../../shared/world.ts";
import { addressName } from "../limits.ts";
import type { Parts } from "../parts.ts";
import { loopbackNames } from "../public-address.ts";
import { oauthLimited, oauthRefused } from "../refusal.ts";
import { type Database, sql } from "../store/store.ts";

const grantTypes = ["authorization_code", "refresh_token"] as const;
const nameCharactersMost = 80;

// RFC 7591: unknown members are ignored.
const registrationSchema = z.object({
  redirect_uris: z.array(z.string().refine(isRedirectUri)).min(1).max(10),
  client_name: z.string().optional(),
  token_endpoint_auth_method: z.literal("none").optional(),
  grant_types: z
    .array(z.enum(grantTypes))
    .refine((types) => types.includes("authorization_code"))
    .optional(),
  response_types: z.array(z.literal("code")).min(1).optional(),
});

const reasons: Readonly<Record<string, string>> = {
  redirect_uris:
    "1 to 10 redirect_uris are required, each with https:, or with http: on 127.0.0.1, [::1] or localhost, and without a fragment",
  token_endpoint_auth_method:
    "only public clients can be registered: token_endpoint_auth_method must be none",
  grant_types: "the supported grant_types are authorization_code and refresh_token",
  response_types: "the only supported response type is code",
};

/** Registers a public client (interface 5.4, RFC 7591) and returns its metadata. */
export async function register(
  parts: Parts,
  address: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const { waitMs } = await parts.oauthRegistrations.take(addressName(address));
  if (waitMs > 0) throw oauthLimited(waitMs, "registrations");
  const parsed = registrationSchema.safeParse(body);
  if (!parsed.success) throw refusalOf(String(parsed.error.issues[0]?.path[0] ?? ""));
  const { client_name, redirect_uris } = parsed.data;
  const now = parts.clock();
  const name = shorten(cleanLine(client_name ?? ""), nameCharactersMost) || "A program without a name";
  const client = { id: randomUuid(parts.world), name, redirectUris: redirect_uris };
  await parts.store.run(
    sql`INSERT INTO oauth_clients (id, name, redirect_uris, created_at)
      VALUES (${client.id}, ${name}, ${JSON.stringify(redirect_uris)}, ${now})`,
  );
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: client.name,
    redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: grantTypes,
    response_types: ["code"],
    // Each authorization request names its own; the person grants them.
    scope: scopes.join(" "),
  };
}

function refusalOf(member: string): Error {
  const error = member === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
  return oauthRefused(
    error,
    reasons[member] ?? `${member === "" ? "the body is not a JSON object" : `${member} can't be read`}`,
  );
}

/** A self-registered program: a public client without a secret, identified only by its redirect URIs. */
export interface Client {
  readonly id: string;
  /** The name it claims, unverified. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** How long a client without a connection is kept. */
const unusedForMs = 90 * 86_400_000;

/** Removes clients registered long ago that have neither a code nor a connection. */
export async function removeUnusedClients(database: Database, now: number): Promise<void> {
  await database.run(
    sql`DELETE FROM oauth_clients WHERE created_at < ${now - unusedForMs}
     AND id NOT IN (SELECT client_id FROM credentials WHERE client_id IS NOT NULL)
     AND id NOT IN (SELECT client_id FROM oauth_codes)`,
  );
}

export async function findClient(database: Database, id: string): Promise<Client | null> {
  const row = await database.get<{ id: string; name: string; redirect_uris: string }>(
    sql`SELECT id, name, redirect_uris FROM oauth_clients WHERE id = ${id}`,
  );
  if (row === undefined) return null;
  return { id: row.id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) as string[] };
}

const uriCharactersMost = 2_000;

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Strict RFC 3986 without user name and fragment: a browser would silently repair anything else, and other programs could read it as another host. */
const uriPattern = new RegExp(
  `^(https?)://(${label}(?:\\.${label})*|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?(?:[/?](?:[\\w\\-.~:/?[\\]@!$&'()*+,;=]|%[0-9a-f]{2})*)?$`,
  "i",
);

/**
 * Whether a redirect URI is acceptable: `https:`, or `http:` to the loopback interface; no fragment, no user name, and a host in canonical form,
 * since the URI goes into headers. Custom app schemes are refused: any other app could claim them.
 */
function isRedirectUri(text: string): boolean {
  const [, scheme = "", host = ""] = (text.length <= uriCharactersMost && uriPattern.exec(text)) || [];
  if (scheme === "" || !URL.canParse(text) || new URL(text).hostname !== host.toLowerCase()) return false;
  return scheme.toLowerCase() === "https" || loopbackNames.has(host.toLowerCase());
}
