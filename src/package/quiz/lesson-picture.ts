import { html, type Markup } from "../../shared/html.ts";
import type { Lesson } from "../contents/contents.ts";
import { plainName } from "../contents/plain-name.ts";
import { pictureExtension, pictureSize } from "../pages/picture.ts";
import type { ZipFile } from "../zip/zip.ts";
import { platformText } from "./platform-text.ts";

/** The file of a lesson's picture, in a folder of an archive (with its slash, or empty); null if its topic has none. */
export function pictureFile({ name, image }: Lesson, folder: string): ZipFile | null {
  if (image === null) return null;
  return { path: `${folder}${name}.${pictureExtension(image)}`, read: async () => image.bytes };
}

/** The picture at an address; null if the lesson has none, or the address is null. */
export function pictureMarkup({ image }: Lesson, address: string | null): Markup | null {
  if (image === null || address === null) return null;
  const size = pictureSize(image);
  return html`<p><img src="${address}" alt="${pictureText(image.alt)}"${size !== null && html` width="${size.width}" height="${size.height}"`} /></p>
`;
}

/** What a picture shows, without quotation marks: Moodle decodes references also in attributes, and one would end there. */
export function pictureText(alt: string): Markup {
  return platformText(plainName(alt).replaceAll('"', "”"));
}
