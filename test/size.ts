/**
 * `npm run size`: how large each module is against its budget. Counts what git knows of the working tree, so that a new file counts once it is added.
 * `npm run size -- <revision>` adds the lines of an earlier revision, for the message of a commit.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Row {
  readonly name: string;
  readonly folders: readonly string[];
  /** The most lines of TypeScript. */
  readonly budget: number;
}

const modules: readonly Row[] = [
  { name: "cli + documents", folders: ["src/cli", "src/documents"], budget: 9_500 },
  { name: "course + library", folders: ["src/course", "src/library"], budget: 1_500 },
  { name: "review", folders: ["src/review"], budget: 3_200 },
  { name: "run", folders: ["src/run"], budget: 5_200 },
  { name: "ledger", folders: ["src/ledger"], budget: 3_600 },
  { name: "client", folders: ["src/client"], budget: 1_700 },
  { name: "rate-limit", folders: ["src/rate-limit"], budget: 1_000 },
  { name: "plan", folders: ["src/plan"], budget: 4_200 },
  { name: "lessons", folders: ["src/lessons"], budget: 6_600 },
  { name: "package", folders: ["src/package"], budget: 11_500 },
  { name: "story-service", folders: ["src/story-service"], budget: 9_500 },
  { name: "shared + contract", folders: ["src/shared", "src/contract"], budget: 2_000 },
  { name: "desk + spreadsheet", folders: ["src/desk", "src/spreadsheet"], budget: 4_000 },
  { name: "src", folders: ["src"], budget: 64_000 },
  { name: "test", folders: ["test"], budget: 45_000 },
];

const root = join(import.meta.dirname, "..");
const source = /\.(?:ts|mts|tsx)$/;
const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) /gm;
const list = /^export (?:type )?\{([^}]*)\}/gm;

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
}

const linesIn = (text: string): number => text.split("\n").length - 1;

function exportedNames(text: string): number {
  let names = text.match(declaration)?.length ?? 0;
  for (const [, listed = ""] of text.matchAll(list))
    names += listed.split(",").filter((name) => name.trim() !== "").length;
  return names;
}

/** The lines of each TypeScript file at a revision. */
function linesAt(revision: string): Map<string, number> {
  const counts = git("grep", "--text", "-c", "", revision, "--", "src", "test").trim().split("\n");
  const files = counts.map((row) => row.slice(revision.length + 1).split(":") as [string, string]);
  return new Map(files.filter(([path]) => source.test(path)).map(([path, lines]) => [path, Number(lines)]));
}

const paths = [...new Set(git("ls-files", "--", "src", "test").trim().split("\n"))];
const now = new Map<string, { lines: number; names: number }>();
for (const path of paths.filter((path) => source.test(path))) {
  try {
    const text = readFileSync(join(root, path), "utf8");
    now.set(path, { lines: linesIn(text), names: exportedNames(text) });
  } catch (error) {
    // Deleted, but not yet in the index.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

const [revision] = process.argv.slice(2);
const earlier = revision === undefined ? null : linesAt(revision);
const columns = ["files", ...(earlier === null ? [] : ["before"]), "lines", "budget", "over", "exports"];
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
print(`${"module".padEnd(18)}${columns.map((name) => name.padStart(9)).join("")}`);
for (const { name, folders, budget } of modules) {
  const isInside = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
  const inside = [...now].filter(([path]) => isInside(path)).map(([, facts]) => facts);
  const lines = inside.reduce((sum, file) => sum + file.lines, 0);
  const before = [...(earlier ?? [])].reduce((sum, [path, count]) => sum + (isInside(path) ? count : 0), 0);
  const names = inside.reduce((sum, file) => sum + file.names, 0);
  const over = lines > budget ? `+${lines - budget}` : "";
  const cells = [inside.length, ...(earlier === null ? [] : [before]), lines, budget, over, names];
  print(`${name.padEnd(18)}${cells.map((cell) => String(cell).padStart(9)).join("")}`);
}
