import * as z from "zod";
import { scopes } from "../../contract/operations.ts";
import { cleanLine, shorten } from "../../shared/text.ts";
import { randomUuid } from "../../shared/world.ts";
import { addressName } from "../limits/address.ts";
import type { Parts } from "../parts.ts";
import { addClient } from "./clients.ts";
import { oauthRefused } from "./oauth-error.ts";
import { checkRate } from "./rate.ts";
import { isRedirectUri } from "./redirect-uri.ts";

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
  scope: z.string().optional(),
});

const reasons: Readonly<Record<string, string>> = {
  redirect_uris:
    "1 to 10 redirect_uris are needed, https: or http: on 127.0.0.1, [::1] or localhost, without a fragment",
  token_endpoint_auth_method: "only public clients are registered: token_endpoint_auth_method none",
  grant_types: "grant_types are authorization_code and refresh_token",
  response_types: "the only response type is code",
};

/** Registers a public client (interface 5.4, RFC 7591) and returns its metadata. */
export async function register(
  parts: Parts,
  address: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  await checkRate(parts.oauthRegistrations, addressName(address));
  const parsed = registrationSchema.safeParse(body);
  if (!parsed.success) throw refusalOf(String(parsed.error.issues[0]?.path[0] ?? ""));
  const { client_name, redirect_uris, scope } = parsed.data;
  const now = parts.clock();
  const name = shorten(cleanLine(client_name ?? ""), nameCharactersMost) || "A program without a name";
  const client = { id: randomUuid(parts.world), name, redirectUris: redirect_uris };
  await addClient(parts.store, client, now);
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: client.name,
    redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: grantTypes,
    response_types: ["code"],
    scope: knownScopes(scope).join(" "),
  };
}

/** The scopes that it may request later: the known ones among those it names, or all if it names none. */
function knownScopes(scope: string | undefined): readonly string[] {
  const named = scope?.split(" ") ?? [];
  const known = scopes.filter((one) => named.includes(one));
  return known.length === 0 ? scopes : known;
}

function refusalOf(member: string): Error {
  const error = member === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
  return oauthRefused(error, reasons[member] ?? `${member === "" ? "the body" : member} can not be read`);
}
