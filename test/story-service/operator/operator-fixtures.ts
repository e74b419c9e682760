import { setTimeout } from "node:timers/promises";
import { keyOperations, operations, readValues } from "../../../src/story-service/operator/operations.ts";
import {
  type OperationResult,
  type Operator,
  openOperator,
} from "../../../src/story-service/operator/operator.ts";
import { databaseOf } from "../engine.ts";
import { type Fixture, undo } from "../fixtures.ts";

/** The operator of a running service, in a connection of their own, as a command has it. */
export async function operatorOf({ dataFolder, world, variables }: Fixture): Promise<Operator> {
  const place = { dataFolder, database: await databaseOf(dataFolder) };
  const operator = await openOperator(place, world, { userName: "olga", variables });
  undo.push(() => operator.close());
  return operator;
}

/** What an operation comes to, by its name, with the standard values of the fields that are not given. */
export async function operate(
  operator: Operator,
  name: string,
  to = "",
  given: Readonly<Record<string, unknown>> = {},
): Promise<OperationResult & { readonly secret: string }> {
  const operation = [...operations, ...keyOperations].find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  const read = readValues(operation, () => null, operator.world);
  const standards = "fault" in read ? {} : read.values;
  return { secret: "", ...(await operation.run(operator, to, { ...standards, ...given })) };
}

/** Lets time pass, a second at a time, until a message was logged so many times in all. */
export async function passUntilLogged(fixture: Fixture, message: string, times = 1): Promise<void> {
  await passUntil(fixture, fixture.world.logged(message, times));
}

/** Lets time pass until something has happened. */
export async function passUntil({ world }: Fixture, happened: Promise<unknown>): Promise<void> {
  const seen = { hasHappened: false };
  const noted = happened.then(() => {
    seen.hasHappened = true;
  });
  while (!seen.hasHappened) {
    world.pass(1_000);
    // Long enough for a database to answer.
    await setTimeout(5);
  }
  await noted;
}
