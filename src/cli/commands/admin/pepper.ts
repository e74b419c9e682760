import process from "node:process";
import { Failure } from "../../../shared/failure.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { HashCounts, LeftSecrets } from "../../../story-service/operator/hashes-by-pepper.ts";
import {
  leftSecrets,
  listPeppers,
  retirePeppers,
  rotatePepper,
} from "../../../story-service/operator/pepper-rotation.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { formatTable } from "../../messages/table.ts";
import type { CommandProblem } from "../../problem.ts";
import { promptYesNo } from "../../prompt.ts";
import { onService } from "./on-service.ts";

const columns: readonly (readonly [keyof HashCounts, string])[] = [
  ["keys", "keys"],
  ["accessTokens", "access tokens"],
  ["refreshTokens", "connections"],
  ["signIns", "sign-ins"],
  ["sessions", "sessions"],
  ["operators", "operators"],
];

/** `serve admin pepper list`: how many secrets are kept under each pepper. */
export function peppers(context: Context): Promise<CommandResult> {
  return onService(context, async (operator) => {
    const listed = await listPeppers(operator);
    const rows = listed.map(({ id, isCurrent, secrets }) => [
      id,
      isCurrent ? "current" : "for looking up",
      ...columns.map(([name]) => String(secrets[name])),
    ]);
    const head = ["pepper", "", ...columns.map(([, words]) => words)];
    for (const line of formatTable([head, ...rows], [2, 3, 4, 5, 6, 7])) context.io.say(line);
    return { peppers: listed.map(({ id, isCurrent, secrets }) => ({ id, current: isCurrent, ...secrets })) };
  });
}

/** `serve admin pepper rotate`: a new pepper for all hashes from now on. */
export function rotate(context: Context): Promise<CommandResult> {
  const { io } = context;
  return onService(context, async (operator) => {
    const pepper = await rotatePepper(operator);
    io.say(`The new pepper is ${pepper}. Running processes use it within seconds, without a restart.`);
    io.note(
      "What was made before still opens the service, and moves to the new pepper when it is next used: coursebinder serve admin pepper list. Processes with a data folder of their own need a copy of the file pepper there at once, without a restart. Make a backup now: older ones don't have it.",
    );
    return { pepper };
  });
}

/** `serve admin pepper retire`: ends what is still kept under older peppers, after a question or with `--yes`. */
export function retire(context: Context): Promise<CommandResult> {
  const { io } = context;
  return onService(context, async (operator) => {
    if (context.raw.yes !== true && operator.pepper.all.length > 1)
      await confirm(context, await leftSecrets(operator));
    const { retired, ended } = await retirePeppers(operator);
    for (const line of linesOf(ended, "ended")) io.say(line);
    io.say(retired === 0 ? "There is no older pepper." : `Retired: ${pluralize(retired, "pepper")}.`);
    const named = (all: LeftSecrets["keys"]) =>
      all.map(({ accountId: account, name }) => ({ account, name }));
    const { keys, connections, signIns, operators } = ended;
    return { retired, ended: { keys: named(keys), connections: named(connections), signIns, operators } };
  });
}

/** Whom it cuts off, or has cut off, a line each. */
function linesOf(
  { keys, connections, signIns, operators }: LeftSecrets,
  ends: "would end" | "ended",
): string[] {
  return [
    ...keys.map(({ accountId, name }) => `${ends} the key ${showText(name)} of ${showText(accountId)}`),
    ...connections.map(
      ({ accountId, name }) => `${ends} the connection ${showText(name)} of ${showText(accountId)}`,
    ),
    ...signIns.map((id) => `${ends} the sign-in secret of ${showText(id)}: accounts secret gives a new one`),
    ...operators.map(
      (name) => `${ends} the secret of the operator ${showText(name)}: operators add gives a new one`,
    ),
  ];
}

async function confirm({ io, interrupt }: Context, left: LeftSecrets): Promise<void> {
  for (const line of linesOf(left, "would end")) io.say(line);
  if (!io.canAsk || io.json) throw usage("Retiring can't be undone: say --yes.");
  io.warn(
    "Secrets that have not been used since the pepper was rotated open nothing any more. It can't be undone.",
  );
  const asked = { input: process.stdin, output: io.stderr, stop: interrupt };
  if (!(await promptYesNo("Retire the older peppers?", asked))) throw usage("Nobody said yes.");
}

function usage(message: string): Failure<CommandProblem> {
  return new Failure({ code: "usage", message: `${message} Nothing was changed.` });
}
