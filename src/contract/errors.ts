import * as z from "zod";

export const errorCodes = [
  "invalid_request",
  "unauthorized",
  "payment_required",
  "forbidden",
  "not_found",
  "conflict",
  "too_large",
  "rate_limited",
  "unavailable",
  "refused",
  "server_error",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The error body (part 7). The body may carry `issues` and other members, whose shape is undocumented. */
export const errorBodySchema = z.looseObject({
  error: z.string(),
  code: z.enum(errorCodes),
  retryAfterSeconds: z.int().positive().optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: "invalid_request",
  401: "unauthorized",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  429: "rate_limited",
  503: "unavailable",
};

/** The error code that part 7 assigns to an HTTP status; `null` for a status that is not an error. */
export function errorCodeOf(status: number): ErrorCode | null {
  if (status < 400 || status > 599) return null;
  return codeOfStatus[status] ?? (status < 500 ? "refused" : "server_error");
}
