import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A voice of an engine that is not the one which references are spoken with. */
export interface Voice {
  readonly name: string;
  readonly lang: string;
  readonly engine: "flite" | "festival";
  /** How its texts are encoded. */
  readonly encoding: string;
  /** Debian's package. */
  readonly from: string;
}

const flite = (name: string): Voice => ({
  name,
  lang: "en",
  engine: "flite",
  encoding: "utf-8",
  from: "flite",
});
const festival = (name: string, lang: string, encoding: string, from: string): Voice => ({
  name,
  lang,
  encoding,
  from,
  engine: "festival",
});

export const voices: readonly Voice[] = [
  ...["slt", "rms", "awb", "kal16"].map(flite),
  festival("cmu_us_slt_arctic_hts", "en", "utf-8", "festvox-us-slt-hts"),
  festival("lp_diphone", "it", "iso-8859-1", "festvox-italp16k"),
  festival("pc_diphone", "it", "iso-8859-1", "festvox-itapc16k"),
  festival("msu_ru_nsh_clunits", "ru", "utf-8", "festvox-ru"),
  festival("czech_dita", "cs", "iso-8859-2", "festvox-czech-dita"),
  festival("czech_machac", "cs", "iso-8859-2", "festvox-czech-machac"),
  festival("suo_fi_lj_diphone", "fi", "iso-8859-1", "festvox-suopuhe-lj"),
  festival("hy_fi_mv_diphone", "fi", "iso-8859-1", "festvox-suopuhe-mv"),
  festival("upc_ca_ona_hts", "ca", "iso-8859-1", "festvox-ca-ona-hts"),
  festival("hindi_NSK_diphone", "hi", "utf-8", "festvox-hi-nsk"),
];

/** 16-bit mono sound of any rate. */
export interface Sound {
  readonly rate: number;
  readonly samples: Int16Array;
}

/** Each text spoken by a voice, without the silence around it. What was spoken before is taken from the cache. */
export async function speakTexts(voice: Voice, texts: readonly string[], cache: string): Promise<Sound[]> {
  await mkdir(cache, { recursive: true });
  const named = texts.map((text) => ({ text, file: join(cache, `${voice.name}-${shortHash(text)}.wav`) }));
  const isThere = await Promise.all(
    named.map(({ file }) =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  const missing = named.filter((_, index) => !isThere[index]);
  if (missing.length > 0) await speak(voice, missing);
  return Promise.all(named.map(async ({ file }) => readSound(await readFile(file))));
}

/** The sound of a WAV file, without the silence around it. */
export function readSound(wav: Buffer): Sound {
  return trimmed(soundOfWav(wav));
}

type Named = { readonly text: string; readonly file: string };

async function speak(voice: Voice, texts: readonly Named[]): Promise<void> {
  if (voice.engine === "flite") {
    for (const { text, file } of texts) {
      await run("flite", ["-voice", voice.name, "-t", text, "-o", `${file}.part`]);
      await rename(`${file}.part`, file);
    }
    return;
  }
  const lines = texts.map(({ text, file }) => `(utt.save.wave (SynthText "${plain(text)}") "${file}.part")`);
  const script = join(texts[0]?.file ?? "", "..", `${voice.name}.scm`);
  const scheme = [`(voice_${voice.name})`, ...lines].join("\n");
  await writeFile(script, await encoded(scheme, voice.encoding));
  await run("festival", ["--batch", script]);
  for (const { file } of texts) await rename(`${file}.part`, file);
  await rm(script);
}

// Signs that some of festival's voices stumble over.
function plain(text: string): string {
  return text
    .replace(/["\\“”„«»‘’()]/g, "")
    .replace(/[–—]/g, " ")
    .replace(/…/g, ".")
    .replace(/\s+,/g, ",");
}

async function encoded(text: string, encoding: string): Promise<Buffer> {
  return encoding === "utf-8"
    ? Buffer.from(text)
    : run("iconv", ["-f", "utf-8", "-t", `${encoding}//TRANSLIT`], text);
}

export function run(
  command: string,
  args: readonly string[],
  input: string | Uint8Array = "",
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else
        reject(new Error(`${command} ended with ${code}: ${Buffer.concat(errors).toString().slice(-500)}`));
    });
    child.stdin.end(input);
  });
}

/** Both channels of a stereo sound as one. */
function soundOfWav(wav: Buffer): Sound {
  let at = 12;
  while (at + 8 <= wav.length && wav.toString("latin1", at, at + 4) !== "data")
    at += 8 + wav.readUInt32LE(at + 4);
  const from = at + 8;
  const channels = wav.readUInt16LE(22);
  const samples = new Int16Array(Math.floor((wav.length - from) / 2 / channels));
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += wav.readInt16LE(from + 2 * (index * channels + channel));
    samples[index] = sum / channels;
  }
  return { rate: wav.readUInt32LE(24), samples };
}

// Of the loudest stretch of 10 ms, 34 dB below it: where a listener would say that it begins.
const heardShare = 0.02;

function trimmed({ rate, samples }: Sound): Sound {
  const size = rate / 100;
  const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, block) => {
    const stretch = samples.subarray(block * size, (block + 1) * size);
    return Math.sqrt(stretch.reduce((sum, sample) => sum + sample * sample, 0) / size);
  });
  const least = Math.max(...levels) * heardShare;
  const first = Math.max(
    0,
    levels.findIndex((level) => level >= least),
  );
  const last = levels.findLastIndex((level) => level >= least);
  return { rate, samples: samples.subarray(first * size, (last + 1) * size) };
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
