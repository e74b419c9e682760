import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { httpRemote } from "../../src/client/http-remote.ts";
import { type Login, saveLogin } from "../../src/client/login/login.ts";
import { LoginCredential } from "../../src/client/login/login-credential.ts";
import { realWorld } from "../../src/course/real-world.ts";
import { openFileLedger } from "../../src/ledger/file/file-ledger.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import { ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import { run } from "../../src/run/run.ts";
import type { AfterCreation } from "../../src/run/run-context.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { interfaceLimits } from "../rate-limit/interface-limits.ts";
import { query, tempFolder } from "../story-service/fixtures.ts";
import { type OAuthFixture, startOAuthFixture, type Tokens } from "../story-service/oauth/oauth-fixtures.ts";
import { undo } from "../undo.ts";

const world = realWorld();

let folder: string;
let fixture: OAuthFixture;
let path: string;
let login: Login;

beforeEach(async () => {
  folder = await tempFolder();
  fixture = await startOAuthFixture();
  path = join(folder, "login.json");
  login = asLogin(await fixture.connect());
  await saveLogin(realFiles, path, login);
});

test("A lesson whose login is replaced just before its request is sent is bought once, with the new login", async () => {
  const { report, outcomes, heard } = await buy({ replaces: (attempt) => attempt === 1 });
  expect(report).toMatchObject({ exitCode: 0, problems: [], jobs: { done: 2 }, credits: { spent: 26 } });
  expect(outcomes).toEqual([
    ["first.es.2", "creation.refused"],
    ["first.es.2", "creation.accepted"],
    ["second.es.2", "creation.accepted"],
  ]);
  expect(heard).toEqual(["refused", "accepted", "accepted"]);
  expect(await storiesAtTheService()).toHaveLength(2);
});

test("A lesson whose login is replaced before each of its requests is sent once more, and the others not at all", async () => {
  const { report, outcomes } = await buy({ replaces: () => true });
  expect(report).toMatchObject({
    exitCode: 6,
    problems: [{ code: "creations_stopped", refusal: { code: "unauthorized" }, left: 2 }],
    jobs: { pending: 2 },
  });
  expect(outcomes).toEqual(Array.from({ length: 2 }, () => ["first.es.2", "creation.refused"]));
  expect(await storiesAtTheService()).toHaveLength(0);
});

test("A lesson whose login is revoked without a new one is sent once, and the others not at all", async () => {
  const { report, outcomes } = await buy({ replaces: () => false, revokes: true });
  expect(report).toMatchObject({ exitCode: 6, problems: [{ code: "creations_stopped", left: 2 }] });
  expect(outcomes).toEqual([["first.es.2", "creation.refused"]]);
});

test("A lesson whose login is replaced is not sent again once the command after each creation has failed", async () => {
  const { report, outcomes } = await buy({
    replaces: (attempt) => attempt === 1,
    afterCreation: () => Promise.resolve({ how: "exit", code: 1 }),
  });
  expect(report).toMatchObject({ exitCode: 7, problems: [{ code: "after_creation_failed", left: 2 }] });
  expect(outcomes).toEqual([["first.es.2", "creation.refused"]]);
});

interface Buying {
  /** Whether the login is replaced between the intention of this attempt, counted from 1, and its request. */
  readonly replaces: (attempt: number) => boolean;
  /** Revokes the login before every request, with or without a new one. */
  readonly revokes?: boolean;
  readonly afterCreation?: AfterCreation;
}

