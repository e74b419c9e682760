import type { ServiceConfig } from "./config/config.ts";

/**
 * Markers that anyone can type into a topic to trigger a fault. A topic that CONTAINS one triggers it; if several determine the answer, the first in
 * this list wins.
 */
const sentinels = {
  "drop-before": "the connection breaks before anything is created",
  "server-error": "500 server_error, nothing is created",
  unavailable: "503 unavailable, nothing is created",
  "unavailable-bare": "503 with plain text instead of the error body, nothing is created",
  "rate-limit": "429 with Retry-After 2 for the first attempt with exactly this topic, accepted afterwards",
  payment: "402, nothing is created",
  forbidden: "403, nothing is created",
  conflict: "409, nothing is created",
  "lose-reply": "created and reserved, then the connection breaks without an answer",
  "server-error-after": "created and reserved, then 500 server_error",
  "no-id": "created and reserved, 202 with a body that has no id",
  "cut-reply": "created and reserved, the body breaks off in the middle, after the id",
  hang: "created and reserved, never answered",
  "fail-writing": "the writing fails at its normal time, nothing is charged",
  "cancel-writing": "the writing is canceled at its normal time, nothing is charged",
  slow: "the writing takes ten times as long",
  "book-payment": "the first read that would start the audiobook answers 402, the next one starts it",
  "book-error": "the narration fails, the audiobook is refunded",
  "export-error": "every export of the book answers 500 server_error",
} as const;

export type Sentinel = keyof typeof sentinels;

/** How many times longer `[[slow]]` makes the writing. */
export const slowFactor = 10;

/** What decides about faults: the operator's switch, and the topics of the configuration. */
export type FaultSettings = Pick<ServiceConfig, "switches" | "faults">;

/** The markers in a topic, in the order of the list; none where faults are switched off. */
export function sentinelsIn(topic: string, { switches }: Pick<FaultSettings, "switches">): Sentinel[] {
  if (!switches.faults) return [];
  return (Object.keys(sentinels) as Sentinel[]).filter((name) => topic.includes(`[[${name}]]`));
}

/** How the writing of a topic should fail, by sentinel or by configuration. */
export function writingFault(topic: string, settings: FaultSettings): "fail" | "cancel" | null {
  const found = sentinelsIn(topic, settings);
  if (found.includes("fail-writing")) return "fail";
  if (found.includes("cancel-writing")) return "cancel";
  return listedFaults(topic, settings).find(({ writing }) => writing !== null)?.writing ?? null;
}

/** Whether the narration of a topic should fail, by sentinel or by configuration. */
export function narrationFails(topic: string, settings: FaultSettings): boolean {
  return (
    sentinelsIn(topic, settings).includes("book-error") ||
    listedFaults(topic, settings).some(({ narration }) => narration === "fail")
  );
}

function listedFaults(topic: string, { switches, faults }: FaultSettings): FaultSettings["faults"] {
  return switches.faults ? faults.filter((fault) => fault.topic === topic) : [];
}
