// Builds `dist`: the compiler's output and the declarations of what is public, beside it the files of `src` that are content and not code, and the scripts of the package's pages.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const source = dirname(fileURLToPath(import.meta.url));
const root = dirname(source);
const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));

// What is no longer in `src` is not left behind in what is published.
rmSync(join(root, "dist"), { recursive: true, force: true });

const compiled = spawnSync(process.execPath, [join(typescript, "bin", "tsc"), "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

// What people import is declared in one file for each entry, which names nothing that is private.
const declarations = join(root, "dist", ".declarations");
const bundle = await rollup({
  input: ["index", "service"].map((name) => join(declarations, `${name}.d.ts`)),
  plugins: [dts()],
  external: /^[^./]/,
});
await bundle.write({ dir: join(root, "dist"), chunkFileNames: "common.d.ts" });
rmSync(declarations, { recursive: true });

const content = [".css", ".yaml"];
cpSync(source, join(root, "dist"), {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || content.includes(extname(path)),
});

const browser = join("package", "browser");
await build({
  entryPoints: ["reader.ts", "scorm-lesson.ts"].map((name) => join(source, browser, name)),
  outdir: join(root, "dist", browser),
  bundle: true,
  format: "iife",
  charset: "utf8",
  legalComments: "none",
  // Tablets of schools are old.
  target: "es2019",
  logLevel: "warning",
});
