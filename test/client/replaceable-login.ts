import { onTestFinished } from "vitest";
import type { Credential } from "../../src/client/credentials.ts";
import { httpRemote } from "../../src/client/http-remote.ts";
import type { Remote } from "../../src/client/port.ts";
import { Secret } from "../../src/client/secret.ts";
import { type Call, json, plainService } from "./plain-service.ts";

/** A login that a test replaces, as a person does who logs in again. */
export class ReplaceableLogin implements Credential {
  readonly account = "login";
  readonly mayChange = true;
  token = "token-0";
  /** How often it was asked for the current token. */
  lookups = 0;

  current(): Promise<Secret> {
    this.lookups += 1;
    return Promise.resolve(new Secret(this.token));
  }
}

/**
 * A service that accepts one token only and answers each operation's path with what `answers` has for it, and a client with a login. `replaces`: what
 * the login is replaced with while a call with that token is on its way; null leaves it as it is.
 */
export async function clientWithLogin(
  answers: Readonly<Record<string, unknown>>,
  { accepted, replaces }: { accepted: string; replaces: (token: string) => string | null },
): Promise<{ remote: Remote; login: ReplaceableLogin; sent: () => readonly string[] }> {
  const login = new ReplaceableLogin();
  const service = await plainService((response, call) => {
    const token = tokenOf(call);
    if (token !== accepted) {
      login.token = replaces(token) ?? login.token;
      json(response, { error: "This credential is revoked.", code: "unauthorized" }, 401);
      return;
    }
    json(response, answers[call.path.replace(/^\/api\/v1|\?.*$/g, "")]);
  });
  const { url } = service;
  const remote = httpRemote({
    url,
    service: url,
    credential: login,
    userAgent: "coursebinder-test",
    timeoutMs: 5_000,
  });
  onTestFinished(() => remote.close());
  return { remote, login, sent: () => service.calls.map(tokenOf) };
}

function tokenOf({ headers }: Call): string {
  return headers.authorization?.replace("Bearer ", "") ?? "none";
}
