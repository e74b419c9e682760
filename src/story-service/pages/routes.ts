import type { FastifyInstance } from "fastify";
import { readFormBodies } from "../http/form-body.ts";
import type { Parts } from "../parts.ts";
import { serveBooks } from "./books.ts";
import { serveConsent } from "./consent.ts";
import { serveKeys } from "./keys.ts";
import { serveDesk } from "./operator/routes.ts";
import { serveSignIn } from "./sign-in.ts";
import { siteOf } from "./site.ts";
import { homePage } from "./views/home-page.ts";
import { icon, style } from "./views/style.ts";

/** Serves the pages for people: without scripts, so that they work in any browser. */
export function servePages(app: FastifyInstance, parts: Parts): void {
  app.register((pages, _options, done) => {
    readFormBodies(pages);
    const site = siteOf(pages, parts);
    site.page("/", ({ seen }) => homePage(seen, parts.addresses));
    serveSignIn(site);
    serveConsent(site);
    serveKeys(site);
    serveBooks(pages, site, parts);
    serveDesk(pages, parts);
    serveConstant(pages, "/style.css", { type: "text/css; charset=utf-8", text: style });
    serveConstant(pages, "/icon.svg", { type: "image/svg+xml; charset=utf-8", text: icon });
    done();
  });
}

function serveConstant(
  app: FastifyInstance,
  path: string,
  { type, text }: { type: string; text: string },
): void {
  app.get(path, (_request, reply) =>
    reply
      .headers({ "content-type": type, "cache-control": "max-age=300", "x-content-type-options": "nosniff" })
      .send(text),
  );
}
