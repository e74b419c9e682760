import process from "node:process";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { type Field, type Operation, readValues } from "../../../story-service/operator/operations.ts";
import type { OperationResult } from "../../../story-service/operator/operator.ts";
import type { Context } from "../../context.ts";
import type { CommandResult, Io } from "../../io.ts";
import { attributeOf, type RawOptions } from "../../parser/options.ts";
import { badValue, usage } from "../../problem.ts";
import { promptYesNo } from "../../prompt.ts";
import { formatTable } from "../../render/terminal.ts";
import { onService } from "./on-service.ts";

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
  const { values } = read;
  const isGiven = (name: PropertyKey): boolean =>
    given(String(name), operation.fields[String(name)] as Field) !== null;
  const refusal = operation.refuses?.(values, isGiven) ?? null;
  if (refusal !== null) throw usage(refusal);
  const announced = operation.announce?.(values, isGiven) ?? null;
  if (announced !== null) io.note(announced);
  return onService(context, async (operator) => {
    await confirm(operation, { to, values }, context);
    const told = await operation.run(operator, to, values);
    tell(told, io);
    const isWell = (told.findings ?? []).length === 0;
    return { exitCode: isWell ? exitCodes.done : exitCodes.failed, ...told.document };
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

function faultOf({
  field,
  text,
}: {
  readonly field: Field;
  readonly text: string | null;
}): ReturnType<typeof usage> {
  const flag = field.flag.split(" ")[0] ?? field.flag;
  if (text === null) return usage(`Say ${flag}: ${field.help}.`);
  return badValue(flag, text, field.expected);
}

/** Asks what `--yes` answers, where it is hard to undo. */
async function confirm(
  { asks }: Operation,
  { to, values }: { readonly to: string; readonly values: Record<string, unknown> },
  { io, raw, interrupt }: Context,
): Promise<void> {
  const question = asks?.(to, values) ?? null;
  if (question?.refusal === undefined || raw.yes === true) return;
  if (!io.canAsk || io.json) throw usage(question.refusal);
  io.warn(question.sentence);
  const asked = { input: process.stdin, output: io.stderr, stop: interrupt };
  if (!(await promptYesNo(question.title, asked))) throw usage("Nobody said yes.");
}

function tell(
  { secret, table, lines = [], findings = [], notes = [], warnings = [] }: OperationResult,
  io: Io,
): void {
  // Alone on stdout, where a script expects only the secret.
  if (secret !== undefined) io.say(secret);
  if (table !== undefined && table.rows.length > 0)
    for (const row of formatTable([table.head, ...table.rows], table.right)) io.say(row);
  for (const line of [...lines, ...findings]) io.say(line);
  for (const warning of warnings) io.warn(warning);
  if (!io.json) for (const note of notes) io.note(note);
}
