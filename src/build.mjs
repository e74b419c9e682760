// Builds `dist`: the program, the declarations of what is public, the files of `src` that are content and not code, and the scripts of the package's pages.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { parse } from "yaml";
import { bundle as bundleProgram } from "./bundle.mjs";

const source = dirname(fileURLToPath(import.meta.url));
const root = dirname(source);
const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));

// What is no longer in `src` is not left behind in what is published.
rmSync(join(root, "dist"), { recursive: true, force: true });

/** Texts in YAML, as data in a script. */
const yaml = {
  name: "yaml",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.yaml$/ }, ({ path }) => ({
      contents: JSON.stringify(parse(readFileSync(path, "utf8"))),
      loader: "json",
    })),
};

/** Bundles the scripts of pages in a folder named `browser`, and resolves with the files that they come from. */
async function bundleScripts(folder, names, target, options = {}) {
  const { metafile } = await build({
    entryPoints: names.map((name) => join(source, folder, "browser", name)),
    outdir: join(root, "dist", folder, "browser"),
    target,
    bundle: true,
    metafile: true,
    format: "iife",
    charset: "utf8",
    loader: { ".txt": "text" },
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "inline",
    logLevel: "warning",
    plugins: [yaml],
    ...options,
  });
  return Object.keys(metafile.inputs);
}

/** A page that is mailed is better small; a line of an error in it still says where. */
const inMails = { minifyWhitespace: true, lineLimit: 160 };

const scripts = [
  // Tablets of schools are old.
  ...(await bundleScripts("package", ["reader.ts", "scorm-lesson.ts"], "es2019")),
  ...(await bundleScripts("review", ["desk.ts", "reviewer.ts"], "es2022", inMails)),
  ...(await bundleScripts("desk", ["desk.tsx"], "es2023")),
];

const chunks = await bundleProgram(
  [
    "cli.ts",
    "index.ts",
    "service.ts",
    "lessons/align/alignment-worker.ts",
    "story-service/narrators/narration-worker.ts",
  ],
  { scripts },
);

const declared = spawnSync(process.execPath, [join(typescript, "bin", "tsc"), "-p", "src"], {
  cwd: root,
  stdio: "inherit",
});
if (declared.status !== 0) process.exit(declared.status ?? 1);

// What people import is declared in one file for each entry, which names nothing that is private. The compiler keeps what it has declared, and the next
// build declares only what has changed since.
const cache = join(root, "node_modules", ".cache", "coursebinder");
const declarations = join(cache, "declarations");
// Tests read which modules each file of the program has in it.
writeFileSync(join(cache, "chunks.json"), JSON.stringify(chunks));
const bundle = await rollup({
  input: ["index", "service"].map((name) => join(declarations, `${name}.d.ts`)),
  // The compiler's declarations are below node_modules, where the plugin would take them for somebody else's.
  plugins: [dts({ respectExternal: true })],
  // No public declaration uses the types of the locale files.
  external: [/^[^./]/, /\.json$/],
});
await bundle.write({ dir: join(root, "dist"), chunkFileNames: "common.d.ts" });

const starter = join("cli", "starter");
cpSync(join(source, starter), join(root, "dist", starter), {
  recursive: true,
  filter: (path) => extname(path) !== ".ts",
});

for (const path of readdirSync(source, { recursive: true })) {
  // The starter is copied as it is, and the texts of the desk's pages are in their scripts.
  const apart = [starter, join("desk", "locales"), join("review", "locales")];
  if (apart.some((folder) => path.startsWith(folder))) continue;
  const [from, to] = [join(source, path), join(root, "dist", path)];
  if (
    [".css", ".html", ".json", ".sql", ".txt", ".xml"].includes(extname(path)) &&
    basename(path) !== "tsconfig.json"
  ) {
    cpSync(from, to);
  }
  if (extname(path) !== ".yaml") continue;
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to.replace(/\.yaml$/, ".json"), JSON.stringify(parse(readFileSync(from, "utf8"))));
}
