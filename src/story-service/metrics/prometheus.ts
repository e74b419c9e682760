import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { inTime } from "../clock.ts";
import { allMethods } from "../http/errors.ts";
import type { Answered } from "../http/requests.ts";
import type { ModelCall } from "../model-server.ts";
import type { Database } from "../store/store.ts";

/** From a read out of memory to a request that was cut off; and from a short text to the longest that a model may take. In seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const modelBuckets = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** How long the database may take: shorter than the ten seconds after which Prometheus gives up. */
const totalsMostMs = 2_000;

const methods: ReadonlySet<string> = new Set(allMethods);

/**
 * Meters in the format of Prometheus. Their labels have few values: route patterns, kinds and outcomes, never an id or anything that a client has written.
 */
export function prometheusMeters() {
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
  const isUp = new Gauge({
    name: "story_service_database_up",
    help: "1 if the database answered; otherwise there are no figures for jobs and credits.",
    registers,
  });
  const jobs = new Gauge({
    name: "story_service_jobs",
    help: "Jobs for stories in the database, the same for all processes: waiting, or held by a process.",
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
    contentType: registry.contentType,
    answered({ route, method, status, ms, limit }: Answered): void {
      const statusClass = status === null ? "none" : `${Math.floor(status / 100)}xx`;
      const known = methods.has(method) ? method : "other";
      requests.observe({ route: route ?? "none", method: known, status: statusClass }, ms / 1_000);
      if (limit !== null) refusals.inc({ limit });
    },
    modelCalled: (server: "writer" | "narrator", { outcome, ms }: ModelCall): void =>
      modelCalls.observe({ server, outcome }, ms / 1_000),
    /** Everything as text, with the work and the credits in the database as they are now. */
    async read(database: Database): Promise<string> {
      const totals = await inTime(readTotals(database), totalsMostMs);
      isUp.set(totals === null ? 0 : 1);
      // Old numbers would look like new ones.
      jobs.reset();
      credits.reset();
      for (const { kind, state, count } of totals?.jobs ?? []) jobs.set({ kind, state }, count);
      for (const fund of totals?.funds ?? []) credits.set({ fund: fund.fund }, fund.credits);
      return registry.metrics();
    },
  };
}

/** The work and the credits of the whole service, with a zero for what there is none of. */
async function readTotals(database: Database) {
  const jobs = await database.all<{ kind: string; state: string; count: number }>(
    `SELECT kind, state, COUNT(id) AS count FROM
       (SELECT 'writing' AS kind UNION ALL SELECT 'narration') AS kinds
       CROSS JOIN (SELECT 'waiting' AS state UNION ALL SELECT 'held') AS states
       LEFT JOIN (SELECT id, kind, CASE WHEN holder IS NOT NULL THEN 'held' ELSE 'waiting' END AS state FROM jobs) AS j
         USING (kind, state)
     GROUP BY kind, state`,
  );
  const funds = await database.all<{ fund: string; credits: number }>(
    `SELECT fund, COALESCE(SUM(credits), 0) AS credits
     FROM (SELECT 'reserved' AS fund UNION ALL SELECT 'spent') AS named LEFT JOIN funds USING (fund) GROUP BY fund`,
  );
  return { jobs, funds };
}
