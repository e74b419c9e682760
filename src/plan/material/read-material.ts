import { checkImage } from "../image-file.ts";
import type { ResolvedTopic } from "../matrix/resolve-defaults.ts";
import { planLimits } from "../plan-limits.ts";
import { readText } from "../plan-text.ts";
import type { PlanProblem } from "../problem.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Path } from "../yaml/path.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";
import type { TopicImage, TopicMaterial } from "./material.ts";

export interface MaterialResult {
  /** By topic id; only topics that have any. */
  readonly material: ReadonlyMap<string, TopicMaterial>;
  readonly problems: readonly PlanProblem[];
}

interface MaterialSource {
  readonly written: Readable<WrittenPlan>;
  readonly topics: readonly ResolvedTopic[];
  readonly places: Places;
}

/** Reads the topics' pictures and questions. Pictures are PNG or JPEG files below `folder`, each and together within a size. */
export async function readMaterial(source: MaterialSource, folder: string): Promise<MaterialResult> {
  const { written, topics, places } = source;
  const problems: PlanProblem[] = [];
  const material = new Map<string, TopicMaterial>();
  const files = new Map<string, number>();
  for (const { id, textPath } of topics) {
    const index = Number(textPath[1]);
    const topic = written.topics?.[index];
    if (topic === undefined || typeof topic === "string") continue;
    const path = ["topics", index] as const;
    const image = await readImage(topic.image, { path: [...path, "image"], places, folder, files, problems });
    const prompts = readPrompts(topic.prompts, { path: [...path, "prompts"], places, problems });
    if (image !== null || prompts !== null) material.set(id, { image, prompts: prompts ?? [] });
  }
  return { material, problems };
}

interface ReadPlace {
  readonly path: Path;
  readonly places: Places;
  readonly problems: PlanProblem[];
}

async function readImage(
  image: { readonly file?: string | undefined; readonly alt?: string | undefined } | undefined,
  at: ReadPlace & { readonly folder: string; readonly files: Map<string, number> },
): Promise<TopicImage | null> {
  const { path, places, problems, folder, files } = at;
  const alt = readLine(image?.alt, { ...at, path: [...path, "alt"] }, planLimits.altCharacters);
  if (image?.file === undefined) return null;
  const place = places.of([...path, "file"]);
  if (!files.has(image.file)) {
    const { bytes, problem } = await checkImage(folder, image.file, {
      place,
      what: "picture",
      mostBytes: planLimits.imageBytes,
    });
    if (problem !== null) problems.push(problem);
    files.set(image.file, bytes);
    const all = [...files.values()].reduce((sum, size) => sum + size, 0);
    if (all > planLimits.imagesBytes && all - bytes <= planLimits.imagesBytes) {
      const mostBytes = planLimits.imagesBytes;
      problems.push({ severity: "error", place, code: "images_too_large", mostBytes });
    }
  }
  return alt === null ? null : { path: image.file, alt };
}

function readPrompts(
  prompts: NonNullable<Exclude<NonNullable<Readable<WrittenPlan>["topics"]>[number], string>>["prompts"],
  at: ReadPlace,
): TopicMaterial["prompts"] | null {
  if (prompts === undefined) return null;
  const read = (texts: readonly (string | undefined)[], path: Path): string[] => {
    const { length: count } = texts;
    const most = planLimits.promptsMost;
    if (count > most) {
      const place = at.places.of(path);
      at.problems.push({ severity: "error", place, code: "too_many_prompts", count, most });
    }
    return texts.flatMap(
      (text, index) => readLine(text, { ...at, path: [...path, index] }, planLimits.promptCharacters) ?? [],
    );
  };
  if (Array.isArray(prompts)) return read(prompts, at.path);
  return new Map(
    Object.entries(prompts).map(([lang, texts]) => [lang, read(texts ?? [], [...at.path, lang])]),
  );
}

function readLine(
  written: string | undefined,
  { path, places, problems }: ReadPlace,
  most: number,
): string | null {
  if (written === undefined) return null;
  const key = String(path.findLast((step) => typeof step === "string"));
  const read = readText(written, places.of(path), { key, most });
  problems.push(...read.problems);
  return read.text;
}
