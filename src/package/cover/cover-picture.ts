import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { readShipped } from "../../shared/files/shipped-file.ts";
import { sha256 } from "../../shared/hash.ts";

/** Wide enough for every shelf and e-reader, and small beside a recording. */
const shelfWidthPixels = 1000;

type Draw = (svg: string, widthPixels: number) => Buffer;

let drawing: Promise<Draw> | null = null;

// Drawing one takes a third of a second, and a program that binds a course again needs the same ones.
const drawn = new Map<string, Buffer>();
const mostDrawn = 16;

/**
 * Renders a drawing as PNG, because e-readers' bookshelves and converters don't show SVG. It uses bundled fonts, so the same drawing gives the same
 * bytes on any machine.
 */
export async function coverPicture(svg: string, widthPixels = shelfWidthPixels): Promise<Buffer> {
  const key = `${widthPixels} ${sha256(svg)}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  drawing ??= loadRenderer();
  const picture = (await drawing)(svg, widthPixels);
  const [oldest = ""] = drawn.keys();
  if (drawn.size >= mostDrawn) drawn.delete(oldest);
  drawn.set(key, picture);
  return picture;
}

// Loaded on demand: most commands draw nothing.
async function loadRenderer(): Promise<Draw> {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  const require = createRequire(import.meta.url);
  // Baseline compiler only: optimizing takes 50 MB, and would finish only after the few covers are drawn.
  setFlagsFromString("--liftoff-only");
  await initWasm(readShipped(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fontBuffers = [
    readShipped(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSerifCondensed.ttf")),
    readShipped(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf")),
  ];
  const families = {
    defaultFontFamily: "DejaVu Sans Condensed",
    serifFamily: "DejaVu Serif Condensed",
    sansSerifFamily: "DejaVu Sans Condensed",
  };
  return (svg, widthPixels) => {
    const fitTo = { mode: "width", value: widthPixels } as const;
    const renderer = new Resvg(svg, { fitTo, font: { fontBuffers, loadSystemFonts: false, ...families } });
    const picture = renderer.render();
    try {
      return Buffer.from(picture.asPng());
    } finally {
      picture.free();
      renderer.free();
    }
  };
}

// A single character class: overlapping alternatives would backtrack exponentially on a title that does not match.
const drawable =
  /^[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Armenian}\p{scx=Georgian}\p{M}\0-\u02ff\u2000-\u2bff]*$/u;

/**
 * Whether the bundled fonts have every letter of a text. Missing-glyph boxes would be worse than no title, and bookshelves show the title
 * below the cover anyway.
 */
export function isDrawable(text: string): boolean {
  return drawable.test(text);
}
