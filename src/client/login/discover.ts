import * as oauth from "oauth4webapi";
import { scopes } from "../../contract/operations.ts";
import { Failure } from "../../shared/failure.ts";
import type { RemoteProblem } from "../problem.ts";
import { onceOptions } from "./renew.ts";

/** A service's checked login endpoints, all at the service's own origin. */
export interface Offer {
  readonly server: oauth.AuthorizationServer;
  readonly scopes: readonly string[];
}

/** Reads a service's two discovery documents (interface 5.4). Throws a Failure if they are missing or point to another origin. */
export async function discover(service: string, timeoutMs: number): Promise<Offer> {
  const resource = new URL(service);
  const options = onceOptions(service, timeoutMs);
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, options),
  );
  const issuer = described.authorization_servers?.[0] ?? resource.origin;
  refuseElsewhere(issuer, resource);
  const server = await oauth.processDiscoveryResponse(
    new URL(issuer),
    await oauth.discoveryRequest(new URL(issuer), { algorithm: "oauth2", ...options }),
  );
  const needed = [server.authorization_endpoint, server.token_endpoint, server.registration_endpoint];
  for (const endpoint of needed) refuseElsewhere(endpoint, resource);
  if (server.revocation_endpoint !== undefined) refuseElsewhere(server.revocation_endpoint, resource);
  const offered = described.scopes_supported ?? server.scopes_supported ?? scopes;
  return { server, scopes: scopes.filter((scope) => offered.includes(scope)) };
}

/** A document that points to another host could redirect the user's consent, and the tokens, anywhere. */
function refuseElsewhere(address: string | undefined, { origin }: URL): void {
  if (address !== undefined && URL.canParse(address) && new URL(address).origin === origin) return;
  throw new Failure<RemoteProblem>({ code: "login_elsewhere", address: address ?? "", origin });
}
