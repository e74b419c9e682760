import { errorCode } from "../shared/failure.ts";
import { startTimer } from "../shared/timer.ts";
import { causeOf, isCertificateError, openSocket } from "./http/socket.ts";

/** How far a connection to the service gets without sending it anything. */
export type ConnectionProbe =
  /** `address`: the IP address that its name resolved to. `isSecure`: TLS, with a verified certificate. */
  | { readonly ok: true; readonly address: string; readonly port: number; readonly isSecure: boolean }
  | { readonly ok: false; readonly stage: "name" | "connection" | "certificate"; readonly cause: string };

/**
 * Opens a connection like a creation does, up to the end of the TLS handshake, and closes it. Never throws. An aborted signal has the same
 * result as a timeout.
 */
export function probeConnection(
  service: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ConnectionProbe> {
  const url = new URL(service);
  return new Promise((resolve) => {
    const { socket, ready } = openSocket(url);
    const end = (found: ConnectionProbe): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", overdue);
      // Ignore later events: the result is final.
      socket.removeAllListeners();
      socket.on("error", () => undefined);
      socket.destroy();
      resolve(found);
    };
    const overdue = (): void => end({ ok: false, stage: "connection", cause: "ETIMEDOUT" });
    const timer = startTimer(timeoutMs, overdue);
    signal.addEventListener("abort", overdue, { once: true });
    socket.once("error", (error) => end({ ok: false, stage: stageOf(error), cause: causeOf(error) }));
    socket.once("close", () => end({ ok: false, stage: "connection", cause: "ECONNRESET" }));
    socket.once(ready, () => {
      const { remoteAddress = url.hostname, remotePort = Number(url.port) } = socket;
      end({ ok: true, address: remoteAddress, port: remotePort, isSecure: url.protocol === "https:" });
    });
  });
}

function stageOf(error: Error): Extract<ConnectionProbe, { ok: false }>["stage"] {
  if (isCertificateError(error)) return "certificate";
  return /^(ENOTFOUND|EAI_)/.test(errorCode(error)) ? "name" : "connection";
}
