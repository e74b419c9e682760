import * as z from "zod";
import { planLimits } from "../plan-limits.ts";

const line = (most: number, description: string) =>
  z.string().meta({ minLength: 1, maxLength: most, description });

const prompts = z
  .array(line(planLimits.promptCharacters, "A question to talk about."))
  .min(1)
  .meta({ maxItems: planLimits.promptsMost });

const image = z.strictObject({
  file: z.string().describe("A .png or .jpg file below the plan's folder."),
  alt: line(planLimits.altCharacters, "What it shows, for those who don't see it."),
});

/** The keys of a topic that its lessons have besides the story; `byLanguage`: a map with languages as keys. */
export function writtenMaterial<ByLanguage extends z.ZodType>(
  byLanguage: (value: typeof prompts) => ByLanguage,
) {
  return {
    image: image.optional().describe("A picture for the topic's lessons. It is not sent to the service."),
    prompts: z
      .union([prompts, byLanguage(prompts)])
      .optional()
      .describe("Questions to talk about after the story: for all languages, or by language."),
  };
}
