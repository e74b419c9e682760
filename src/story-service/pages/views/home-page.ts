import { html } from "../../../shared/html.ts";
import type { Addresses } from "../../parts.ts";
import type { Page, Seen } from "../page.ts";

/** Explains what this service is and links to its pages. */
export function homePage({ visitor, isPublic }: Seen, { url, mcpUrl }: Readonly<Addresses>): Page {
  return {
    status: 200,
    title: "Welcome",
    content: html`<section class="hero">
<h1>Short stories for people who learn a language</h1>
<p>Ask for a topic, a language and a difficulty, and read the story, or listen to it as an audiobook.${
      !isPublic &&
      html`
This is a local service: it speaks the whole published interface, for rehearsing, teaching and testing.`
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
<p>Each call carries a key or an access token. Keys are made on the <a href="/settings/keys">key settings</a>.</p></section>
<section class="card"><h2>What a story costs</h2>
<p>Writing: 13 credits for a short story, 30 for a medium and 55 for a long one. An audiobook costs more, depending on the language
and the voice. Everything is shown in your <a href="/account">balance and history</a>.</p></section>
</div>`,
  };
}
