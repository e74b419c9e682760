import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { satisfies } from "semver";
import { beforeAll, describe, expect, it } from "vitest";
import { fileFolder, withoutAligning } from "../fixtures.ts";
import { shareOf } from "../share.ts";
import { needTool } from "../tools.ts";
import { action, runStep } from "./action.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = fileFolder();
const app = join(folder, "app");
/** A third of it are two fonts and the tables of languages. */
const mostBytes = 3_400_000;
/** What is bundled in each file of the build, by its path in this project. */
const chunks = JSON.parse(
  readFileSync(join(root, "node_modules", ".cache", "coursebinder", "chunks.json"), "utf8"),
) as Readonly<Record<string, { inputs: Readonly<Record<string, object>> }>>;
const packageOf = (path: string): string[] =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.slice(1) ?? [];

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: app, encoding: "utf8" });
  return { status, output: stdout + stderr, stdout };
}

let packed = "";

/** Packs the build, without scripts, and installs it in an empty folder. */
beforeAll(() => {
  mkdirSync(app);
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  spawnSync("npm", pack, { cwd: root });
  packed = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  writeFileSync(join(app, "package.json"), '{ "private": true, "type": "module" }');
  const quietly = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const installed = run("npm", "install", ...quietly, packed);
  if (installed.status !== 0) throw new Error(installed.output);
});

