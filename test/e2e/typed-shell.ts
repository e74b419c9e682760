import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the programs are that a test starts shells with. */
export const shellPaths = { bash: "/usr/bin/bash", zsh: "/usr/bin/zsh", fish: "/usr/bin/fish" } as const;

/** The terminal that a shell is given. */
export const terminalPath = "/usr/bin/script";

export type TypedShellName = keyof typeof shellPaths;

// Each begins with the script sourced, and with a command that tells what it was given.
const starts: Readonly<Record<TypedShellName, { file: string; command: string; setup: string }>> = {
  bash: {
    file: "bashrc",
    command: "bash --rcfile bashrc -i",
    setup: `PS1='ready> '\nbind 'set bell-style none'\ncoursebinder() { printf '<%s>' "$@"; echo '<end>'; }\nsource ./script\n`,
  },
  zsh: {
    file: ".zshrc",
    command: "ZDOTDIR=. zsh -d -i",
    setup: `PS1='ready> '\nunsetopt beep\nautoload -U compinit\ncompinit -u -d ./dump\ncoursebinder() { printf '<%s>' "$@"; echo '<end>' }\nsource ./script\n`,
  },
  fish: {
    file: "config/fish/config.fish",
    command: "XDG_CONFIG_HOME=$PWD/config XDG_DATA_HOME=$PWD/data fish -i",
    setup: `function fish_prompt; printf 'ready> '; end\nfunction coursebinder; printf '<%s>' $argv; echo '<end>'; end\nsource ./script\n`,
  },
};

/** A real shell in a real terminal, on which keys are pressed as a person does. */
export class TypedShell {
  readonly #process: ChildProcess;
  #shown = "";
  #waiting: (() => void) | null = null;

  private constructor(child: ChildProcess) {
    this.#process = child;
    child.stdout?.on("data", (chunk: Buffer) => {
      this.#shown += chunk.toString();
      this.#waiting?.();
    });
  }

  /** Starts one in `folder`, with the completion script sourced. Resolves at its first prompt. */
  static async start(name: TypedShellName, script: string, folder: string): Promise<TypedShell> {
    const { file, command, setup } = starts[name];
    writeFileSync(join(folder, "script"), script);
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), setup);
    // Where it is there already, fish does not go through all manual pages in the background.
    mkdirSync(join(folder, "data", "fish", "generated_completions"), { recursive: true });
    const child = spawn(terminalPath, ["-qec", command, "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, TERM: "xterm", LANG: "C.UTF-8" },
    });
    const shell = new TypedShell(child);
    await shell.#until(/ready> /);
    return shell;
  }

  /** Types so much of a command line, presses the tab key and Enter, and resolves with the words that the command was given. */
  async complete(typed: string): Promise<readonly string[]> {
    this.#shown = "";
    this.#process.stdin?.write(`${typed}\t\r`);
    const [, given = ""] = await this.#until(/((?:<[^<>]*>)*)<end>/);
    await this.#until(/<end>[\s\S]*ready> /);
    return [...given.matchAll(/<([^<>]*)>/g)].map(([, word = ""]) => word);
  }

  async close(): Promise<void> {
    this.#process.stdin?.end("exit\r");
    if (this.#process.exitCode === null) await once(this.#process, "exit");
  }

  async #until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#shown);
      if (found !== null) return found;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }
}
