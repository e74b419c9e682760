import { readShipped } from "../../../shared/files/shipped-file.ts";
import { shorten } from "../../../shared/text.ts";
import { derivedUuid } from "../../../shared/uuid.ts";
import { plainName } from "../../contents/plain-name.ts";

/** A content inside another one. */
export interface Element {
  readonly library: string;
  readonly params: object;
  /** The same whenever the same content is made. */
  readonly subContentId: string;
  readonly metadata: { readonly contentType: string; readonly license: "U"; readonly title: string };
}

type Library =
  `H5P.${"Column" | "AdvancedText" | "Audio" | "Blanks" | "DragText" | "Essay" | "Image" | "MultiChoice"}`;

interface ContentType {
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  /** Choices are shuffled already, in the same way as everywhere. */
  readonly behaviour: object;
}

/**
 * The content types that our files name, in the versions that the Column 1.18 in use asks for. A platform takes a file without bundled
 * content types only if it has exactly these versions, whatever newer ones it has besides.
 */
export const contentTypes: Readonly<Record<Library, ContentType>> = JSON.parse(
  readShipped(new URL("./content-types.json", import.meta.url)).toString("utf8"),
);

/** What `h5p.json` lists for a Column with this content: the Column, and every type that the content names. */
export function dependenciesOf(content: string) {
  return Object.entries(contentTypes)
    .filter(([library]) => library === "H5P.Column" || content.includes(`"library":"${library} `))
    .map(([machineName, { major, minor }]) => ({ machineName, majorVersion: major, minorVersion: minor }));
}

/** An H5P element of a given type; `scope` makes its id differ from the id of the same element elsewhere. */
export function element(
  library: Library,
  title: string,
  { params, scope }: { params: object; scope: string },
): Element {
  const { name, major, minor } = contentTypes[library];
  return {
    library: `${library} ${major}.${minor}`,
    params,
    subContentId: derivedUuid(JSON.stringify([scope, library, title, params])),
    metadata: { contentType: name, license: "U", title: titleFor(title) },
  };
}

// H5P counts bytes: 255 of them at most, and a character may take three.
const longestTitle = 80;

/** A title that H5P accepts: plain, short and never empty. */
export function titleFor(title: string): string {
  return shorten(plainName(title), longestTitle) || "–";
}

interface Sound {
  /** The name of its file in the H5P file. */
  readonly name: string;
  readonly mediaType: string;
  readonly scope: string;
}

/** An audio player. */
export function audioElement(title: string, { name, mediaType, scope }: Sound): Element {
  const files = [{ path: `audios/${name}`, mime: mediaType, copyright: { license: "U" } }];
  const params = { playerMode: "full", fitToWrapper: false, controls: true, autoplay: false, files };
  return element("H5P.Audio", title, { params, scope });
}
