import { errorCode } from "../shared/failure.ts";
import { findBelow } from "./below-folder.ts";
import type { Place } from "./plan.ts";
import { readAtMost } from "./plan-file.ts";
import { planLimits } from "./plan-limits.ts";
import type { PlanProblem } from "./problem.ts";

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** Checks that a cover is a PNG or JPEG image below the plan's folder, by its extension and its first bytes. */
export async function checkCover(
  folder: string,
  written: string,
  place: Place,
): Promise<readonly PlanProblem[]> {
  const where = { severity: "error", place } as const;
  const isPng = /\.png$/i.test(written);
  if (!isPng && !/\.jpe?g$/i.test(written)) return [{ ...where, code: "cover_type", path: written }];
  const found = await findBelow(folder, written, place);
  if (!found.ok) return [found.problem];
  try {
    const bytes = await readAtMost(found.path, planLimits.coverBytes);
    const mostBytes = planLimits.coverBytes;
    if (bytes === null) return [{ ...where, code: "file_too_large", path: written, mostBytes }];
    const start = isPng ? pngStart : jpegStart;
    const isImage = bytes.subarray(0, start.length).equals(start);
    return isImage ? [] : [{ ...where, code: "cover_not_image", path: written }];
  } catch (error) {
    return [{ ...where, code: "unreadable_file", path: written, reason: errorCode(error) }];
  }
}
