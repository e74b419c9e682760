import type { CallError } from "../../client/port.ts";
import { readWithRetry } from "../../client/with-retry.ts";
import type { Setting } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import type { Job } from "../../plan/plan.ts";
import type { RunProblem } from "../problem.ts";
import { type CallContext, retryPolicyOf } from "../run-context.ts";
import { type QuotedSetting, settingsOf } from "./bill.ts";

export type Quoting =
  | { readonly ok: true; readonly quoted: readonly QuotedSetting[] }
  | { readonly ok: false; readonly problem: RunProblem | null };

/**
 * Quotes every distinct setting of the orders once. Spends nothing. If any quote can't be trusted, the whole quoting fails and nothing is
 * bought.
 */
export async function quoteAll(
  lessons: readonly { readonly job: Job }[],
  context: CallContext,
): Promise<Quoting> {
  const settings = settingsOf(lessons);
  const answers = await Promise.all(settings.map((setting) => quoteOne(setting, context)));
  // These are the run's first answers; what they say about limits applies from the first creation on.
  context.rateLimiter.recordNarration(context.remote.narrationResult?.() ?? "unknown");
  const quoted: QuotedSetting[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    quoted.push(answer.quoted);
  }
  return { ok: true, quoted };
}

async function quoteOne(
  setting: Setting,
  context: CallContext,
): Promise<{ ok: true; quoted: QuotedSetting } | { ok: false; problem: RunProblem | null }> {
  const result = await readWithRetry(
    { kind: "quote", once: () => context.reads.add(() => context.remote.quote(asQuoteRequest(setting))) },
    retryPolicyOf(context),
  );
  if (!result.ok) {
    return {
      ok: false,
      problem: result.callError === null ? null : problemOf(setting, result.callError, context),
    };
  }
  const { credits, writing, audiobook, balance } = result.value;
  return {
    ok: true,
    quoted: {
      setting,
      price: { credits, writing, audiobook },
      balance: balance.unlimited ? null : balance.credits,
    },
  };
}

/** A setting as the body of a quote (interface 4.3). */
export function asQuoteRequest({ lang, difficulty, length, audiobook }: Setting) {
  return { lang, difficulty, length: length as "short" | "medium" | "long", audiobook };
}

function problemOf(setting: Setting, callError: CallError, { remote }: CallContext): RunProblem {
  return (
    accessProblem(callError, remote.service) ?? {
      code: "quote_failed",
      setting: settingName(setting),
      callError,
    }
  );
}

/**
 * The problem that a read's call error means for the whole run, or null if it concerns only that read. `service`: its address, for users
 * who may have mistyped it.
 */
export function accessProblem(callError: CallError, service: string | null = null): RunProblem | null {
  switch (callError.kind) {
    case "certificate":
      return { code: "certificate_refused", cause: callError.cause };
    case "network":
      return { code: "service_unavailable", callError, service };
    case "garbled":
      return null;
    case "refused":
      if (["unauthorized", "forbidden"].includes(callError.refusal.code))
        return { code: "credential_refused", callError };
      if (["unavailable", "rate_limited"].includes(callError.refusal.code))
        return { code: "service_unavailable", callError, service };
      return null;
  }
}
