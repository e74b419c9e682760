import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { key, Served, smallCourse } from "../../e2e/fixtures/served.ts";
import { fileFolder, withoutAligning } from "../../fixtures.ts";
import { canIsolate, handOver, runIn } from "./container.ts";
import { buildSteps } from "./containerfile.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const folder = fileFolder();

// The machine's kernel decides, and nothing that could be installed: a continuous-integration run goes on without it too, and says so.
const isPossible = canIsolate();
if (!isPossible)
  process.stderr.write(
    "Nobody without rights may have a file system of their own here: the container's steps are left out\n",
  );

it.runIf(isPossible)(
  "the container's steps make a program that runs without rights, and buys with nothing but its volume to write to",
  async () => {
    spawnSync("chmod", ["755", folder]);
    spawnSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
    const packed = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
    const containerfile = join(root, "courses", "ci", "Containerfile");
    const built = await buildSteps(containerfile, { folder, args: { PROGRAM: packed } });
    expect(built).toMatchObject({ user: "node", workdir: "/course", volumes: ["/course/out"] });

    const served = await Served.start();
    try {
      const course = join(folder, "course");
      const out = join(folder, "out");
      // What the head of the Containerfile says: the course read-only, a volume for what is written, the key as a secret.
      for (const path of [join(course, "out"), out]) mkdirSync(path, { recursive: true });
      writeFileSync(join(course, "course.yaml"), smallCourse(["One", "Two"]));
      writeFileSync(join(folder, "key"), `${key}\n`, { mode: 0o400 });
      for (const path of [course, out, join(folder, "key")]) handOver(path);
      const secret = "/run/secrets/story-key";
      const mounted = [`${course}:/course:ro`, `${out}:/course/out`, `${join(folder, "key")}:${secret}:ro`];
      const env = { ...built.env, STORY_API_URL: served.url, STORY_API_KEY_FILE: secret, ...withoutAligning };
      const run = (command: readonly string[]) =>
        runIn(built.image, command, { ...built, env, volumes: mounted, isReadOnly: true });
      const program = (...args: string[]) => run([...built.entrypoint, ...args]);

      expect((await run(["id", "-u"])).output).toBe("1000\n");
      for (const path of ["/opt/coursebinder/new", "/usr/new", "/course/new", "/new"])
        expect((await run(["touch", path])).output).toContain("Read-only file system");
      expect((await program("check", "course.yaml")).code).toBe(0);
      expect((await program("run", "course.yaml", "--ledger-must-exist")).code).toBe(8);
      expect((await program("ledger", "create", "course.yaml")).code).toBe(0);
      for (const _ of ["first", "again"]) {
        const made = await program("run", "course.yaml", "--ledger-must-exist", "--poll", "100ms");
        expect(made.code, made.output).toBe(0);
        expect(served.proxy.creations).toBe(2);
      }
      expect(readdirSync(join(out, "course"))).toContain("course-1.zip");
      expect(readdirSync(out)).toContain(".memory");
    } finally {
      await served.dispose();
    }
  },
);
