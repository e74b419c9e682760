// The licences of bundled packages ask for their notices wherever their code goes.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes `licences.txt` into a folder: the notice of every package that any of these bundled files comes from. Throws where a package has none. */
export function writeNotices(inputs, folder) {
  const packages = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const notices = [...new Set(packages)].sort().map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    const file = readdirSync(path).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no notice of its licence (${license})`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(path, file), "utf8").trim()}\n`;
  });
  writeFileSync(join(folder, "licences.txt"), notices.join(`\n${"-".repeat(78)}\n\n`));
}
