import { isIP } from "node:net";
import { endingWith } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { showText } from "../../shared/text.ts";
import type { DemoSecrets } from "../../story-service/accounts/seed.ts";
import type { ServiceConfig } from "../../story-service/config/config.ts";
import { instantSchema } from "../../story-service/config/config-schema.ts";
import { type RunningService, standardTimes } from "../../story-service/serve.ts";
import type { Context } from "../context.ts";
import { type Io, withVersion } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { databaseIn, duration, portIn, type RawOptions, text } from "../parser/options.ts";
import { badValue, type CommandProblem, usage } from "../problem.ts";
import {
  type Models,
  modelsIn,
  readConfig,
  type ShownServer,
  startServiceFor,
} from "../service/local-service.ts";
import { untilAborted } from "../until-aborted.ts";

export const verbs: Verbs = { serve };

const standardPort = 4010;
const standardHost = "127.0.0.1";
const loopback: readonly string[] = [standardHost, "::1"];

/** `serve`: runs the local story service until it is stopped. The first line of output gives its address. */
export async function serve(context: Context): Promise<number> {
  const { raw, io, world, interrupt } = context;
  const database = databaseIn(raw);
  refuseRoles(raw);
  const startsAt = clockIn(raw);
  const configured = await readConfig(text(raw, "config"));
  const config = startsAt === null ? configured : { ...configured, clock: startsAt };
  const host = hostIn(raw, config);
  const dataFolder = text(raw, "data") ?? "out/local/.service";
  // Only this command needs it.
  const { prometheusMeters } = await import("../../story-service/metrics/prometheus.ts");
  const meters = prometheusMeters();
  const stopped = new AbortController();
  const models = modelsIn(context.environment.models, {
    log: world.log,
    meters,
    abandoned: stopped.signal,
  });
  const service = await startServiceFor("--data", {
    host,
    port: portIn(raw) ?? standardPort,
    dataFolder,
    database,
    config,
    variables: context.environment.variables,
    writingTimeMs: duration(raw, "--writing-time", "1d", 0) ?? standardTimes.writingMs,
    narrationTimeMs: duration(raw, "--narration-time", "1d", 0) ?? standardTimes.narrationMs,
    world,
    meters,
    writer: models.writer,
    narrator: models.narrator,
  });
  await endingWith(
    async () => {
      await service.close();
      stopped.abort();
    },
    async () => {
      const secrets = await service.handOverDemo();
      announce({ service, secrets, servers: models.servers }, io);
      const cause = await Promise.race([untilAborted(interrupt), service.failed]);
      if (cause !== undefined)
        throw new Failure<CommandProblem>({ code: "service_disk_failed", folder: dataFolder, cause });
    },
  );
  return exitCodes.done;
}

/** Refuses flags of earlier versions, which ran the answering and working parts of a service in separate processes. */
function refuseRoles({ web, worker }: RawOptions): void {
  if (web !== true && worker !== true) return;
  throw usage(
    "--web and --worker no longer exist: every process of a service answers requests and does the work. Leave the flag out, and give each process a --port.",
    "",
  );
}

/** Without a public address, the service is reachable only from this machine: it speaks plain HTTP, and anyone can trigger its faults. */
function hostIn(raw: RawOptions, { publicUrl }: ServiceConfig): string {
  const host = text(raw, "host") ?? standardHost;
  const isAllowed = loopback.includes(host) || (publicUrl !== null && isIP(host) !== 0);
  if (isAllowed) return host;
  const expected =
    publicUrl === null
      ? "127.0.0.1 or ::1, unless --config has a publicUrl"
      : "an IP address of this machine";
  throw badValue("--host", host, expected);
}

function clockIn(raw: RawOptions): number | null {
  const value = text(raw, "clock");
  if (value === null) return null;
  const read = instantSchema.safeParse(value);
  if (read.success) return read.data;
  const expected = "a date and time such as 2026-01-31T23:59:50Z";
  throw badValue("--clock", value, expected);
}

interface Announced {
  readonly service: RunningService;
  readonly secrets: DemoSecrets | null;
  readonly servers: Models["servers"];
}

function announce({ service, secrets, servers }: Announced, { json, print }: Io): void {
  const { url, appUrl, mcpUrl, listensAt } = service;
  const isElsewhere = listensAt !== appUrl;
  const named = servers.writer !== null || servers.narrator !== null;
  if (json) {
    const demo =
      secrets === null
        ? {}
        : { key: secrets.key, signIn: { account: secrets.signIn.accountId, secret: secrets.signIn.secret } };
    const elsewhere = isElsewhere ? { listensAt } : {};
    const addresses = { url, appUrl, mcpUrl, ...elsewhere, ...demo, ...(named ? servers : {}) };
    print(JSON.stringify(withVersion(addresses)));
    return;
  }
  print(`story service  ${url}`);
  if (isElsewhere) print(`listens on     ${listensAt}`);
  if (secrets !== null) print(`demo key       ${secrets.key}   (shown only once)`);
  print(`pages          ${appUrl}`);
  if (secrets !== null)
    print(`sign in        ${secrets.signIn.accountId}, ${secrets.signIn.secret}   (shown only once)`);
  if (named) {
    print(`writer         ${describeServer(servers.writer)}`);
    print(`narrator       ${describeServer(servers.narrator)}`);
  }
  print(`try it         coursebinder account balance --service ${url}   (with a key in STORY_API_KEY)`);
  print("stop it        Ctrl-C");
}

function describeServer(server: ShownServer | null): string {
  return server === null ? "built in" : `${showText(server.model)} at ${showText(server.url)}`;
}
