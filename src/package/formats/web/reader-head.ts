import { html } from "../../../shared/html.ts";

/** The head of every page of a reader. The script runs before the first paint, so that night mode never flashes white. */
export const readerHead = html`<link rel="stylesheet" href="reader.css">
<script src="reader.js"></script>`;

/** Allows only the package's own files, from disk as from a web server. */
export const readerPolicy = "style-src 'self'; script-src 'self'; media-src 'self'; img-src 'self'";
