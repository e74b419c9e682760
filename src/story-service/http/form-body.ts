import type { FastifyInstance } from "fastify";

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
