// What the operator does with money, copies and secrets, on PostgreSQL.
import "./on-postgres.ts";
import "../operator/retried-work.test.ts";
import "../operator/retention.test.ts";
import "../operator/backup.test.ts";
import "../operator/older-backup.test.ts";
import "../operator/revoke-all.test.ts";
