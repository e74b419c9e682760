import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { placesOf, refused } from "../refusal.ts";

/** The largest accepted request body: ten times the size of a creation with every field at its limit. */
export const bodyBytesMost = 64 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Refuses compressed bodies, which could unpack to any size: 415 with the accepted codings (RFC 9110, 15.5.16). */
export function refuseEncodings(app: FastifyInstance): void {
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    const encoding = request.headers["content-encoding"];
    if (request.method === "GET" || encoding === undefined || encoding.trim().toLowerCase() === "identity")
      return done();
    done(
      refused(415, "The body is encoded. Send it unencoded, without Content-Encoding.", {
        headers: { "accept-encoding": "identity" },
      }),
    );
  });
}

/** Accepts JSON only; any other content type is answered with 415. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, JSON.parse(utf8.decode(body as Buffer)));
    } catch {
      done(
        refused(400, "The body is not JSON in UTF-8.", { issues: [{ path: "", message: "is not JSON" }] }),
      );
    }
  });
}

/** Makes `app` parse HTML forms into `URLSearchParams`. */
export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    },
  );
}

/** Validates a body or a query, or refuses with 400 and one issue per invalid field. A repeated parameter of a query is a list, and so invalid. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = placesOf(parsed.error, "is not a field of this operation").map(({ path, message }) => ({
    path: path.map(String).join("."),
    message,
  }));
  const named = [...new Set(issues.map((issue) => issue.path).filter((path) => path !== ""))];
  const sentence = named.length === 0 ? "The request can't be read." : `Not valid: ${named.join(", ")}.`;
  throw refused(400, sentence, { issues });
}
