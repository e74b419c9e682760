import type { FastifyInstance } from "fastify";
import { refused } from "../refusal.ts";

/** The largest request body, ten times a creation with every field at its limit. */
export const bodyBytesMost = 64 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Refuses compressed bodies, which could unpack to any size: 415 with the accepted codings (RFC 9110, 15.5.16). */
export function refuseEncodings(app: FastifyInstance): void {
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    const encoding = request.headers["content-encoding"];
    if (request.method === "GET" || encoding === undefined || encoding.trim().toLowerCase() === "identity")
      return done();
    done(
      refused(415, "The body is encoded. Send it as it is, without Content-Encoding.", {
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
