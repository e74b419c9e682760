import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

/**
 * Containers on a machine that can't build any: namespaces of the kernel, entered by somebody without rights. An image is a folder. What a base image
 * has, the system and Node, is this machine's own.
 */
const nobody = 65_534;
const ids = ["--reuid", "--regid"].map((option) => `${option}=${nobody}`);
const isRoot = process.getuid?.() === 0;
const withoutRights = isRoot ? ["setpriv", ...ids, "--clear-groups", "--no-new-privs"] : [];
const apart = [...withoutRights, "unshare", "--user", "--map-root-user", "--mount"];

/** Whether somebody without rights may have a file system of their own on this machine. */
export function canIsolate(): boolean {
  const [program = "", ...args] = [...apart, "true"];
  return spawnSync(program, args).status === 0;
}

/** Enters the image `$1` as the user `$2`, and becomes the command. */
const enter = `set -e
image=$1; user=$2; shift 2
mount --bind "$image" "$image"
for path in $SYSTEM; do mount --rbind "$path" "$image$path"; done
for file in passwd group; do mount --bind "$image/.$file" "$image/etc/$file"; done
for volume in $VOLUMES; do
  from="\${volume%%:*}"; to="$image\${volume#*:}"
  [ -d "$from" ] && mkdir -p "$to" || { mkdir -p "$(dirname "$to")"; touch "$to"; }
  mount --bind "$from" "$to"
done
mount -t tmpfs tmpfs "$image/tmp"
for path in $READ_ONLY; do mount -o remount,bind,ro "$image$path"; done
cd "$image"; pivot_root . .before; cd "$WORKDIR"; umount -l /.before
[ "$user" = root ] || exec unshare --user --map-user=1000 --map-group=1000 "$@"
exec "$@"`;

const folders = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"].filter((path) => existsSync(path));
const links = folders.filter((path) => lstatSync(path).isSymbolicLink());
const node = dirname(dirname(process.execPath));
const files = [
  ...folders.filter((path) => !links.includes(path)),
  ...(node.startsWith("/usr") ? [] : [node]),
];
const system = [...files, "/dev", "/proc"];

/** An image without anything but its base. */
export function newImage(folder: string): string {
  for (const path of ["/.before", "/tmp", "/root", ...system])
    mkdirSync(join(folder, path), { recursive: true });
  for (const link of links) symlinkSync(readlinkSync(link), join(folder, link));
  // Without rights only one user can be mapped: root while it is built, node when it runs.
  writeFileSync(join(folder, ".passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:0:0::/root:/bin/sh\n");
  writeFileSync(join(folder, ".group"), "root:x:0:\nnode:x:0:\n");
  return handOver(folder);
}

/** Makes a folder belong to whoever enters containers. */
export function handOver(folder: string): string {
  if (isRoot) spawnSync("chown", ["-R", `${nobody}:${nobody}`, folder]);
  return folder;
}

/** How a command is run in an image. */
export interface Call {
  readonly user: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders and files outside, each with its place inside; those that end in `:ro` can't be written. */
  readonly volumes?: readonly string[];
  /** Whether nothing but volumes and /tmp can be written. */
  readonly isReadOnly?: boolean;
}

const longestMs = 240_000;
/** Where this machine's npm gets packages: a home in a container doesn't say. */
const registry = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
const certificates = process.env.NODE_EXTRA_CA_CERTS;

/** Runs a command in an image to its end. */
export async function runIn(image: string, command: readonly string[], call: Call) {
  const volumes = call.volumes ?? [];
  const readOnly = volumes.filter((volume) => volume.endsWith(":ro")).map((volume) => volume.split(":")[1]);
  const [program = "", ...args] = [...apart, "sh", "-c", enter, "enter", image, call.user, ...command];
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      HOME: "/root",
      npm_config_registry: registry,
      WORKDIR: call.workdir,
      ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
      SYSTEM: system.join(" "),
      VOLUMES: volumes.map((volume) => volume.replace(/:ro$/, "")).join(" "),
      READ_ONLY: (call.isReadOnly === true ? ["/", ...files, ...readOnly] : readOnly).join(" "),
      ...call.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestMs,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
