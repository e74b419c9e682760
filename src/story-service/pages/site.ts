import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../accounts/accounts.ts";
import {
  formToken,
  isFormToken,
  type SessionKind,
  unknownVisitor,
  type Visitor,
  visitorOf,
} from "../accounts/sign-ins.ts";
import { endOf } from "../http/errors.ts";
import type { Operator } from "../operator/operator.ts";
import { operatorRefusal } from "../operator/problem.ts";
import type { Parts } from "../parts.ts";
import { type Refusal, refused } from "../refusal.ts";
import { document, type Page, plainPage, sites } from "./page.ts";

/** A page, or an address to redirect to. */
export type Answer = Page | { readonly redirect: string };

export interface Visit {
  readonly parts: Parts;
  readonly kind: SessionKind;
  readonly visitor: Visitor;
  /** The visitor's form token (CSRF). */
  readonly token: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The submitted form; empty if there was none. */
  readonly form: URLSearchParams;
}

export type Handler = (visit: Visit) => Answer | Promise<Answer>;
type OwnHandler<Who> = (visit: Visit, who: Who) => Answer | Promise<Answer>;

/** Registers a site's routes: each answers with a document, in a session, with security headers. */
export interface Site<Who> {
  readonly kind: SessionKind;
  page(path: string, handler: Handler): void;
  /** A page that requires signing in; an owner lands on it afterwards. */
  ownPage(path: string, handler: OwnHandler<Who>): void;
  /** A form's target. Refuses a form that was not shown to this visitor (CSRF). */
  form(path: string, handler: Handler): void;
  ownForm(path: string, handler: OwnHandler<Who>): void;
}

/** The pages for accounts. */
export function accountSite(app: FastifyInstance, parts: Parts): Site<Account> {
  return siteOf(app, parts, { kind: "account", whoOf: ({ account }) => account });
}

/** The operator's pages, where the signed-in operator gives the commands, by the clock of this service. */
export function operatorSite(app: FastifyInstance, parts: Parts): Site<Operator> {
  const { store, pepper, dataFolder, database, world, clock, recordings } = parts;
  const place = { dataFolder, database };
  const common = { store, pepper, place, world, now: clock, recordings: async () => recordings };
  return siteOf(app, parts, {
    kind: "operator",
    whoOf: ({ operator }) => (operator === null ? null : { ...common, actor: { operator } }),
  });
}

function siteOf<Who>(
  app: FastifyInstance,
  parts: Parts,
  { kind, whoOf }: { readonly kind: SessionKind; readonly whoOf: (visitor: Visitor) => Who | null },
): Site<Who> {
  app.setErrorHandler((error, request, reply) => sendError(parts, { request, reply }, error, kind));
  const answering = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(parts, { request, reply }, kind);
    return send(visit, await handler(visit));
  };
  const owned =
    (handler: OwnHandler<Who>): Handler =>
    (visit) => {
      const who = whoOf(visit.visitor);
      return who === null ? signInFirst(visit) : handler(visit, who);
    };
  const page = (path: string, handler: Handler): void => void app.get(path, answering(handler));
  const form = (path: string, handler: Handler): void =>
    void app.post(
      path,
      answering((visit) => {
        checkForm(visit);
        return handler(visit);
      }),
    );
  return {
    kind,
    page,
    form,
    ownPage: (path, handler) => page(path, owned(handler)),
    ownForm: (path, handler) => form(path, owned(handler)),
  };
}

