// Bundles programs of this package into few files: Node spends a third of a short command's processor time on finding, reading and linking modules.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { writeNotices } from "./notices.mjs";

const source = dirname(fileURLToPath(import.meta.url));
const root = dirname(source);
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// Loaded by most commands, and made of hundreds of small modules; and eld, for its tables. The others stay what npm installed: they have native code,
// WebAssembly, files or threads of their own, or are for few commands. The bundled ones are dependencies all the same, so that a list of materials and
// an audit know them.
const bundled = [
  "commander",
  "csv-parse",
  "eld",
  "log-update",
  "p-queue",
  "string-width",
  "undici",
  "yaml",
  "yauzl",
  "zod",
];
const installed = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !bundled.includes(name),
);

/** The folder of what is built. */
export const built = join(root, "dist");

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

// The tables by which languages are told apart are 60,000 objects: 1.3 s and 150 MB as a program that V8 compiles, 0.4 s and 50 MB as JSON that it parses.
const tablesAsJson = {
  name: "tables-as-json",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.js$/ }, async ({ path }) => {
      const { ngramsData } = await import(pathToFileURL(path).href);
      const json = JSON.stringify(JSON.stringify(ngramsData));
      return { contents: `export const ngramsData = JSON.parse(${json});`, loader: "js" };
    });
  },
};

/**
 * Bundles entry points under `base` into `folder`, which is `dist` or in it, with the packages that are loaded
 * by most commands and the notices of their licences. What several entry points need is in chunks.
 */
export async function bundle(entryPoints, { base = source, folder = built } = {}) {
  const { metafile } = await build({
    entryPoints: entryPoints.map((name) => join(base, name)),
    outbase: base,
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    external: installed,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    legalComments: "none",
    banner: {
      // Packages in CommonJS require Node's own modules.
      js: `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
const builtFolder = import.meta.url.slice(0, import.meta.url.lastIndexOf("/dist/") + 6);`,
    },
    plugins: [keepModuleUrls, tablesAsJson],
    logLevel: "warning",
  });
  writeNotices(Object.keys(metafile.inputs), folder);
}
