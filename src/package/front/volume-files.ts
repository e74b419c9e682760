import type { Volume } from "../contents/contents.ts";
import type { DescribedFiles } from "../formats/format.ts";
import { describeFormats } from "../formats/formats.ts";

/** The files of a volume that really are in the package, so that the page promises nothing that is missing. */
export function filesOf(volume: Volume, held: ReadonlySet<string>): DescribedFiles[] {
  const made = describeFormats(volume).map((files) => ({
    ...files,
    links: files.links.filter(({ path }) => held.has(path)),
  }));
  return [...made, ...bookFiles(volume)].filter(({ links }) => links.length > 0);
}

// Exported books are listed by their actual type, since their file names are not known in advance.
function bookFiles({ lessons }: Volume): DescribedFiles[] {
  const links = (part: "sound" | "kept") =>
    lessons.flatMap((lesson) => {
      const path = lesson.book?.[part]?.path;
      return path === undefined ? [] : [{ path, lesson }];
    });
  return [
    { kind: "recordings", group: "reading", soundFormat: null, links: links("sound") },
    { kind: "books", group: "reading", soundFormat: null, links: links("kept") },
  ];
}
