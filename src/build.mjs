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

const chunks = await bundleProgram([
  "cli.ts",
  "index.ts",
  "service.ts",
  "lessons/align/alignment-worker.ts",
  "story-service/narrators/narration-worker.ts",
]);

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
  if (path.startsWith(starter)) continue;
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

const browser = join("package", "browser");
const scripts = {
  bundle: true,
  format: "iife",
  charset: "utf8",
  legalComments: "inline",
  logLevel: "warning",
};
await build({
  ...scripts,
  entryPoints: ["reader.ts", "scorm-lesson.ts"].map((name) => join(source, browser, name)),
  outdir: join(root, "dist", browser),
  // Tablets of schools are old.
  target: "es2019",
});
await build({
  ...scripts,
  entryPoints: ["desk.ts", "reviewer.ts"].map((name) => join(source, "review", "browser", name)),
  outdir: join(root, "dist", "review", "browser"),
  target: "es2022",
});
