import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildProgram } from "../../src/cli/parser/program.ts";
import { coursebinder, documentOf, temporaryFolder } from "../fixtures.ts";
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
  const verbs = command.commands.map((verb) => verb.name());
  const shown = command.options.filter(({ hidden }) => !hidden);
  const flags = [...shown.map(({ long }) => long ?? ""), "--help"];
  const below = command.commands.flatMap((verb) => placesOf(verb, [...words, verb.name()]));
  return [{ words, verbs, flags }, ...below];
}

const places = placesOf(buildProgram({}, async () => undefined));

/** What the function of the bash script offers behind some words: one process for all of them. */
function offersOfBash(lines: readonly (readonly string[])[]): string[][] {
  const asked = lines.map((words) => {
    const typed = ["coursebinder", ...words].map((word) => `'${word}'`).join(" ");
    return `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _coursebinder; echo "\${COMPREPLY[*]}"`;
  });
  const { stdout, stderr } = spawnSync("bash", ["--norc"], {
    input: `${scriptOf("bash")}\n${asked.join("\n")}\n`,
    encoding: "utf8",
  });
  if (stderr !== "") throw new Error(stderr);
  return stdout.split("\n").map((line) => line.split(" ").filter((word) => word !== ""));
}

describe("coursebinder completion", () => {
  it("knows the places, with the verbs and flags that people use most", () => {
    expect(places.length).toBeGreaterThan(20);
    expect(places.find(({ words }) => words.join(" ") === "run")?.flags).toContain("--max-credits");
  });

  it("offers in bash every verb and every flag of the program in its place, and no others", () => {
    const verbs = offersOfBash(places.map(({ words }) => [...words, ""]));
    const flags = offersOfBash(places.map(({ words }) => [...words, "--"]));
    for (const [at, place] of places.entries()) {
      const where = place.words.join(" ");
      if (place.verbs.length > 0) {
        expect(
          verbs[at]?.filter((verb) => verb !== "help"),
          where,
        ).toEqual(place.verbs);
      }
      expect(flags[at], where).toEqual(place.flags);
    }
  });

  it("has every verb and every flag in the scripts for zsh and fish, in its place", () => {
    for (const { words, verbs, flags } of places) {
      const name = ["_coursebinder", ...words].join("_");
      const [, body = ""] = scriptOf("zsh").split(`\n${name}() {`);
      const [zsh = ""] = body.split("\n}");
      const at = `'__coursebinder_at \\'${words.map((word) => ` ${word}`).join("")}\\'`;
      const fish = scriptOf("fish")
        .split("\n")
        .filter((line) => line.includes(at));
      for (const verb of verbs) {
        expect(zsh, name).toContain(`'${verb}:`);
        expect(
          fish.some((line) => line.includes(` -a ${verb} `)),
          `${name} ${verb}`,
        ).toBe(true);
      }
      for (const flag of flags) {
        expect(zsh, name).toMatch(new RegExp(`[ '{,]${flag}['}]`));
        expect(
          fish.some((line) => line.includes(` -l ${flag.slice(2)} `)),
          `${name} ${flag}`,
        ).toBe(true);
      }
    }
  });

  it("prints the script in one document with --json", async () => {
    const finished = await coursebinder(["completion", "fish", "--json"]);
    expect(documentOf(finished)).toEqual({
      schema: 1,
      ok: true,
      exitCode: 0,
      shell: "fish",
      script: scriptOf("fish"),
    });
  });

  it.each([
    ["zhs", 'did you mean "zsh"?'],
    ["powershell", "bash, zsh, fish"],
  ])("has no script for %s, and says for which shells it has one", async (shell, words) => {
    const finished = await coursebinder(["completion", shell]);
    expect(finished).toMatchObject({ code: 2, stdout: "" });
    expect(finished.stderr).toContain(words);
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
    writeFileSync(join(path, "oddments"), "");
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
      ["run --edition cou", ["run", "--edition", "cou"]],
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
