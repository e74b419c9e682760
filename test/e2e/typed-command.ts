import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Served } from "./served.ts";
import { terminalPath } from "./typed-shell.ts";

const cli = join(import.meta.dirname, "..", "..", "dist", "cli.js");

/** A command in a real terminal, in which somebody types one line after each question. `line`: what follows the command's name. */
export async function typedCommand(
  served: Pick<Served, "folder" | "environment">,
  line: string,
  answers: readonly string[],
): Promise<{ code: number | null; text: string }> {
  const child = spawn(terminalPath, ["-qec", `'${process.execPath}' '${cli}' ${line}`, "/dev/null"], {
    cwd: served.folder,
    env: {
      ...served.environment,
      PATH: process.env.PATH ?? "",
      COURSEBINDER_STATE: join(served.folder, ".state"),
    },
  });
  let text = "";
  let answered = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    const asked = text.split("[y/N]").length - 1;
    if (asked <= answered) return;
    child.stdin.write(`${answers[answered] ?? ""}\n`);
    answered += 1;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, text };
}
