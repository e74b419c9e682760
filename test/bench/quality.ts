/**
 * `npm run bench:quality`: how many of 36 planted faults the quality gate finds in otherwise good volumes, and in how many of 100 good lessons it finds
 * something all the same.
 */
import { describeFact } from "../../src/cli/messages/quality/finding-words.ts";
import { say, verdict } from "./measure.ts";
import { benchMany } from "./quality/many-lessons.ts";
import { plantAll } from "./quality/planted.ts";

await benchMany();

const { planted, good, alarms } = await plantAll(
  { languages: ["es", "fr", "de", "en", "it", "nl", "pt", "ru"], recorded: { es: 10, en: 10 } },
  ({ says, isFound, told }) =>
    say(
      `${isFound ? "found " : "MISSED"}  ${says.padEnd(58)}${told.length === 0 ? "nothing" : told.join(", ")}`,
    ),
);
const found = planted.filter(({ isFound }) => isFound).length;
const lessons = new Set(alarms.map(({ job }) => job)).size;
for (const alarm of alarms) say(`alarm   ${alarm.job}: ${describeFact(alarm)}`);
say(`\n${found} of ${planted.length} planted faults found ${verdict("at least 32", found >= 32)}`);
say(
  `${lessons} of ${good} good lessons with a false alarm ${verdict("at most 1 in 100", lessons <= good / 100)}`,
);
