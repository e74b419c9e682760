import { stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type Operator, openOperator } from "../../../src/story-service/operator/operator.ts";
import { databaseOf } from "../engine.ts";
import { type Fixture, undo } from "../fixtures.ts";
import { PlainBrowser } from "../pages/plain-browser.ts";

/**
 * The operator of a running service, in a connection of their own, as a command has it. In one thread with the service, it must not write while that
 * does: the first sign-in waits for the secrets that a start writes down.
 */
export async function operatorOf({ dataFolder, world, service, variables }: Fixture): Promise<Operator> {
  await new PlainBrowser(service.appUrl).signIn("nobody", "nothing");
  const place = { dataFolder, database: await databaseOf(dataFolder) };
  const operator = await openOperator(place, world, { userName: "olga", variables });
  undo.push(() => operator.close());
  return operator;
}

/** Lets time pass, a second at a time, until a message was logged so many times in all. */
export async function passUntilLogged(fixture: Fixture, message: string, times = 1): Promise<void> {
  await passUntil(fixture, fixture.world.logged(message, times));
}

/** Lets time pass until something has happened. */
export async function passUntil({ world }: Fixture, happened: Promise<void>): Promise<void> {
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

/** Resolves once a file is there. */
export async function appears(path: string): Promise<void> {
  // Watching needs a folder that exists, which this one's may not do yet.
  while ((await stat(path).catch(() => null)) === null) await setTimeout(5);
}
