import { derivedUuid } from "../../../shared/derived-uuid.ts";
import { shorten } from "../../../shared/text.ts";
import { plainName } from "../../contents/plain-name.ts";
import { type Library, named } from "./libraries.ts";

/** A content inside another one. */
export interface Element {
  readonly library: string;
  readonly params: object;
  /** The same whenever the same content is made. */
  readonly subContentId: string;
  readonly metadata: { readonly contentType: string; readonly license: "U"; readonly title: string };
}

const contentTypes: Readonly<Record<Library, string>> = {
  "H5P.AdvancedText": "Text",
  "H5P.Audio": "Audio",
  "H5P.Blanks": "Fill in the Blanks",
  "H5P.Column": "Column",
  "H5P.DragText": "Drag the Words",
  "H5P.Essay": "Essay",
  "H5P.Image": "Image",
  "H5P.InteractiveBook": "Interactive Book",
  "H5P.MultiChoice": "Multiple Choice",
  "H5P.TrueFalse": "True/False Question",
};

/** A content of a type; `scope` makes its id different from that of the same content elsewhere. */
export function element(
  library: Library,
  title: string,
  { params, scope }: { params: object; scope: string },
): Element {
  return {
    library: named(library),
    params,
    subContentId: derivedUuid(JSON.stringify([scope, library, title, params])),
    metadata: { contentType: contentTypes[library], license: "U", title: titleFor(title) },
  };
}

// H5P counts bytes: 255 of them at most, and a character may take three.
const longestTitle = 80;

/** A title that H5P accepts: plain, short and never empty. */
export function titleFor(title: string): string {
  return shorten(plainName(title), longestTitle) || "–";
}

/** A sound of the file, by its name. */
export function soundFile(name: string, mediaType: string) {
  return { path: `audios/${name}`, mime: mediaType, copyright: { license: "U" } };
}
