import type { FastifyInstance } from "fastify";
import { type OperationName, operations } from "../../contract/operations.ts";
import { addTo } from "../../shared/grouped.ts";
import { authorize, type Caller, identify } from "../accounts/authenticate.ts";
import { validate } from "../http/bodies.ts";
import { refusalOfStatus, refuseOtherMethods, sendRefusal } from "../http/errors.ts";
import { limitPolicy } from "../limits.ts";
import type { Parts } from "../parts.ts";
import { declarations, perform, schemas } from "./operations.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls an operation; null until the call is authorized. */
    caller: Caller | null;
  }
}

/** The path of the interface, which ends in its version. */
export const basePath = "/api/v1";
const openApiUrl = `${basePath}/openapi.json`;

/** Serves the operations; answers any other method on their paths with 405. */
export function serveOperations(app: FastifyInstance, parts: Parts): void {
  app.decorateRequest("caller", null);
  const methodsOf = new Map<string, string[]>();
  for (const name of Object.keys(operations) as OperationName[]) {
    const { method, path } = operations[name];
    const url = basePath + path.replace("{id}", ":id");
    addTo(methodsOf, url, method);
    serveOperation(app, parts, name, url);
  }
  addTo(methodsOf, openApiUrl, "GET");
  let text: string | null = null;
  // The OpenAPI description (part 9), readable without a credential. Generated on first request.
  app.get(openApiUrl, async (_request, reply) => {
    const { openApi } = await import("./open-api.ts");
    text ??= JSON.stringify(openApi(parts.addresses));
    return reply.type("application/json").send(text);
  });
  for (const [url, methods] of methodsOf)
    refuseOtherMethods(app, url, methods, (reply) => sendRefusal(reply, refusalOfStatus(405)));
}

function serveOperation(app: FastifyInstance, parts: Parts, name: OperationName, url: string): void {
  const { method, scope } = operations[name];
  const { body, query, status, run, send } = declarations[name];
  const policy = limitPolicy(parts.config.limits);
  app.route({
    method,
    url,
    // Before the body is read, so that an unauthenticated caller's body costs nothing.
    onRequest: async (request, reply) => {
      reply.header("ratelimit-policy", policy);
      const visitor = await identify(parts, request, basePath);
      request.caller = await authorize(parts, visitor, { resource: basePath, scope });
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (caller === null) throw new Error("a handler ran before the caller was authorized");
      return perform(caller, async () => {
        const given =
          body !== undefined
            ? validate(schemas[body], request.body)
            : query !== undefined
              ? validate(query.schema, { ...(request.query as object) })
              : request.params;
        const answer = await run({ parts, caller, reply, input: given as never });
        if (answer === null) return reply;
        reply.code(status);
        return send === undefined ? answer : send(answer, reply);
      });
    },
  });
}
