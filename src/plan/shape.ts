import { kindOf } from "./kinds.ts";
import { fitsPlan } from "./quick-shape.ts";
import type { Places } from "./read-yaml.ts";
import type { ShapeReading } from "./shape-by-schema.ts";

/** Checks the keys and the kinds of values. A problem in one place hides nothing elsewhere. */
export async function readShape(data: unknown, places: Places): Promise<ShapeReading> {
  const found = kindOf(data);
  if (found !== "map") {
    return {
      readable: null,
      problems: [{ severity: "error", place: places.of([]), code: "not_a_plan", found }],
    };
  }
  if (fitsPlan(data)) return { readable: data, problems: [] };
  // The schema says what is wrong and where; it takes longer to load than a plan without mistakes takes to check.
  const { readBySchema } = await import("./shape-by-schema.ts");
  return readBySchema(data, places);
}
