// Packs the built package and reads it as a consumer's tools do: `publint`, and `attw` for what TypeScript makes of it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const folder = mkdtempSync(join(tmpdir(), "coursebinder-packed-"));
// `npm run` says where npm is. Its command is a shell script, which Windows doesn't start by itself.
const npm = (...args) =>
  spawnSync(process.execPath, [process.env.npm_execpath, ...args], { stdio: "inherit" }).status ?? 1;
try {
  // Without scripts: what is checked is what was built.
  let status = npm("pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
  const packed = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  status ||= npm("exec", "--no", "--", "publint", "run", packed, "--strict");
  status ||= npm("exec", "--no", "--", "attw", packed, "--profile", "esm-only", "--format", "ascii");
  process.exitCode = status;
} finally {
  rmSync(folder, { recursive: true });
}
