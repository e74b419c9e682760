-- What a credential has spent in a month is what its movements of that month add up to.
DROP TABLE cap_use;
CREATE INDEX movements_of_cap ON movements (credential_id, cap_month);

-- The time in ms: the fixed one of a test, or else the database's, which is the same for all processes.
CREATE FUNCTION moment_of(fixed BIGINT) RETURNS BIGINT LANGUAGE sql VOLATILE AS
  'SELECT COALESCE(fixed, (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT)';

-- A row's instants at a moment: without those in the future, which exist once the database's clock was set back, and, once per window, without those
-- that have left the window.
CREATE FUNCTION live_calls(instants BIGINT[], span BIGINT, moment BIGINT) RETURNS BIGINT[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN instants[cardinality(instants)] <= moment AND instants[1] > moment - 2 * span THEN instants
    ELSE ARRAY(SELECT at FROM unnest(instants) AS at WHERE at <= moment AND at > moment - span) END
$$;

-- The rule of waitOf in limits.ts, for the most-th latest instant. If there are fewer, the wait is 0.
CREATE FUNCTION wait_after(calls BIGINT[], most INT, span BIGINT, moment BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS
  'SELECT GREATEST(0, calls[cardinality(calls) - most + 1] + span - moment)';

-- How long a name has to wait in ms; nothing is counted.
CREATE FUNCTION call_wait(called TEXT, most INT, span BIGINT, fixed BIGINT) RETURNS BIGINT LANGUAGE sql AS $$
  SELECT COALESCE((
    SELECT wait_after(live_calls(instants, span, moment), most, span, moment)
    FROM call_windows, (SELECT moment_of(fixed) AS moment OFFSET 0) AS m WHERE name = called
  ), 0)
$$;

-- A single statement admits or refuses a call: it holds the lock of the name's row until it ends, so that no call of any process comes between.
-- Instants that no wait needs any more are dropped. A refused call changes nothing but the row's wait, which carries the answer.
CREATE FUNCTION take_call(called TEXT, uses INT, most INT, span BIGINT, fixed BIGINT) RETURNS TABLE (wait_ms BIGINT, taken_at BIGINT)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY INSERT INTO call_windows AS w (name, instants, ends_at, wait)
    SELECT called, array_fill(moment, ARRAY[uses]), moment + span, 0 FROM (SELECT moment_of(fixed) AS moment OFFSET 0) AS m
    ON CONFLICT (name) DO UPDATE SET (instants, ends_at, wait) = (
      SELECT
        CASE WHEN d.wait > 0 THEN known ELSE known[cardinality(known) - most + 2:] || array_fill(moment, ARRAY[uses]) END,
        CASE WHEN d.wait > 0 THEN w.ends_at ELSE moment + span END,
        d.wait
      FROM (
        SELECT moment, known, wait_after(known, most, span, moment) AS wait
        FROM (SELECT moment, live_calls(w.instants, span, moment) AS known FROM (SELECT moment_of(fixed) AS moment OFFSET 0) AS m OFFSET 0) AS l OFFSET 0
      ) AS d
    )
    RETURNING w.wait, w.instants[cardinality(w.instants)];
END
$$;
