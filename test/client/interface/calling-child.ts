import { type ClientCall, makeCall } from "./client-calls.ts";

// Makes the calls that it is sent, and sends back what came of them: a client that trusts a certificate of its own.
process.on("message", ({ number, call }: { number: number; call: ClientCall }) => {
  makeCall(call).then(
    (result) => process.send?.({ number, result }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
process.send?.("ready");