/** Redirects to the sign-in form, and from there back to the requested page. */
export function signInFirst({ kind, request }: Pick<Visit, "kind" | "request">): Answer {
  return { redirect: `${sites[kind].base}/sign-in?${new URLSearchParams({ next: request.url })}` };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The visitor who made a request, and the submitted form; gives a browser without a token its first one. */
export async function visitOf(parts: Parts, exchange: Exchange, kind: SessionKind): Promise<Visit> {
  const { request, reply } = exchange;
  const visitor = await visitorOf(parts, kind, cookieOf(parts, kind, request.headers.cookie));
  if (visitor.isNew) setCookie({ parts, reply, kind }, visitor.token);
  return visitBy(visitor, parts, exchange, kind);
}

function visitBy(visitor: Visitor, parts: Parts, exchange: Exchange, kind: SessionKind): Visit {
  const { body } = exchange.request;
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  return { parts, kind, visitor, token: formToken(visitor.token), ...exchange, form };
}

/** Refuses a form that was not shown to whoever has this session's token (CSRF). */
function checkForm({ parts, request, visitor, form }: Visit): void {
  const { origin } = request.headers;
  const { appUrl, listensAt } = parts.addresses;
  const own = appUrl === listensAt ? [appUrl, `http://localhost:${new URL(appUrl).port}`] : [appUrl];
  const isOurs = origin === undefined || own.includes(origin);
  if (isOurs && isFormToken(visitor.token, form.get("token") ?? "")) return;
  throw refused(
    403,
    "This form is out of date, or did not come from this site. Go back, reload the page and try again.",
  );
}

/** Sends a page with its security headers, inside what surrounds it at its path, or a redirect. */
function send({ parts, kind, visitor, request, reply }: Visit, answer: Answer): FastifyReply {
  if ("redirect" in answer) return reply.code(303).header("location", answer.redirect).send();
  const path = request.url.split("?")[0] ?? "";
  const frame = { kind, visitor, path, isPublic: parts.config.publicUrl !== null };
  const targets = ["'self'", ...(answer.formTargets ?? [])].join(" ");
  return reply
    .code(answer.status ?? 200)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    })
    .send(document(answer, frame).toString());
}

/** Any error as a page; unexpected errors are logged and not shown. */
export async function sendError(
  parts: Parts,
  exchange: Exchange,
  error: unknown,
  kind: SessionKind = "account",
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { status, sentence, retryAfterSeconds }: Pick<Refusal, "status" | "sentence" | "retryAfterSeconds"> =
    operatorRefusal(error) ?? endOf(request, error, parts.world);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  // A recording that breaks off before its first byte has said how long it may be kept.
  if (status >= 500) reply.header("cache-control", "no-store");
  // The database may be unavailable, and only it knows the visitor.
  const visit = await visitOf(parts, exchange, kind).catch(() =>
    visitBy(unknownVisitor(), parts, exchange, kind),
  );
  const title = status === 404 ? "Nothing here" : status < 500 ? "That did not work" : "Something went wrong";
  return send(visit, plainPage(status, title, sentence, sites[kind].home));
}

/** Browsers share cookies across all ports of a host, so the name distinguishes services on one machine. */
function cookieName({ addresses }: Parts, kind: SessionKind): string {
  const name = kind === "account" ? "stories" : "stories_operator";
  const { port, protocol } = new URL(addresses.appUrl);
  if (protocol !== "https:") return `${name}_${port}`;
  // The prefix binds the cookie to this host: no other one of the domain can plant it (RFC 6265bis, 4.1.3.2).
  return port === "" ? `__Host-${name}` : `__Host-${name}_${port}`;
}

/** The token in a request's `Cookie` header. */
function cookieOf(parts: Parts, kind: SessionKind, header = ""): string | undefined {
  const start = `${cookieName(parts, kind)}=`;
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/**
 * Gives the browser the token of its session. An account's token is sent when a program's link leads to the consent page (Lax). An operator's token is
 * not sent with any request that another site starts (Strict). Neither token is sent with another site's form.
 */
export function setCookie(
  { parts, reply, kind }: Pick<Visit, "parts" | "reply" | "kind">,
  token: string,
): void {
  const name = cookieName(parts, kind);
  const secure = name.startsWith("__Host-") ? "; Secure" : "";
  const sameSite = kind === "account" ? "Lax" : "Strict";
  reply.header("set-cookie", `${name}=${token}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`);
}
