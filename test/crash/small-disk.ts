import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { need } from "../tools.ts";

const namespaceFlags = process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--map-root-user"];
const entryFlags = process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--user", "--preserve-credentials"];

/** Whether this process may mount a file system, as a tool that tests need. */
export function mayMount(): boolean {
  const tried = spawnSync("unshare", [...namespaceFlags, "mount", "-t", "tmpfs", "none", "/mnt"]);
  return need("mounting a small disk (unshare, mount) is not allowed", tried.status === 0);
}

/** The prefix of a command for which a file or a folder is on a disk that is read-only, whoever runs it. */
export function underReadOnly(path: string): readonly string[] {
  const script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  return ["unshare", ...namespaceFlags, "sh", "-c", script, path];
}

/** A page of memory: the unit in which a small disk allocates space. */
export const pageBytes = 4096;

/** A disk of a few KiB, mounted for the processes started `under` it until `dispose`. */
export class SmallDisk {
  /** Its path for processes under the disk. */
  readonly folder: string;
  /** The prefix of a command that runs under the disk. */
  readonly under: readonly string[];
  readonly #holder: ChildProcess;

  private constructor(folder: string, holder: ChildProcess) {
    this.folder = folder;
    this.#holder = holder;
    this.under = ["nsenter", "--target", String(holder.pid), ...entryFlags];
  }

  static async mount(folder: string, sizeBytes: number): Promise<SmallDisk> {
    mkdirSync(folder, { recursive: true });
    const script = 'mount -t tmpfs -o size="$1" none "$0" && echo mounted && exec cat';
    const holder = spawn("unshare", [...namespaceFlags, "sh", "-c", script, folder, String(sizeBytes)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [line] = await once(createInterface({ input: holder.stdout as NodeJS.ReadableStream }), "line");
    if (line !== "mounted") throw new Error(`no disk: ${line}`);
    return new SmallDisk(folder, holder);
  }

  /** The same place, for other processes. */
  get outside(): string {
    return join(`/proc/${this.#holder.pid}/root`, this.folder);
  }

  /** Fills the disk until `pages` are left. */
  leave(pages: number): void {
    const filler = join(this.outside, "filler");
    writeFileSync(filler, "");
    const { bavail, bsize } = statfsSync(this.outside);
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - pages * pageBytes)));
  }

  /** Frees that space again. */
  makeRoom(): void {
    truncateSync(join(this.outside, "filler"), 0);
  }

  /** Makes the whole disk read-only, or writable again. */
  setReadOnly(readOnly: boolean): void {
    const [program = "", ...entry] = this.under;
    const option = `remount,${readOnly ? "ro" : "rw"}`;
    const { status, stderr } = spawnSync(program, [...entry, "mount", "-o", option, this.folder]);
    if (status !== 0) throw new Error(`no ${option}: ${stderr.toString()}`);
  }

  async dispose(): Promise<void> {
    if (this.#holder.signalCode !== null || this.#holder.exitCode !== null) return;
    const gone = once(this.#holder, "exit");
    this.#holder.kill("SIGKILL");
    await gone;
  }
}
