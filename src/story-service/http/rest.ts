import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bookPageQuerySchema } from "../../contract/books.ts";
import { type OperationName, operations } from "../../contract/operations.ts";
import { creationRequestSchema, quoteRequestSchema } from "../../contract/stories.ts";
import { addTo } from "../../shared/grouped.ts";
import { authorizationOf, authorize, type Caller, identify } from "../accounts/authenticate.ts";
import { exportBook, listBooks } from "../books/books.ts";
import { readLevels } from "../levels.ts";
import { limitPolicy } from "../limits.ts";
import { balanceOf, quoteStory } from "../money/prices.ts";
import type { Parts } from "../parts.ts";
import { refusalOf } from "../refusal.ts";
import { createStory } from "../stories/create-story.ts";
import { readStory, storyOnWire } from "../stories/read-story.ts";
import { validate, validateQuery } from "./bodies.ts";
import { faultAfter, faultBefore } from "./creation-faults.ts";
import { refusalOfStatus, refuseOtherMethods, sendRefusal } from "./errors.ts";
import { noteAccount } from "./requests.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Of an operation, once the call is authorized; null before. */
    caller: Caller | null;
  }
}

/** The path of the interface, which ends in its version. */
export const basePath = "/api/v1";

interface Call {
  readonly parts: Parts;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Handler = (call: Call) => Promise<unknown>;

/** The seven operations (interface part 4), called after authentication. */
const handlers: Readonly<Record<OperationName, Handler>> = {
  readLevels: ({ parts, caller, request }) =>
    readLevels(parts, caller.account, request.query as Record<string, unknown>),
  createStory: answerCreation,
  quoteStory: ({ parts, caller, request }) =>
    quoteStory(parts, caller.account, validate(quoteRequestSchema, request.body)),
  readStory: async ({ parts, caller, request }) => {
    const { story, book } = await readStory(parts, caller, idOf(request));
    return storyOnWire(story, book, parts.addresses);
  },
  listBooks: ({ parts, caller, request }) =>
    listBooks(parts, caller.account, validateQuery(bookPageQuerySchema, request.query)),
  exportBook: answerExport,
  readBalance: ({ parts, caller }) => balanceOf(parts.store, caller.account),
};

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

async function answerCreation({ parts, caller, request, reply }: Call): Promise<unknown> {
  const body = validate(creationRequestSchema, request.body);
  if (await faultBefore(parts, caller, { topic: body.topic, reply })) return reply;
  const story = storyOnWire(await createStory(parts, caller, body), null, parts.addresses);
  if (faultAfter(parts, reply, story)) return reply;
  reply.code(202);
  return story;
}

async function answerExport({ parts, caller, request, reply }: Call): Promise<Readable> {
  const id = idOf(request);
  const zip = await (await exportBook(parts, caller, id)).zip();
  reply
    .type("application/zip")
    .header("content-disposition", `attachment; filename="${id.toLowerCase()}.zip"`);
  return zip;
}

/** Serves the operations; answers any other method on their paths with 405. */
export function serveOperations(app: FastifyInstance, parts: Parts): void {
  app.decorateRequest("caller", null);
  const methodsOf = new Map<string, string[]>();
  for (const name of Object.keys(operations) as OperationName[]) {
    const { method, path } = operations[name];
    const url = basePath + path.replace("{id}", ":id");
    addTo(methodsOf, url, method);
    serveOperation(app, parts, { name, url });
  }
  methodsOf.set(openApiUrl, ["GET"]);
  serveDescription(app, parts);
  for (const [url, methods] of methodsOf)
    refuseOtherMethods(app, url, methods, (reply) => sendRefusal(reply, refusalOfStatus(405)));
}

const openApiUrl = `${basePath}/openapi.json`;

/** The OpenAPI description (part 9), readable without a credential. Generated on first request. */
function serveDescription(app: FastifyInstance, parts: Parts): void {
  let text: string | null = null;
  app.get(openApiUrl, async (_request, reply) => {
    const { openApi } = await import("./open-api.ts");
    text ??= JSON.stringify(openApi(parts.addresses));
    return reply.type("application/json").send(text);
  });
}

function serveOperation(
  app: FastifyInstance,
  parts: Parts,
  { name, url }: { name: OperationName; url: string },
): void {
  const { method, scope } = operations[name];
  app.route({
    method,
    url,
    // Before the body is read, so that an unauthenticated caller's body costs nothing.
    onRequest: async (request, reply) => {
      reply.header("ratelimit-policy", limitPolicy(parts.config.limits));
      const { raw, ip: address, id: requestId } = request;
      const asked = { authorization: authorizationOf(raw), address, requestId, resource: basePath } as const;
      const visitor = await identify(parts, asked);
      noteAccount(request, visitor.account);
      request.caller = await authorize(parts, visitor, { resource: basePath, scope });
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (caller === null) throw new Error("a handler ran before the caller was authorized");
      try {
        return await handlers[name]({ parts, caller, request, reply });
      } catch (error) {
        if (refusalOf(error)?.status === 429) await caller.uncount();
        throw error;
      }
    },
  });
}
