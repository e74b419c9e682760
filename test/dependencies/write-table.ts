import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import program from "../../package.json" with { type: "json" };

// Writes README.md beside this file: each dependency with what it is for, its size without its own dependencies, and its newest release.

const here = import.meta.dirname;
const reasons: Record<string, { for: string; instead: string }> = parse(
  readFileSync(join(here, "reasons.yaml"), "utf8"),
);

function sizeOf(name: string): string {
  const folder = join(here, "..", "..", "node_modules", name);
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    return `${(bytes / 1_000_000).toFixed(1)} MB`;
  } catch {
    return "not installed here";
  }
}

/** The newest release and its date, according to the registry. */
function newestOf(name: string): string {
  const found = JSON.parse(
    execFileSync("npm", ["view", name, "version", "time", "--json"], { encoding: "utf8" }),
  );
  return `${found.version}, ${String(found.time[found.version]).slice(0, 10)}`;
}

const groups = [
  ["Installed with the program", { ...program.dependencies, ...program.optionalDependencies }],
  ["Bundled, or for development", program.devDependencies],
] as const;
const tables = groups.map(([title, versions]) => {
  const rows = Object.entries(versions).map(([name, version]) => {
    const { for: purpose, instead } = reasons[name] ?? { for: "", instead: "" };
    return `| \`${name}\` ${version} | ${purpose} | ${sizeOf(name)} | ${newestOf(name)} | ${instead} |`;
  });
  return [
    `## ${title}`,
    "",
    "| package | for | size | newest release | instead |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ];
});
const intro = [
  "# Dependencies",
  "",
  "`npm run dependencies` writes this page from `reasons.yaml`, the installed packages and the registry.",
  "",
];
writeFileSync(join(here, "README.md"), [...intro, ...tables.flat()].join("\n"));
