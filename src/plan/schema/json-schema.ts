import * as z from "zod";
import { writtenPlanSchema } from "./written-plan.ts";

/** A plan's JSON Schema (draft 2020-12), with which editors complete and check plans. */
export function planJsonSchema(): object {
  return {
    title: "A coursebinder course plan",
    ...z.toJSONSchema(writtenPlanSchema, { target: "draft-2020-12", io: "input" }),
  };
}
