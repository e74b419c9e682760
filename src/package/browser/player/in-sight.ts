interface Span {
  readonly top: number;
  readonly bottom: number;
}

// Where a part comes to stand that was out of sight: with some lines before it, and most of the view after it.
const lead = 0.2;

/** How far to scroll, in pixels, so that a box is seen whole in a view; 0 where it is. Of a box taller than the view the beginning is seen. */
export function scrollDistance(box: Span, view: Span): number {
  if (box.top >= view.top && box.bottom <= view.bottom) return 0;
  const height = view.bottom - view.top;
  const space = Math.max(0, Math.min(height * lead, height - (box.bottom - box.top)));
  return box.top - view.top - space;
}
