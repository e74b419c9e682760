import { copyFile, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";

// Only types, or bundled separately.
const isCompiled = (name: string): boolean =>
  name.endsWith(".ts") && !name.endsWith(".d.ts") && !name.startsWith("browser/");

const root = resolve(import.meta.dirname, "../..");

/** Compiles the package module to JavaScript, with its content beside it, for tests that run it in a separate process. */
export async function compilePackage(folder: string): Promise<void> {
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const module of ["shared", "lessons", "package"]) {
    const names = await readdir(join(root, "src", module), { recursive: true });
    for (const name of names.filter(isCompiled)) {
      const { outputText } = ts.transpileModule(await readFile(join(root, "src", module, name), "utf8"), {
        compilerOptions: {
          target: ts.ScriptTarget.ES2023,
          module: ts.ModuleKind.ESNext,
          rewriteRelativeImportExtensions: true,
        },
      });
      const out = join(folder, module, name.replace(/\.ts$/, ".js"));
      await mkdir(dirname(out), { recursive: true });
      await writeFile(out, outputText);
    }
    for (const name of names.filter((each) => /\.(html|json|sql|txt|xml|yaml)$/.test(each))) {
      await mkdir(dirname(join(folder, module, name)), { recursive: true });
      await copyFile(join(root, "src", module, name), join(folder, module, name));
    }
  }
  await cp(join(root, "dist", "package", "browser"), join(folder, "package", "browser"), { recursive: true });
}
