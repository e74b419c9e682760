import type { Operation } from "../../story-service/operator/operations.ts";
import { type Declaration, declarations, type Flag, flagsNamed } from "./declarations.ts";

/** Every command with its code, in the order in which the help lists them. `verb`: the one that was typed; left out: all are shown. */
export async function commandsFor(verb?: string): Promise<readonly Declaration[]> {
  return verb === undefined || verb === "serve"
    ? [...declarations, ...(await operatorCommands())]
    : declarations;
}

/** The operator's commands for a local service, loaded only when needed. Each operation is declared once, for the commands and the pages. */
async function operatorCommands(): Promise<readonly Declaration[]> {
  const { groups, keyOperations, operations, serviceOperations } = await import(
    "../../story-service/operator/operations.ts"
  );
  return [
    ...Object.entries(groups).map(([group, text]): Declaration => ({ usage: `serve admin ${group}`, text })),
    ...operations.map((operation) => commandOf(`serve admin ${operation.name}`, operation)),
    ...serviceOperations.map((operation) => commandOf(`serve ${operation.name}`, operation)),
    ...keyOperations.map((operation) => commandOf(`serve keys ${operation.name}`, operation)),
  ];
}

/** An operation as a command: its target and other arguments are positional, the rest are flags. */
function commandOf(name: string, operation: Operation): Declaration {
  const fields = Object.values(operation.fields);
  const positional = fields.filter(({ flag }) => flag.startsWith("<"));
  const flags = fields
    .filter(({ flag }) => flag.startsWith("--"))
    .map(
      ({ flag, help, input, shownStandard }): Flag => ({
        flags: flag,
        text: help,
        ...(typeof input === "object" ? { choices: input.choices } : {}),
        ...(shownStandard === undefined ? {} : { standard: shownStandard }),
      }),
    );
  const asks = operation.asks?.("").refusal !== undefined;
  return {
    usage: [name, operation.to?.argument ?? [], ...positional.map(({ flag }) => flag)].flat().join(" "),
    text: operation.about,
    flags: [...flagsNamed(["where"]), ...flags, ...(asks ? [{ flags: "--yes", text: "don't ask" }] : [])],
    without: ["--out", "--local", "--service", "--ledger"],
    ...(operation.examples === undefined ? {} : { examples: operation.examples }),
    run: async (context, args) =>
      (await import("../commands/serve-admin.ts")).operate(operation, args, context),
  };
}
