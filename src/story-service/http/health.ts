import type { FastifyInstance } from "fastify";
import { startTimer } from "../../shared/timer.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import type { Store } from "../store/store.ts";

/** How long the database may take before the service counts as not ready: shorter than the patience of usual probes. */
const readyMostMs = 2_000;

/**
 * What a supervisor and a load balancer ask, without a credential: `/healthz` answers as long as the process does, `/readyz` only while its database
 * does too. While the service stops, both are refused like everything else.
 */
export function serveHealth(app: FastifyInstance, { store }: Pick<Parts, "store">): void {
  const config = { settlesItself: true };
  app.get("/healthz", { config }, async () => ({ status: "ok" }));
  app.get("/readyz", { config }, async () => {
    if (await isReady(store)) return { status: "ready" };
    throw refused(503, "The database does not answer at the moment.");
  });
}

/** Whether the database answers in time, and can keep what was written. */
function isReady(store: Store): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = startTimer(readyMostMs, () => resolve(false));
    const answered = store.get("SELECT 1 AS one").then(() => store.settled());
    answered
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}
