import { scopes } from "../../contract/operations.ts";
import type { ProtectedResource } from "../accounts/authenticate.ts";
import type { Addresses } from "../parts.ts";

/** The paths of the server's endpoints (interface 5.4). */
export const oauthPaths = {
  server: "/.well-known/oauth-authorization-server",
  resource: "/.well-known/oauth-protected-resource",
  authorize: "/oauth/authorize",
  register: "/api/oauth/register",
  token: "/api/oauth/token",
  revoke: "/api/oauth/revoke",
} as const;

/** The authorization server's metadata (RFC 8414, RFC 9207). */
export function serverMetadata({ appUrl }: Readonly<Addresses>): Record<string, unknown> {
  return {
    issuer: appUrl,
    authorization_endpoint: appUrl + oauthPaths.authorize,
    token_endpoint: appUrl + oauthPaths.token,
    registration_endpoint: appUrl + oauthPaths.register,
    revocation_endpoint: appUrl + oauthPaths.revoke,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** A protected resource's metadata (RFC 9728). */
export function resourceMetadata(
  { appUrl }: Readonly<Addresses>,
  resource: ProtectedResource,
): Record<string, unknown> {
  return {
    resource: appUrl + resource,
    resource_name: "Story and Audiobook Generation Service",
    authorization_servers: [appUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
  };
}
