import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "..", "src");

// Which module may import which others. Arrows point down only; everything may use `shared`, which uses nothing.
const arrows: Readonly<Record<string, readonly string[]>> = {
  cli: [
    "contract",
    "plan",
    "client",
    "rate-limit",
    "ledger",
    "lessons",
    "run",
    "package",
    "story-service",
    "course",
    "review",
    "desk",
    "documents",
    "spreadsheet",
  ],
  index: ["library", "documents", "course", "plan", "client", "rate-limit", "ledger", "run", "package"],
  service: ["library", "story-service"],
  library: [
    "documents",
    "course",
    "plan",
    "client",
    "rate-limit",
    "ledger",
    "lessons",
    "run",
    "package",
    "story-service",
  ],
  course: ["documents", "contract", "plan", "client", "rate-limit", "ledger", "run", "package"],
  review: ["course", "plan", "ledger", "lessons", "run", "package"],
  desk: ["documents", "course", "plan", "ledger", "run", "review"],
  documents: ["ledger"],
  run: ["documents", "plan", "client", "rate-limit", "ledger", "lessons", "package"],
  "story-service": ["contract"],
  spreadsheet: ["plan"],
  plan: ["contract", "package"],
  client: ["contract", "rate-limit"],
  "rate-limit": ["contract"],
  ledger: [],
  lessons: [],
  package: ["lessons"],
  contract: [],
  shared: [],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name));
}

/** Static imports, re-exports, dynamic imports and worker files: whatever names another file of ours. */
function importsOf(file: string, text: string): Import[] {
  const named = text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+|new URL\(\s*)"(\.{1,2}\/[^"]+)"/g);
  return [...named]
    .map(([, path = ""]) => join(dirname(file), path.replace(/\.js$/, ".ts")))
    .filter((to) => /\.tsx?$/.test(to))
    .map((to) => ({ from: file, to }));
}

function moduleOf(file: string): string {
  const [first = ""] = relative(source, file).split(sep);
  return first.replace(/\.ts$/, "");
}

function forbidden(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      const [user, used] = [moduleOf(from), moduleOf(to)];
      return user !== used && used !== "shared" && !(arrows[user] ?? []).includes(used);
    })
    .map(({ from, to }) => `${relative(source, from)} -> ${relative(source, to)}`);
}

