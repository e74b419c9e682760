import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { onTestFinished } from "vitest";
import { identity } from "../fixtures.ts";

const source = fileURLToPath(new URL("../../../src/", import.meta.url));
const installed = fileURLToPath(new URL("../../../node_modules", import.meta.url));

const program = `
import { openFileLedger } from "./ledger/file/file-ledger.js";
import { realFiles } from "./shared/files/real-files.js";
const [path, holder] = process.argv.slice(2);
const world = { now: Date.now, random: Math.random };
const options = { path, identity: ${JSON.stringify(identity)}, mustExist: false, holder, files: realFiles, world };
openFileLedger(options).then(
  (ledger) => {
    // Otherwise the garbage collector closes its files, and the lock with them.
    globalThis.ledger = ledger;
    console.log("held");
  },
  (error) => { console.log(JSON.stringify(error.problem ?? String(error))); process.exit(8); },
);
process.stdin.resume();
`;

/** The ledger as a program of its own, compiled from what stands in src into a folder; gives the program's path. */
export async function compileLedger(folder: string): Promise<string> {
  for (const module of ["ledger", "shared"]) {
    for (const name of await readdir(join(source, module), { recursive: true })) {
      if (!name.endsWith(".ts") || name.endsWith(".d.ts")) continue;
      await mkdir(join(folder, module, dirname(name)), { recursive: true });
      const text = await readFile(join(source, module, name), "utf8");
      const { outputText } = ts.transpileModule(text, {
        compilerOptions: {
          target: ts.ScriptTarget.ES2023,
          module: ts.ModuleKind.ESNext,
          rewriteRelativeImportExtensions: true,
        },
      });
      await writeFile(join(folder, module, name.replace(/ts$/, "js")), outputText);
    }
  }
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "main.js"), program);
  await symlink(installed, join(folder, "node_modules"), "dir");
  return join(folder, "main.js");
}

export interface SecondProcess {
  /** What it said of its opening: `held`, or the problem as JSON. */
  readonly said: string;
  readonly child: ChildProcess;
}

/** Opens a ledger in a process of its own, which goes on holding it until it is killed. */
export async function openElsewhere(main: string, path: string, holder: string): Promise<SecondProcess> {
  const child = spawn(process.execPath, [main, path, holder], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(createInterface({ input: child.stdout }), "line");
  return { said, child };
}

/** Resolves once the process is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Resolves once the process stands still. */
export async function suspended(child: ChildProcess): Promise<void> {
  child.kill("SIGSTOP");
  const stat = `/proc/${child.pid}/stat`;
  // Where the system doesn't show it, the signal was sent all the same.
  while (existsSync(stat) && !/\) T /.test(await readFile(stat, "utf8"))) await new Promise(setImmediate);
}
