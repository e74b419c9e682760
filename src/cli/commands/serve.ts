import { isIP } from "node:net";
import { endingWith } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { showText } from "../../shared/text.ts";
import type { Log } from "../../shared/world.ts";
import type { DemoSecrets } from "../../story-service/accounts/demo.ts";
import type { ServiceConfig } from "../../story-service/config/config.ts";
import { instantSchema } from "../../story-service/config/config-schema.ts";
import { standardTimes } from "../../story-service/local-service.ts";
import type { Role, RunningService } from "../../story-service/serve.ts";
import { type Context, openLogFor } from "../context.ts";
import type { Io } from "../io.ts";
import { databaseIn } from "../parser/database-option.ts";
import { duration, portIn, type RawOptions, text } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";
import { type Models, modelsIn, type ShownServer } from "../service/models.ts";
import { readConfig } from "../service/read-config.ts";
import { startServiceFor } from "../service/start-service.ts";
import { untilAborted } from "../until-aborted.ts";

const standardPort = 4010;
const standardHost = "127.0.0.1";
const loopback: readonly string[] = [standardHost, "::1"];

/** `serve`: runs the local story service until it is stopped. Its first line gives its address. */
export async function serve(context: Context): Promise<number> {
  const { raw, io, world, interrupt } = context;
  const database = databaseIn(raw);
  const role = roleIn(raw, database);
  const startsAt = clockIn(raw);
  const configured = await readConfig(text(raw, "config"));
  const config = startsAt === null ? configured : { ...configured, clock: startsAt };
  const host = hostIn(raw, config);
  const dataFolder = text(raw, "data") ?? "out/local/.service";
  // Loaded by this command alone.
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
    // A worker tells its health only where it was given a port.
    port: role === "worker" ? portIn(raw) : (portIn(raw) ?? standardPort),
    role,
    dataFolder,
    database,
    config,
    variables: context.environment.variables,
    writingTimeMs:
      duration(raw, "writingTime", { flag: "--writing-time", most: "1d" }) ?? standardTimes.writingMs,
    narrationTimeMs:
      duration(raw, "narrationTime", { flag: "--narration-time", most: "1d" }) ?? standardTimes.narrationMs,
    world,
    accesses: await accessesOf(config, context),
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
      if (role === "worker") announceWorker(service, io);
      else
        await service.handOverDemo((secrets) => announce({ service, secrets, servers: models.servers }, io));
      await untilAborted(interrupt);
    },
  );
  return exitCodes.done;
}

/** What this process does: everything, or one part of a service of several processes. */
function roleIn(raw: RawOptions, database: PostgresAddress | null): Role {
  const role = raw.worker === true ? "worker" : raw.web === true ? "web" : "both";
  if (role === "both" || database !== null) return role;
  throw new Failure<CommandProblem>({
    code: "usage",
    message: `--${role} is for one of several processes that share a database: it needs --database, or COURSEBINDER_DATABASE. Without one, serve does everything in one process.`,
  });
}

/** Nobody but this machine may reach a service without a public address: it speaks plain HTTP, and anyone can trigger its faults. */
function hostIn(raw: RawOptions, { publicUrl }: ServiceConfig): string {
  const host = text(raw, "host") ?? standardHost;
  const isAllowed = loopback.includes(host) || (publicUrl !== null && isIP(host) !== 0);
  if (isAllowed) return host;
  const expected =
    publicUrl === null
      ? "127.0.0.1 or ::1, unless --config has a publicUrl"
      : "an IP address of this machine";
  throw new Failure<CommandProblem>({ code: "bad_value", flag: "--host", value: host, expected });
}

/** Requests are logged to where the log goes, whatever its level: the configuration asks for them by name. */
async function accessesOf(
  { accessLog }: ServiceConfig,
  { world, shared, io }: Context,
): Promise<Pick<Log, "info">> {
  return accessLog ? openLogFor({ ...shared, logLevel: "info" }, io) : world.log;
}

function clockIn(raw: RawOptions): number | null {
  const value = text(raw, "clock");
  if (value === null) return null;
  const read = instantSchema.safeParse(value);
  if (read.success) return read.data;
  const expected = "an instant such as 2026-01-31T23:59:50Z";
  throw new Failure<CommandProblem>({ code: "bad_value", flag: "--clock", value, expected });
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
    const demo = secrets === null ? {} : { key: secrets.key, signIn: signInDocument(secrets) };
    print(
      JSON.stringify({
        url,
        appUrl,
        mcpUrl,
        ...(isElsewhere ? { listensAt } : {}),
        ...demo,
        ...(named ? servers : {}),
      }),
    );
    return;
  }
  print(`story service  ${url}`);
  if (isElsewhere) print(`listens on     ${listensAt}`);
  if (secrets !== null) print(`demo key       ${secrets.key}   (shown this once)`);
  print(`pages          ${appUrl}`);
  if (secrets !== null)
    print(`sign in        ${secrets.signIn.accountId}, ${secrets.signIn.secret}   (shown this once)`);
  if (named) {
    print(`writer         ${describeServer(servers.writer)}`);
    print(`narrator       ${describeServer(servers.narrator)}`);
  }
  print(`try it         coursebinder account balance --service ${url}   (with a key in STORY_API_KEY)`);
  print("stop it        Ctrl-C");
}

function announceWorker({ listensAt }: RunningService, { json, print }: Io): void {
  const health = listensAt === "" ? null : listensAt;
  if (json) {
    print(JSON.stringify({ worker: true, ...(health === null ? {} : { listensAt: health }) }));
    return;
  }
  print("story worker   writes and narrates what other processes accept");
  if (health !== null) print(`health         ${health}/healthz ${health}/readyz`);
  print("stop it        Ctrl-C");
}

function describeServer(server: ShownServer | null): string {
  return server === null ? "built in" : `${showText(server.model)} at ${showText(server.url)}`;
}

function signInDocument({ signIn }: DemoSecrets): { account: string; secret: string } {
  return { account: signIn.accountId, secret: signIn.secret };
}
