// Makes a course from your own program, with the local service, so nothing is charged. Run it with
//
//     node make-course.mjs [output folder]
//
// For the real service, leave out `startLocalService` and `rehearsal`, give its address and your key, and set
// `stateFolder: stateFolderIn(process.env)`, so that this machine remembers what it has bought.
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bindPackage, Failure, quotePlan, readLedger, readPlan, runPlan } from "coursebinder";
import { startLocalService } from "coursebinder/service";

const say = (line) => process.stdout.write(`${line}\n`);

async function main(out) {
  const read = await readPlan(fileURLToPath(new URL("course.yaml", import.meta.url)));
  if (!read.ok) {
    for (const { code, place } of read.problems) say(`${place.file}:${place.line}:${place.column}: ${code}`);
    return 2;
  }
  const { plan } = read;
  const course = { out, rehearsal: true, stateFolder: null };
  const service = await startLocalService({
    dataFolder: join(out, "service"),
    writingTimeMs: 200,
    narrationTimeMs: 300,
  });
  try {
    const access = { url: service.url, key: await service.mintKey("example") };
    const shop = { ...course, service: access, calls: { pollMs: 300 } };

    const quote = await quotePlan(plan, shop);
    say(`${quote.toCreate.length} to create, ${quote.bill?.total ?? 0} credits`);
    const [problem] = quote.problems;
    if (problem !== undefined) throw new Failure(problem);

    const report = await runPlan(plan, {
      ...shop,
      ...(quote.approval === null ? {} : { approved: quote.approval }),
      onProgress: (progress) => {
        if (progress.kind === "created") say(`created ${progress.job} for ${progress.credits} credits`);
        if (progress.kind === "finished") say(`finished ${progress.job}`);
      },
    });
    for (const problem of report.problems) say(`problem ${problem.code}`);
    if (report.exitCode !== 0) return report.exitCode;
  } finally {
    await service.close();
  }

  const ledger = await readLedger(plan, course);
  for (const { job, state, story } of ledger.lessons) say(`${job} is ${state}: ${story}`);
  say(`${ledger.events} events in the ledger, ${ledger.credits.spent} credits spent`);

  const made = await bindPackage(plan, course);
  say(`${made.path}: ${made.lessons} lessons, ${made.bytes} bytes, sha256 ${made.sha256}`);
  return 0;
}

process.exitCode = await main(process.argv[2] ?? "out");