/** Runs a course of two lessons with a stored login, on real files and at the local service. */
async function buy({ replaces, revokes = false, afterCreation = () => Promise.resolve(null) }: Buying) {
  const plan = await smallPlan();
  const store = await openFileLedger({
    path: join(folder, "ledger.jsonl"),
    identity: { course: plan.course, service: fixture.service.url },
    mustExist: false,
    holder: "test",
    files: realFiles,
    world,
  });
  undo.push(() => store.close());
  let attempts = 0;
  afterEachIntention(store, async () => {
    attempts += 1;
    if (replaces(attempts)) await logInAgain();
    else if (revokes) await revoke(login);
  });
  const credential = new LoginCredential(login, { path, files: realFiles, world, timeoutMs: 10_000 });
  const remote = httpRemote({
    url: fixture.service.url,
    service: fixture.service.url,
    credential,
    account: null,
    userAgent: "coursebinder-test",
    timeoutMs: 10_000,
  });
  undo.push(() => remote.close());
  const heard: string[] = [];
  const report = await run(
    plan,
    {
      selection: { jobs: plan.jobs, replace: [] },
      partOfPlan: false,
      allowPartial: false,
      retryRefused: false,
      maxCredits: null,
      consent: { who: "nobody", isGiven: false, ask: null },
      confirm: null,
      approved: null,
      deadlineMs: null,
      interrupt: new AbortController().signal,
      timeLimits: { creationTimeoutMs: 120_000, maxWaitMs: 900_000, giveUpMs: 7_200_000 },
    },
    {
      store,
      remote,
      files: realFiles,
      folder,
      world,
      openRateLimiter: () => new ScheduledRateLimiter({ ...interfaceLimits, pollMs: 20 }, world),
      // The service's clock stands still unless it is told to write.
      tell: ({ kind }) => void (kind === "created" && fixture.write()),
      afterCreation: (recorded) => {
        heard.push(recorded.outcome);
        return afterCreation(recorded);
      },
      bind: () =>
        Promise.resolve({
          path: "/course.zip",
          bytes: 0,
          sha256: sha256(""),
          files: 0,
          standalone: [],
          warnings: [],
          release: { content: sha256(""), revision: 1 },
        }),
    },
  );
  const outcomes = store.events.flatMap((event) =>
    event.type === "creation.accepted" || event.type === "creation.refused" ? [[event.job, event.type]] : [],
  );
  return { report, heard, outcomes };
}

async function smallPlan() {
  const file = join(folder, "course.yaml");
  writeFileSync(
    file,
    "course: course\ntitle: A course\nbudget: { credits: 60 }\nlanguages: [es]\ndifficulties: [2]\n" +
      "defaults: { audiobook: false }\ntopics: [First, Second]\n",
  );
  const read = await readPlan(file, { at: world.now() });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.plan;
}

/** Runs `step` when an intention is durable: its connection is open, and its request not written. */
function afterEachIntention(store: LedgerStore, step: () => Promise<void>): void {
  const append = store.append.bind(store);
  store.append = async (body, guard) => {
    const event = await append(body, guard);
    if (body.type === "creation.intended") await step();
    return event;
  };
}

/** As `coursebinder login` does: saves the new login, and revokes the old one at the service. */
async function logInAgain(): Promise<void> {
  const before = login;
  login = { ...asLogin(await fixture.connect()), obtainedAt: before.obtainedAt + 1 };
  await saveLogin(realFiles, path, login);
  await revoke(before);
}

async function revoke({ refreshToken }: Login): Promise<void> {
  const answer = await fixture.revoke({ token: refreshToken ?? "", client_id: fixture.clientId });
  expect(answer.status).toBe(200);
}

function asLogin({ access_token, refresh_token, scope }: Tokens): Login {
  const { url } = fixture.service;
  const now = world.now();
  return {
    coursebinder: "login",
    format: 1,
    service: url,
    issuer: url,
    clientId: fixture.clientId,
    tokenEndpoint: `${url}/token`,
    revocationEndpoint: null,
    scopes: scope.split(" "),
    accessToken: access_token,
    refreshToken: refresh_token,
    obtainedAt: now,
    expiresAt: now + 3_600_000,
    refreshing: null,
    endedAt: null,
  };
}

/** The stories that the service has made, by its own database. */
function storiesAtTheService(): Promise<readonly { id: string }[]> {
  return query(fixture.dataFolder, "SELECT id FROM stories");
}
