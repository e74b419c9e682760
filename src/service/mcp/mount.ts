import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authorizationOf, identify, type ProtectedResource, type Visitor } from "../accounts/gate.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import type { Endpoint } from "./endpoint.ts";

/** The path of the MCP server, beside the interface's own. */
export const mcpPath = "/api/mcp" satisfies ProtectedResource;

/**
 * Serves MCP over streamable HTTP: the same accounts, credentials, limits and credits as REST. What speaks the protocol is loaded with
 * the first request, so that a service which is never asked for MCP does not pay for it.
 */
export function serveMcp(app: FastifyInstance, parts: Parts): void {
  let opening: Promise<Endpoint> | null = null;
  const endpoint = (): Promise<Endpoint> => {
    opening ??= import("./endpoint.ts").then(({ openEndpoint }) => openEndpoint(parts));
    return opening;
  };
  app.addHook("onClose", async () => {
    if (opening !== null) await (await opening).close();
  });
  // A scope of its own: the protocol reads the body itself, and answers a bad one in its own form.
  app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    const visitors = new WeakMap<FastifyRequest, Visitor>();
    scope.route({
      method: ["GET", "POST", "DELETE"],
      url: mcpPath,
      onRequest: (request, _reply, done) => {
        visitors.set(request, visitorOf(parts, request));
        done();
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const visitor = visitors.get(request);
        if (visitor === undefined) throw new Error("a handler ran before its gate");
        const { answer } = await endpoint();
        reply.hijack();
        reply.raw.setHeader("cache-control", "no-store");
        await answer({ visitor, request, reply });
      },
    });
    registered();
  });
}

function visitorOf(parts: Parts, { headers, ip, raw }: FastifyRequest): Visitor {
  const own = new URL(parts.addresses.appUrl).hostname;
  checkSource(headers, own);
  const visitor = identify(parts, { authorization: authorizationOf(raw), address: ip, resource: mcpPath });
  if (!visitor.account.settings.earlyAccess) throw refused(404, "There is nothing here.");
  return visitor;
}

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses a page of another site that was led here by a name of its own: the `Host` must be this machine's, and so must the `Origin`
 * that only browsers send.
 */
function checkSource(headers: FastifyRequest["headers"], own: string): void {
  const isOwn = (url: string): boolean => {
    const name = hostnameOf(url);
    return name !== null && (name === own || loopback.has(name));
  };
  if (!isOwn(`http://${headers.host ?? ""}`)) throw refused(403, "This is not a name of this service.");
  if (headers.origin !== undefined && !isOwn(headers.origin)) {
    throw refused(403, "Pages of other sites may not use this service.");
  }
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}
