import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import type { SourceChange } from "./hunt.ts";

const repository = join(import.meta.dirname, "..", "..");
// The last ones have the server for histories with a database, its port, and a plan.
const folders = ["src", "test/simulation", "test/ledger/postgres"];
const files = ["test/free-port.ts", "test/plain-plan.ts"];

/** Compiles the program and the simulation, without type checks, into a new folder, and copies the data that ships with them and the planted bugs. */
export function compileAll(): string {
  const folder = mkdtempSync(join(tmpdir(), "coursebinder-planted-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  for (const name of [...folders.flatMap(sources), ...files]) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    const text = readFileSync(join(repository, name), "utf8");
    writeFileSync(compiledName(folder, name), name.endsWith(".ts") ? compile(text) : text);
  }
  return folder;
}

/** Copies a compiled program with changes. Throws if a change does not fit the source any more. */
export function withChanges(compiled: string, changes: readonly SourceChange[]): string {
  const folder = mkdtempSync(join(tmpdir(), "coursebinder-planted-"));
  cpSync(compiled, folder, { recursive: true, verbatimSymlinks: true });
  const texts = new Map<string, string>();
  for (const { file: name, from, to } of changes) {
    const file = join("src", name);
    const text = texts.get(file) ?? readFileSync(join(repository, file), "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
    texts.set(
      file,
      text.replace(from, () => to),
    );
  }
  for (const [file, text] of texts) writeFileSync(compiledName(folder, file), compile(text));
  return folder;
}

function sources(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test|\.d)\.ts$|\.(json|sql|txt|xml|yaml)$/.test(name))
    .map((name) => join(folder, name));
}

function compiledName(folder: string, name: string): string {
  return join(folder, name.replace(/\.ts$/, ".js"));
}

function compile(text: string): string {
  return ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      rewriteRelativeImportExtensions: true,
      verbatimModuleSyntax: true,
    },
  }).outputText;
}
