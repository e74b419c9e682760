import { readShipped } from "../../shared/files/shipped-file.ts";
import { sha256 } from "../../shared/hash.ts";
import { html, type Markup } from "../../shared/html.ts";
import type { VolumeView } from "../contents/contents.ts";
import type shippedPalettes from "./palettes.json";

const width = 1600;
const height = 2400;
const margin = 150;
const serif =
  "'Iowan Old Style', Palatino, 'Noto Serif', 'Noto Naskh Arabic', 'Noto Serif CJK SC', Georgia, serif";
const sans = "'Gill Sans', 'Segoe UI', 'Noto Sans', 'Helvetica Neue', Arial, sans-serif";

type Palette = (typeof shippedPalettes)[number];

// In each palette the contrast of ink on paper exceeds 7:1.
const palettes: typeof shippedPalettes = JSON.parse(
  readShipped(new URL("./palettes.json", import.meta.url)).toString("utf8"),
);

/** A generated cover as a file of its own. `draws`: whether a text can be rendered; texts that can't be rendered are left out. */
export function coverDrawing(view: VolumeView, draws: (text: string) => boolean = () => true): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${coverArt(view, draws)}\n`;
}

/** A generated cover as an element: title, language and level over a landscape that is the same each time. */
export function coverArt(
  { contents, volume, strings }: VolumeView,
  draws: (text: string) => boolean = () => true,
): Markup {
  const { publisher, rehearsal, edition, title } = contents.course;
  const seed = Buffer.from(sha256(volume.identifier), "hex");
  const palette = palettes[(seed[0] ?? 0) % palettes.length] as Palette;
  const set = setTitle(title, { height: 760, sizes: [170, 140, 116, 96, 78, 64] });
  const below = 420 + set.lines.length * set.size * leading;
  const middle = width / 2;
  const line = (y: number, size: number, text: string) =>
    draws(text) &&
    html`<text x="${middle}" y="${y}" font-family="${sans}" font-size="${size}" fill="${palette.soft}">${text}</text>\n`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${volume.title}</title>
<rect width="${width}" height="${height}" fill="${palette.paper}"/>
${landscape(seed, palette)}<g text-anchor="middle">
${draws(title) && lines(set, palette)}${line(below + 40, 62, volume.level)}${edition !== "1" && line(below + 130, 48, strings.edition(edition))}${
  publisher !== null && draws(publisher) && html`<g fill="#fff">${foot(publisher)}</g>`
}${rehearsal && line(130, 40, strings.rehearsal.split(".")[0] ?? "")}</g>
</svg>`;
}

function lines({ lines: texts, size }: SetTitle, { ink }: Palette): Markup[] {
  return texts.map(
    (text, index) =>
      html`<text x="${width / 2}" y="${Math.round(360 + (index + 0.5) * size * leading)}" font-family="${serif}" font-size="${size}" fill="${ink}"${turned(text)}>${text}</text>\n`,
  );
}

function foot(publisher: string): Markup {
  const set = setTitle(publisher, { height: 80, sizes: [56, 44] });
  return html`<text x="${width / 2}" y="${height - 110}" font-family="${sans}" font-size="${set.size}" fill="#ffffff"${turned(set.lines[0] ?? "")}>${set.lines[0] ?? ""}</text>\n`;
}

const strong = /\p{L}/u;
const rightToLeft =
  /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

// Takes the direction from the first letter: EPUB checkers don't all accept `dir="auto"` in drawings.
function turned(text: string): Markup | false {
  return rightToLeft.test(strong.exec(text)?.[0] ?? "") && html` direction="rtl" unicode-bidi="embed"`;
}

/** A sun and four ranges of hills, placed by the bytes of the seed. */
function landscape(seed: Buffer, { sun, hills }: Palette): Markup {
  const at = (index: number, most: number) => Math.round(((seed[index] ?? 0) / 255) * most);
  return html`<circle cx="${400 + at(1, 800)}" cy="${1480 + at(2, 120)}" r="${150 + at(3, 60)}" fill="${sun}"/>
${hills.map((fill, range) => {
  const top = 1580 + range * 190;
  const heights = [0, 1, 2, 3, 4].map((peak) => top - at(4 + range * 5 + peak, 190));
  return html`<path fill="${fill}" d="${hillPath(heights)}"/>\n`;
})}`;
}

/** A smooth line through equidistant heights, closed at the bottom of the drawing. */
function hillPath(heights: readonly number[]): string {
  const step = width / (heights.length - 1);
  const curves = heights.slice(1).map((y, index) => {
    const from = heights[index] ?? y;
    const x = Math.round(index * step);
    const half = Math.round(step / 2);
    return `C${x + half} ${from} ${x + half} ${y} ${Math.round(x + step)} ${y}`;
  });
  return `M0 ${heights[0] ?? 0}${curves.join("")}V${height}H0Z`;
}

/** A title broken into lines for a drawing, since SVG text does not wrap. */
interface SetTitle {
  readonly lines: readonly string[];
  /** In the drawing's units. */
  readonly size: number;
}

/** Line height as a multiple of the font size. */
const leading = 1.25;

// A letter with its marks and whatever is joined to it.
const clusters = /\P{M}(?:[\p{M}\u200c\u200d]|(?<=\u200d)\P{M})*/gu;
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const narrow = /^[\p{Zs}.,:;!'’|il1jftr()[\]]/u;
const capital = /^[\p{Lu}@%&WMmw]/u;

/** Breaks a title into lines at the first size at which it fits; truncates it with an ellipsis if no size is small enough. */
function setTitle(
  title: string,
  { height, sizes }: { readonly height: number; readonly sizes: readonly number[] },
): SetTitle {
  const room = width - 2 * margin;
  for (const size of sizes) {
    const lines = breakLines(title, room / size);
    if (lines.length * size * leading <= height) return { lines, size };
  }
  const size = sizes.at(-1) ?? 1;
  const lines = breakLines(title, room / size).slice(0, Math.floor(height / (size * leading)));
  return { lines: lines.map((line, index) => (index === lines.length - 1 ? `${line}…` : line)), size };
}

function breakLines(title: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of title.match(/\s*\S+/gu) ?? []) {
    if (lengthOf(line + piece) <= width) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line.trim());
    const [last = "", ...whole] = cutWord(piece.trim(), width).reverse();
    lines.push(...whole.reverse());
    line = last;
  }
  return line === "" ? lines : [...lines, line.trim()];
}

/** Cuts a word wider than a line, or a text without spaces, into pieces that fit. */
function cutWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const [cluster] of word.matchAll(clusters)) {
    if (piece !== "" && lengthOf(piece + cluster) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += cluster;
  }
  return [...pieces, piece];
}

// In ems, estimated on the safe side because the font is unknown.
function lengthOf(text: string): number {
  let length = 0;
  for (const [cluster] of text.matchAll(clusters)) {
    length += wide.test(cluster) ? 1.02 : narrow.test(cluster) ? 0.36 : capital.test(cluster) ? 0.78 : 0.58;
  }
  return length;
}
