import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeWindows } from "./wine.ts";

/** Makes the Windows, and installs the packed build there as npm on Windows would. */
export default function install(project: TestProject): () => void {
  makeWindows();
  const folder = mkdtempSync(join(tmpdir(), "coursebinder-windows-"));
  const npm = (cwd: string, ...args: readonly string[]): void => {
    const { status, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
    if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stderr}`);
  };
  npm(join(import.meta.dirname, "..", ".."), "pack", "--ignore-scripts", "--pack-destination", folder);
  const [packed = ""] = readdirSync(folder);
  const app = join(folder, "app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), "{}");
  const forWindows = ["--os=win32", "--cpu=x64", "--ignore-scripts", "--prefer-offline"];
  npm(app, "install", ...forWindows, join(folder, packed));
  project.provide("app", app);
  return () => rmSync(folder, { recursive: true, force: true });
}
