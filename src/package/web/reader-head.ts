import { html } from "../../shared/html.ts";

/** The head of every page of a reader. */
export const readerHead = html`<link rel="stylesheet" href="reader.css">
<script src="reader.js" defer></script>`;

/**
 * Only files of the package load. `file:` stands beside `'self'` because Firefox counts every file on a disk as an origin of its own;
 * on a web server it permits nothing.
 */
export const readerPolicy = ["style-src", "script-src", "media-src", "img-src"]
  .map((kind) => `${kind} 'self' file:`)
  .join("; ");
