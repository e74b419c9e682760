import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authorizationOf, identify, type ProtectedResource, type Visitor } from "../accounts/authenticate.ts";
import { isOwnOrigin } from "../http/border.ts";
import { noteAccount } from "../http/requests.ts";
import { messagesBesideCalls } from "../limits.ts";
import type { Parts } from "../parts.ts";
import { limited, refused } from "../refusal.ts";
import type { Endpoint } from "./endpoint.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Of a request to the MCP server, once its credential is known; null before. */
    visitor: Visitor | null;
  }
}

/** The path of the MCP server, beside the REST interface. */
export const mcpPath = "/api/mcp" satisfies ProtectedResource;

/**
 * Serves MCP over streamable HTTP, with the same accounts, credentials, limits and credits as REST. The protocol library is loaded on the first
 * request.
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
  // Encapsulated: the protocol library reads any body and answers a bad one in its own form.
  app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.decorateRequest("visitor", null);
    scope.route({
      method: ["GET", "POST", "DELETE"],
      url: mcpPath,
      onRequest: async (request) => {
        request.visitor = await visitorOf(parts, request);
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { visitor } = request;
        if (visitor === null) throw new Error("a handler ran before the caller was authorized");
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await countMessages(parts, visitor, body);
        const { answer } = await endpoint();
        reply.hijack();
        reply.raw.setHeader("cache-control", "no-store");
        await answer({ visitor, request, reply, body });
      },
    });
    registered();
  });
}

async function visitorOf(parts: Parts, request: FastifyRequest): Promise<Visitor> {
  const { headers, ip, raw } = request;
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(raw, origin, parts.addresses)) {
    throw refused(403, "Pages from other sites may not use this service.");
  }
  const asked = {
    authorization: authorizationOf(raw),
    address: ip,
    requestId: request.id,
    resource: mcpPath,
  } as const;
  const visitor = await identify(parts, asked);
  noteAccount(request, visitor.account);
  if (!visitor.account.settings.earlyAccess) throw refused(404, "There is nothing here.");
  return visitor;
}

/**
 * Rate-limits messages that are not tool calls: handshakes, lists, pings, and unknown ones. Tool calls count as interface calls instead. Refuses in
 * the interface's form.
 */
async function countMessages({ mcpMessages }: Parts, { credential }: Visitor, body: Buffer): Promise<void> {
  const count = messagesBesideCalls(body);
  if (count === 0) return;
  const { waitMs } = await mcpMessages.take(credential.id, count);
  if (waitMs > 0)
    throw limited(waitMs, "This key sends too many messages. Please wait a little.", "messages");
}
