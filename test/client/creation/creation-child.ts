import type { NumberedAttempt, NumberedVerdict } from "../client-process.ts";
import { attempt } from "./outcome.ts";

// Makes the creations that it is sent, one after another, and sends the verdicts back: a client that can be suspended, or that trusts
// certificates of its own.
process.on("message", ({ number, given }: NumberedAttempt) => {
  void attempt(given).then((verdict) => process.send?.({ number, verdict } satisfies NumberedVerdict));
});
process.send?.("ready");
