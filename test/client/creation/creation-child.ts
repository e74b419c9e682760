import { type Attempt, attempt } from "./outcome.ts";

// Makes the creations that it is sent, one after another, and sends the verdicts back: a client that can be suspended, or that trusts
// certificates of its own.
process.on("message", (given: Attempt) => {
  void attempt(given).then((verdict) => process.send?.(verdict));
});
process.send?.("ready");
