import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { inTime } from "../clock.ts";
import { allMethods } from "../http/errors.ts";
import type { Database } from "../store/store.ts";
import type { Meters } from "./serve-metrics.ts";

/** From a read out of memory to a request that was cut off; and from a short text to the longest that a model may take. In seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const modelBuckets = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** How long the database may take: shorter than the ten seconds after which Prometheus gives up. */
const totalsMostMs = 2_000;

const methods: ReadonlySet<string> = new Set(allMethods);

/**
 * Meters in the format of Prometheus. Their labels have few values: route patterns, kinds and outcomes, never an id or anything that a client has written.
 */
export function prometheusMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "story_service_http_request_duration_seconds",
    help: "Duration of requests from the request head to the end of the answer, by route, method and status class. The value none means that there was no route or no answer.",
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
    help: "Duration of requests to the servers that write and narrate.",
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
      totals.set(await inTime(readTotals(database), totalsMostMs));
      return registry.metrics();
    },
  };
}

type Totals = Awaited<ReturnType<typeof readTotals>>;

function totalGauges(registers: Registry[]): { set(totals: Totals | null): void } {
  const isUp = new Gauge({
    name: "story_service_database_up",
    help: "1 if the database answered; otherwise there are no figures for jobs and credits.",
    registers,
  });
  const jobs = new Gauge({
    name: "story_service_jobs",
    help: "Jobs for stories in the database, the same for all processes: waiting, held by a process, or dead (given up, with the credits returned).",
    labelNames: ["kind", "state"],
    registers,
  });
  const credits = new Gauge({
    name: "story_service_credits",
    help: "Credits of all accounts in the database, the same for all processes: reserved for stories in progress, and spent.",
    labelNames: ["fund"],
    registers,
  });
  return {
    set(totals) {
      isUp.set(totals === null ? 0 : 1);
      // Old numbers would look like new ones.
      jobs.reset();
      credits.reset();
      if (totals === null) return;
      // A zero for what there is none of.
      for (const kind of ["writing", "narration"])
        for (const state of ["waiting", "held", "dead"]) jobs.set({ kind, state }, 0);
      for (const { kind, state, count } of totals.jobs) jobs.set({ kind, state }, count);
      for (const fund of ["reserved", "spent"])
        credits.set({ fund }, totals.funds.find((sum) => sum.fund === fund)?.credits ?? 0);
    },
  };
}

/** The work and the credits of the whole service. */
async function readTotals(database: Database) {
  const jobs = await database.all<{ kind: string; state: string; count: number }>(
    `SELECT kind, CASE WHEN dead_reason IS NOT NULL THEN 'dead' WHEN holder IS NOT NULL THEN 'held' ELSE 'waiting' END AS state,
       COUNT(*) AS count
     FROM jobs GROUP BY 1, 2`,
  );
  const funds = await database.all<{ fund: string; credits: number }>(
    "SELECT fund, SUM(credits) AS credits FROM funds GROUP BY fund",
  );
  return { jobs, funds };
}
