import type { FastifyInstance } from "fastify";

/** Makes what follows on `app` read HTML forms: a body is a `URLSearchParams`. */
export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    },
  );
}
