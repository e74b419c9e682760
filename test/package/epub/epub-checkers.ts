import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { EpubCheck } from "@likecoin/epubcheck-ts";

const run = promisify(execFile);

/** The paths of the Debian packages that `epubCheck` needs. */
export const javaTools = [
  ["Java", "/usr/bin/java"],
  ["EPUBCheck", "/usr/share/java/epubcheck.jar"],
  ["Rhino", "/usr/share/java/js.jar"],
] as const;

// Starting Java takes most of the time, so one process checks all books.
const checkAll = `for (var i = 0; i < arguments.length; i++) {
  var options = java.lang.reflect.Array.newInstance(java.lang.String, 3);
  options[0] = arguments[i]; options[1] = "-j"; options[2] = arguments[i] + ".json";
  new Packages.com.adobe.epubcheck.tool.EpubChecker().run(options);
}
java.lang.System.exit(0);
`;

interface CheckedByJava {
  readonly checker: { readonly nFatal: number; readonly nError: number; readonly nWarning: number };
  readonly messages: readonly { readonly ID: string; readonly message: string }[];
}

/** The messages of W3C's EPUBCheck (Debian's version) about each book, one line per message, in the order of the files. */
export async function epubCheck(files: readonly string[], folder: string): Promise<string[][]> {
  const script = join(folder, "check-all.js");
  await writeFile(script, checkAll);
  const classes = javaTools
    .slice(1)
    .map(([, path]) => path)
    .join(":");
  const program = ["-cp", classes, "org.mozilla.javascript.tools.shell.Main", script];
  await run("/usr/bin/java", ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", ...program, ...files]);
  return Promise.all(
    files.map(async (file) => {
      const { checker, messages } = JSON.parse(await readFile(`${file}.json`, "utf8")) as CheckedByJava;
      const lines = messages.map(({ ID, message }) => `${ID} ${message}`);
      const count = checker.nFatal + checker.nError + checker.nWarning;
      return count > 0 && lines.length === 0 ? [`${count} messages`] : lines;
    }),
  );
}

/** The messages of a second, independent checker, for EPUB 3.3. */
export async function epubCheckTs(bytes: Buffer): Promise<string[]> {
  const { messages } = await EpubCheck.validate(bytes, { version: "3.3" });
  return messages
    .filter(({ severity }) => severity !== "usage" && severity !== "info")
    .map(({ id, message }) => `${id} ${message}`);
}

// One browser for all books.
const aceAll = `const [core, runner, out, ...files] = process.argv.slice(2);
const ace = require(core), browser = require(runner);
(async () => {
  await browser.launch();
  const held = { ...browser, launch: async () => {}, close: async () => {} };
  const found = [];
  for (const [index, file] of files.entries()) {
    const options = { cwd: process.cwd(), outdir: out + "/" + index, initLogger: true, silent: true, lang: "en" };
    const [, report] = await ace(file, options, held);
    const lines = report.assertions.flatMap((each) => each.assertions.map((assertion) =>
      each["earl:testSubject"].url + " " + assertion["earl:test"]["dct:title"]));
    found.push({ outcome: report["earl:result"]["earl:outcome"], lines });
  }
  await browser.close();
  process.stdout.write("\\nFOUND" + JSON.stringify(found) + "\\n", () => process.exit(0));
})();
`;

/** Where `.ci/run` installs Ace, which brings a driver of browsers and two hundred packages. */
export const aceFolder = "/opt/coursebinder-tools/ace/node_modules/@daisy/ace-cli";

export interface AceResult {
  readonly outcome: "pass" | "fail";
  /** All its messages, whatever their severity. */
  readonly lines: readonly string[];
}

/** The results of Ace by DAISY about each book's accessibility. */
export async function ace(files: readonly string[], folder: string, chromium: string): Promise<AceResult[]> {
  const script = join(folder, "ace-all.cjs");
  await writeFile(script, aceAll);
  await mkdir(join(folder, "ace"), { recursive: true });
  const { resolve } = createRequire(join(aceFolder, "package.json"));
  const parts = [resolve("@daisy/ace-core"), resolve("@daisy/ace-axe-runner-puppeteer")];
  const { stdout } = await run(process.execPath, [script, ...parts, join(folder, "ace"), ...files], {
    env: { ...process.env, PUPPETEER_EXECUTABLE_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout.slice(stdout.lastIndexOf("\nFOUND") + 6));
}
