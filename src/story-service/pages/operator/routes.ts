import type { FastifyInstance } from "fastify";
import type { Parts } from "../../parts.ts";
import { serveAccount } from "./account.ts";
import { serveAccounts } from "./accounts.ts";
import { serveCredits } from "./credits.ts";
import { deskOf } from "./desk.ts";
import { serveAccountKeys } from "./keys.ts";
import { serveOverview } from "./overview.ts";
import { serveDeskSignIn } from "./sign-in.ts";
import { serveWork } from "./work.ts";

/** Serves the operator's pages, which do what `serve admin` does. Each change is logged with the operator's name. */
export function serveDesk(app: FastifyInstance, parts: Parts): void {
  // Of their own, so that errors there are answered by a page of theirs.
  app.register((pages, _options, done) => {
    const desk = deskOf(pages, parts);
    serveDeskSignIn(desk);
    serveAccounts(desk);
    serveAccount(desk);
    serveCredits(desk);
    serveAccountKeys(desk);
    serveWork(desk);
    serveOverview(desk);
    done();
  });
}
