// Builds `dist`: the compiler's output, and beside it the files of `src` that are content and not code.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

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

const content = [".yaml"];
cpSync(source, join(root, "dist"), {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || content.includes(extname(path)),
});
