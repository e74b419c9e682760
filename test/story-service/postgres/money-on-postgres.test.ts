// The tests about credits, limits and stories, on PostgreSQL.
import "./on-postgres.ts";
import "../money.test.ts";
import "../limits.test.ts";
import "../story.test.ts";
import "../sentinels.test.ts";
