import { limits } from "../../contract/limits.ts";
import { type Scope, scopes } from "../../contract/operations.ts";

/** The scopes selected in a form, in the interface's order. */
export function scopesField(form: URLSearchParams): Scope[] {
  const named = form.getAll("scope");
  return scopes.filter((scope) => named.includes(scope));
}

/** A cap from 0 to the interface's maximum (5.3); null if the field is empty, `"wrong"` for anything else. */
export function capField(form: URLSearchParams): number | null | "wrong" {
  const text = (form.get("cap") ?? "").trim();
  if (text === "") return null;
  const cap = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return cap <= limits.monthlyCapMost ? cap : "wrong";
}

export const capFault = `The cap is a whole number of credits, 0 to ${limits.monthlyCapMost}.`;
