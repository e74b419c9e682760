import { readImage } from "./files.ts";
import type { Place, TopicImage, TopicMaterial } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { Reading } from "./reading.ts";
import type { WrittenTopic } from "./schema.ts";
import type { Topic } from "./topics.ts";

type Written = Exclude<WrittenTopic, string>;

/**
 * Reads the topics' pictures and questions, by topic id; only topics that have any. Pictures are PNG or JPEG files below `folder`, each and
 * together within a size.
 */
export async function readMaterial(
  topics: readonly Topic[],
  folder: string,
  reading: Reading,
): Promise<ReadonlyMap<string, TopicMaterial>> {
  const material = new Map<string, TopicMaterial>();
  const files = new Map<string, number>();
  for (const { id, written } of topics) {
    const { image: picture } = written ?? {};
    const image = picture === undefined ? null : await readPicture(picture, { folder, files }, reading);
    const prompts = written === null ? null : readPrompts(written, reading);
    if (image !== null || prompts !== null) material.set(id, { image, prompts: prompts ?? [] });
  }
  return material;
}

async function readPicture(
  image: NonNullable<Written["image"]>,
  { folder, files }: { readonly folder: string; readonly files: Map<string, number> },
  reading: Reading,
): Promise<TopicImage | null> {
  const { file: path } = image;
  const alt = reading.text(image, "alt", planLimits.altCharacters);
  if (!files.has(path)) {
    const place = reading.places.of(image, "file");
    const named = { folder, written: path, place, mostBytes: planLimits.imageBytes };
    const bytes = await readImage({ ...named, what: "picture" }, reading);
    files.set(path, bytes);
    const all = [...files.values()].reduce((sum, size) => sum + size, 0);
    const mostBytes = planLimits.imagesBytes;
    if (all > mostBytes && all - bytes <= mostBytes) reading.error(place, "images_too_large", { mostBytes });
  }
  return alt === null ? null : { path, alt };
}

function readPrompts(written: Written, reading: Reading): TopicMaterial["prompts"] | null {
  const { prompts } = written;
  const { places } = reading;
  const readAll = (texts: readonly string[], place: Place): string[] => {
    const [count, most] = [texts.length, planLimits.promptsMost];
    if (count > most) reading.error(place, "too_many_prompts", { count, most });
    return reading.texts(texts, { key: "prompts", most: planLimits.promptCharacters });
  };
  if (prompts === undefined) return null;
  if (Array.isArray(prompts)) return readAll(prompts, places.of(written, "prompts"));
  return new Map(
    Object.entries(prompts).map(([lang, texts = []]) => [lang, readAll(texts, places.of(prompts, lang))]),
  );
}
