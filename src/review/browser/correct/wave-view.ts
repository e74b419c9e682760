import type { RespokenDocument } from "../../documents.ts";

const [width, height] = [720, 72];

/**
 * A picture of the sound around a part that was spoken anew: what is new is darker, and a line stands at each joint. `label`: what it shows, in
 * words.
 */
export function waveOf({ wave, heard, joints }: RespokenDocument, label: string): SVGElement {
  const { from, step } = wave;
  const seconds = Math.max(step, wave.peaks.length * step);
  const peaks = columnsOf(wave.peaks);
  const x = (at: number): number => round(((at - from) / seconds) * width);
  const loudest = Math.max(1, ...peaks);
  const [middle, scale] = [height / 2, (height / 2 - 2) / loudest];
  const outline = (sign: 1 | -1): string[] =>
    peaks.map((peak, at) => `${round((at / peaks.length) * width)},${round(middle + sign * peak * scale)}`);
  const shape = [...outline(-1), ...outline(1).reverse()].join(" ");
  const svg = make("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "wave",
    role: "img",
    "aria-label": label,
  });
  const ofNew =
    heard === null
      ? []
      : [
          make("rect", {
            class: "wave-new",
            x: String(x(heard.from)),
            y: "0",
            height: String(height),
            width: String(Math.max(0, x(heard.to) - x(heard.from))),
          }),
        ];
  const lines = joints.map(({ at }) => {
    const across = String(x(at));
    return make("line", { class: "wave-joint", x1: across, x2: across, y1: "0", y2: String(height) });
  });
  svg.append(...ofNew, make("polygon", { class: "wave-sound", points: shape }), ...lines);
  return svg;
}

/** The highest of each group of neighbours, at most two groups for each unit of the picture's width: minutes of speech have tens of thousands of peaks. */
function columnsOf(peaks: readonly number[]): number[] {
  const count = Math.min(peaks.length, width * 2);
  const columns = Array<number>(count).fill(0);
  for (const [at, peak] of peaks.entries()) {
    const column = Math.floor((at * count) / peaks.length);
    columns[column] = Math.max(columns[column] ?? 0, peak);
  }
  return columns;
}

function make(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