describe("the packed package in an empty folder", () => {
  it("is small, without source maps and private declarations", () => {
    expect(statSync(packed).size).toBeLessThan(mostBytes);
    const files = readdirSync(join(app, "node_modules", "coursebinder"), {
      recursive: true,
      encoding: "utf8",
    });
    expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
    expect(files.filter((name) => name.endsWith(".d.ts")).sort()).toEqual(
      ["common", "index", "service"].map((name) => join("dist", `${name}.d.ts`)),
    );
  });

  it("has the notice of each package that is bundled in it", () => {
    const packages = new Set(
      Object.values(chunks).flatMap(({ inputs }) => Object.keys(inputs).flatMap(packageOf)),
    );
    const notices = readFileSync(join(app, "node_modules", "coursebinder", "dist", "licences.txt"), "utf8");
    expect([...packages]).toEqual(expect.arrayContaining(["undici", "fastify"]));
    for (const name of [...packages, "dejavu-fonts-ttf", "preact", "@noble/hashes"])
      expect(notices).toMatch(new RegExp(`^${name} \\d.* \\(.+\\)\\n\\n.*\\w`, "m"));
  });

  it("has only dependencies that run on the oldest supported Node", () => {
    const lock = JSON.parse(readFileSync(join(app, "package-lock.json"), "utf8")) as {
      packages: Record<string, { engines?: { node?: string }; version?: string }>;
    };
    const promised = lock.packages["node_modules/coursebinder"]?.engines?.node?.replace(">=", "");
    const oldest = `${promised}.0`;
    const wrong = Object.entries(lock.packages)
      .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(oldest, engines.node))
      .map(([name, { version, engines }]) => `${name} ${version}: ${engines?.node}`);
    expect(oldest).toBe("20.19.0");
    expect(wrong).toEqual([]);
  });

  it("runs the example: reads, prices, buys at the local service, reads the ledger, binds; again it buys nothing", () => {
    cpSync(join(app, "node_modules", "coursebinder", "courses", "api"), join(app, "api"), {
      recursive: true,
    });
    const first = run(process.execPath, "api/make-course.mjs", "made");
    expect(first).toMatchObject({ status: 0 });
    expect(first.stdout).toMatch(/^2 to create, \d+ credits$/m);
    expect(first.stdout.match(/^created .* for \d+ credits$/gm)).toHaveLength(2);
    expect(first.stdout).toMatch(/^night-train\.es\.2 is done: [0-9a-f-]{36}$/m);
    const sum = /^made.*two-lessons-1\.zip: 2 lessons, \d+ bytes, sha256 ([0-9a-f]{64})$/m;
    const again = run(process.execPath, "api/make-course.mjs", "made");
    expect(again).toMatchObject({ status: 0 });
    expect(again.stdout).toContain("0 to create, 0 credits");
    expect(again.stdout).not.toContain("created");
    expect(sum.exec(again.stdout)?.[1]).toBe(sum.exec(first.stdout)?.[1]);
    expect(sum.exec(first.stdout)).not.toBeNull();
  });

  it.each([process.versions.node.split(".")[0] ?? "", "22", "24"])(
    "is a command that begins, checks and rehearses a course with Node %s",
    (major) => {
      const isOwn = process.versions.node.startsWith(`${major}.`);
      const platform = `node-linux-${process.arch}`;
      const other = `/opt/coursebinder-tools/node-${major}/node_modules/${platform}/bin`;
      if (!isOwn && !needTool(`Node ${major}`, other)) return;
      const PATH = isOwn ? process.env.PATH : `${other}:${process.env.PATH}`;
      const env = {
        ...process.env,
        PATH,
        COURSEBINDER_STATE: join(folder, `state${major}`),
        ...withoutAligning,
      };
      // npx finds the same file, and takes longer than most commands: one Node is asked for it that way.
      const [program = "", ...before] = isOwn
        ? ["npx", "--no-install", "coursebinder"]
        : [join("node_modules", ".bin", "coursebinder")];
      const type = (...args: string[]) =>
        spawnSync(program, [...before, ...args], { cwd: app, encoding: "utf8", env });
      const school = `school${major}`;
      const plan = join(school, "course.yaml");
      expect(spawnSync("node", ["--version"], { encoding: "utf8", env }).stdout).toMatch(`v${major}.`);
      expect(type("init", school)).toMatchObject({ status: 0 });
      expect(type("check", plan)).toMatchObject({ status: 0, stderr: "" });
      // Reading aloud takes four seconds of processor time in each Node. The example has a recording, too.
      const begun = readFileSync(join(app, plan), "utf8");
      if (shareOf(2) > 1)
        writeFileSync(join(app, plan), begun.replace("audiobook: true", "audiobook: false"));
      const made = type("run", plan, "--local", "--first", "1", "--json", "--out", join(school, "out"));
      expect(made.status, made.stderr).toBe(0);
      expect(JSON.parse(made.stdout)).toMatchObject({ ok: true, jobs: { done: 1 } });
    },
  );

  it("runs as an action, in which no input can be a command, and only if the program is the one of its digest", () => {
    const env = {
      ...withoutAligning,
      RUNNER_TEMP: join(folder, "runner"),
      COURSEBINDER_STATE: join(folder, "state-of-action"),
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: join(folder, "outputs"),
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
    };
    writeFileSync(`${packed}.sha256`, `${"0".repeat(64)}  ${basename(packed)}\n`);
    const refused = runStep("Install", { cwd: app, inputs: { program: packed }, env });
    expect(refused.status).toBe(1);
    expect(refused.output).not.toContain("added");
    // What the step would install is here already.
    mkdirSync(env.RUNNER_TEMP);
    symlinkSync(app, join(env.RUNNER_TEMP, "coursebinder"));
    cpSync(
      join(app, "node_modules", "coursebinder", "courses", "api", "course.yaml"),
      join(app, "a course.yaml"),
    );
    const inputs = {
      command: "plan",
      plan: "a course.yaml",
      flags: "--local\n--out\nmade by $(touch harm); touch harm\n",
    };
    const made = runStep("Run", { cwd: app, inputs, env });
    expect(made.status, made.output).toBe(0);
    expect(existsSync(join(app, "harm"))).toBe(false);
    const outputs = readFileSync(env.GITHUB_OUTPUT, "utf8").trim().split("\n");
    expect(outputs).toContain("has-changes=true");
    expect(outputs.map((line) => line.split("=")[0])).toEqual(Object.keys(action.outputs));
    expect(readFileSync(env.GITHUB_STEP_SUMMARY, "utf8")).toContain("## Prices");
    const wrong = runStep("Run", { cwd: app, inputs: { command: "account" }, env });
    expect(wrong).toMatchObject({ status: 2, output: "command must be check, plan, run or package\n" });
  });

  it("is private except for its entry points", () => {
    const deep = run(
      process.execPath,
      "--input-type=module",
      "--eval",
      'await import("coursebinder/dist/run/run.js")',
    );
    expect(deep.status).toBe(1);
    expect(deep.output).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it("loads nothing heavy on import, and nothing that only the local service needs", () => {
    writeFileSync(
      join(app, "watch.mjs"),
      `import { register } from "node:module";
const hook = 'import { writeSync } from "node:fs"; export async function load(url, context, next) { writeSync(1, url + "\\\\n"); return next(url, context); }';
register("data:text/javascript," + encodeURIComponent(hook));
const library = await import("coursebinder");
await library.readPlan("api/course.yaml");
`,
    );
    const { status, stdout } = run(process.execPath, "watch.mjs");
    expect(status).toBe(0);
    const loaded = stdout.split("\n").filter((url) => url.startsWith("file:"));
    expect(loaded.some((url) => url.endsWith("dist/index.js"))).toBe(true);
    const modules = loaded.flatMap((url) => [
      url,
      ...Object.keys(chunks[`dist/${url.split("/coursebinder/dist/")[1]}`]?.inputs ?? {}),
    ]);
    const packages = modules.flatMap(packageOf);
    expect([...new Set(packages)].sort()).toEqual(["coursebinder", "yaml", "zod"]);
  });
});

describe("a consumer in TypeScript", () => {
  /** What the compiler says of the consumers' files, which it checks together with all declarations that they need. */
  const checked = (sources: Readonly<Record<string, string>>): { status: number | null; lines: string[] } => {
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(app, name), source);
    const options = {
      compilerOptions: {
        module: "nodenext",
        moduleResolution: "nodenext",
        target: "es2023",
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        types: [],
      },
      files: Object.keys(sources),
    };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify(options));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const { status, output } = run(process.execPath, tsc, "-p", ".");
    return { status, lines: output.split("\n").filter((line) => line !== "") };
  };
  let said: ReturnType<typeof checked>;

  beforeAll(() => {
    said = checked({
      "consumer.ts": `
import { Failure, type Progress, quotePlan, readLedger, readPlan, type RunProblem, runPlan } from "coursebinder";
import { type LocalService, startLocalService } from "coursebinder/service";

const lines: string[] = [];
const hear = (progress: Progress): void => {
  if (progress.kind === "created") lines.push(progress.job + progress.credits.toFixed());
  if (progress.kind === "problem") lines.push(codeOf(progress.problem));
};
const codeOf = (problem: RunProblem): string =>
  problem.code === "over_budget" ? String(problem.price - problem.limit) : problem.code;

export async function buy(): Promise<number> {
  const read = await readPlan("course.yaml", { edition: "2" });
  if (!read.ok) throw new Failure(read.problems[0]!);
  const service: LocalService = await startLocalService({ dataFolder: "service" });
  const shop = { rehearsal: true, stateFolder: null, service: { url: service.url, key: await service.mintKey("k") } };
  const { bill, approval } = await quotePlan(read.plan, shop);
  const report = await runPlan(read.plan, { ...shop, onProgress: hear, ...(approval === null ? {} : { approved: approval }) });
  const ledger = await readLedger(read.plan, shop);
  return (bill?.total ?? 0) + report.credits.spent + ledger.events;
}
`,
      "mistaken.ts": `
import { readPlan } from "coursebinder";
import { fold } from "coursebinder/dist/ledger/format/fold.js";
export const [wrong, private_] = [readPlan(1), fold];
`,
    });
  });

  it("needs no further types, neither Node's nor those of our dependencies", () => {
    expect(said.lines.filter((line) => !line.startsWith("mistaken.ts("))).toEqual([]);
  });

  it("gets type errors for mistakes and for private members", () => {
    expect(said.status).not.toBe(0);
    expect(said.lines).toEqual([
      expect.stringMatching(/^mistaken\.ts\(3,22\): error TS2307/),
      expect.stringMatching(/^mistaken\.ts\(4,44\): error TS2345/),
    ]);
  });
});
