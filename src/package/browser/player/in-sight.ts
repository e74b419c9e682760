interface Span {
  readonly top: number;
  readonly bottom: number;
}

// The share of the view above a part that was scrolled to, so that some lines before it remain visible.
const lead = 0.2;

/**
 * How far to scroll, in pixels, to bring a box into view; 0 if it is already in view. If the box is taller than the view, brings its beginning into
 * view.
 */
export function scrollDistance(box: Span, view: Span): number {
  if (box.top >= view.top && box.bottom <= view.bottom) return 0;
  const height = view.bottom - view.top;
  const space = Math.max(0, Math.min(height * lead, height - (box.bottom - box.top)));
  return box.top - view.top - space;
}
