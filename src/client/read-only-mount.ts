import { realpath } from "node:fs/promises";
import { realFiles } from "../shared/files/real-files.ts";

/** The mode bits that let anyone but a file's owner change it. */
const writableByOthers = 0o022;

/**
 * Whether a key file that others can read is one that a container was given: the system's own, nobody else's to change, on a read-only mount.
 * Containers mount secrets so, and inside one there are no others. False where mounts can't be listed (anywhere but on Linux).
 */
export async function isMountedSecret(
  path: string,
  { mode, uid }: { readonly mode: number; readonly uid: number },
): Promise<boolean> {
  if (uid !== 0 || (mode & writableByOthers) !== 0) return false;
  try {
    // Kubernetes puts links in a secret's folder.
    return isOnReadOnlyMount(
      await realpath(path),
      String((await realFiles.read("/proc/self/mountinfo")) ?? ""),
    );
  } catch {
    return false;
  }
}

/** Whether the mount that holds a path, of those that proc(5) lists as `mountinfo`, is read-only. */
export function isOnReadOnlyMount(path: string, mountinfo: string): boolean {
  let holding = { point: "", isReadOnly: false };
  for (const line of mountinfo.split("\n")) {
    const [own = "", shared = ""] = line.split(" - ");
    const [, , , , escaped, options = ""] = own.split(" ");
    if (escaped === undefined) continue;
    const point = escaped.replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(parseInt(octal, 8)),
    );
    const isAbove = path === point || path.startsWith(point === "/" ? "/" : `${point}/`);
    // Of several on one point the last one listed is on top.
    if (!isAbove || point.length < holding.point.length) continue;
    const [, , ofAll = ""] = shared.split(" ");
    holding = { point, isReadOnly: [options, ofAll].some((list) => list.split(",").includes("ro")) };
  }
  return holding.isReadOnly;
}
