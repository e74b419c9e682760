import { errorCode } from "../shared/failure.ts";
import { readAtMost } from "../shared/files/read-at-most.ts";
import { findBelow } from "./below-folder.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { PlanProblem } from "./problem.ts";

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

interface ImageUse {
  readonly place: Place;
  /** What the plan names it for. */
  readonly what: "cover" | "picture";
  readonly mostBytes: number;
}

interface CheckedImage {
  /** Its size; 0 if it could not be read. */
  readonly bytes: number;
  readonly problem: PlanProblem | null;
}

/** Checks that a file is a PNG or JPEG image below the plan's folder, by its extension and its first bytes. */
export async function checkImage(
  folder: string,
  written: string,
  { place, what, mostBytes }: ImageUse,
): Promise<CheckedImage> {
  const where = { severity: "error", place } as const;
  const refused = (problem: PlanProblem): CheckedImage => ({ bytes: 0, problem });
  const isPng = /\.png$/i.test(written);
  if (!isPng && !/\.jpe?g$/i.test(written)) {
    return refused({ ...where, code: "image_type", path: written, what });
  }
  const found = await findBelow(folder, written, place);
  if (!found.ok) return refused(found.problem);
  try {
    const bytes = await readAtMost(found.path, mostBytes);
    if (bytes === null) return refused({ ...where, code: "file_too_large", path: written, mostBytes });
    const start = isPng ? pngStart : jpegStart;
    const isImage = bytes.subarray(0, start.length).equals(start);
    return isImage
      ? { bytes: bytes.length, problem: null }
      : refused({ ...where, code: "not_image", path: written });
  } catch (error) {
    return refused({ ...where, code: "unreadable_file", path: written, reason: errorCode(error) });
  }
}

/** The problems of a plan's cover. */
export async function checkCover(folder: string, written: string, place: Place): Promise<PlanProblem[]> {
  const use = { place, what: "cover", mostBytes: planLimits.coverBytes } as const;
  const { problem } = await checkImage(folder, written, use);
  return problem === null ? [] : [problem];
}
