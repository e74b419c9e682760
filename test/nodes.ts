import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { otherNodes } from "./tools.ts";

// On each version of Node that people use, the first journey of the built command and the ledger's tests must pass, on one of them also those of what
// depends on its own SQLite, and the demo's package must have the same bytes.

const tests = ["test/e2e/first-journey.test.ts", "test/ledger/file", "test/ledger/format"];
/** What depends on Node's own SQLite: the driver, the store, Anki's bytes, a service that is restarted, and one that is killed. */
const ofSqlite = [
  "test/shared/sqlite",
  "test/story-service/store/store",
  "test/package/formats/anki",
  "test/story-service/running/restart",
  "test/load/kills",
];
const plan = join("courses", "weekly-spanish", "course.yaml");

const out = mkdtempSync(join(tmpdir(), "coursebinder-nodes-"));
process.once("exit", () => rmSync(out, { recursive: true }));

/** Runs a program of this folder with a Node. Ends this process if it fails. */
function run(node: string, args: readonly string[], output: "shown" | "silent" = "shown"): void {
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH, COURSEBINDER_STATE: join(out, "state") };
  const { status } = spawnSync(node, args, { env, stdio: output === "shown" ? "inherit" : "ignore" });
  if (status !== 0) process.exit(status ?? 1);
}

/** Binds the rehearsed course with a Node, and returns the package's SHA-256. */
function bind(node: string, command: "run" | "package"): string {
  run(node, [join("dist", "cli.js"), command, plan, "--local", "--out", out], "silent");
  const course = join(out, "local", "weekly-spanish");
  const zip = readdirSync(course).find((file) => file.endsWith(".zip")) ?? "";
  const bytes = readFileSync(join(course, zip));
  rmSync(join(course, zip));
  return createHash("sha256").update(bytes).digest("hex");
}

const own = bind(process.execPath, "run");
for (const [version, node] of otherNodes(["22", "24", "26"])) {
  const more = version === "24" ? ofSqlite : [];
  run(node, [join("node_modules", "vitest", "vitest.mjs"), "run", ...tests, ...more]);
  const sum = bind(node, "package");
  if (sum !== own) throw new Error(`the package of Node ${version} is ${sum}, that of this Node is ${own}`);
  process.stdout.write(`Node ${version} passes, and makes the same package: ${sum}\n`);
}
