import { type Scope, scopes } from "../../contract/operations.ts";
import type { Addresses } from "../parts.ts";
import type { OAuthErrorCode } from "../refusal.ts";
import { type Client, isRedirectUri } from "./register.ts";

/** A validated authorization request. */
export interface AuthorizeRequest {
  readonly client: Client;
  readonly redirectUri: string;
  /** Returned unchanged. */
  readonly state: string | null;
  readonly scopes: readonly Scope[];
  /** The PKCE challenge, S256. */
  readonly challenge: string;
}

type AuthorizeResult =
  /** No redirect URI can be trusted, so the person is told. */
  | { readonly kind: "stop"; readonly sentence: string }
  /** The client is told, at its redirect URI. */
  | {
      readonly kind: "back";
      readonly redirectUri: string;
      readonly state: string | null;
      readonly answer: { readonly error: OAuthErrorCode; readonly error_description: string };
    }
  | { readonly kind: "ask"; readonly request: AuthorizeRequest };

type Fault = { readonly error: OAuthErrorCode; readonly description: string };

const parameters = [
  "response_type",
  "response_mode",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
];

/** Validates the query of the authorization endpoint (interface 5.4). `clientOf` finds a registered client. */
export async function readAuthorizeRequest(
  query: URLSearchParams,
  {
    clientOf,
    addresses,
  }: { clientOf: (id: string) => Promise<Client | null>; addresses: Readonly<Addresses> },
): Promise<AuthorizeResult> {
  const client = await clientOf(only(query, "client_id") ?? "");
  if (client === null) return { kind: "stop", sentence: "The program that sent you here is not registered." };
  const redirectUri = only(query, "redirect_uri");
  // Checked again, because an earlier version registered URIs that we would refuse now.
  const isRegistered = redirectUri !== null && client.redirectUris.includes(redirectUri);
  if (!isRegistered || !isRedirectUri(redirectUri)) {
    return {
      kind: "stop",
      sentence: "The program that sent you here asked for a reply to an address that it did not register.",
    };
  }
  const state = only(query, "state");
  const fault = faultOf(query, addresses);
  if (fault !== null) {
    const answer = { error: fault.error, error_description: fault.description };
    return { kind: "back", redirectUri, state, answer };
  }
  const asked = scopesOf(query);
  const challenge = only(query, "code_challenge") ?? "";
  return { kind: "ask", request: { client, redirectUri, state, scopes: asked, challenge } };
}

/** A parameter that occurs exactly once; else `null`. */
function only(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

function faultOf(query: URLSearchParams, addresses: Readonly<Addresses>): Fault | null {
  const repeated = parameters.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return invalid(`${repeated} occurs more than once`);
  if (only(query, "response_type") === null) return invalid("response_type is missing");
  if (only(query, "response_type") !== "code") {
    return { error: "unsupported_response_type", description: "the only supported response type is code" };
  }
  if ((only(query, "response_mode") ?? "query") !== "query")
    return invalid("the only supported response mode is query");
  if (query.has("request") || query.has("request_uri")) return invalid("request objects are not supported");
  if (only(query, "code_challenge_method") !== "S256")
    return invalid("PKCE with code_challenge_method S256 is needed");
  if (!/^[A-Za-z0-9_-]{43}$/.test(only(query, "code_challenge") ?? "")) {
    return invalid("code_challenge must be 43 base64url characters");
  }
  if (wordsOf(query).some((word) => !scopes.includes(word as Scope))) {
    return { error: "invalid_scope", description: `the scopes are ${scopes.join(" ")}` };
  }
  return unknownTarget(query.getAll("resource"), addresses);
}

function invalid(description: string): Fault {
  return { error: "invalid_request", description };
}

function wordsOf(query: URLSearchParams): string[] {
  return (only(query, "scope") ?? "").split(" ").filter((word) => word !== "");
}

/** In the interface's order; all scopes if none is named, since the person can deselect some. */
function scopesOf(query: URLSearchParams): readonly Scope[] {
  const words = wordsOf(query);
  return words.length === 0 ? scopes : scopes.filter((scope) => words.includes(scope));
}

/** A token gives access to both REST and MCP, and is issued for nothing else (RFC 8707). */
export function unknownTarget(
  targets: readonly string[],
  { url, appUrl, mcpUrl }: Readonly<Addresses>,
): Fault | null {
  const known = [url, appUrl, mcpUrl];
  const wrong = targets.some((target) => !known.includes(target.replace(/\/$/, "")));
  return wrong
    ? { error: "invalid_target", description: `the only resources are ${url} and ${mcpUrl}` }
    : null;
}

/** The redirect URI exactly as registered, with the answer's parameters added to its query. */
export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`;
}
