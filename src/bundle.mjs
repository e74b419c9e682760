// Bundles programs of this package into few files: Node spends a quarter of a short command's processor time on finding, reading and linking modules.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = dirname(fileURLToPath(import.meta.url));

/** The folder of what is built. */
export const built = join(dirname(source), "dist");

// Code in a shared chunk finds its files where the compiled module would lie if nothing were bundled.
const keepModuleUrls = {
  name: "keep-module-urls",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const module = relative(source, path).replace(/\.ts$/, ".js").replaceAll("\\", "/");
      const url = `(builtFolder + ${JSON.stringify(module)})`;
      return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", url), loader: "ts" };
    });
  },
};

/** Bundles entry points under `base` into `folder`, which is `dist` or in it; dependencies stay what npm installed. What several need is in chunks. */
export async function bundle(entryPoints, { base = source, folder = built } = {}) {
  await build({
    entryPoints: entryPoints.map((name) => join(base, name)),
    outbase: base,
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    legalComments: "none",
    banner: {
      js: 'const builtFolder = import.meta.url.slice(0, import.meta.url.lastIndexOf("/dist/") + 6);',
    },
    plugins: [keepModuleUrls],
    logLevel: "warning",
  });
}
