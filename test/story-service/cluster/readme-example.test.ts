import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFailed, onTestFinished } from "vitest";
import { command, temporaryFolder } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { startServer } from "../../ledger/postgres/database/server.ts";
import { freshDatabase } from "../../ledger/postgres/fixtures.ts";
import { needTool } from "../../tools.ts";
import { readerAt } from "../call.ts";
import { plainStory } from "../fixtures.ts";
import { aroundSite, nginxPath, opensslPath, selfSigned } from "../postgres/nginx.ts";
import { until } from "../until.ts";

const hasTools = [
  needTool("nginx", nginxPath),
  needTool("OpenSSL", opensslPath),
  needTool("curl", "/usr/bin/curl"),
].every(Boolean);

/** The example in the operator's README: nginx and a process. */
const page = readFileSync("src/story-service/README.md", "utf8");
const example = /```sh\n(cat > stories\.yaml[\s\S]*?)```/.exec(page)?.[1] ?? "";

/** The example with names, ports and paths of this test, as an operator puts in those of a machine. */
function filledIn(changes: readonly (readonly [string, string])[]): string {
  let script = example;
  for (const [from, to] of changes) {
    if (!script.includes(from)) throw new Error(`the example has no ${from}`);
    script = script.replaceAll(from, to);
  }
  return script;
}

it.runIf(hasTools)(
  "the README's example, typed line by line, is a service that makes a story of a new account",
  async () => {
    const { path: folder, dispose } = temporaryFolder();
    onTestFinished(dispose);
    const server = await startServer();
    onTestFinished(() => server.stop());
    const { key, certificate } = selfSigned(folder, "localhost");
    const [port, plainPort, secretPort] = [await freePort(), await freePort(), await freePort()];
    writeFileSync(join(folder, "nginx.conf"), aroundSite(folder));
    // With brackets where the script's own names and ports are put in after these.
    const site = [
      ["stories[.]example[.]org", "localhost"],
      ["listen \\[::\\].*", ""],
      ["listen 80;", `listen 127.0.0.1:${plainPort};`],
      ["listen 443 ssl;", `listen 127.0.0.1:${secretPort} ssl;`],
      ["/etc/letsencrypt/live/localhost/fullchain.pem", certificate],
      ["/etc/letsencrypt/live/localhost/privkey.pem", key],
      ["/var/log/nginx/stories.log", join(folder, "requests.log")],
      ["127.0.0.1:401[0]", `127.0.0.1:${port}`],
    ].map(([from, to]) => `-e 's|${from}|${to}|'`);
    const { url: database } = await freshDatabase(server.url);
    const script = filledIn([
      ["postgres://stories:secret@db.example/stories?sslmode=verify-full", database],
      ["coursebinder serve", `"${process.execPath}" "${command}" serve`],
      ["coursebinder account", `"${process.execPath}" "${command}" account`],
      ["courses/nginx.conf >", `"${join(process.cwd(), "courses", "nginx.conf")}" ${site.join(" ")} >`],
      ["sed '/4011/d'", "sed -e '/4011/d'"],
      ["/etc/nginx/conf.d/stories.conf", join(folder, "site.conf")],
      ["nginx -s reload", `${nginxPath} -e stderr -p "${folder}" -c "${join(folder, "nginx.conf")}" &`],
      ["/srv/stories", join(folder, "data")],
      ["stories.example.org", "localhost"],
      ["publicUrl: https://localhost", `publicUrl: https://localhost:${secretPort}`],
      ["https://localhost/api/v1", `https://localhost:${secretPort}/api/v1`],
      ["4010", String(port)],
      ["--config stories.yaml", "--config stories.yaml --writing-time 10ms"],
    ]);
    const shell = spawn(
      "bash",
      ["-e", "-c", `trap 'kill $(jobs -p); wait' EXIT\n${script}\necho "key $STORY_API_KEY"; read -r`],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH ?? "",
          HOME: folder,
          NODE_EXTRA_CA_CERTS: certificate,
          COURSEBINDER_STATE: join(folder, "state"),
        },
        stdio: ["pipe", "pipe", "pipe"],
      },
    );
    const ended = once(shell, "close");
    onTestFinished(async () => {
      shell.stdin.end("\n");
      await ended;
    });
    const said: string[] = [];
    onTestFailed(() => void process.stderr.write(`${said.join("\n")}\n`));
    const shown = new Promise<void>((resolve) => {
      for (const stream of [shell.stdout, shell.stderr])
        createInterface({ input: stream }).on("line", (line) => {
          said.push(line);
          if (line.startsWith("key ")) resolve();
        });
    });
    await Promise.race([shown, ended]);
    const all = said.join("\n");
    // Asked for by the last line, at the public address.
    expect(all).toMatch(/^credits: 500$/m);
    const apiKey = /^key (sk_live_.+)$/m.exec(all)?.[1] ?? "";
    const reader = readerAt(`http://127.0.0.1:${port}/api/v1`, apiKey);
    const id = await reader.order(plainStory);
    await until(async () => (await reader.story(id)).status === "ready");
  },
);
