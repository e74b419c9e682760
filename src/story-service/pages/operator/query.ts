import type { FastifyRequest } from "fastify";

/** A parameter of the query; empty if there is none, or several. */
export function textIn({ query }: FastifyRequest, name: string): string {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : "";
}

/** A whole number in the query, or null. */
export function numberIn(request: FastifyRequest, name: string): number | null {
  const text = textIn(request, name);
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The name of the account, or of what it owns, in the request's path. */
export function pathIn({ params }: FastifyRequest): { readonly id: string; readonly key: string } {
  const { id = "", key = "" } = params as { id?: string; key?: string };
  return { id, key };
}
