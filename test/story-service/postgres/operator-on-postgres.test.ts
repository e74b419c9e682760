// What the operator does with money and copies, on PostgreSQL.
import "./on-postgres.ts";
import "../operator/backup.test.ts";
import "../operator/older-backup.test.ts";
