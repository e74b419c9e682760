// The tests about the operator, on PostgreSQL.
import "./on-postgres.ts";
import "../operator/operator.test.ts";
import "../operator/retried-work.test.ts";
import "../operator/retention.test.ts";
import "../operator/personal-data.test.ts";
import "../operator/backup.test.ts";
import "../operator/interrupted-backup.test.ts";
import "../operator/interrupted-restore.test.ts";
import "../operator/pepper.test.ts";
import "../pages/operator-pages.test.ts";
import "../operator/older-backup.test.ts";
