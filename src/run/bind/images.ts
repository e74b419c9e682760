import { dirname, join } from "node:path";
import type { LessonImage, LessonSource, Picture } from "../../package/contents/course.ts";
import type { Job, Plan } from "../../plan/plan.ts";
import { promptsFor } from "../../plan/plan.ts";
import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import type { RunProblem } from "../problem.ts";

/** The cover picture named by the plan, or null if it names none. Throws as `readPicture` does. */
export async function readCover(plan: Pick<Plan, "file" | "cover">, files: Files): Promise<Picture | null> {
  return plan.cover === null ? null : readPicture(plan.cover, plan, files);
}

/** Reads what the plan's topics have for their lessons besides the story, each picture once. */
export class MaterialReader {
  readonly #plan: Pick<Plan, "file" | "material">;
  readonly #files: Files;
  readonly #pictures = new Map<string, Promise<Picture>>();

  constructor(plan: Pick<Plan, "file" | "material">, files: Files) {
    this.#plan = plan;
    this.#files = files;
  }

  /** A job's picture and questions. Nothing where there are none, so that such a lesson keeps the hash that it had. */
  async of({
    topicId,
    request,
  }: Pick<Job, "topicId" | "request">): Promise<Pick<LessonSource, "image" | "prompts">> {
    const material = this.#plan.material.get(topicId);
    if (material === undefined) return {};
    const prompts = promptsFor(material, request.lang);
    const image = material.image === null ? null : await this.#imageOf(material.image);
    return { ...(image !== null && { image }), ...(prompts.length > 0 && { prompts }) };
  }

  async #imageOf({ path, alt }: { readonly path: string; readonly alt: string }): Promise<LessonImage> {
    const reading = this.#pictures.get(path) ?? readPicture(path, this.#plan, this.#files);
    this.#pictures.set(path, reading);
    return { ...(await reading), alt };
  }
}

/**
 * A picture that the plan names. The plan's reader has checked that it lies below the plan's folder. Throws a Failure with `file_damaged` if
 * it is no longer a PNG or JPEG.
 */
async function readPicture(written: string, plan: Pick<Plan, "file">, files: Files): Promise<Picture> {
  const path = join(dirname(plan.file), written);
  const bytes = await files.read(path);
  const mediaType = bytes === null ? null : typeOf(bytes);
  if (bytes === null || mediaType === null)
    throw new Failure<RunProblem>({ code: "file_damaged", job: null, path });
  return { bytes, mediaType };
}

function typeOf(bytes: Buffer): Picture["mediaType"] | null {
  const start = bytes.toString("latin1", 0, 8);
  if (start === "\x89PNG\r\n\x1a\n") return "image/png";
  return start.startsWith("\xff\xd8\xff") ? "image/jpeg" : null;
}
