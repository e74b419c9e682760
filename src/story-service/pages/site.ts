import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../accounts/accounts.ts";
import { formToken, unknownVisitor, type Visitor, visitorOf } from "../accounts/sessions.ts";
import { noteAccount } from "../http/requests.ts";
import type { Parts } from "../parts.ts";
import { type Answer, checkForm, formOf, pageOfError, sendAnswer } from "./answers.ts";
import { cookieLine, cookieOf } from "./cookies.ts";
import { frameOf, type Seen } from "./page.ts";

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
          checkForm(parts, visit.request, visit.visitor.token);
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
  const visitor = await visitorOf(parts, cookieOf(parts, "stories", request.headers.cookie));
  noteAccount(request, visitor.account);
  if (visitor.isNew) setCookie(parts, reply, visitor);
  return visitBy(visitor, parts, { request, reply });
}

function visitBy(
  visitor: Visitor,
  parts: Parts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Visit {
  return {
    parts,
    seen: { visitor, token: formToken(visitor.token), isPublic: parts.config.publicUrl !== null },
    visitor,
    request,
    reply,
    form: formOf(request),
  };
}

/** Gives the browser the token of its session. */
export function setCookie(parts: Parts, reply: FastifyReply, { token }: Visitor): void {
  reply.header("set-cookie", cookieLine(parts, "stories", token));
}

function send({ seen, request, reply }: Visit, answer: Answer): FastifyReply {
  return sendAnswer({ request, reply }, answer, (path) => frameOf(seen, path));
}

/** Any error as a page; unexpected errors are logged and not shown. */
export async function sendError(
  parts: Parts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  error: unknown,
): Promise<FastifyReply> {
  const page = pageOfError(parts, { request, reply }, error);
  // The database that knows the visitor may be what is missing.
  const visit = await visitOf(parts, request, reply).catch(() =>
    visitBy(unknownVisitor(), parts, { request, reply }),
  );
  return send(visit, page);
}
