import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { declarations } from "../../src/cli/parser/declarations.ts";
import { buildProgram } from "../../src/cli/parser/program.ts";

const program = await buildProgram({}, async () => undefined);

function helpOf(...words: readonly string[]): string {
  const command = words.reduce(
    (above, word) => above.commands.find((one) => one.name() === word) ?? above,
    program,
  );
  return shown(command);
}

/** What a person sees on a terminal of 80 columns. */
function shown(command: Command): string {
  const pieces: string[] = [];
  command.configureOutput({ writeOut: (piece) => void pieces.push(piece), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return pieces.join("");
}

/** The verbs, or flags, under each heading. */
function groupsOf(help: string): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  let group = "";
  for (const line of help.split("\n")) {
    group = /^(\S.*):$/.exec(line)?.[1] ?? group;
    const name = /^ {2}(?:-\w, )?(-{0,2}[a-z][\w-]*)/.exec(line)?.[1];
    if (group !== "" && name !== undefined) groups[group] = [...(groups[group] ?? []), name];
  }
  return groups;
}

describe("the help", () => {
  it("shows the verbs in the order in which a course needs them, group by group", () => {
    expect(groupsOf(helpOf())).toMatchObject({
      Plan: ["init", "check", "languages", "genres", "plan"],
      Buy: ["run", "status", "cost", "doctor", "login", "logout", "whoami", "account"],
      Resolve: ["resolve", "ledger"],
      Package: ["package", "align", "check-lessons", "review", "open"],
      Service: ["serve", "completion", "help"],
    });
  });

  it("offers for runs at the desk whatever a variable can say of every run, such as the most that it may spend", () => {
    const named = (usage: RegExp): string[] =>
      declarations
        .filter((one) => usage.test(one.usage))
        .flatMap(({ flags = [] }) => flags.filter(({ variable }) => variable !== undefined))
        .map(({ flags }) => flags);
    // The desk writes no files for whoever started it.
    const ofFiles = ["--events <file>", "--summary <file>", "--outputs <file>"];
    expect(named(/^open /).sort()).toEqual(
      named(/^run /)
        .filter((flag) => !ofFiles.includes(flag))
        .sort(),
    );
  });

  it("fits 80 columns, everywhere", () => {
    const below = (command: Command): Command[] => [command, ...command.commands.flatMap(below)];
    const all = below(program);
    const wide = all.flatMap((command) => {
      return shown(command)
        .split("\n")
        .filter((line) => line.length > 80);
    });
    expect(wide).toEqual([]);
  });

  it("shows defaults and choices if the parser has them", () => {
    const help = helpOf("run").replace(/\s+/g, " ");
    expect(help).toContain("--timeout <duration> the longest time that one read may take (default: 30s");
    expect(help).toContain(
      "--poll <duration> how long to wait between two checks on a story (default: 20s; 1s with --local",
    );
    expect(help).toContain('(choices: "batch", "stream", default: batch');
    expect(help).toContain('(choices: "debug", "info", "warn", "error", "silent", default: warn');
    expect(helpOf("serve").replace(/\s+/g, " ")).toContain("a publicUrl (default: 127.0.0.1)");
    const prose = program.commands.flatMap(({ options }) =>
      options.filter(({ description }) => /\(default/.test(description)).map(({ long }) => long),
    );
    expect(prose).toEqual([]);
  });

  it("shows for each verb the flags that it uses, and no others", () => {
    const shared = ["--out", "--local", "--service", "--ledger"];
    const flagsOf = (...words: readonly string[]) =>
      shared.filter((flag) => helpOf(...words).includes(`  ${flag} `));
    expect(flagsOf("run")).toEqual(shared);
    expect(flagsOf("check")).toEqual([]);
    expect(flagsOf("package")).toEqual(["--out", "--local", "--ledger"]);
    expect(flagsOf("whoami")).toEqual(["--local", "--service"]);
    expect(flagsOf("serve")).toEqual([]);
    expect(helpOf("account", "balance")).not.toContain("--poll");
  });

  it("ends with commands to type", () => {
    for (const verb of ["plan", "run", "package", "resolve", "account", "ledger", "serve"])
      expect(helpOf(verb), verb).toMatch(/\nExamples:\n {2}\$ coursebinder /);
  });
});
