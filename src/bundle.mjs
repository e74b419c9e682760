// Bundles programs of this package into few files: Node spends a third of a short command's processor time on finding, reading and linking modules.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { writeNotices } from "./notices.mjs";

const source = dirname(fileURLToPath(import.meta.url));
const root = dirname(source);
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// Development dependencies are bundled, so users don't install them. So are these dependencies, because most commands load them; being dependencies,
// they still appear in a bill of materials and in an audit. The other dependencies have native code, WebAssembly or threads of their own.
const bundled = ["p-queue", "undici", "yaml", "zod"];
const installed = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !bundled.includes(name),
);

/** The folder of what is built. */
export const built = join(root, "dist");

// Code in a shared chunk finds its files where the compiled module would lie if nothing were bundled. Those of bundled packages, such as fonts, are
// copied there, and packages that are required are bundled as those that are imported.
const keepFiles = (copied) => ({
  name: "keep-files",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const module = relative(source, path).replace(/\.ts$/, ".js").replaceAll("\\", "/");
      const ofPackage = (call, file) => {
        if (installed.some((known) => `${file}/`.startsWith(`${known}/`))) return call;
        const from = join(root, "node_modules", file);
        mkdirSync(join(built, dirname(module)), { recursive: true });
        copyFileSync(from, join(built, dirname(module), basename(file)));
        copied.push(from);
        return `new URL(${JSON.stringify(basename(file))}, import.meta.url)`;
      };
      const contents = readFileSync(path, "utf8")
        .replaceAll("createRequire(import.meta.url)(", "require(")
        .replaceAll(/require\.resolve\("([^"]+)"\)/g, ofPackage)
        .replaceAll("import.meta.url", `(builtFolder + ${JSON.stringify(module)})`);
      return { contents, loader: "ts" };
    });
  },
});

// The tables by which languages are told apart are 60,000 objects: 1.3 s and 150 MB as a program that V8 compiles, 0.5 s and 50 MB as JSON that it parses.
// Compressed, they are a quarter of the size. The code pages of East Asia that node-id3 brings along are never used: tags of sound have no such encoding.
const smallTables = {
  name: "small-tables",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]iconv-lite[\\/]encodings[\\/]tables[\\/]/ }, () => ({
      contents: "[]",
      loader: "json",
    }));
    onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.js$/ }, async ({ path }) => {
      const { ngramsData } = await import(pathToFileURL(path).href);
      const tables = brotliCompressSync(JSON.stringify(ngramsData)).toString("base64");
      const contents = `import { brotliDecompressSync } from "node:zlib";
export const ngramsData = JSON.parse(brotliDecompressSync(Buffer.from("${tables}", "base64")).toString());`;
      return { contents, loader: "js" };
    });
  },
};

/**
 * Bundles entry points under `base` into `folder`, which is `dist` or in it, with the packages that are not
 * installed beside it and the notices of all that are bundled, also in `scripts` of pages. What several entry points need is in chunks.
 * Resolves with esbuild's facts about each file that it wrote.
 */
export async function bundle(entryPoints, { base = source, folder = built, scripts = [] } = {}) {
  const copied = [];
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
    // A sixth of the size; a line of a stack trace still says where.
    minifyWhitespace: true,
    lineLimit: 160,
    banner: {
      // Packages in CommonJS require Node's own modules.
      js: `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
const builtFolder = import.meta.url.slice(0, import.meta.url.lastIndexOf("/dist/") + 6);`,
    },
    plugins: [keepFiles(copied), smallTables],
    logLevel: "warning",
  });
  writeNotices([...Object.keys(metafile.inputs), ...copied, ...scripts], folder);
  return metafile.outputs;
}
