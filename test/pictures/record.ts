// Makes the README's pictures from the real program: `npm run pictures`. Needs Chromium.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { html } from "../../src/shared/html.ts";
import { openBrowser } from "../chromium.ts";
import { coursebinder } from "../fixtures.ts";
import { extract, unzip } from "../package/fixtures.ts";

const root = join(import.meta.dirname, "..", "..");
const pictures = join(root, "courses", "pictures");
const columns = 96;
const [characterWidth, lineHeight, margin] = [8.4, 20, 16];

const folder = await mkdtemp(join(tmpdir(), "coursebinder-pictures-"));
try {
  await cp(join(root, "courses", "weekly-spanish"), folder, { recursive: true });
  const words = ["plan", "course.yaml", "--local"];
  const planned = await coursebinder(words, { cwd: folder });
  if (planned.code !== 0) throw new Error(planned.stderr);
  await writeFile(join(pictures, "bill.svg"), drawTerminal(words, planned.stdout));
  const made = await coursebinder(["run", "course.yaml", "--local", "--yes"], { cwd: folder });
  if (made.code !== 0) throw new Error(made.stderr);
  await photographReader(join(folder, "out", "local", "weekly-spanish"));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** A command and what it printed, as a drawing of a terminal. */
function drawTerminal(words: readonly string[], printed: string): string {
  const said = printed.trimEnd().split("\n").flatMap(wrap);
  const lines = [`$ coursebinder ${words.join(" ")}`, ...said];
  const width = Math.round(columns * characterWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  const drawn = lines.map(
    (line, index) =>
      html`<text x="${margin}" y="${margin + (index + 0.7) * lineHeight}" xml:space="preserve">${line}</text>\n`,
  );
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A bill in a terminal">
<rect width="100%" height="100%" rx="8" fill="#1f2430"/>
<g fill="#e6e1cf" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${drawn}</g>
</svg>
`.toString();
}

/** A line in pieces as wide as the terminal, broken at spaces. */
function wrap(line: string): string[] {
  if (line.length <= columns) return [line];
  const space = line.lastIndexOf(" ", columns);
  const at = space > 0 ? space : columns;
  return [line.slice(0, at), ...wrap(`         ${line.slice(at).trimStart()}`)];
}

/** The first lesson of the package's web reader, as a tablet shows it. */
async function photographReader(out: string): Promise<void> {
  const name = (await readdir(out)).find((one) => one.endsWith(".zip")) ?? "";
  const unzipped = join(folder, "unzipped");
  await extract(await unzip(await readFile(join(out, name))), unzipped);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 620 } });
    await page.goto(pathToFileURL(join(unzipped, "es-2", "web", "lesson-01.html")).href);
    await page.locator("a.word").first().click();
    await page.screenshot({ path: join(pictures, "reader.png") });
  } finally {
    await browser.close();
  }
}
