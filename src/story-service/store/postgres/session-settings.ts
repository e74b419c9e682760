import pg from "pg";
import { schemaName } from "./schema.ts";

/**
 * For each connection. A server may be configured to confirm commits before they are on disk; that is overridden. A process that was suspended in a
 * transaction loses it, so that others need not wait for it.
 */
export const sessionSettings = `
  SET search_path = ${schemaName};
  SET client_min_messages = warning;
  SET idle_in_transaction_session_timeout = '10s';
  SET lock_timeout = '15s';
  SET tcp_keepalives_idle = 30;
  SET tcp_keepalives_interval = 10;
  SET tcp_keepalives_count = 3;
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';`;

/** The driver gives 64-bit numbers and sums as texts; ours are all whole and far below 2^53. */
export const typesAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};
