import { isIP } from "node:net";
import { closing, endingWith } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { showText } from "../../shared/text.ts";
import type { DemoSecrets } from "../../story-service/accounts/seed.ts";
import { restoreBackup } from "../../story-service/backup.ts";
import type { ServiceConfig } from "../../story-service/config/config.ts";
import { onDataFolder } from "../../story-service/data-folder.ts";
import {
  type Field,
  type Operation,
  readValues,
  restoredInWords,
} from "../../story-service/operator/operations.ts";
import { type OperationResult, type Operator, openOperator } from "../../story-service/operator/operator.ts";
import { type RunningService, standardTimes } from "../../story-service/serve.ts";
import type { StartProblem } from "../../story-service/start-problem.ts";
import { databaseRefusal, type StorePlace } from "../../story-service/store/store.ts";
import type { Context } from "../context.ts";
import { type CommandResult, ended, type Io, untilAborted, withVersion } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { accountName } from "../parser/environment.ts";
import { attributeOf, databaseIn, duration, portIn, type RawOptions, text } from "../parser/options.ts";
import { badValue, type CommandProblem, usage } from "../problem.ts";
import { promptYesNo } from "../prompt.ts";
import { formatTable } from "../render/terminal.ts";
import {
  type Models,
  modelsIn,
  orStartProblem,
  readConfig,
  startServiceFor,
} from "../service/local-service.ts";

export const verbs: Verbs = { serve, "serve restore": (context, [folder = ""]) => restore(folder, context) };

const standardPort = 4010;
const standardHost = "127.0.0.1";
const loopback: readonly string[] = [standardHost, "::1"];

/** `serve`: runs the local story service until it is stopped. The first line of output gives its address. */
export async function serve(context: Context): Promise<number> {
  const { raw, io, world, interrupt } = context;
  const database = databaseIn(raw);
  const config = await readConfig(text(raw, "config"));
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
      announce(service, secrets, models.servers, io);
      const cause = await Promise.race([untilAborted(interrupt), service.failed]);
      if (cause !== undefined)
        throw new Failure<CommandProblem>({ code: "service_disk_failed", folder: dataFolder, cause });
    },
  );
  return exitCodes.done;
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

function announce(
  service: RunningService,
  secrets: DemoSecrets | null,
  servers: Models["servers"],
  { json, print }: Io,
): void {
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
  for (const [name, server] of named ? Object.entries(servers) : []) {
    const shown = server === null ? "built in" : `${showText(server.model)} at ${showText(server.url)}`;
    print(`${name.padEnd(15)}${shown}`);
  }
  print(`try it         coursebinder account balance --service ${url}   (with a key in STORY_API_KEY)`);
  print("stop it        Ctrl-C");
}

/** `serve admin <operation>`: performs the operation on the named service and reports the result. */
export function operate(
  operation: Operation,
  args: readonly string[],
  context: Context,
): Promise<CommandResult> {
  const { io, world } = context;
  const [to = "", ...more] = operation.to === undefined ? ["", ...args] : args;
  checkTarget(operation, to);
  const given = (_: string, field: Field): string | null =>
    givenText(
      field,
      field.flag.startsWith("<") ? (more[0] ?? null) : (context.raw[attributeOf(field.flag)] ?? null),
    );
  const read = readValues(operation, given, world);
  if ("fault" in read) throw faultOf(read.fault);
  const { values, announced } = read;
  for (const line of announced) io.note(line);
  return onService(context, async (operator) => {
    await confirm(operation, to, context);
    return tell(await operation.run(operator, to, values), io);
  });
}

function givenText(field: Field, value: RawOptions[string] | null): string | null {
  if (field.input === "check") return value === true ? "yes" : null;
  return typeof value === "string" && value !== "" ? value : null;
}

function checkTarget({ to: target }: Operation, to: string): void {
  if (target?.read === undefined || target.read.test(to)) return;
  throw badValue(target.argument, to, target.expected ?? "");
}

function faultOf({ field, text }: { field: Field; text: string | null }): Failure {
  const flag = field.flag.split(" ")[0] ?? field.flag;
  if (text === null) return usage(`Say ${flag}: ${field.help}.`);
  return badValue(flag, text, field.expected);
}

/** Asks for the consent that `--yes` gives, if an operation is hard to undo. */
async function confirm({ asks }: Operation, to: string, { io, raw, interrupt }: Context): Promise<void> {
  const question = asks?.(to);
  if (question?.refusal === undefined || raw.yes === true) return;
  if (!io.canAsk || io.json) throw usage(question.refusal);
  io.warn(question.sentence);
  if (!(await promptYesNo(question.title, io, interrupt))) throw usage("Nobody said yes.");
}

/** Reports an operation's result and ends its command, with exit code 4 if something needs attention. */
function tell(
  { secret, rows = [], lines, findings = [], notes, document }: OperationResult,
  io: Io,
): CommandResult {
  // Alone on stdout: a script expects only the secret there.
  if (secret !== undefined) io.say(secret);
  const [first] = rows;
  if (first !== undefined) {
    const head = Object.keys(first);
    const cells = rows.map((row) => head.map((name) => showText(String(row[name] ?? ""))));
    const numbers = head.flatMap((name, column) => (typeof first[name] === "number" ? [column] : []));
    for (const line of formatTable([head, ...cells], numbers)) io.say(line);
  }
  for (const line of [...lines, ...findings]) io.say(line);
  if (!io.json) for (const note of notes) io.note(note);
  return ended(document, findings.length === 0 ? exitCodes.done : exitCodes.failed);
}

/** Where to find the service that a command line names. */
function placeIn(raw: RawOptions): StorePlace {
  return { dataFolder: text(raw, "data") ?? "out/local/.service", database: databaseIn(raw) };
}

/** Problems whose messages suggest a command for the same service. */
const showsFolder: ReadonlySet<string> = new Set(["account_unknown", "no_such_key"]);

function unusableAt({ dataFolder: folder }: StorePlace): (why: StartProblem) => CommandProblem {
  return (why) => ({ code: "service_unusable", what: "service", folder, why });
}

/** Runs an operator's command on the named service. */
async function onService(
  context: Context,
  work: (operator: Operator) => Promise<CommandResult>,
): Promise<CommandResult> {
  const place = placeIn(context.raw);
  const unusable = unusableAt(place);
  const { world, environment } = context;
  const user = { userName: accountName() ?? "without a name", variables: environment.variables };
  const operator = await orStartProblem(openOperator(place, world, user), unusable);
  return closing(operator, () => {
    // Some drivers open a read-only database and refuse only the first write.
    const done = work(operator).catch((error: unknown) => {
      if (error instanceof Failure && showsFolder.has(error.problem.code))
        throw new Failure({ ...error.problem, folder: place.dataFolder });
      if (databaseRefusal(error) === null) throw error;
      return onDataFolder(place, () => Promise.reject(error));
    });
    return orStartProblem(done, unusable);
  });
}

/** `serve restore`: restores a backup to an empty location and adds up its credits. */
export async function restore(folder: string, context: Context): Promise<CommandResult> {
  const { io, raw, world, environment } = context;
  const config = await readConfig(text(raw, "config"));
  const place = { ...placeIn(raw), s3: config.recordings.s3, variables: environment.variables };
  const restored = await orStartProblem(restoreBackup(folder, place, world), unusableAt(place));
  return tell(restoredInWords(restored), io);
}
