import { type Scope, scopes } from "../../contract/operations.ts";
import type { Addresses } from "../parts.ts";
import type { OAuthErrorCode } from "../refusal.ts";
import type { Client } from "./register.ts";

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

/** What is wrong with a request, for its program. */
type Fault = { readonly error: OAuthErrorCode; readonly description: string };

const parameters = [
  "response_type",
  "response_mode",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
];

/** A parameter that occurs exactly once; else `null`. */
export function only(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** What is wrong with the query of the authorization endpoint, apart from its client and its redirect URI (interface 5.4); null: nothing. */
export function faultOf(query: URLSearchParams, addresses: Readonly<Addresses>): Fault | null {
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
export function scopesOf(query: URLSearchParams): readonly Scope[] {
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
