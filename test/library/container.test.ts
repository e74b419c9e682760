import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../fixtures.ts";

const root = join(import.meta.dirname, "..", "..");
const { path: folder, dispose } = temporaryFolder();

afterAll(dispose);

/** Somebody without rights: root's tests become nobody, all others are already. */
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const asNobody = isRoot ? { uid: nobody, gid: nobody } : {};
const own = `${isRoot ? nobody : process.getuid?.()}:${isRoot ? nobody : process.getgid?.()}`;

/** An instruction of the Containerfile, and the rest of its line. */
interface Instruction {
  readonly name: string;
  readonly rest: string;
}

function instructions(): Instruction[] {
  const text = readFileSync(join(root, "courses", "ci", "Containerfile"), "utf8").replaceAll("\\\n", " ");
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ name: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
}

/** A path of the container, where this test has it. */
const here = (text: string): string =>
  text.replaceAll(/(?<=^|[\s"=])\/(opt\/coursebinder|build|course)\b/g, (path) => join(folder, path));

/** Longer than any step takes where it works. */
const stepMs = 120_000;

/** Where this machine's npm gets packages: somebody else's home doesn't say. */
const registry = {
  npm_config_registry: spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim(),
};

function run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const [program = "", ...args] = command;
  const home = { HOME: join(folder, "home"), npm_config_cache: join(folder, "npm"), ...registry };
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...{ cwd, encoding: "utf8", ...asNobody },
    env: { ...process.env, TMPDIR: join(folder, "tmp"), ...home, ...env },
    // Nothing else ends a process that is waited for so.
    timeout: stepMs,
  });
  return { status, output: stdout + stderr };
}

it("the container's steps make a program that runs without rights, with nothing but its volume to write to", () => {
  for (const name of ["home", "tmp", "npm", "build", "opt", "course"]) {
    mkdirSync(join(folder, name));
    if (isRoot) chownSync(join(folder, name), nobody, nobody);
  }
  chmodSync(folder, 0o755);
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  spawnSync("npm", pack, { cwd: root });
  const packed = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");

  const env: Record<string, string> = {};
  let workdir = folder;
  let user = "root";
  const steps = instructions();
  for (const { name, rest } of steps) {
    if (name === "COPY" && !rest.startsWith("--from")) copyFileSync(packed, here(rest.split(" ")[1] ?? ""));
    if (name === "RUN") {
      const step = run(["sh", "-e", "-c", here(rest).replace("node:node", own)], folder);
      expect(step.status, step.output).toBe(0);
    }
    if (name === "ENV") {
      for (const pair of rest.split(" ")) env[pair.split("=")[0] ?? ""] = here(pair.split("=")[1] ?? "");
    }
    if (name === "WORKDIR") workdir = here(rest);
    if (name === "USER") user = rest;
  }
  expect(user).toBe("node");
  expect(steps.filter(({ name }) => name === "VOLUME").map(({ rest }) => rest)).toEqual(["/course/out"]);
  const entry = (parse(steps.find(({ name }) => name === "ENTRYPOINT")?.rest ?? "[]") as string[]).map(here);
  const command = (...args: string[]) => run([...entry, ...args], workdir, env);

  // The course is mounted read-only, as all the rest is; only the volume stays writable.
  expect(command("init", ".").status).toBe(0);
  spawnSync("chmod", ["-R", "a-w", join(folder, "opt"), join(folder, "home"), join(folder, "npm")]);
  for (const name of readdirSync(workdir))
    if (name !== "out") spawnSync("chmod", ["-R", "a-w", join(workdir, name)]);
  chmodSync(workdir, 0o555);
  expect(command("check", "course.yaml").status).toBe(0);
  const made = command("run", "course.yaml", "--local", "--first", "1", "--no-align");
  expect(made.status, made.output).toBe(0);
  expect(readdirSync(join(workdir, "out", "local", "first-course"))).toContain("first-course-1.zip");
  spawnSync("chmod", ["-R", "u+w", folder]);
}, 300_000);

it("the action can be read, and takes its inputs as variables alone", () => {
  const action = parse(readFileSync(join(root, "courses", "ci", "action.yml"), "utf8"));
  const steps = action.runs.steps as { run: string; id?: string }[];
  expect(action.runs.using).toBe("composite");
  for (const { run: script } of steps) expect(script).not.toContain("${{");
  expect(Object.keys(action.outputs)).toEqual(["package", "spent", "uncertain", "has-changes", "exit-code"]);
});

it("the workflow that publishes pins its actions, keeps no token and says where the package comes from", () => {
  const text = readFileSync(join(root, "courses", "ci", "publish.yml"), "utf8");
  const { steps, permissions } = parse(text).jobs.publish;
  for (const { uses } of steps)
    if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  expect(permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(text).not.toContain("secrets.");
  expect(text).toContain("npm publish --ignore-scripts --provenance");
  // The step that lists the parts, as it is there.
  const sbom = steps.find(({ name }: { name?: string }) => name === "List the parts").run as string;
  const { status, stdout } = spawnSync("sh", ["-c", sbom.replace(/ > .*/, "")], {
    cwd: root,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string }[] };
  expect(bill.bomFormat).toBe("CycloneDX");
  expect(bill.components.map(({ name }) => name)).toContain("undici");
  expect(bill.components.map(({ name }) => name)).not.toContain("vitest");
});
