import type { Gap } from "../package/contents/course.ts";
import type { WrittenPackage } from "../package/write-package.ts";
import type { Plan, SoundFormat } from "../plan/plan.ts";
import type { CourseSettings } from "./settings.ts";

/** How to build a package. */
export interface BindOptions extends CourseSettings {
  /** Package the finished lessons, and list the missing ones. Left out: `package_incomplete` if a lesson is not finished. */
  readonly allowPartial?: boolean;
  /** The formats that include recordings. Left out: the plan's own choice. */
  readonly soundIn?: readonly SoundFormat[];
}

/** A course's package on disk. */
export interface CoursePackage extends WrittenPackage {
  /** How many lessons it has. */
  readonly lessons: number;
  /** The plan's unfinished lessons. */
  readonly gaps: readonly Gap[];
}

/**
 * Builds a course's package from its ledger and the saved stories and books, offline: `<course>-<edition>.zip` in the course's folder. The same content
 * gives the same bytes, on any machine and any day. An earlier package stays until the new one is complete.
 *
 * Rejects with a `Failure`: `ledger_missing`, `ledger_damaged`, `package_empty`, `lessons_left`, `package_incomplete`, `lessons_unapproved`,
 * `file_damaged`, `correction_unusable`, `package_of_others`, `disk_failed`, or `sqlite_missing`.
 */
export async function bindPackage(plan: Plan, options: BindOptions): Promise<CoursePackage> {
  const { packageCourse } = await import("../course/package-course.ts");
  const { readLedgerState } = await import("../course/ledger.ts");
  const { openSettings } = await import("./open-settings.ts");
  const { place, stateFolder } = openSettings(plan.course, options);
  const { state } = await readLedgerState(place.ledger, { course: plan.course, stateFolder });
  const allowPartial = options.allowPartial ?? false;
  const soundIn = options.soundIn ?? null;
  const { written, gaps, lessons } = await packageCourse(plan, {
    place,
    state,
    allowPartial,
    bindMeans: { soundIn, printer: null, signal: null },
  });
  const { path, bytes, sha256, files, standalone, warnings } = written;
  return { path, bytes, sha256, files, standalone, warnings, lessons, gaps };
}
