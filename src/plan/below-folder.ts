import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { errorCode } from "../shared/failure.ts";
import type { Place } from "./plan.ts";
import type { PathEscape, PlanProblem } from "./problem.ts";

export type BelowFolder =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: PlanProblem };

/**
 * Finds a file named by a plan. It must lie below the plan's folder even after symbolic links are resolved: a plan is untrusted content and
 * must not give access to the rest of the disk.
 */
export async function findBelow(folder: string, written: string, place: Place): Promise<BelowFolder> {
  const refuse = (how: PathEscape): BelowFolder => ({
    ok: false,
    problem: { severity: "error", place, code: "path_outside", path: written, how },
  });
  const how = escapeOf(written);
  if (how !== null) return refuse(how);
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, written))]);
    const way = relative(root, path);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return refuse("link");
    // Opening a pipe or a device would block.
    if (!(await stat(path)).isFile()) return { ok: false, problem: unreadable(written, "not_a_file", place) };
    return { ok: true, path };
  } catch (error) {
    return { ok: false, problem: unreadable(written, errorCode(error), place) };
  }
}

function unreadable(path: string, reason: string, place: Place): PlanProblem {
  return { severity: "error", place, code: "unreadable_file", path, reason };
}

function escapeOf(written: string): PathEscape | null {
  if (written.startsWith("/") || /^[A-Za-z]:/.test(written)) return "absolute";
  // A backslash is a separator on some systems and an ordinary character on others, so the same plan would name two files.
  if (written.includes("\\")) return "backslash";
  return written.split("/").includes("..") ? "parent" : null;
}
