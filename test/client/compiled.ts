import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Compiles one file and everything it imports into a folder of its own, and gives the compiled file's path: a program for a child process,
 * for what a test can't do to its own process.
 */
export async function compiled(entry: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-compiled-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
  const { skipped } = {
    skipped: ts.createProgram([entry], { ...options, outDir: folder }).emit().emitSkipped,
  };
  if (skipped) throw new Error(`${entry} was not compiled`);
  return join(folder, relative(repository, entry)).replace(/\.ts$/, ".js");
}

// Types are checked with all the others; here only the code counts.
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  rewriteRelativeImportExtensions: true,
  isolatedModules: true,
  noCheck: true,
  types: [],
  rootDir: repository,
};
