import { spawn } from "node:child_process";
import process from "node:process";

/** Opens the user's browser, without a shell. If that fails, the address is in the terminal. */
export function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", address]
        : ["xdg-open", address];
  const child = spawn(program ?? "", args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
