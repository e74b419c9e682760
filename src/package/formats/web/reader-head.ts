import { html } from "../../../shared/html.ts";

/** The head of every page of a reader. The script runs before anything is painted, so that night mode never flashes white. */
export const readerHead = html`<link rel="stylesheet" href="reader.css">
<script src="reader.js"></script>`;

/** Only files of the package load, from a disk as from a web server. */
export const readerPolicy = "style-src 'self'; script-src 'self'; media-src 'self'; img-src 'self'";
