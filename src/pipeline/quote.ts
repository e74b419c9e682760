import type { Setting } from "../ledger/event.ts";
import { settingName } from "../ledger/fold.ts";
import type { Job } from "../plan/plan.ts";
import { readPatiently } from "../remote/patient.ts";
import type { Trouble } from "../remote/port.ts";
import { type QuotedSetting, settingsOf } from "./bill.ts";
import type { RunProblem } from "./problem.ts";
import { type AskingTools, patienceOf } from "./tools.ts";

export type Quoting =
  | { readonly ok: true; readonly quoted: readonly QuotedSetting[] }
  | { readonly ok: false; readonly problem: RunProblem | null };

/** Prices every distinct setting of the orders once. Spends nothing. A quote that can't be relied on buys nothing: the whole quoting fails. */
export async function quoteAll(
  orders: readonly { readonly job: Job }[],
  tools: AskingTools,
): Promise<Quoting> {
  const settings = settingsOf(orders);
  const answers = await Promise.all(settings.map((setting) => quoteOne(setting, tools)));
  // The first answers of a run: what they say of the limits holds from the first creation on.
  tools.pace.heed(tools.remote.narrationSaid?.() ?? "unknown");
  const quoted: QuotedSetting[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    quoted.push(answer.quoted);
  }
  return { ok: true, quoted };
}

async function quoteOne(
  setting: Setting,
  tools: AskingTools,
): Promise<{ ok: true; quoted: QuotedSetting } | { ok: false; problem: RunProblem | null }> {
  const reading = await readPatiently(
    { kind: "quote", once: () => tools.reads.add(() => tools.remote.quote(asQuoteRequest(setting))) },
    patienceOf(tools),
  );
  if (!reading.ok) {
    return {
      ok: false,
      problem: reading.trouble === null ? null : problemOf(setting, reading.trouble, tools),
    };
  }
  const { credits, writing, audiobook, balance } = reading.value;
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

function problemOf(setting: Setting, trouble: Trouble, { remote }: AskingTools): RunProblem {
  return (
    accessProblem(trouble, remote.service) ?? { code: "quote_failed", setting: settingName(setting), trouble }
  );
}

/**
 * The problem that a read's trouble is for the whole run, or null where it concerns that read alone. `service`: its address, for people who have
 * mistyped it.
 */
export function accessProblem(trouble: Trouble, service: string | null = null): RunProblem | null {
  switch (trouble.kind) {
    case "certificate":
      return { code: "certificate_refused", cause: trouble.cause };
    case "network":
      return { code: "service_unavailable", trouble, service };
    case "garbled":
      return null;
    case "refused":
      if (["unauthorized", "forbidden"].includes(trouble.refusal.code))
        return { code: "credential_refused", trouble };
      if (["unavailable", "rate_limited"].includes(trouble.refusal.code))
        return { code: "service_unavailable", trouble, service };
      return null;
  }
}
