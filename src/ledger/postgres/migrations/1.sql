-- A ledger's lines, with columns beside them for checks in SQL.
CREATE TABLE coursebinder.format (version integer NOT NULL);
CREATE TABLE coursebinder.ledgers (
  ledger text PRIMARY KEY,
  epoch bigint NOT NULL,
  holder text NOT NULL
);
CREATE TABLE coursebinder.events (
  ledger text NOT NULL REFERENCES coursebinder.ledgers,
  seq bigint NOT NULL,
  hash text NOT NULL,
  line text NOT NULL,
  recorded_at timestamptz NOT NULL,
  at text NOT NULL,
  type text NOT NULL,
  edition text,
  job text,
  attempt text,
  story text,
  verdict text,
  credits double precision,
  audiobook double precision,
  status text,
  started boolean,
  PRIMARY KEY (ledger, seq)
);
CREATE INDEX events_of_job ON coursebinder.events (ledger, edition, job, seq) WHERE job IS NOT NULL;
CREATE INDEX intentions ON coursebinder.events (ledger) WHERE type = 'creation.intended';
CREATE VIEW coursebinder.attempts AS
  SELECT intended.ledger, intended.seq, intended.at, intended.recorded_at,
    intended.edition, intended.job, intended.attempt,
    coalesce(settled.verdict, 'open') AS verdict,
    CASE
      WHEN settled.verdict = 'absent' THEN 0
      WHEN observed.status IN ('failed', 'canceled') THEN observed.spent
      ELSE greatest(intended.credits, observed.spent)
    END AS committed
  FROM coursebinder.events AS intended
  LEFT JOIN LATERAL (
    SELECT verdict, story FROM coursebinder.events AS later
    WHERE later.ledger = intended.ledger AND later.edition = intended.edition AND later.job = intended.job
      AND later.attempt = intended.attempt AND later.verdict IS NOT NULL AND later.seq > intended.seq
    ORDER BY later.seq DESC LIMIT 1
  ) AS settled ON true
  LEFT JOIN LATERAL (
    SELECT status, credits + CASE WHEN started THEN intended.audiobook ELSE 0 END AS spent
    FROM coursebinder.events AS seen
    WHERE seen.ledger = intended.ledger AND seen.edition = intended.edition AND seen.job = intended.job
      AND seen.type = 'story.observed' AND seen.story = settled.story AND settled.verdict = 'present'
    ORDER BY seen.seq DESC LIMIT 1
  ) AS observed ON true
  WHERE intended.type = 'creation.intended';
INSERT INTO coursebinder.format (version) VALUES (1);
