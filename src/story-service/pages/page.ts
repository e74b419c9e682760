import { html, type Markup } from "../../shared/html.ts";
import type { Visitor } from "../accounts/sessions.ts";

/** What a page's builder knows about the visitor. */
export interface Seen {
  readonly visitor: Visitor;
  /** The visitor's form token (CSRF). */
  readonly token: string;
  /** Whether the service has a public address. */
  readonly isPublic: boolean;
}

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: Markup;
  /** Other origins that a form of the page may redirect to. */
  readonly formTargets?: readonly string[];
}

const links = [
  { href: "/books", name: "Books" },
  { href: "/account", name: "Balance" },
  { href: "/settings/keys", name: "Keys" },
] as const;

/** What surrounds the pages of a site. */
export interface Frame {
  /** Ends the title of the browser's window. */
  readonly site: string;
  /** The first page. */
  readonly home: string;
  readonly navigation: Markup;
  readonly footer: string;
}

/** What surrounds the pages for accounts, at a path. */
export function frameOf(seen: Seen, path: string): Frame {
  const { account } = seen.visitor;
  return {
    site: "Stories",
    home: "/",
    navigation: account === null ? signedOut(path) : signedIn(seen, account.id, path),
    footer: seen.isPublic
      ? "Stories and audiobooks for language learners."
      : "A local story service. It runs on this machine, and nothing here costs money.",
  };
}

/** A complete HTML document, without scripts: only links and forms. */
export function document({ title, content }: Page, { site, home, navigation, footer }: Frame): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${site}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="wide">
<a class="brand" href="${home}"><img src="/icon.svg" alt="" width="28" height="28"><span>${site}</span></a>
${navigation}
</div></header>
<main id="content" class="wide">
${content}
</main>
<footer class="wide"><p>${footer}</p></footer>
</body>
</html>
`;
}

function signedOut(path: string): Markup {
  if (path === "/sign-in") return html``;
  return html`<nav aria-label="Account"><a href="/sign-in">Sign in</a></nav>`;
}

function signedIn({ token }: Seen, name: string, path: string): Markup {
  return signedInFrame({ links, path, name, token, signOut: "/sign-out" });
}

/** The links of a site, and who is signed in. */
export function signedInFrame({
  links: shown,
  path,
  name,
  token,
  signOut,
}: {
  readonly links: readonly { readonly href: string; readonly name: string }[];
  readonly path: string;
  readonly name: string;
  readonly token: string;
  readonly signOut: string;
}): Markup {
  return html`<nav aria-label="Pages">${shown.map(
    (link) =>
      html`<a href="${link.href}"${path === link.href && html` aria-current="page"`}>${link.name}</a>`,
  )}</nav>
<form class="account" method="post" action="${signOut}"><span>${name}</span>${hidden(token)}<button class="quiet">Sign out</button></form>`;
}

/** The field that every form needs. */
export function hidden(token: string): Markup {
  return html`<input type="hidden" name="token" value="${token}">`;
}

/** An error message above a form; nothing for null. */
export function notice(sentence: string | null): Markup {
  return sentence === null ? html`` : html`<p class="notice" role="alert">${sentence}</p>`;
}

/** A page with a single sentence, for failures. */
export function plainPage(status: number, title: string, sentence: string, home = "/"): Page {
  return {
    status,
    title,
    content: html`<section class="card narrow"><h1>${title}</h1><p>${sentence}</p><p><a href="${home}">To the first page</a></p></section>`,
  };
}
