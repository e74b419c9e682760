import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../shared/failure.ts";
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
import { noteAccount } from "../http/requests.ts";
import type { Operator } from "../operator/operator.ts";
import { hasOperators } from "../operator/operators.ts";
import { type OperatorProblem, operatorWords } from "../operator/problem.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { notFound } from "../stories/read-story.ts";
import { document, frameOf, operatorPath, type Page, plainPage } from "./page.ts";

/** A page, or an address to redirect to. */
export type Answer = Page | { readonly redirect: string };

export interface Visit {
  readonly parts: Parts;
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
  page(path: string, handler: Handler): void;
  /** A page that requires signing in; an owner lands on it afterwards. */
  ownPage(path: string, handler: OwnHandler<Who>): void;
  /** A form's target. Refuses a form that was not shown to this visitor (CSRF). */
  form(path: string, handler: Handler): void;
  ownForm(path: string, handler: OwnHandler<Who>): void;
}

/** The pages for accounts. */
export function accountSite(app: FastifyInstance, parts: Parts): Site<Account> {
  app.setErrorHandler((error, request, reply) => sendError(parts, { request, reply }, error));
  return siteOf(app, parts, "account", (handler) => (visit) => {
    const { account } = visit.visitor;
    return account === null ? signInFirst(visit) : handler(visit, account);
  });
}

/** The operator's pages, which don't exist until there is an operator. */
export function operatorSite(app: FastifyInstance, parts: Parts): Site<Operator> {
  app.setErrorHandler((error, request, reply) => sendOperatorError(parts, { request, reply }, error));
  app.addHook("preHandler", async () => {
    if (!(await hasOperators(parts.store))) throw notFound();
  });
  return siteOf(app, parts, "operator", (handler) => (visit) => {
    const { operator } = visit.visitor;
    if (operator === null) return { redirect: `${operatorPath}/sign-in` };
    return handler(visit, operatorOf(parts, operator));
  });
}

