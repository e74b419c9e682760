import { type Book, bookOf } from "../contents/book.ts";
import type { Contents, Volume } from "../contents/contents.ts";
import { isbnOf } from "../contents/publishing.ts";

/** A volume in one form, as the book trade sells it. */
export interface Product {
  readonly form: ProductForm;
  readonly volume: Volume;
  readonly contents: Contents;
  readonly book: Book;
  readonly isbn: string | null;
  /** Unique, and the same for every release of an edition. */
  readonly reference: string;
  readonly hasSound: boolean;
}

const forms = ["epub", "audiobook", "paperback"] as const;
export type ProductForm = (typeof forms)[number];

/**
 * The products of a volume: every form that has an ISBN, and the e-book also without one. An audiobook without recordings is none.
 */
export function productsOf(volume: Volume, contents: Contents): Product[] {
  const book = bookOf(volume, contents);
  const recordings = volume.lessons.some((lesson) => lesson.book?.sound != null);
  const withIsbn = forms.filter((form) => isbnOf(contents.course, volume, form) !== null);
  const isMade = contents.course.formats.includes("epub");
  const chosen = withIsbn.length === 0 && isMade ? (["epub"] as const) : withIsbn;
  return chosen
    .filter((form) => form !== "audiobook" || recordings)
    .map((form) => ({
      form,
      volume,
      contents,
      book,
      isbn: isbnOf(contents.course, volume, form),
      reference: `${book.identifier.replace("urn:uuid:", "")}-${form}`,
      hasSound: form === "audiobook" || (form === "epub" && book.sounds.size > 0),
    }));
}
