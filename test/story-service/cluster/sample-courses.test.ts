import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startShortNarrator } from "../../e2e/fixtures/short-narrator.ts";
import {
  coursebinder,
  documentOf,
  generousLimits,
  temporaryFolder,
  withoutAligning,
} from "../../fixtures.ts";
import { queryAt } from "../../ledger/postgres/fixtures.ts";
import { needTool } from "../../tools.ts";
import { nginxPath, opensslPath } from "../postgres/nginx.ts";
import { type PublicCluster, startPublicCluster } from "./cluster-behind-nginx.ts";

const hasTools = [needTool("nginx", nginxPath), needTool("OpenSSL", opensslPath)].every(Boolean);
const openingCredits = 2_000;
const config = {
  limits: { calls: "100000/1m", paidStarts: "100000/10m" },
  accounts: [{ id: "school", credits: openingCredits }],
};

const courses = [
  ["weekly-spanish", { lessons: 6, killedAfter: 3 }],
  ["graded-readers", { lessons: 33, killedAfter: 12 }],
] as const;

/** Its recordings are short: all that is said in these courses takes minutes of processor time. */
async function startSite(): Promise<PublicCluster> {
  const narrator = await startShortNarrator();
  onTestFinished(() => narrator.close());
  const site = await startPublicCluster({ config, writingTime: "300ms", env: narrator.environment });
  onTestFinished(() => site.stop());
  return site;
}

/**
 * The command of `--after-creation`, by which a course's creation number `count` kills processes. It ends when they have gone: no creation is under
 * way then, and none is sent to a process that still accepts connections and will never answer.
 */
function killing(folder: string, pids: readonly (number | undefined)[], count: number): string {
  const script = join(folder, "after-creation.sh");
  const counted = join(folder, "creations");
  writeFileSync(
    script,
    [
      `echo created >> '${counted}'`,
      `[ $(wc -l < '${counted}') -eq ${count} ] || exit 0`,
      `kill -9 ${pids.join(" ")}`,
      ...pids.map((pid) => `while kill -0 ${pid} 2>/dev/null; do sleep 0.01; done`),
      "",
    ].join("\n"),
  );
  return `sh '${script}'`;
}

describe.runIf(hasTools)("two processes behind nginx, with two that work", () => {
  it.each(courses)(
    "make %s into a package although one of each is killed in the middle, each story charged once",
    async (course, { lessons, killedAfter }) => {
      const site = await startSite();
      const { cluster, members } = site;
      const keys = ["serve", "keys", "add", "a-program", "--account", "school", "--data", "data", "--json"];
      const database = { COURSEBINDER_DATABASE: site.databaseUrl };
      const made = await coursebinder(keys, { cwd: cluster.folder, env: database });
      const { key } = JSON.parse(made.stdout) as { key: string };
      const folder = temporaryFolder();
      onTestFinished(() => folder.dispose());
      const victims = [members[0], members[2]].filter((member) => member !== undefined);
      const pids = victims.map(({ running }) => running.process.pid);
      const replaced = Promise.all(victims.map((member) => site.replace(member)));
      const plan = join(import.meta.dirname, "..", "..", "..", "courses", course, "course.yaml");
      const run = await coursebinder(
        [
          "run",
          plan,
          "--json",
          "--yes",
          "--out",
          join(folder.path, "out"),
          "--poll",
          "200ms",
          "--after-creation",
          killing(folder.path, pids, killedAfter),
        ],
        {
          cwd: folder.path,
          env: {
            STORY_API_URL: site.url,
            STORY_API_KEY: key,
            NODE_EXTRA_CA_CERTS: site.certificate,
            ...generousLimits,
            ...withoutAligning,
          },
        },
      );
      const report = documentOf(run);
      expect(report).toMatchObject({
        exitCode: 0,
        service: site.url,
        jobs: { total: lessons, done: lessons, uncertain: 0 },
        problems: [],
      });
      expect(existsSync(report.package?.path ?? "")).toBe(true);
      expect(readFileSync(join(folder.path, "creations"), "utf8").match(/created/g)).toHaveLength(lessons);
      await replaced;
      for (const { running } of victims) expect((await running.finished).signal).toBe("SIGKILL");
      expect(await cluster.audit()).toEqual([]);
      const rows = await queryAt(
        site.databaseUrl,
        `SELECT COUNT(DISTINCT story_id)::int AS stories, COUNT(*)::int AS charges, COUNT(DISTINCT (story_id, reason))::int AS kinds
           FROM story_service.movements WHERE story_id IS NOT NULL`,
      );
      expect(rows[0]?.stories).toBe(lessons);
      expect(rows[0]?.charges).toBe(rows[0]?.kinds);
      const account = await coursebinder(["account", "balance", "--json"], {
        cwd: folder.path,
        env: { STORY_API_URL: site.url, STORY_API_KEY: key, NODE_EXTRA_CA_CERTS: site.certificate },
      });
      const left = openingCredits - report.credits.spent;
      expect(JSON.parse(account.stdout)).toMatchObject({ balance: { credits: left, reserved: 0 } });
    },
  );
});
