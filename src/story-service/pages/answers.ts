import type { FastifyReply, FastifyRequest } from "fastify";
import { isFormToken } from "../accounts/sessions.ts";
import { endOf } from "../http/errors.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { document, type Frame, type Page, plainPage } from "./page.ts";

/** A page, or an address to redirect to. */
export type Answer = Page | { readonly redirect: string };

/** The submitted form; empty if there was none. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Refuses a form that was not shown to whoever has this session's token (CSRF). */
export function checkForm(parts: Parts, request: FastifyRequest, sessionToken: string): void {
  const { origin } = request.headers;
  const foreign = origin !== undefined && !ownOrigins(parts).includes(origin);
  if (!foreign && isFormToken(sessionToken, formOf(request).get("token") ?? "")) return;
  throw refused(
    403,
    "This form is out of date, or did not come from this site. Go back, reload the page and try again.",
  );
}

function ownOrigins({ addresses: { appUrl, listensAt } }: Parts): string[] {
  return appUrl === listensAt ? [appUrl, `http://localhost:${new URL(appUrl).port}`] : [appUrl];
}

/** Sends a page with its security headers, inside what surrounds it at its path, or a redirect. */
export function sendAnswer(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: Answer,
  frameAt: (path: string) => Frame,
): FastifyReply {
  if ("redirect" in answer) return reply.code(303).header("location", answer.redirect).send();
  const path = request.url.split("?")[0] ?? "";
  return reply
    .code(answer.status)
    .headers(pageHeaders(answer.formTargets ?? []))
    .send(document(answer, frameAt(path)).toString());
}

/** Any error as a page; unexpected errors are logged and not shown. Sets the headers that belong to it. */
export function pageOfError(
  { world }: Pick<Parts, "world">,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  error: unknown,
  home = "/",
): Page {
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
