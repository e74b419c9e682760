import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./calling-child.ts", import.meta.url));

interface Answer {
  readonly number: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A client in a process of its own: it can be suspended, and trusts certificates of its own, as `NODE_EXTRA_CA_CERTS` lets a run do. */
export class CallingProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #calls = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on("message", (answer: Answer) => this.#waiting.get(answer.number)?.(answer));
  }

  /** Starts it. `module`: the file whose functions it calls. `trusted`: a PEM file of certificates that it trusts besides the usual ones. */
  static async start(module: string, trusted: string): Promise<CallingProcess> {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted };
    // So that bytes arrive as bytes.
    const child = fork(program, [module], {
      execArgv: ["--import", "tsx"],
      env,
      serialization: "advanced",
    });
    await once(child, "message");
    return new CallingProcess(child);
  }

  /** Calls an asynchronous function of its module. */
  call<Result>(name: string, argument: unknown): Promise<Result> {
    const number = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, ({ result, error }) =>
        error === undefined ? resolve(result as Result) : reject(new Error(error)),
      );
      this.#child.send({ number, name, argument });
    });
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
