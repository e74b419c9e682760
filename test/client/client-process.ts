import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Attempt, Verdict } from "./creation/outcome.ts";

const program = fileURLToPath(new URL("./creation/creation-child.ts", import.meta.url));

export interface NumberedAttempt {
  readonly number: number;
  readonly given: Attempt;
}

export interface NumberedVerdict {
  readonly number: number;
  readonly verdict: Verdict;
}

/** A client in a process of its own. */
export class ClientProcess {
  readonly #child: ChildProcess;
  #attempts = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts it. `trusted`: a PEM file of certificates that it trusts besides the usual ones. */
  static async start(trusted: string): Promise<ClientProcess> {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted };
    const child = fork(program, { execArgv: ["--import", "tsx"], env });
    await once(child, "message");
    return new ClientProcess(child);
  }

  async attempt(given: Attempt): Promise<Verdict> {
    const number = ++this.#attempts;
    const messages = on(this.#child, "message") as AsyncIterable<[NumberedVerdict]>;
    this.#child.send({ number, given } satisfies NumberedAttempt);
    // A verdict that comes after its test has ended belongs to that test alone.
    for await (const [message] of messages) if (message.number === number) return message.verdict;
    throw new Error("the client sent no verdict");
  }

  /** Returns once the process stands still, so that nothing that comes later is read in time. */
  suspend(): void {
    this.#child.kill("SIGSTOP");
    while (!/\) T/.test(readFileSync(`/proc/${this.#child.pid}/stat`, "latin1")));
  }

  wakeUp(): void {
    this.#child.kill("SIGCONT");
  }

  async end(): Promise<void> {
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }
}
