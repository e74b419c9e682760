import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isReplaced } from "../../src/client/credentials.ts";
import { type Login, readLogin, saveLogin } from "../../src/client/login/login.ts";
import { LoginCredential } from "../../src/client/login/login-credential.ts";
import type { CallResult } from "../../src/client/port.ts";
import { readWithRetry } from "../../src/client/with-retry.ts";
import { ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { newFolder } from "../fixtures.ts";
import { interfaceLimits as limits } from "../rate-limit/interface-limits.ts";
import { VirtualClock } from "../rate-limit/whole-runs/virtual-clock.ts";
import { storyId } from "./answers.ts";
import { clientWithLogin } from "./plain-service.ts";

const minuteMs = 60_000;

/** A token endpoint that turns the n-th refresh token into the next one, and tells which it was sent. */
async function tokenEndpoint({ refuses = 0 } = {}) {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    const pieces = await request.toArray();
    sent.push(new URLSearchParams(Buffer.concat(pieces).toString()).get("refresh_token") ?? "");
    // As of `refuses`, the rate limit rejects the first ones.
    if (sent.length <= refuses) return void response.writeHead(429).end();
    const tokens = { access_token: `access-${sent.length}`, refresh_token: `refresh-${sent.length}` };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ ...tokens, token_type: "bearer", expires_in: 3_600 }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { sent, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface Surroundings {
  readonly onSleep?: () => Promise<void>;
  /** What the credential works with. Absent: the real ones. */
  readonly files?: Files;
}

/** A login that expires after an hour, on the disk and as a credential, with a clock that the test sets. */
async function savedLogin(
  origin: string,
  { onSleep = async () => {}, files = realFiles }: Surroundings = {},
) {
  const path = join(newFolder(), "login.json");
  const login: Login = {
    coursebinder: "login",
    format: 1,
    service: `${origin}/api/v1`,
    issuer: origin,
    clientId: "client",
    tokenEndpoint: `${origin}/token`,
    revocationEndpoint: `${origin}/revoke`,
    scopes: ["stories:write"],
    accessToken: "access-0",
    refreshToken: "refresh-0",
    obtainedAt: 0,
    expiresAt: 60 * minuteMs,
    refreshing: null,
  };
  await saveLogin(realFiles, path, login);
  const clock = { at: 0 };
  const silent = () => undefined;
  const world = {
    now: () => clock.at,
    monotonic: () => clock.at,
    sleep: onSleep,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  };
  const credential = new LoginCredential(login, { path, files, world, timeoutMs: 10_000 });
  return { path, login, clock, credential };
}

/** Where nothing listens. */
const nowhere = "http://127.0.0.1:9";

test("A token that is refused while another process renews it, soon after a failed try, is replaced by that process's", async () => {
  let finish = async (): Promise<void> => undefined;
  const { path, login, clock, credential } = await savedLogin(nowhere, { onSleep: () => finish() });
  clock.at = 55 * minuteMs;
  const secret = await credential.current();
  expect(secret.bearer()).toBe("Bearer access-0");

  const held = await realFiles.openAppend(`${path}.lock`);
  expect(held.tryLock()).toBe(true);
  finish = async () => {
    finish = async () => undefined;
    await saveLogin(realFiles, path, { ...login, accessToken: "access-9", obtainedAt: clock.at });
    await held.close();
  };
  clock.at += 5_000;
  // The service has ended the old token, and the new one is not saved yet.
  expect(await isReplaced(secret, credential)).toBe(true);
  expect((await credential.current()).bearer()).toBe("Bearer access-9");
});

test("A renewal that waits while the user ends the login sends nothing, and doesn't bring it back", async () => {
  const { sent, origin } = await tokenEndpoint();
  let finish = async (): Promise<void> => undefined;
  const { path, login, clock, credential } = await savedLogin(origin, { onSleep: () => finish() });
  const held = await realFiles.openAppend(`${path}.lock`);
  expect(held.tryLock()).toBe(true);
  finish = async () => {
    await realFiles.remove(path);
    await held.close();
  };
  clock.at = 55 * minuteMs;
  expect((await credential.current()).bearer()).toBe("Bearer access-0");
  expect(sent).toEqual([]);
  expect(await readLogin(realFiles, path, login.service)).toBeNull();
});

test("A renewal that could not be sent is tried again with the next call, and one that succeeded is not", async () => {
  const { sent, origin } = await tokenEndpoint();
  const { path, login, clock, credential } = await savedLogin(nowhere);
  clock.at = 59 * minuteMs;
  const secret = await credential.current();
  expect(secret.bearer()).toBe("Bearer access-0");
  // The credential reads it when it renews.
  await saveLogin(realFiles, path, { ...login, issuer: origin, tokenEndpoint: `${origin}/token` });
  for (let call = 1; call <= 2; call++) {
    expect(await isReplaced(secret, credential)).toBe(true);
    expect(sent).toEqual(["refresh-0"]);
  }
});

test("A renewal that the rate limit rejected is tried again with the same token", async () => {
  const { sent, origin } = await tokenEndpoint({ refuses: 1 });
  const { clock, credential } = await savedLogin(origin);
  clock.at = 59 * minuteMs;
  expect((await credential.current()).bearer()).toBe("Bearer access-0");
  expect((await credential.current()).bearer()).toBe("Bearer access-2");
  expect(sent).toEqual(["refresh-0", "refresh-0"]);
});

test("A renewed login that could not be saved is used by this process, and no refresh token is sent again", async () => {
  const { sent, origin } = await tokenEndpoint();
  // The first name that is changed is the one of the mark, the second that of the new tokens.
  let renames = 0;
  const files: Files = {
    ...realFiles,
    rename: async (from, to) => {
      renames += 1;
      if (renames === 2) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      await realFiles.rename(from, to);
    },
  };
  const { clock, credential } = await savedLogin(origin, { files });
  clock.at = 55 * minuteMs;
  expect((await credential.current()).bearer()).toBe("Bearer access-1");
  clock.at = 111 * minuteMs;
  expect((await credential.current()).bearer()).toBe("Bearer access-1");
  expect(sent).toEqual(["refresh-0"]);
});

const refusal = { kind: "refused", refusal: { status: 401, code: "unauthorized" } };

test.for([
  ["once more if its login was replaced on the way", "token-1", "token-1", { ok: true }, 3],
  ["once if the service refuses the current login", "token-1", null, { ok: false, callError: refusal }, 2],
  ["once if the service accepts it, and its login is looked up once", "token-0", null, { ok: true }, 1],
] as const)("A story is asked for %s", async ([, accepted, replacement, result, lookups]) => {
  const { remote, login, sent } = await clientWithLogin({ accepted, replacement });
  expect(await read(() => remote.readStory(storyId))).toMatchObject(result);
  expect(sent).toEqual(replacement === null ? ["token-0"] : ["token-0", replacement]);
  expect(login.lookups).toBe(lookups);
});

/** Reads as a run does, without its pauses. */
function read<Value>(once: () => Promise<CallResult<Value>>) {
  const world = new VirtualClock();
  return readWithRetry(
    { kind: "read", once },
    {
      rateLimiter: new ScheduledRateLimiter(limits, world),
      world: { random: () => 0.5, sleep: () => Promise.resolve(), log: world.log },
      maxWaitMs: 900_000,
      signal: new AbortController().signal,
    },
  );
}
