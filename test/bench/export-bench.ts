import { exportLong } from "./long-export.ts";
import { megabytes, say, verdict } from "./measure.ts";

const mostBytes = 200e6;

/** The memory of the commands at its highest, by the system's own figure, with one export of 50 and of 400 MB. */
export async function benchExports(): Promise<void> {
  say("\none export, bound with the sound in every format: memory at its highest");
  for (const recording of [50e6, 400e6]) {
    const peaks = await exportLong(recording);
    const row = (name: string, peak: number, kept = ""): void =>
      say(`  ${name.padEnd(42)} ${megabytes(peak)}   ${kept}`);
    say(`  ${megabytes(recording)}, a package of ${megabytes(peaks.packageBytes)}`);
    for (const [name, peak] of [
      ["run: fetched, checked and bound", peaks.run],
      ["package: bound again", peaks.package],
    ] as const) {
      row(`  ${name}`, peak, verdict(`under ${megabytes(mostBytes)}`, peak < mostBytes));
    }
    row("  the local service, its narrator included", peaks.service);
  }
}
