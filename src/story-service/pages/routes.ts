import type { FastifyInstance } from "fastify";
import { readShipped } from "../../shared/files/shipped-file.ts";
import { html } from "../../shared/html.ts";
import type { Visitor } from "../accounts/sign-ins.ts";
import { readFormBodies } from "../http/bodies.ts";
import type { Parts } from "../parts.ts";
import { serveBooks } from "./books.ts";
import { serveConsent } from "./consent.ts";
import { serveKeys } from "./keys.ts";
import { serveOperator } from "./operator.ts";
import type { Page } from "./page.ts";
import { serveSignIn } from "./sign-in.ts";
import { accountSite, operatorSite } from "./site.ts";

/** An open book. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#8a3b12"/>
<path d="M16 10c-2.6-2-5.6-2.6-9-2.5V23c3.4-.1 6.4.5 9 2.5 2.6-2 5.6-2.6 9-2.5V7.500C21.600 7.400 18.600 8 16 10z" fill="#faf6ef"/>
<path d="M16 10v15.5" stroke="#8a3b12" stroke-width="1.5"/></svg>
`;

/** Serves the pages for people: without scripts, so that they work in any browser. */
export function servePages(app: FastifyInstance, parts: Parts): void {
  app.register((pages, _options, done) => {
    readFormBodies(pages);
    const site = accountSite(pages, parts);
    site.page("/", ({ visitor }) => homePage(visitor, parts));
    serveSignIn(site);
    serveConsent(site);
    serveKeys(site);
    serveBooks(pages, site, parts);
    // Of their own, so that errors there are answered by a page of theirs.
    pages.register((operators, _, ready) => {
      const own = operatorSite(operators, parts);
      serveSignIn(own);
      serveOperator(own);
      ready();
    });
    const style = readShipped(new URL("./style.css", import.meta.url)).toString();
    for (const [path, type, text] of [
      ["/style.css", "text/css", style],
      ["/icon.svg", "image/svg+xml", icon],
    ] as const)
      pages.get(path, (_request, reply) =>
        reply
          .headers({ "cache-control": "max-age=300", "x-content-type-options": "nosniff" })
          .type(`${type}; charset=utf-8`)
          .send(text),
      );
    done();
  });
}

/** Explains what this service is and links to its pages. */
function homePage(visitor: Visitor, { addresses: { url, mcpUrl }, config }: Parts): Page {
  return {
    title: "Welcome",
    content: html`<section class="hero">
<h1>Short stories for language learners</h1>
<p>Ask for a topic, a language and a difficulty, and read the story, or listen to it as an audiobook.${
      config.publicUrl === null &&
      html`
This is a local service: it implements the whole published interface, for rehearsing, teaching and testing.`
    }</p>
<p class="buttons">${
      visitor.account === null
        ? html`<a class="button" href="/sign-in">Sign in</a>`
        : html`<a class="button" href="/books">Your books</a> <a class="button quiet" href="/settings/keys">Your keys</a>`
    }</p>
</section>
<div class="columns">
<section class="card"><h2>For programs</h2>
<dl class="wide-list"><div><dt>Base address</dt><dd><code>${url}</code></dd></div>
<div><dt>MCP server</dt><dd><code>${mcpUrl}</code></dd></div>
<div><dt>Description</dt><dd><a href="${url}/openapi.json">OpenAPI</a></dd></div></dl>
<p>Each call needs a key or an access token. Create keys in the <a href="/settings/keys">key settings</a>.</p></section>
<section class="card"><h2>What a story costs</h2>
<p>Writing: 13 credits for a short story, 30 for a medium and 55 for a long one. An audiobook costs more, depending on the language
and the voice. Everything is shown in your <a href="/account">balance and history</a>.</p></section>
</div>`,
  };
}
