import type { Volume } from "../contents/contents.ts";
import type { DescribedFiles } from "../formats/format.ts";
import { describeFormats } from "../formats/formats.ts";

/** The files of a volume that really are in the package, so that the page promises nothing that is missing. */
export function filesOf(volume: Volume, held: ReadonlySet<string>): DescribedFiles[] {
  const made = describeFormats(volume).map((files) => ({
    ...files,
    links: files.links.filter(({ path }) => held.has(path)),
  }));
  return [...made, recordings(volume)].filter(({ links }) => links.length > 0);
}

// A recording is listed by its actual type, since its file name is not known in advance.
function recordings({ lessons }: Volume): DescribedFiles {
  const links = lessons.flatMap((lesson) => {
    const path = lesson.book?.sound?.path;
    return path === undefined ? [] : [{ path, lesson }];
  });
  return { kind: "recordings", group: "reading", soundFormat: null, links };
}
