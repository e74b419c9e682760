import { dirname, join } from "node:path";
import type { Cover } from "../../package/contents/course.ts";
import type { Plan } from "../../plan/plan.ts";
import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import type { RunProblem } from "../problem.ts";

/**
 * The cover picture named by the plan, or null if it names none. The plan's reader has checked that it lies below the plan's folder. Throws
 * a Failure with `file_damaged` if it is no longer a PNG or JPEG.
 */
export async function readCover(plan: Pick<Plan, "file" | "cover">, files: Files): Promise<Cover | null> {
  if (plan.cover === null) return null;
  const path = join(dirname(plan.file), plan.cover);
  const bytes = await files.read(path);
  const mediaType = bytes === null ? null : typeOf(bytes);
  if (bytes === null || mediaType === null)
    throw new Failure<RunProblem>({ code: "file_damaged", job: null, path });
  return { bytes, mediaType };
}

function typeOf(bytes: Buffer): Cover["mediaType"] | null {
  const start = bytes.toString("latin1", 0, 8);
  if (start === "\x89PNG\r\n\x1a\n") return "image/png";
  return start.startsWith("\xff\xd8\xff") ? "image/jpeg" : null;
}
