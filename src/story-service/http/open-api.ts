import * as z from "zod";
import { bookPageSchema } from "../../contract/books.ts";
import { errorBodySchema } from "../../contract/errors.ts";
import { languageCodeSchema } from "../../contract/languages.ts";
import { levelsSchema } from "../../contract/levels.ts";
import { limits } from "../../contract/limits.ts";
import { type Operation, type OperationName, operations, scopes } from "../../contract/operations.ts";
import { quoteSchema } from "../../contract/quotes.ts";
import { creationRequestSchema, quoteRequestSchema, storySchema } from "../../contract/stories.ts";
import { balanceSchema } from "../money/prices.ts";
import type { Addresses } from "../parts.ts";

type Json = Readonly<Record<string, unknown>>;

/** The interface's names for its objects, with the contract's schemas. */
const schemas = {
  LanguageCode: languageCodeSchema,
  Story: storySchema,
  StoryRequest: creationRequestSchema,
  Quote: quoteSchema,
  QuoteRequest: quoteRequestSchema,
  BookPage: bookPageSchema,
  Levels: levelsSchema,
  Balance: balanceSchema,
  Error: errorBodySchema.extend({
    issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
  }),
} as const;

type SchemaName = keyof typeof schemas;

/** The description of an operation beyond its method, path and scope. */
interface Words {
  readonly summary: string;
  readonly success: { readonly status: number; readonly content: Json };
  readonly body?: SchemaName;
  readonly parameters?: readonly Json[];
}

const words: Readonly<Record<OperationName, Words>> = {
  readLevels: {
    summary: "The account's effective language levels. Costs nothing.",
    success: json(200, "Levels"),
    parameters: [
      query("languages", {
        schema: { type: "string", minLength: 1 },
        description: "Canonical language codes, separated by commas. The parameter may occur only once.",
      }),
    ],
  },
  createStory: {
    summary: "Creates a story. Spends credits, and must never be repeated automatically.",
    success: json(202, "Story"),
    body: "StoryRequest",
  },
  quoteStory: {
    summary: "The price of a story. Spends and reserves nothing.",
    success: json(200, "Quote"),
    body: "QuoteRequest",
  },
  readStory: {
    summary:
      "A story. If an audiobook was requested, the first read after the writing has ended starts the audiobook and charges for it.",
    success: json(200, "Story"),
    parameters: [idIn("path")],
  },
  listBooks: {
    summary: "The account's books, newest first.",
    success: json(200, "BookPage"),
    parameters: [
      query("limit", {
        schema: {
          type: "integer",
          minimum: 1,
          maximum: limits.bookPageMost,
          default: limits.bookPageDefault,
        },
      }),
      query("before", {
        schema: { type: "string", format: "date-time" },
        description: "The value of next from the previous page.",
      }),
    ],
  },
  exportBook: {
    summary: "A finished book as a zip: audio.mp3, metadata.json and story.txt.",
    success: { status: 200, content: { "application/zip": {} } },
    parameters: [idIn("path")],
  },
  readBalance: { summary: "The account's credits.", success: json(200, "Balance") },
};

const problems: Readonly<Record<number, string>> = {
  400: "The request does not parse or validate; issues name the fields.",
  401: "The credential is missing, invalid, revoked or expired.",
  402: "There are not enough credits, or the price would exceed the key's monthly cap.",
  403: "The credential does not have the scope, or the plan does not allow the request.",
  404: "The id is unknown or belongs to another reader, or the account is outside early access.",
  405: "The address does not allow this method; the Allow header lists the allowed methods.",
  409: "An existing job must finish or be resolved first.",
  413: "The request or the result is too large.",
  415: "The body is not application/json, or is encoded.",
  429: "A limit is reached.",
  500: "Something unexpected went wrong.",
  503: "The service or a feature is switched off.",
};

/** The interface as an OpenAPI 3.1 document (part 9), generated from the schemas that validate requests. */
export function openApi(addresses: Addresses): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of Object.keys(operations) as OperationName[]) {
    const { path, method } = operations[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name, operations[name], words[name]) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Story and Audiobook Generation Service",
      version: "1",
      description: "Stories for language learners, and audiobooks of them, paid for in credits.",
    },
    servers: [{ url: addresses.url }],
    paths,
    components: {
      schemas: componentSchemas(),
      responses: Object.fromEntries(Object.entries(problems).map(([status, text]) => problem(status, text))),
      securitySchemes: securitySchemes(addresses),
    },
  };
}

function describe(name: OperationName, { scope }: Operation, { success, body, parameters, summary }: Words) {
  return {
    operationId: name,
    summary,
    security: [{ key: [scope] }, { connection: [scope] }],
    ...(parameters === undefined ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(0, body).content } }),
    responses: {
      [success.status]: { description: "Success.", content: success.content },
      ...Object.fromEntries(
        problemsOf(body !== undefined).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  };
}

/** 415 applies only to requests with a body. */
function problemsOf(hasBody: boolean): string[] {
  return Object.keys(problems).filter((status) => hasBody || status !== "415");
}

const headersOf: Readonly<Record<string, Json>> = {
  405: { Allow: { description: "The allowed methods, separated by commas.", schema: { type: "string" } } },
  429: { "Retry-After": { description: "Whole seconds to wait.", schema: { type: "integer", minimum: 1 } } },
};

function problem(status: string, description: string): [string, Json] {
  const headers = headersOf[status];
  const shown = headers === undefined ? {} : { headers };
  return [status, { description, ...shown, content: json(0, "Error").content }];
}

function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, { uri: refOf, io: "input" });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, { $id: _id, $schema: _schema, ...rest }]) => [id, rest]),
  );
}

function securitySchemes({ appUrl }: Addresses): Json {
  const grants = Object.fromEntries(scopes.map((scope) => [scope, `The scope ${scope}.`]));
  const authorizationCode = {
    authorizationUrl: `${appUrl}/oauth/authorize`,
    tokenUrl: `${appUrl}/api/oauth/token`,
    scopes: grants,
  };
  return {
    key: { type: "http", scheme: "bearer", description: "An API key with the required scope." },
    connection: { type: "oauth2", flows: { authorizationCode } },
  };
}

function refOf(id: string): string {
  return `#/components/schemas/${id}`;
}

function json(status: number, name: SchemaName): Words["success"] {
  return { status, content: { "application/json": { schema: { $ref: refOf(name) } } } };
}

function query(name: string, more: Json): Json {
  return { name, in: "query", required: false, ...more };
}

function idIn(place: "path"): Json {
  return { name: "id", in: place, required: true, schema: { type: "string", format: "uuid" } };
}
