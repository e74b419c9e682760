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

/** In the versions that the Column 1.18 in use asks for: a platform takes a file without bundled types only if it has exactly these. */
const contentTypes = {
  "H5P.Column": { name: "Column", major: 1, minor: 18 },
  "H5P.AdvancedText": { name: "Text", major: 1, minor: 1 },
  "H5P.Audio": { name: "Audio", major: 1, minor: 5 },
  "H5P.Blanks": { name: "Fill in the Blanks", major: 1, minor: 14 },
  "H5P.DragText": { name: "Drag the Words", major: 1, minor: 10 },
  "H5P.Essay": { name: "Essay", major: 1, minor: 5 },
  "H5P.Image": { name: "Image", major: 1, minor: 1 },
  "H5P.MultiChoice": { name: "Multiple Choice", major: 1, minor: 16 },
};

type Library = keyof typeof contentTypes;

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

export function titleFor(title: string): string {
  return shorten(plainName(title), longestTitle) || "–";
}

/** A sound in the H5P file, by its name. */
export function soundFile(name: string, mediaType: string) {
  return { path: `audios/${name}`, mime: mediaType, copyright: { license: "U" } };
}
