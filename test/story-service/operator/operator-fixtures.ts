import { setImmediate } from "node:timers/promises";
import { type Operator, openOperator } from "../../../src/story-service/operator/operator.ts";
import { databaseOf } from "../engine.ts";
import { type Fixture, undo } from "../fixtures.ts";

/** The operator of a running service, in a connection of their own, as a command has it. */
export async function operatorOf({ dataFolder, world }: Fixture): Promise<Operator> {
  const operator = await openOperator({ dataFolder, database: await databaseOf(dataFolder) }, world, "olga");
  undo.push(() => operator.store.close());
  return operator;
}

/** Lets time pass, a second at a time, until a message was logged so many times in all. */
export async function passUntilLogged({ world }: Fixture, message: string, times = 1): Promise<void> {
  const seen = { isLogged: false };
  const logged = world.logged(message, times).then(() => {
    seen.isLogged = true;
  });
  for (let second = 0; second < 600 && !seen.isLogged; second += 1) {
    world.pass(1_000);
    for (let turn = 0; turn < 20 && !seen.isLogged; turn += 1) await setImmediate();
  }
  await logged;
}
