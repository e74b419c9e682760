// The tests about keys, connections and levels, on PostgreSQL.
import "./on-postgres.ts";
import "../oauth/oauth.test.ts";
import "../oauth/oauth-tokens.test.ts";
import "../oauth/oauth-clients.test.ts";
import "../levels.test.ts";
import "../pages/books.test.ts";
import "../pages/story-pages.test.ts";
import "../pages/pages-browse.test.ts";
