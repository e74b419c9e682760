// The tests about credits and limits, on PostgreSQL.
import "./on-postgres.ts";
import "../money.test.ts";
import "../limits.test.ts";
