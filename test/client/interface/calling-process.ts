import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { MakeCall } from "./client-calls.ts";

const program = fileURLToPath(new URL("./calling-child.ts", import.meta.url));

export interface CallingProcess {
  readonly makeCall: MakeCall;
  end(): Promise<void>;
}

/** Starts a process that makes calls and trusts the certificates of a PEM file besides the usual ones, as `NODE_EXTRA_CA_CERTS` lets a run do. */
export async function startCallingProcess(certificate: string): Promise<CallingProcess> {
  const child = fork(program, {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    // So that bytes arrive as bytes.
    serialization: "advanced",
  });
  await once(child, "message");
  const waiting = new Map<number, PromiseWithResolversOf>();
  child.on("message", ({ number, result, error }: { number: number; result?: never; error?: string }) => {
    const { resolve, reject } = waiting.get(number) ?? {};
    waiting.delete(number);
    if (error === undefined) resolve?.(result as never);
    else reject?.(new Error(error));
  });
  let calls = 0;
  return {
    makeCall: (call) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        child.send({ number: calls, call });
      }),
    async end() {
      const gone = once(child, "exit");
      child.kill();
      await gone;
    },
  };
}

interface PromiseWithResolversOf {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}
