import type { SentenceNarrator } from "../../lessons/revoicing/revoice.ts";
import type { Plan } from "../../plan/plan.ts";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandProblem } from "../problem.ts";

/** A narrator of corrected sentences, to be closed after use. */
export interface OpenedNarrator extends SentenceNarrator {
  /** Ends what it is speaking. */
  close(): Promise<void>;
}

/**
 * The narrator that a plan's `review` names; null: none. The plan only chooses: a speech server's address and key come from the environment,
 * as for the local service. Throws `bad_value` if they are missing.
 */
export async function narratorFor(
  { review }: Pick<Plan, "review">,
  { environment, world }: Pick<Context, "environment" | "world">,
): Promise<OpenedNarrator | null> {
  const choice = review?.narrator ?? null;
  if (choice === null) return null;
  // Loaded only where it is used: the desk works without.
  if (choice === "embedded") {
    const { embeddedNarrator } = await import("../../story-service/narrators/embedded-narrator.ts");
    return { name: "eSpeak NG", ...embeddedNarrator({ yields: false }) };
  }
  const { modelsIn } = await import("./models.ts");
  const { narrator, servers } = modelsIn(environment.models, { log: world.log });
  if (narrator === null || servers.narrator === null) {
    const expected = "the address of a speech server, because the plan has review: { narrator: openai }";
    throw new Failure<CommandProblem>({ code: "bad_value", flag: "STORY_NARRATOR_URL", value: "", expected });
  }
  const { voice } = environment.models.narrator;
  const name = voice === null ? servers.narrator.model : `${servers.narrator.model}, voice ${voice}`;
  return { ...narrator, name, close: async () => undefined };
}
