import { Failure } from "../../../shared/failure.ts";
import { cleanLine, isBlank, showText } from "../../../shared/text.ts";
import { randomUuid } from "../../../shared/world.ts";
import { creditsMost } from "../../../story-service/config/config-schema.ts";
import { fundsOf } from "../../../story-service/money/movements.ts";
import {
  addCredits,
  listCredits,
  type PlainMovement,
  reasonCharactersMost,
  referenceCharactersMost,
} from "../../../story-service/operator/add-credits.ts";
import { accountNamed } from "../../../story-service/operator/operator.ts";
import { describeCredits } from "../../../story-service/operator/result-words.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { formatTable } from "../../messages/table.ts";
import { text } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";
import { onService } from "./on-service.ts";

/** `serve admin credits`: shows an account's credits, or adds some, or takes some away. */
export function credits(id: string, context: Context): Promise<CommandResult> {
  const added = addedIn(context);
  if (added === null) return showCredits(id, context);
  const reason = lineIn(context, { name: "reason", most: reasonCharactersMost });
  if (reason === null) throw usage("--add needs --reason: it stays in the account's books.");
  const given = lineIn(context, { name: "reference", most: referenceCharactersMost });
  const reference = given ?? randomUuid(context.world);
  // Said before anything is done: whoever does not learn what came of it repeats it with this reference.
  if (given === null) context.io.note(`If this is cut off, repeat it with --reference ${reference}`);
  return onService(context, async (operator) => {
    const wish = { accountId: id, credits: added, reason, reference };
    const result = await addCredits(operator, wish);
    context.io.say(describeCredits(wish, result));
    const { available, reserved, spent } = result.funds;
    return { account: id, added, reference, repeated: result.isRepeated, available, reserved, spent };
  });
}

function showCredits(id: string, context: Context): Promise<CommandResult> {
  for (const name of ["reason", "reference"])
    if (text(context.raw, name) !== null) throw usage(`--${name} belongs to --add, which is missing.`);
  return onService(context, async ({ store }) => {
    await accountNamed(store, id);
    const { available, reserved, spent } = await fundsOf(store, id);
    const movements = await listCredits(store, id);
    context.io.say(`${showText(id)}: ${available} available, ${reserved} reserved, ${spent} spent`);
    for (const line of formatTable(movements.map(rowOf), [2])) context.io.say(line);
    return { account: id, available, reserved, spent, movements: movements.map(documentOf) };
  });
}

function rowOf({ at, reason, credits: moved, note, reference }: PlainMovement): string[] {
  const amount = moved > 0 ? `+${moved}` : String(moved);
  return [new Date(at).toISOString(), reason, amount, showText(note ?? ""), showText(reference ?? "")];
}

function documentOf({ at, ...movement }: PlainMovement): object {
  return { at: new Date(at).toISOString(), ...movement };
}

function addedIn({ raw }: Context): number | null {
  const value = text(raw, "add");
  if (value === null) return null;
  const number = /^[+-]?\d{1,10}$/.test(value) ? Number(value) : 0;
  if (number !== 0 && Math.abs(number) <= creditsMost) return number;
  const expected = `a whole number of credits, at most ${creditsMost}, and negative to take some away`;
  throw new Failure<CommandProblem>({ code: "bad_value", flag: "--add", value, expected });
}

function lineIn(
  { raw }: Context,
  { name, most }: { readonly name: "reason" | "reference"; readonly most: number },
): string | null {
  const value = text(raw, name);
  if (value === null) return null;
  const line = cleanLine(value);
  if (!isBlank(line) && line.length <= most) return line;
  throw new Failure<CommandProblem>({
    code: "bad_value",
    flag: `--${name}`,
    value,
    expected: `1 to ${most} characters`,
  });
}

function usage(message: string): Failure<CommandProblem> {
  return new Failure({ code: "usage", message: `${message} Nothing was changed.` });
}