function circles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) {
      found.push([...path.slice(start), file].map((one) => relative(source, one)).join(" -> "));
      return;
    }
    if (done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

/** What looks at a path without opening it; Windows does this as other systems do. */
const looking: ReadonlySet<string> = new Set([
  "access",
  "constants",
  "lstat",
  "readdir",
  "realpath",
  "stat",
  "statfs",
  "unwatchFile",
  "watchFile",
]);

/** What a file takes from `node:fs` to open, write, sync, rename, link or remove something. Types are no matter. */
function handlingOf(text: string): string[] {
  const named = [...text.matchAll(/import (?!type )([^;"]+?) from "node:fs(?:\/promises)?"/g)].flatMap(
    ([, names = ""]) => names.replace(/[{}\s]|type \w+/g, " ").split(/[ ,]+/),
  );
  const whole = [...text.matchAll(/(?:import|require)\("node:fs(?:\/promises)?"\)/g)].map(([found]) => found);
  return [...named.filter((name) => name !== "" && !looking.has(name)), ...whole];
}

/** The packages that Node loads with a file of ours, by way of other files or not. What is loaded on demand is none of them. */
function packagesWith(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  const found = new Set<string>();
  const text = readFileSync(file, "utf8");
  for (const [, names = "", path = ""] of text.matchAll(
    /^(?:im|ex)port (?!type )(?:([^;"=]*?)from )?"([^"]+)"/gm,
  )) {
    if (/^\{(?:\s*type \w+(?: as \w+)?,?)+\s*\} $/.test(names)) continue;
    const to = join(dirname(file), path);
    if (!path.startsWith(".")) found.add(path);
    else if (!seen.has(to)) for (const one of packagesWith(to, seen)) found.add(one);
  }
  return found;
}

const files = filesIn(source);
const imports = files.flatMap((file) => importsOf(file, readFileSync(file, "utf8")));

describe("the modules of src", () => {
  it("are the ones that the floor plan knows", () => {
    expect([...new Set(files.map(moduleOf))].sort()).toEqual(Object.keys(arrows).sort());
  });

  it("import only what the floor plan lets them", () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(forbidden(imports)).toEqual([]);
  });

  it("handle files and folders in shared/files alone, which knows what Windows does otherwise", () => {
    const handling = files
      .filter((file) => !file.startsWith(join(source, "shared", "files")))
      .map((file) => ({ file: relative(source, file), names: handlingOf(readFileSync(file, "utf8")) }))
      .filter(({ names }) => names.length > 0);
    expect(handling).toEqual([]);
    const text =
      'import { type Stats, fdatasync, stat } from "node:fs";\nimport * as fs from "node:fs/promises";\n';
    expect(handlingOf(`${text}import type { FileHandle } from "node:fs/promises";`)).toEqual([
      "fdatasync",
      "*",
      "as",
      "fs",
    ]);
  });

  // Two copies of SQLite in one process would release each other's locks on a file.
  it("open SQLite in one place", () => {
    const drivers = /(?:from |\()"(?:libsql|node:sqlite)["/]/;
    const openers = [...files, ...filesIn(import.meta.dirname)].filter((file) =>
      drivers.test(readFileSync(file, "utf8")),
    );
    expect(openers.map((file) => relative(source, file))).toEqual([join("shared", "sqlite.ts")]);
  });

  it("load little for the commands that are typed most", () => {
    const light = ["fs-native-extensions", "log-update", "p-queue", "string-width", "yaml", "yauzl", "zod"];
    for (const command of ["check", "cost", "plan", "resolve", "status"]) {
      const loaded = packagesWith(join(source, "cli", "commands", `${command}.ts`));
      expect(loaded.size, command).toBeGreaterThan(3);
      expect(
        [...loaded].filter((name) => !name.startsWith("node:") && !light.includes(name)),
        command,
      ).toEqual([]);
    }
    expect(packagesWith(join(source, "cli", "commands", "run.ts"))).toContain("mustache");
  });

  it("have no import circle", () => {
    expect(circles(imports)).toEqual([]);
  });

  // A package in CommonJS that is bundled and loaded on demand has its default export alone, though Node itself finds its names too.
  it("load packages on demand by their default export, if those are bundled", () => {
    const root = join(source, "..");
    const isModule = (name: string): boolean => {
      const path = join(root, "node_modules", /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "", "package.json");
      const { type, exports } = JSON.parse(readFileSync(path, "utf8"));
      return type === "module" || String(exports?.["."]?.import?.default).endsWith(".mjs");
    };
    const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const loaded = files.flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/(?:const (.*) = )?\(?await import\("([^".][^"]*)"\)/g),
    ]);
    const ofBundled = loaded.filter(([, , name = ""]) => name in devDependencies && !isModule(name));
    expect(ofBundled.length).toBeGreaterThan(0);
    for (const [, names, name] of ofBundled) expect(names, name).toMatch(/^\{ default: \w+ \}$/);
  });

  it("would be told of a forbidden arrow, however it is written", () => {
    const file = join(source, "ledger", "format", "fold.ts");
    const text = [
      'import { run } from "../../run/run.ts";',
      'export * from "../../client/port.ts";',
      'const later = await import("../../story-service/serve.ts");',
      'import "../../cli/main.ts";',
      'import { sha256 } from "../../shared/hash.ts";',
    ].join("\n");
    expect(forbidden(importsOf(file, text))).toHaveLength(4);
  });

  it("would be told of a circle", () => {
    const [a, b, c] = ["a", "b", "c"].map((name) => join(source, "plan", `${name}.ts`)) as [
      string,
      string,
      string,
    ];
    const arrowsOf = (from: string, to: string): Import => ({ from, to });
    expect(circles([arrowsOf(a, b), arrowsOf(b, c), arrowsOf(c, a)])).toEqual([
      "plan/a.ts -> plan/b.ts -> plan/c.ts -> plan/a.ts",
    ]);
    expect(circles([arrowsOf(a, b), arrowsOf(a, c), arrowsOf(b, c)])).toEqual([]);
  });
});

// Quick tests share their modules, so such a hook would run for the first file of a worker alone: `undo.ts` has the steps of every file.
it("no module that tests share has a hook of its own", () => {
  const shared = filesIn(import.meta.dirname).filter((file) => !/\.test\.ts$|tidy-up\.ts$/.test(file));
  expect(shared.length).toBeGreaterThan(50);
  const hook = /^(before|after)(Each|All)\(/m;
  expect(shared.filter((file) => hook.test(readFileSync(file, "utf8")))).toEqual([]);
});
