import type { Volume } from "../contents/contents.ts";
import type { DescribedFiles } from "../formats/format.ts";
import { describeFormats } from "../formats/formats.ts";

/** What a volume holds, of the files that the package is made of: nothing is promised that is not there. */
export function filesOf(volume: Volume, held: ReadonlySet<string>): DescribedFiles[] {
  const made = describeFormats(volume).map((files) => ({
    ...files,
    links: files.links.filter(({ path }) => held.has(path)),
  }));
  return [...made, ...bookFiles(volume)].filter(({ links }) => links.length > 0);
}

// The exported books go by what they are, and not by a name that could be told beforehand.
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
