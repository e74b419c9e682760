import process from "node:process";
import { placeOfCourse } from "../../../course/course-place.ts";
import { readLedgerState } from "../../../course/ledger/read-ledger-state.ts";
import type { Plan } from "../../../plan/plan.ts";
import type { DeskSource } from "../../../review/desk-course.ts";
import type { Context } from "../../context.ts";
import { holdLedgerOf } from "../../course/hold-ledger.ts";
import { readMadeState } from "../../course/read-made-state.ts";
import { stateFolderOf } from "../../course/state-folder.ts";

/** The course whose lessons are reviewed. Throws a Failure if nothing was bought for it. */
export async function courseToReview(plan: Plan, context: Context): Promise<DeskSource> {
  const { course } = plan;
  const place = placeOfCourse(course, context.shared);
  const state = await readMadeState(course, context);
  const identity = { course, service: state.opened.service };
  const stateFolder = stateFolderOf(context);
  return {
    plan,
    folder: place.folder,
    read: async () => (await readLedgerState(place.ledger, { course, stateFolder })).state,
    hold: () => holdLedgerOf(identity, { place, mustExist: true }, context, process.pid),
  };
}
