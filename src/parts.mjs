// Adds the packages that are bundled in `dist` to a list of parts: CycloneDX from `npm sbom` on stdin, which knows what is installed, and on stdout.
import { readFileSync } from "node:fs";
import process from "node:process";
import { json } from "node:stream/consumers";

const list = await json(process.stdin);
const notices = readFileSync(new URL("../dist/licences.txt", import.meta.url), "utf8");
const bundled = [...notices.matchAll(/(?:^|\n-{78}\n\n)(\S+) (\S+) \((.+)\)\n/g)].map(
  ([, name, version, license]) => ({
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [{ license: { name: license } }],
  }),
);
const known = new Set(list.components.map((component) => component["bom-ref"]));
list.components.push(...bundled.filter((component) => !known.has(component["bom-ref"])));
process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
