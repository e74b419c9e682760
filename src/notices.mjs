// The licences of bundled packages ask for their notices wherever their code goes.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes `licences.txt` into a folder: the notice of every package that any of these bundled files comes from. Throws where a package has none. */
export function writeNotices(inputs, folder) {
  const packages = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const notices = [...new Set(packages)].sort().map((path) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    const notice = noticeIn(path) ?? (license === "MIT" && author ? mitFor(author.name ?? author) : null);
    if (notice === null) throw new Error(`${name} has no notice of its licence (${license})`);
    return `${name} ${version} (${license})\n\n${notice.trim()}\n`;
  });
  writeFileSync(join(folder, "licences.txt"), notices.join(`\n${"-".repeat(78)}\n\n`));
}

/** A package's notice: a file, or the end of its README. */
function noticeIn(path) {
  const read = (pattern) => {
    const file = readdirSync(path).find((entry) => pattern.test(entry));
    return file === undefined ? null : readFileSync(join(path, file), "utf8");
  };
  const inReadme = /^#+ *licen[cs]e\b.*\n([\s\S]*Permission is hereby granted[\s\S]*)/im;
  return read(/^(?:licen[cs]e|copying)/i) ?? inReadme.exec(read(/^readme/i) ?? "")?.[1] ?? null;
}

/** The text of the MIT licence, which this program has too, with the author of a package that only names the licence. */
function mitFor(author) {
  const own = readFileSync(join(import.meta.dirname, "..", "LICENSE"), "utf8");
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${author.replace(/ *<.*>/, "")}`);
}
