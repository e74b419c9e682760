import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** Loudness and peaks as another implementation of EBU R 128 measures them. */
export interface Meter {
  ebur128_integrated_mono(sampleRate: number, samples: Float32Array): number;
  ebur128_integrated_stereo(sampleRate: number, left: Float32Array, right: Float32Array): number;
  /** In dB of full scale. */
  ebur128_true_peak_mono(sampleRate: number, samples: Float32Array): number;
}

// Node has it; the types that are for browsers alone are not loaded here.
const wasm = Reflect.get(globalThis, "WebAssembly") as {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: object } }>;
};

/** The package is made for bundlers, which read `.wasm` as a module; Node is told here what they would do. */
export async function loadMeter(): Promise<Meter> {
  const require = createRequire(import.meta.url);
  const path = require.resolve("ebur128-wasm/ebur128_wasm_bg.wasm");
  const glue = await readFile(path.replace(/\.wasm$/, ".js"), "utf8");
  const plain = glue.replace(
    /^import \* as wasm.*$/m,
    "let wasm; export const use = (made) => { wasm = made; };",
  );
  // A module of its own for each instance: the glue keeps a view of the first memory that it meets.
  const own = Buffer.from(`${plain}\n// ${randomUUID()}`).toString("base64");
  const loaded = (await import(`data:text/javascript;base64,${own}`)) as Meter & {
    use(made: object): void;
  };
  const { instance } = await wasm.instantiate(await readFile(path), {
    "./ebur128_wasm_bg.js": loaded,
  });
  loaded.use(instance.exports);
  return loaded;
}
