import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { startTimer } from "../../shared/timer.ts";
import type { Database } from "../store/store.ts";
import type { Meters } from "./meters.ts";
import { readTotals, type Totals } from "./totals.ts";

/** From a read out of memory to a request that was cut off; and from a short text to the longest that a model may take. In seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const modelBuckets = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** How long the database may take: shorter than the ten seconds after which Prometheus gives up. */
const totalsMostMs = 2_000;

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Meters in the format of Prometheus. Their labels have few values: patterns of routes, kinds and outcomes, never an id or what a client has written.
 */
export function prometheusMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "story_service_http_request_duration_seconds",
    help: "Requests from their head to the end of the answer, by route, method and class of status; none: no route, or no answer.",
    labelNames: ["route", "method", "status"],
    buckets: requestBuckets,
    registers,
  });
  const refusals = new Counter({
    name: "story_service_refusals_total",
    help: "Requests that a limit refused.",
    labelNames: ["limit"],
    registers,
  });
  const modelCalls = new Histogram({
    name: "story_service_model_call_duration_seconds",
    help: "Requests to the servers that write and narrate.",
    labelNames: ["server", "outcome"],
    buckets: modelBuckets,
    registers,
  });
  const totals = totalGauges(registers);
  return {
    contentType: registry.contentType,
    answered({ route, method, status, ms, limit }) {
      const statusClass = status === null ? "none" : `${Math.floor(status / 100)}xx`;
      const known = methods.has(method) ? method : "other";
      requests.observe({ route: route ?? "none", method: known, status: statusClass }, ms / 1_000);
      if (limit !== null) refusals.inc({ limit });
    },
    modelCalled: (server, { outcome, ms }) => modelCalls.observe({ server, outcome }, ms / 1_000),
    async read(database) {
      totals.set(await inTime(database));
      return registry.metrics();
    },
  };
}

function totalGauges(registers: Registry[]): { set(totals: Totals | null): void } {
  const isUp = new Gauge({
    name: "story_service_database_up",
    help: "1 if the database answered; without it there are no numbers of jobs and credits.",
    registers,
  });
  const jobs = new Gauge({
    name: "story_service_jobs",
    help: "Work on stories in the database, the same for all processes: waiting, held by a process, dead (given up, and its credits returned).",
    labelNames: ["kind", "state"],
    registers,
  });
  const credits = new Gauge({
    name: "story_service_credits",
    help: "Credits of all accounts in the database, the same for all processes: reserved for stories on their way, and spent.",
    labelNames: ["fund"],
    registers,
  });
  return {
    set(totals) {
      isUp.set(totals === null ? 0 : 1);
      // Old numbers would look like new ones.
      jobs.reset();
      credits.reset();
      for (const { kind, state, count } of totals?.jobs ?? []) jobs.set({ kind, state }, count);
      for (const { fund, credits: sum } of totals?.funds ?? []) credits.set({ fund }, sum);
    },
  };
}

/** The totals, or null if the database does not give them in time. */
function inTime(database: Database): Promise<Totals | null> {
  return new Promise((resolve) => {
    const timer = startTimer(totalsMostMs, () => resolve(null));
    readTotals(database)
      .then(resolve, () => resolve(null))
      .finally(() => clearTimeout(timer));
  });
}
