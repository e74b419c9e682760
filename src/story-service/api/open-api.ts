import * as z from "zod";
import { type OperationName, operations, scopes } from "../../contract/operations.ts";
import type { Addresses } from "../parts.ts";
import { declarations, type Json, type SchemaName, schemas } from "./operations.ts";

/** What each error means, with its headers. */
const problems: Readonly<Record<number, readonly [description: string, headers?: Json]>> = {
  400: ["The request does not parse or validate; issues name the fields."],
  401: ["The credential is missing, invalid, revoked or expired."],
  402: ["There are not enough credits, or the price would exceed the key's monthly cap."],
  403: ["The credential does not have the scope, or the plan does not allow the request."],
  404: ["The id is unknown or belongs to another reader, or the account is outside early access."],
  405: [
    "The address does not allow this method; the Allow header lists the allowed methods.",
    { Allow: { description: "The allowed methods, separated by commas.", schema: { type: "string" } } },
  ],
  409: ["An existing job must finish or be resolved first."],
  413: ["The request or the result is too large."],
  415: ["The body is not application/json, or is encoded."],
  429: [
    "A limit is reached.",
    { "Retry-After": { description: "Whole seconds to wait.", schema: { type: "integer", minimum: 1 } } },
  ],
  500: ["Something unexpected went wrong."],
  503: ["The service or a feature is switched off."],
};

/** The interface as an OpenAPI 3.1 document (part 9), generated from the schemas that validate requests. */
export function openApi({ url, appUrl }: Addresses): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of Object.keys(operations) as OperationName[]) {
    const { path, method } = operations[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name) };
  }
  const responses = Object.entries(problems).map(([status, [description, headers]]) => [
    status,
    { description, ...(headers === undefined ? {} : { headers }), content: json("Error") },
  ]);
  const authorizationCode = {
    authorizationUrl: `${appUrl}/oauth/authorize`,
    tokenUrl: `${appUrl}/api/oauth/token`,
    scopes: Object.fromEntries(scopes.map((scope) => [scope, `The scope ${scope}.`])),
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "Story and Audiobook Generation Service",
      version: "1",
      description: "Stories for language learners, and audiobooks of them, paid for in credits.",
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: componentSchemas(),
      responses: Object.fromEntries(responses),
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key with the required scope." },
        connection: { type: "oauth2", flows: { authorizationCode } },
      },
    },
  };
}

function describe(name: OperationName): Json {
  const { path, scope } = operations[name];
  const { summary, body, query, status, answer } = declarations[name];
  const id = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
  const parameters = [
    ...(path.includes("{id}") ? [id] : []),
    ...Object.entries(query?.parameters ?? {}).map(([parameter, more]) => ({
      name: parameter,
      in: "query",
      required: false,
      ...more,
    })),
  ];
  // 415 applies only to requests with a body.
  const known = Object.keys(problems).filter((problem) => body !== undefined || problem !== "415");
  return {
    operationId: name,
    summary,
    security: [{ key: [scope] }, { connection: [scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: {
        description: "Success.",
        content: answer === null ? { "application/zip": {} } : json(answer),
      },
      ...Object.fromEntries(known.map((problem) => [problem, { $ref: `#/components/responses/${problem}` }])),
    },
  };
}

function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, { uri: refOf, io: "input" });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, { $id: _id, $schema: _schema, ...rest }]) => [id, rest]),
  );
}

function refOf(id: string): string {
  return `#/components/schemas/${id}`;
}

function json(name: SchemaName): Json {
  return { "application/json": { schema: { $ref: refOf(name) } } };
}
