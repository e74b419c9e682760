import process from "node:process";
import { closing } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { showText } from "../../shared/text.ts";
import { restoreBackup } from "../../story-service/backup.ts";
import { onDataFolder } from "../../story-service/data-folder.ts";
import {
  type Field,
  type Operation,
  readValues,
  restoredInWords,
} from "../../story-service/operator/operations.ts";
import { type OperationResult, type Operator, openOperator } from "../../story-service/operator/operator.ts";
import type { StartProblem } from "../../story-service/start-problem.ts";
import { databaseRefusal, type StorePlace } from "../../story-service/store/store.ts";
import type { Context } from "../context.ts";
import { type CommandResult, ended, type Io } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { accountName } from "../parser/environment.ts";
import { attributeOf, databaseIn, type RawOptions, text } from "../parser/options.ts";
import { badValue, type CommandProblem, usage } from "../problem.ts";
import { promptYesNo } from "../prompt.ts";
import { formatTable } from "../render/terminal.ts";
import { orStartProblem, readConfig } from "../service/local-service.ts";

export const verbs: Verbs = {
  "serve admin pepper": async () => {
    throw usage(
      "serve admin pepper no longer exists. Use serve admin revoke-all: it revokes every secret and replaces the pepper; issue new secrets afterwards.",
    );
  },
  "serve restore": (context, [folder = ""]) => restore(folder, context),
};

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
  const asked = { input: process.stdin, output: io.stderr, stop: interrupt };
  if (!(await promptYesNo(question.title, asked))) throw usage("Nobody said yes.");
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
