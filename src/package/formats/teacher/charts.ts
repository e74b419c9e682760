import { html, type Markup } from "../../../shared/html.ts";

/** A bar chart with values above and names below the bars. `label` describes the chart in words. */
export function bars(
  values: readonly { readonly name: string; readonly value: number; readonly strong: boolean }[],
  label: string,
): Markup {
  const most = Math.max(1, ...values.map(({ value }) => value));
  const [step, height] = [52, 120];
  return html`<svg class="chart bars" viewBox="0 0 ${values.length * step} ${height + 44}" role="img" aria-label="${label}">
${values.map(({ name, value, strong }, index) => {
  const tall = Math.round((value / most) * height);
  const middle = index * step + step / 2;
  return html`<rect class="${strong ? "strong" : "weak"}" x="${middle - 18}" y="${20 + height - tall}" width="36" height="${Math.max(1, tall)}" rx="2"/><text x="${middle}" y="${14 + height - tall}">${value}</text><text class="axis" x="${middle}" y="${height + 38}">${name}</text>
`;
})}</svg>
`;
}

/** A row of all lessons; those that contain a word are marked. */
export function strip(lessons: number, met: readonly number[], label: string): Markup {
  const width = 240;
  const wide = width / lessons;
  const path = met.map(
    (lesson) =>
      `M${place((lesson - 1) * wide)} 0h${place(Math.max(1, wide * 0.86))}v14h-${place(Math.max(1, wide * 0.86))}z`,
  );
  return html`<svg class="strip" viewBox="0 0 ${width} 14" role="img" aria-label="${label}" preserveAspectRatio="none"><rect class="ground" width="${width}" height="14" rx="1"/><path d="${path.join("") || "M0 0"}"/></svg>`;
}

/** A dot per value, in order, with a line at the median. Outliers are larger and numbered. */
export function dots(what: {
  readonly values: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly strong: boolean;
  }[];
  readonly median: number;
  readonly label: string;
}): Markup {
  const { values, median, label } = what;
  const [width, height] = [640, 110];
  const most = Math.max(median, ...values.map(({ value }) => value ?? 0)) * 1.12 || 1;
  const y = (value: number) => place(height - (value / most) * (height - 12));
  return html`<svg class="chart dots" viewBox="0 0 ${width} ${height + 4}" role="img" aria-label="${label}">
<path class="axis" d="M0 ${height}H${width}"/><path class="median" d="M0 ${y(median)}H${width}"/>
${values.map(({ name, value, strong }, index) => {
  if (value === null) return null;
  const x = place(((index + 0.5) / values.length) * width);
  const mark = html`<circle class="${strong ? "strong" : "weak"}" cx="${x}" cy="${y(value)}" r="${strong ? 5 : 3.5}"/>`;
  return strong ? html`${mark}<text x="${x}" y="${Number(y(value)) - 9}">${name}</text>\n` : html`${mark}\n`;
})}</svg>
`;
}

function place(number: number): string {
  return number.toFixed(2).replace(/\.?0+$/, "");
}
