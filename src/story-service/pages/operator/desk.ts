import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../../shared/failure.ts";
import { formToken } from "../../accounts/sessions.ts";
import type { Operator } from "../../operator/operator.ts";
import { type DeskVisitor, deskVisitorOf } from "../../operator/operator-sessions.ts";
import { operatorWords } from "../../operator/operator-words.ts";
import { hasOperators } from "../../operator/operators.ts";
import type { OperatorProblem } from "../../operator/problem.ts";
import type { Parts } from "../../parts.ts";
import { notFound } from "../../stories/read-story.ts";
import { type Answer, checkForm, formOf, pageOfError, sendAnswer } from "../answers.ts";
import { cookieLine, cookieOf } from "../cookies.ts";
import { plainPage } from "../page.ts";
import { sendError } from "../site.ts";
import { deskFrame, deskPath, type Signed } from "./views/desk-frame.ts";

/** A request of the operator's pages. */
export interface DeskVisit {
  readonly parts: Parts;
  readonly visitor: DeskVisitor;
  /** The visitor's form token (CSRF). */
  readonly token: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The submitted form; empty if there was none. */
  readonly form: URLSearchParams;
}

/** The same of a signed-in operator, who does what the commands do, under their own name in the log. */
export interface OperatorVisit extends DeskVisit {
  readonly operator: Operator;
}

type Handler = (visit: DeskVisit) => Answer | Promise<Answer>;
export type OperatorHandler = (visit: OperatorVisit) => Answer | Promise<Answer>;

/** Registers the operator's routes, below `/operator`. Without any operator none of them is there. */
export interface Desk {
  openPage(path: string, handler: Handler): void;
  openForm(path: string, handler: Handler): void;
  /** A page for operators alone; others sign in first. */
  page(path: string, handler: OperatorHandler): void;
  /** A form's target. Refuses a form that was not shown to this operator (CSRF). */
  form(path: string, handler: OperatorHandler): void;
}

export function deskOf(app: FastifyInstance, parts: Parts): Desk {
  app.setErrorHandler((error, request, reply) => sendDeskError(parts, { request, reply }, error));
  const answering = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await hasOperators(parts.store))) throw notFound();
    const visit = await visitOf(parts, request, reply);
    return sendAnswer(visit, await handler(visit), frameFor(visit));
  };
  const desk: Desk = {
    openPage: (path, handler) => void app.get(deskPath + path, answering(handler)),
    openForm: (path, handler) =>
      void app.post(
        deskPath + path,
        answering((visit) => {
          checkForm(parts, visit.request, visit.visitor.token);
          return handler(visit);
        }),
      ),
    page: (path, handler) => desk.openPage(path, signedIn(handler)),
    form: (path, handler) => desk.openForm(path, signedIn(handler)),
  };
  return desk;
}

function signedIn(handler: OperatorHandler): Handler {
  return (visit) => {
    const { name } = visit.visitor;
    return name === null
      ? { redirect: `${deskPath}/sign-in` }
      : handler({ ...visit, operator: operatorOf(visit.parts, name) });
  };
}

/** What the commands of the operator work with, by the clock of this service. */
function operatorOf(parts: Parts, name: string): Operator {
  const { store, pepper, dataFolder, database, world, clock, recordings } = parts;
  const place = { dataFolder, database };
  return {
    store,
    pepper,
    place,
    world,
    actor: { operator: name },
    now: clock,
    recordings: async () => recordings,
  };
}

async function visitOf(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<DeskVisit> {
  const visitor = await deskVisitorOf(parts, cookieOf(parts, "stories_operator", request.headers.cookie));
  if (visitor.isNew) sendCookie(parts, reply, visitor);
  return { parts, visitor, token: formToken(visitor.token), request, reply, form: formOf(request) };
}

/** Gives the browser the token of an operator's session. */
export function sendCookie(parts: Parts, reply: FastifyReply, { token }: DeskVisitor): void {
  reply.header("set-cookie", cookieLine(parts, "stories_operator", token));
}

function frameFor({ visitor: { name }, token }: DeskVisit): Parameters<typeof sendAnswer>[2] {
  const signed: Signed | null = name === null ? null : { name, token };
  return (path) => deskFrame(signed, path);
}

/** The words for what a command would refuse, and the status of the page that says it; null for any other error. */
export function refusalWords(
  error: unknown,
): { readonly status: 404 | 409; readonly sentence: string } | null {
  if (!(error instanceof Failure)) return null;
  const { problem } = error;
  if (problem.code === "account_unknown")
    return { status: 404, sentence: "There is no account of that name." };
  if (!(problem.code in operatorWords)) return null;
  const known = problem as OperatorProblem;
  const sentence = (operatorWords[known.code] as (problem: OperatorProblem) => string)(known);
  return { status: known.code === "no_such_work" ? 404 : 409, sentence };
}

/** Any error as a page: to operators as one of theirs, to others, and without any operator, as of any address where nothing is. */
async function sendDeskError(
  parts: Parts,
  sent: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  error: unknown,
): Promise<FastifyReply> {
  const { request, reply } = sent;
  if (!(await hasOperators(parts.store).catch(() => false))) return sendError(parts, sent, error);
  const visit = await visitOf(parts, request, reply).catch(() => null);
  const signsIn = request.url.split("?")[0] === `${deskPath}/sign-in`;
  if (visit === null || (visit.visitor.name === null && !signsIn)) return sendError(parts, sent, error);
  const refusal = refusalWords(error);
  if (refusal !== null) {
    const { status, sentence } = refusal;
    return sendAnswer(sent, plainPage(status, "That was not done", sentence, deskPath), frameFor(visit));
  }
  return sendAnswer(sent, pageOfError(parts, sent, error, deskPath), frameFor(visit));
}
