import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { offersFor } from "../../src/cli/commands/completion.ts";
import { buildProgram } from "../../src/cli/parser/program.ts";
import { coursebinder, temporaryFolder } from "../fixtures.ts";
import { needTool } from "../tools.ts";
import { shellPaths, TypedShell, type TypedShellName, terminalPath } from "./fixtures/typed-shell.ts";

const shells = ["bash", "zsh", "fish"] as const;
const scripts = new Map<TypedShellName, string>();

beforeAll(async () => {
  for (const shell of shells) {
    const { code, stdout } = await coursebinder(["completion", shell]);
    if (code !== 0) throw new Error(stdout);
    scripts.set(shell, stdout);
  }
});

const scriptOf = (shell: TypedShellName): string => scripts.get(shell) ?? "";

interface Place {
  readonly words: readonly string[];
  readonly verbs: readonly string[];
  readonly flags: readonly string[];
}

/** Every verb and group of the program as it is defined, with what its help shows. */
function placesOf(command: Command, words: readonly string[] = []): Place[] {
  const shownVerbs = command
    .createHelp()
    .visibleCommands(command)
    .filter((verb) => verb.name() !== "help");
  const verbs = shownVerbs.map((verb) => verb.name());
  const shown = command.options.filter(({ hidden }) => !hidden);
  const flags = [...shown.map(({ long }) => long ?? ""), "--help"];
  const below = shownVerbs.flatMap((verb) => placesOf(verb, [...words, verb.name()]));
  return [{ words, verbs, flags }, ...below];
}

const program = await buildProgram({}, async () => undefined);
const places = placesOf(program);

const offered = (...words: readonly string[]): string[] => offersFor(words, program).map(([offer]) => offer);

describe("coursebinder completion", () => {
  it("offers every verb and every flag of the program in its place, and no others", () => {
    expect(places.length).toBeGreaterThan(20);
    expect(places.find(({ words }) => words.join(" ") === "run")?.flags).toContain("--max-credits");
    for (const { words, verbs, flags } of places) {
      const where = words.join(" ");
      const shown = offered(...words, "").filter((verb) => verb !== "help");
      if (verbs.length > 0) expect(shown, where).toEqual(verbs);
      expect(offered(...words, "--"), where).toEqual(flags);
    }
  });

  it.each([
    ["plan --format ", "html markdown"],
    ["serve admin accounts add ann --plan f", "free"],
    ["run --order ", "stream batch"],
    ["run --order=s", "stream"],
    ["run --order = s", "stream"],
    ["completion ", "bash zsh fish powershell"],
    // What the script for PowerShell asks where nothing is typed yet.
    ["run --order =", "batch stream"],
    ["run --edition x", ""],
  ])("offers the choices of %j", (line, choices) => {
    const words = choices.split(" ").filter((choice) => choice !== "");
    expect(offered(...line.split(" ")).sort()).toEqual(words.sort());
  });
});

describe.each(shells)("a person at %s", (name) => {
  const isHere = needTool(name, shellPaths[name]) && needTool("script", terminalPath);
  it.runIf(isHere)("gets verbs, flags, files and folders completed by the tab key", async () => {
    const { path, dispose } = temporaryFolder();
    onTestFinished(dispose);
    writeFileSync(join(path, "course.yaml"), "");
    writeFileSync(join(path, "second course.yaml"), "");
    writeFileSync(join(path, "copy.jsonl"), "");
    mkdirSync(join(path, "odd folder"));
    const shell = await TypedShell.start(name, scriptOf(name), path);
    onTestFinished(() => shell.close());
    const lines: readonly (readonly [string, readonly string[]])[] = [
      ["stat", ["status"]],
      ["--vers", ["--version"]],
      ["account bal", ["account", "balance"]],
      ["serve keys rev", ["serve", "keys", "revoke"]],
      ["serve --narr", ["serve", "--narration-time"]],
      ["completion fi", ["completion", "fish"]],
      ["run --order str", ["run", "--order", "stream"]],
      ["status --log-level=sil", ["status", "--log-level=silent"]],
      ["package --audio em", ["package", "--audio", "embed"]],
      ["run cou", ["run", "course.yaml"]],
      ["review --import cop", ["review", "--import", "copy.jsonl"]],
      ["check sec", ["check", "second course.yaml"]],
      ["ledger copy course.yaml cop", ["ledger", "copy", "course.yaml", "copy.jsonl"]],
      ["plan --out od", ["plan", "--out", "odd folder"]],
      [
        "run --only run course.yaml --creation-t",
        ["run", "--only", "run", "course.yaml", "--creation-timeout"],
      ],
      ["plan --out=od", ["plan", "--out=odd folder"]],
      ["account --js", ["account", "--js"]],
    ];
    for (const [typed, words] of lines) {
      const given = await shell.complete(`coursebinder ${typed}`);
      // zsh takes the slash behind a folder back when Enter is pressed.
      expect(
        given.map((word) => word.replace(/\/$/, "")),
        typed,
      ).toEqual(words);
    }
  });
});
