import { type Markup, markup } from "../../../shared/html.ts";

/** The drawings on the reader's buttons, in the colour of their text. */
export const icons = {
  play: filled("M6 3.2v13.6L17.2 10z"),
  pause: filled("M5 3.5h3.6v13H5zM11.4 3.5H15v13h-3.6z"),
  before: filled("M3.6 4h2v12h-2zM16.6 4v12L7 10z"),
  after: filled("M14.4 4h2v12h-2zM3.4 4v12L13 10z"),
  repeat: drawn(
    "M3.5 9.5V8.4a3 3 0 0 1 3-3h9.2M13 2.4l3 3-3 3M16.5 10.5v1.1a3 3 0 0 1-3 3H4.3M7 17.6l-3-3 3-3",
  ),
  shadow: drawn("M3 5h14M3 10h8M3 15h4.5M13 10v6.4M16.6 10v6.4"),
  hear: drawn("M2.6 7.6v4.8h3l4 3.4V4.2l-4 3.4zM12.6 7.4a3.6 3.6 0 0 1 0 5.2M15 5a7 7 0 0 1 0 10"),
  moon: filled("M14.8 12.7A6.6 6.6 0 0 1 7.3 5.2a6.6 6.6 0 1 0 7.5 7.5z"),
} satisfies Record<string, Markup>;

function filled(path: string): Markup {
  return icon(path, 'fill="currentColor"');
}

function drawn(path: string): Markup {
  const line = 'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"';
  return icon(path, `fill="none" stroke="currentColor" ${line}`);
}

function icon(path: string, look: string): Markup {
  return markup(
    `<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="${path}" ${look}/></svg>`,
  );
}
