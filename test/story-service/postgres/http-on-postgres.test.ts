// The tests about REST and MCP, on PostgreSQL.
import "./on-postgres.ts";
import "../http/rest.test.ts";
import "../http/refusals.test.ts";
import "../http/border.test.ts";
import "../http/unknown-ids.test.ts";
import "../mcp/mcp.test.ts";
