import { Failure } from "../../../shared/failure.ts";
import { showText } from "../../../shared/text.ts";
import { accountIdSchema } from "../../../story-service/config/config-schema.ts";
import { addOperator, listOperators, removeOperator } from "../../../story-service/operator/operators.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { formatTable } from "../../messages/table.ts";
import type { CommandProblem } from "../../problem.ts";
import { onService } from "./on-service.ts";

/** `serve admin operators list`: who may use the operator's pages. */
export function operators(context: Context): Promise<CommandResult> {
  const { io } = context;
  return onService(context, async ({ store }) => {
    const listed = (await listOperators(store)).map(({ name, createdAt }) => ({
      name,
      createdAt: new Date(createdAt).toISOString(),
    }));
    for (const line of formatTable(listed.map(({ name, createdAt }) => [showText(name), createdAt])))
      io.say(line);
    if (listed.length === 0) io.say("There are none, so the operator's pages are switched off.");
    return { operators: listed };
  });
}

/** `serve admin operators add`: shows the new operator's secret once. */
export function addNewOperator(name: string, context: Context): Promise<CommandResult> {
  const { io } = context;
  if (!accountIdSchema.safeParse(name).success) {
    const expected = "1 to 64 letters, digits and . _ @ -, beginning with a letter or digit";
    throw new Failure<CommandProblem>({ code: "bad_value", flag: "<name>", value: name, expected });
  }
  return onService(context, async (operator) => {
    const secret = await addOperator(operator, name);
    // Alone on stdout, where a script expects only the secret.
    io.say(secret);
    if (!io.json)
      io.note(
        `Shown this once: ${showText(name)} signs in with it at the path /operator of the service, which keeps only a hash of it.`,
      );
    return { operator: name, secret };
  });
}

/** `serve admin operators remove`. */
export function removeNamed(name: string, context: Context): Promise<CommandResult> {
  return onService(context, async (operator) => {
    await removeOperator(operator, name);
    context.io.say(`${showText(name)} is no operator any more, and signed out.`);
    return { operator: name };
  });
}
