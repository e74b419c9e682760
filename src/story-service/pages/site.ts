import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../accounts/accounts.ts";
import { formToken, isFormToken, unknownVisitor, type Visitor, visitorOf } from "../accounts/sessions.ts";
import { endOf } from "../http/errors.ts";
import { noteAccount } from "../http/requests.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { document, type Page, plainPage, type Seen } from "./page.ts";

/** A page, or an address to redirect to. */
export type Answer = Page | { readonly redirect: string };

export interface Visit {
  readonly parts: Parts;
  readonly seen: Seen;
  readonly visitor: Visitor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The submitted form; empty if there was none. */
  readonly form: URLSearchParams;
}

export type Handler = (visit: Visit) => Answer | Promise<Answer>;
export type OwnHandler = (visit: Visit, account: Account) => Answer | Promise<Answer>;

/** Registers a site's routes: each answers with a document, in a session, with security headers. */
export interface Site {
  page(path: string, handler: Handler): void;
  /** A page that requires signing in; afterwards the visitor lands on it. */
  ownPage(path: string, handler: OwnHandler): void;
  /** A form's target. Refuses a form that was not shown to this visitor (CSRF). */
  form(path: string, handler: Handler): void;
  ownForm(path: string, handler: OwnHandler): void;
}

export function siteOf(app: FastifyInstance, parts: Parts): Site {
  app.setErrorHandler((error, request, reply) => sendError(parts, { request, reply }, error));
  const answering = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(parts, request, reply);
    return send(visit, await handler(visit));
  };
  const site: Site = {
    page: (path, handler) => void app.get(path, answering(handler)),
    form: (path, handler) =>
      void app.post(
        path,
        answering((visit) => {
          checkForm(visit);
          return handler(visit);
        }),
      ),
    ownPage: (path, handler) => site.page(path, owned(handler)),
    ownForm: (path, handler) => site.form(path, owned(handler)),
  };
  return site;
}

function owned(handler: OwnHandler): Handler {
  return (visit) => {
    const { account } = visit.visitor;
    return account === null ? signInFirst(visit) : handler(visit, account);
  };
}

/** Redirects to the sign-in form, and from there back to the requested page. */
export function signInFirst({ request }: Pick<Visit, "request">): Answer {
  return { redirect: `/sign-in?${new URLSearchParams({ next: request.url })}` };
}

/** The visitor of a request and the submitted form; gives a browser without a token its first one. */
export async function visitOf(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const visitor = await visitorOf(parts, cookieOf(parts, request.headers.cookie));
  noteAccount(request, visitor.account);
  if (visitor.isNew) setCookie(parts, reply, visitor);
  return visitBy(visitor, parts, { request, reply });
}

function visitBy(
  visitor: Visitor,
  parts: Parts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Visit {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  return {
    parts,
    seen: { visitor, token: formToken(parts, visitor), isPublic: parts.config.publicUrl !== null },
    visitor,
    request,
    reply,
    form,
  };
}

/** Browsers share cookies across all ports of a host, so the name distinguishes services on one machine. */
function cookieName({ addresses }: Parts): string {
  const { port } = new URL(addresses.appUrl);
  if (!isSecure(addresses)) return `stories_${port}`;
  // The prefix binds the cookie to this host: no other one of the domain can plant it (RFC 6265bis, 4.1.3.2).
  return port === "" ? "__Host-stories" : `__Host-stories_${port}`;
}

function isSecure({ appUrl }: Parts["addresses"]): boolean {
  return appUrl.startsWith("https:");
}

function cookieOf(parts: Parts, header: string | undefined): string | undefined {
  const start = `${cookieName(parts)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Sets the token's cookie. Lax: a program's link to the consent page keeps the session, another site's form does not. */
export function setCookie(parts: Parts, reply: FastifyReply, { token }: Visitor): void {
  const secure = isSecure(parts.addresses) ? "; Secure" : "";
  reply.header("set-cookie", `${cookieName(parts)}=${token}; Path=/; HttpOnly; SameSite=Lax${secure}`);
}

function checkForm({ parts, visitor, request, form }: Visit): void {
  const { origin } = request.headers;
  const foreign = origin !== undefined && !ownOrigins(parts).includes(origin);
  if (!foreign && isFormToken(parts, visitor, form.get("token") ?? "")) return;
  throw refused(
    403,
    "This form is out of date, or did not come from this site. Go back, reload the page and try again.",
  );
}

function ownOrigins({ addresses: { appUrl, listensAt } }: Parts): string[] {
  return appUrl === listensAt ? [appUrl, `http://localhost:${new URL(appUrl).port}`] : [appUrl];
}

function send({ seen, request, reply }: Visit, answer: Answer): FastifyReply {
  if ("redirect" in answer) return reply.code(303).header("location", answer.redirect).send();
  const path = request.url.split("?")[0] ?? "";
  return reply
    .code(answer.status)
    .headers(pageHeaders(answer.formTargets ?? []))
    .send(document(answer, seen, path).toString());
}

function pageHeaders(formTargets: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
  };
}

/** Any error as a page; unexpected errors are logged and not shown. */
export async function sendError(
  parts: Parts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  error: unknown,
): Promise<FastifyReply> {
  const { status, sentence, retryAfterSeconds } = endOf(request, error, parts.world);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  const title = status === 404 ? "Nothing here" : status < 500 ? "That did not work" : "Something went wrong";
  // The database that knows the visitor may be what is missing.
  const visit = await visitOf(parts, request, reply).catch(() =>
    visitBy(unknownVisitor(), parts, { request, reply }),
  );
  return send(visit, plainPage(status, title, sentence));
}
