import { endWell } from "../ending.ts";
import type { Outcome, PlayOptions } from "../play.ts";
import { forgetConnectors } from "./client.ts";
import type { DatabaseServer } from "./database.ts";
import { SharedHistory } from "./shared-history.ts";

/** Plays one seed's history of several computers with a ledger in a database. */
export async function playShared(
  seed: number,
  server: DatabaseServer,
  { traced = false, emphasis = null }: Pick<PlayOptions, "traced" | "emphasis"> = {},
): Promise<Outcome> {
  const trace: string[] = [];
  const history = new SharedHistory(seed, server, {
    trace: traced ? (line) => void trace.push(line) : null,
    emphasis,
  });
  const { judge } = history.machine;
  let thrown: string | null = null;
  try {
    await history.play();
    await history.heal();
    await endWell(history);
  } catch (error) {
    thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  await history.database.dispose();
  forgetConnectors();
  const { broken, sends, checks } = judge;
  return { seed, broken: broken ?? thrown, sends, checks, trace };
}
