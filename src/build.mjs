// Builds `dist`: the compiler's output, beside it the files of `src` that are content and not code, and the scripts of the package's pages.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

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
