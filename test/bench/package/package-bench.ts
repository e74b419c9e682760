import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFormats } from "../../../src/plan/names.ts";
import { builtProgram } from "../built.ts";
import { hasProgram, measure, measureNode, median, megabytes, say, settle, verdict } from "../measure.ts";

const rounds = 3;
const recordingBytes = 2 * 1024 * 1024;
// A frame of 128 kbit/s at 44.1 kHz, so that what is packaged is measured as a recording would be.
const frameHead = Buffer.from([0xff, 0xfb, 0x90, 0x64]);
const frameBytes = 417;
const packer = await builtProgram(join(import.meta.dirname, "pack.ts"));
const manyPacker = await builtProgram(join(import.meta.dirname, "pack-many.ts"));

interface Packed {
  readonly ms: number;
  readonly peakBytes: number;
  readonly bytes: number;
}

// What a package may take beside the slower of `zip -0`, which sums no file and doesn't wait for the disk, and `sha256sum`, which writes none. Without
// instructions for SHA-256 in the processor the latter is the slower one, and slower than Node's own.
const mostTimes = 1.3;

/** Packages of recordings against Debian's `zip -0` and `sha256sum` over the same files, in turn. */
export function benchPackages(folder: string): void {
  const small = recordingsIn(join(folder, "small"), 128);
  const large = recordingsIn(join(folder, "large"), 512);
  const zipped = join(folder, "zipped.zip");
  const ours: Packed[] = [];
  const again: Packed[] = [];
  const theirs: number[] = [];
  const sums: number[] = [];
  const hasZip = hasProgram("/usr/bin/zip");
  const hasSums = hasProgram("/usr/bin/sha256sum");
  const named = Array.from({ length: 512 }, (_, number) => `${number}.mp3`);
  for (let round = 0; round < rounds; round++) {
    rmSync(`${large}.sums`, { recursive: true, force: true });
    ours.push(pack(large));
    again.push(pack(large));
    if (hasSums) sums.push(measure("/usr/bin/sha256sum", named, large).ms);
    if (!hasZip) continue;
    settle();
    theirs.push(measure("/usr/bin/zip", ["-0", "-q", "-r", zipped, "."], large).ms);
    // As the packer does with its own. A gigabyte that stays in the system's cache has whoever comes next fill memory that nobody has touched,
    // which takes a virtual machine half as long again.
    rmSync(zipped);
  }
  const peak = Math.max(...ours.map(({ peakBytes }) => peakBytes));
  say(`\na package of ${megabytes(ours[0]?.bytes ?? 0)}, median of ${rounds} in turn`);
  if (hasZip) {
    const slower = Math.max(median(theirs), hasSums ? median(sums) : 0);
    const row = (name: string, took: number, note = ""): void =>
      say(`  ${name.padEnd(42)} ${(took / 1_000).toFixed(2)} s   ${(took / slower).toFixed(2)}${note}`);
    say("                                             time     x the slower of the two");
    row("zip -0", median(theirs));
    if (hasSums) row("sha256sum", median(sums));
    const ownRow = (name: string, packed: readonly Packed[]): void => {
      const ms = median(packed.map((one) => one.ms));
      row(name, ms, `   ${verdict(`at most ${mostTimes}`, ms <= mostTimes * slower)}`);
    };
    ownRow("coursebinder, on the disk when it ends", ours);
    ownRow("coursebinder, once it knows the recordings", again);
  }
  const quarter = Math.max(...Array.from({ length: rounds }, () => pack(small).peakBytes));
  const kept = `${verdict("under 200 MB", peak < 200e6)} ${verdict("at most 1.50", peak <= quarter * 1.5)}`;
  say(
    `  memory ${megabytes(peak)}, of a quarter of it ${megabytes(quarter)}, ${(peak / quarter).toFixed(2)}   ${kept}`,
  );
  benchLessons(folder);
  benchZip64(folder);
}

/** What a year of lessons takes with everything that a package may hold. */
function benchLessons(folder: string): void {
  const { ms, peakBytes } = pack(recordingsIn(join(folder, "lessons"), 300), packageFormats);
  const kept = `${verdict("under 60 s", ms < 60_000)} ${verdict("under 300 MB", peakBytes < 300e6)}`;
  say(
    `  300 lessons with sound in every format: ${(ms / 1_000).toFixed(1)} s, ${megabytes(peakBytes)}   ${kept}`,
  );
}

/** Archives past both limits of the old format, read back by another program, which fails where one is not whole. */
function benchZip64(folder: string): void {
  say("\nZIP64, read back whole");
  for (const [name, files, fileBytes] of [
    ["past 65,535 entries", 70_000, 10],
    ["past 4 GiB", 2_200, recordingBytes],
  ] as const) {
    const path = join(folder, "zip64.zip");
    measure(process.execPath, [manyPacker, path, String(files), String(fileBytes)]);
    if (hasProgram("/usr/bin/unzip")) measure("/usr/bin/unzip", ["-tqq", path]);
    say(`  ${name.padEnd(42)} ${megabytes(statSync(path).size)}`);
    rmSync(path);
  }
}

function recordingsIn(folder: string, count: number): string {
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < count; number++) {
    const bytes = randomBytes(recordingBytes);
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) frameHead.copy(bytes, at);
    writeFileSync(join(folder, `${number}.mp3`), bytes);
  }
  return folder;
}

function pack(folder: string, formats: readonly string[] = ["web", "words"]): Packed {
  settle();
  const { stdout, peakBytes } = measureNode([packer, folder, formats.join(",")], folder);
  return { ...(JSON.parse(stdout) as Omit<Packed, "peakBytes">), peakBytes };
}