function siteOf<Who>(
  app: FastifyInstance,
  parts: Parts,
  kind: SessionKind,
  owned: (handler: OwnHandler<Who>) => Handler,
): Site<Who> {
  const answering = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(parts, { request, reply }, kind);
    return send(visit, await handler(visit), kind);
  };
  const site: Site<Who> = {
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

/** What the commands of the operator work with, by the clock of this service. */
function operatorOf(parts: Parts, name: string): Operator {
  const { store, pepper, dataFolder, database, world, clock, recordings } = parts;
  const place = { dataFolder, database };
  const actor = { operator: name };
  return { store, pepper, place, world, actor, now: clock, recordings: async () => recordings };
}

/** Redirects to the sign-in form, and from there back to the requested page. */
export function signInFirst({ request }: Pick<Visit, "request">): Answer {
  return { redirect: `/sign-in?${new URLSearchParams({ next: request.url })}` };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The visitor who made a request, and the submitted form; gives a browser without a token its first one. */
export async function visitOf(parts: Parts, exchange: Exchange, kind: SessionKind): Promise<Visit> {
  const { request, reply } = exchange;
  const visitor = await visitorOf(parts, kind, cookieOf(parts, kind, request.headers.cookie));
  if (kind === "account") noteAccount(request, visitor.account);
  if (visitor.isNew) setCookie({ parts, reply }, kind, visitor.token);
  return visitBy(visitor, parts, exchange);
}

function visitBy(visitor: Visitor, parts: Parts, { request, reply }: Exchange): Visit {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  return { parts, visitor, token: formToken(visitor.token), request, reply, form };
}

/** Refuses a form that was not shown to whoever has this session's token (CSRF). */
function checkForm({ parts, request, visitor, form }: Visit): void {
  const { origin } = request.headers;
  const foreign = origin !== undefined && !ownOrigins(parts).includes(origin);
  if (!foreign && isFormToken(visitor.token, form.get("token") ?? "")) return;
  throw refused(
    403,
    "This form is out of date, or did not come from this site. Go back, reload the page and try again.",
  );
}

function ownOrigins({ addresses: { appUrl, listensAt } }: Parts): string[] {
  return appUrl === listensAt ? [appUrl, `http://localhost:${new URL(appUrl).port}`] : [appUrl];
}

/** Sends a page with its security headers, inside what surrounds it at its path, or a redirect. */
function send({ parts, visitor, request, reply }: Visit, answer: Answer, kind: SessionKind): FastifyReply {
  if ("redirect" in answer) return reply.code(303).header("location", answer.redirect).send();
  const path = request.url.split("?")[0] ?? "";
  const frame = frameOf(kind, visitor, { path, isPublic: parts.config.publicUrl !== null });
  return reply
    .code(answer.status)
    .headers(pageHeaders(answer.formTargets ?? []))
    .send(document(answer, frame).toString());
}

/** Any error as a page; unexpected errors are logged and not shown. */
export async function sendError(parts: Parts, exchange: Exchange, error: unknown): Promise<FastifyReply> {
  const page = pageOfError(parts, exchange, error, "/");
  // The database that knows the visitor may be what is missing.
  const visit = await visitOf(parts, exchange, "account").catch(() =>
    visitBy(unknownVisitor(), parts, exchange),
  );
  return send(visit, page, "account");
}

/** Any error as a page: to operators as one of theirs, to others, and without any operator, as of any address where nothing is. */
async function sendOperatorError(parts: Parts, exchange: Exchange, error: unknown): Promise<FastifyReply> {
  const isThere = await hasOperators(parts.store).catch(() => false);
  const visit = isThere ? await visitOf(parts, exchange, "operator").catch(() => null) : null;
  const signsIn = exchange.request.url.split("?")[0] === `${operatorPath}/sign-in`;
  if (visit === null || (visit.visitor.operator === null && !signsIn))
    return sendError(parts, exchange, error);
  const refusal = refusalWords(error);
  const page =
    refusal === null
      ? pageOfError(parts, exchange, error, operatorPath)
      : plainPage(refusal.status, "The action was not carried out", refusal.sentence, operatorPath);
  return send(visit, page, "operator");
}

/** The message for an error that a command would report as a refusal, and the status of the page that shows it; null for any other error. */
export function refusalWords(
  error: unknown,
): { readonly status: 404 | 409; readonly sentence: string } | null {
  if (!(error instanceof Failure)) return null;
  const { problem } = error;
  if (problem.code === "account_unknown")
    return { status: 404, sentence: "There is no account with that name." };
  if (!(problem.code in operatorWords)) return null;
  const known = problem as OperatorProblem;
  const sentence = (operatorWords[known.code] as (problem: OperatorProblem) => string)(known);
  return { status: known.code === "no_such_work" ? 404 : 409, sentence };
}

/** An error's page. Sets the headers that belong to it. */
function pageOfError({ world }: Parts, { request, reply }: Exchange, error: unknown, home: string): Page {
  const { status, sentence, retryAfterSeconds } = endOf(request, error, world);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  // A recording that breaks off before its first byte has said how long it may be kept.
  if (status >= 500) reply.header("cache-control", "no-store");
  const title = status === 404 ? "Nothing here" : status < 500 ? "That did not work" : "Something went wrong";
  return plainPage(status, title, sentence, home);
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

/** Browsers share cookies across all ports of a host, so the name distinguishes services on one machine. */
function cookieName({ addresses }: Parts, kind: SessionKind): string {
  const name = kind === "account" ? "stories" : "stories_operator";
  const { port } = new URL(addresses.appUrl);
  if (!isSecure(addresses)) return `${name}_${port}`;
  // The prefix binds the cookie to this host: no other one of the domain can plant it (RFC 6265bis, 4.1.3.2).
  return port === "" ? `__Host-${name}` : `__Host-${name}_${port}`;
}

function isSecure({ appUrl }: Parts["addresses"]): boolean {
  return appUrl.startsWith("https:");
}

/** The token in a request's `Cookie` header. */
function cookieOf(parts: Parts, kind: SessionKind, header: string | undefined): string | undefined {
  const start = `${cookieName(parts, kind)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/**
 * Gives the browser the token of its session. An account's token is sent when a program's link leads to the consent page (Lax). An operator's token is
 * not sent with any request that another site starts (Strict). Neither token is sent with another site's form.
 */
export function setCookie(
  { parts, reply }: Pick<Visit, "parts" | "reply">,
  kind: SessionKind,
  token: string,
): void {
  const secure = isSecure(parts.addresses) ? "; Secure" : "";
  const sameSite = kind === "account" ? "Lax" : "Strict";
  reply.header(
    "set-cookie",
    `${cookieName(parts, kind)}=${token}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`,
  );
}
