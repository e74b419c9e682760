// Writes the word lists of this folder with LibreOffice, in three locales: `node test/plan/libreoffice/make-lists.mjs`. Needs `soffice`; the tests don't.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const rows = [
  ["word", "gloss", "forms", "example", "level"],
  ["ladrar", "to bark", "ladra|ladran; ladró", "El perro ladra.", 2],
  ["niño", "child, boy", "", "«¡Hola!», dice el niño; y se va.", 12],
  ["el águila", 'eagle "of the coast"', "", "", 1],
  ["猫", "ねこ、cat", "", "", ""],
  ["٣", "three", "", "", 3],
];

const outputs = [
  ["xlsx", "xlsx:Calc MS Excel 2007 XML", "list.xlsx"],
  ["csv", "csv:Text - txt - csv (StarCalc):44,34,76", "comma.csv"],
  ["csv", "csv:Text - txt - csv (StarCalc):59,34,76", "semicolon.csv"],
  ["csv", "csv:Text - txt - csv (StarCalc):9,34,65535", "utf-16-tab.csv"],
  ["csv", "csv:Text - txt - csv (StarCalc):59,34,65535", "utf-16-semicolon.csv"],
];

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function cellOf(value) {
  if (value === "") return "<table:table-cell/>";
  if (typeof value === "number")
    return `<table:table-cell office:value-type="float" office:value="${value}"/>`;
  return `<table:table-cell office:value-type="string"><text:p>${escaped(value)}</text:p></table:table-cell>`;
}

const space = "urn:oasis:names:tc:opendocument:xmlns";
const sheet = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="${space}:office:1.0" xmlns:table="${space}:table:1.0" xmlns:text="${space}:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="words">
${rows.map((row) => `<table:table-row>${row.map(cellOf).join("")}</table:table-row>`).join("\n")}
</table:table></office:spreadsheet></office:body></office:document>
`;

const settings = (locale) => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item></oor:items>
`;

for (const locale of ["en-US", "de-DE", "ja-JP"]) {
  const work = mkdtempSync(join(tmpdir(), "lists-"));
  mkdirSync(join(work, "profile", "user"), { recursive: true });
  writeFileSync(join(work, "profile", "user", "registrymodifications.xcu"), settings(locale));
  writeFileSync(join(work, "list.fods"), sheet);
  const folder = join(import.meta.dirname, locale);
  mkdirSync(folder, { recursive: true });
  for (const [extension, filter, name] of outputs) {
    const profile = `-env:UserInstallation=${pathToFileURL(join(work, "profile"))}`;
    execFileSync("soffice", [
      profile,
      "--headless",
      "--convert-to",
      filter,
      "--outdir",
      work,
      join(work, "list.fods"),
    ]);
    renameSync(join(work, `list.${extension}`), join(folder, name));
  }
  rmSync(work, { recursive: true });
}
