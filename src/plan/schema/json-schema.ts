import { z } from "zod";
import { writtenPlanSchema } from "./written-plan.ts";

/** The JSON Schema (draft 2020-12) of a plan, so that editors complete and check it. */
export function planJsonSchema(): object {
  return {
    title: "A coursebinder course plan",
    ...z.toJSONSchema(writtenPlanSchema, { target: "draft-2020-12", io: "input" }),
  };
}
