/** A stretch of time that is drawn, in ms since 1970, from its place in pixels. */
export interface AxisPart {
  readonly from: number;
  readonly to: number;
  readonly x: number;
}

/** Where instants are in a chart whose empty hours and days between runs are left out. */
export interface TimeAxis {
  readonly parts: readonly AxisPart[];
  readonly width: number;
  xOf(at: number): number;
}

const gapPixels = 14;
/** A run may be a single instant: it needs some width to be seen. */
const partLeastMs = 1000;

/** An axis of `width` pixels over these stretches of time, in their order; those that touch or overlap are one. */
export function timeAxis(
  stretches: readonly { readonly from: number; readonly to: number }[],
  width: number,
): TimeAxis {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    const end = Math.max(to, from + partLeastMs);
    if (last !== undefined && from <= last.to + partLeastMs) last.to = Math.max(last.to, end);
    else merged.push({ from, to: end });
  }
  const all = merged.reduce((sum, { from, to }) => sum + (to - from), 0);
  const room = Math.max(1, width - gapPixels * Math.max(0, merged.length - 1));
  const pixelsPerMs = all === 0 ? 0 : room / all;
  let x = 0;
  const parts = merged.map((part): AxisPart => {
    const placed = { ...part, x };
    x += (part.to - part.from) * pixelsPerMs + gapPixels;
    return placed;
  });
  return {
    parts,
    width,
    xOf(at) {
      const part = parts.findLast(({ from }) => from <= at) ?? parts[0];
      if (part === undefined) return 0;
      return part.x + (Math.min(Math.max(at, part.from), part.to) - part.from) * pixelsPerMs;
    },
  };
}
