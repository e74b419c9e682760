import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";

/** Wide enough for every shelf and e-reader, and small beside a recording. */
const shelfWidthPixels = 1000;

type Draw = (svg: string, widthPixels: number) => Buffer;

let drawing: Promise<Draw> | null = null;

/** A drawing as PNG: shelves and converters show no SVG. The same drawing gives the same bytes on any machine, since it comes with its fonts. */
export async function coverPicture(svg: string, widthPixels = shelfWidthPixels): Promise<Buffer> {
  drawing ??= loadRenderer();
  return (await drawing)(svg, widthPixels);
}

// Loaded where a book needs it: most commands draw nothing.
async function loadRenderer(): Promise<Draw> {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  const require = createRequire(import.meta.url);
  // A few pictures are drawn before better machine code is ready, and making that takes 50 MB.
  setFlagsFromString("--liftoff-only");
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fontBuffers = await Promise.all([
    readFile(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSerifCondensed.ttf")),
    readFile(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf")),
  ]);
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

// One class of characters: alternatives that overlap would take exponential time over a title that does not fit.
const drawable =
  /^[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Armenian}\p{scx=Georgian}\p{M}\0-\u02ff\u2000-\u2bff]*$/u;

/** Whether the fonts of the picture have all letters of a text. Boxes in a title's place would be worse than none: shelves show it below. */
export function isDrawable(text: string): boolean {
  return drawable.test(text);
}
