import type { FastifyInstance } from "fastify";
import { refused } from "../refusal.ts";

/** The largest request body: a creation with every field at its limit is a tenth of it. */
export const bodyBytesMost = 64 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Makes JSON the only content type that is read; anything else is answered 415. */
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
