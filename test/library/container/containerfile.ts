import { copyFileSync, cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { handOver, newImage, runIn } from "./container.ts";

/** What a container is started with, as its Containerfile says. */
export interface Built {
  readonly image: string;
  readonly user: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
}

/** Runs the steps of a Containerfile one by one, those of its last stage in an image of its own; `args` are its build arguments. */
export async function buildSteps(
  containerfile: string,
  { folder, args }: { folder: string; args: Readonly<Record<string, string>> },
): Promise<Built> {
  const stages = new Map<string, string>();
  let built = { image: "", user: "root", workdir: "/", env: {}, volumes: [], entrypoint: [] } as Built;
  for (const { name, rest } of instructionsIn(readFileSync(containerfile, "utf8"))) {
    const words = rest.replaceAll(/\$\{(\w+)\}/g, (_, arg: string) => args[arg] ?? arg).split(" ");
    if (name === "FROM") {
      built = { ...built, image: newImage(join(folder, `stage${stages.size + 1}`)) };
      stages.set(words[2] ?? "", built.image);
    } else if (name === "COPY") {
      const stage = stages.get(words[0]?.replace("--from=", "") ?? "");
      const [from = "", to = ""] =
        stage === undefined ? words : [join(stage, words[1] ?? ""), words[2] ?? ""];
      mkdirSync(join(built.image, dirname(to)), { recursive: true });
      if (stage === undefined) copyFileSync(from, join(built.image, to));
      else cpSync(from, join(built.image, to), { recursive: true, verbatimSymlinks: true });
      handOver(built.image);
    } else if (name === "RUN") {
      const { code, output } = await runIn(built.image, ["sh", "-e", "-c", rest], built);
      if (code !== 0) throw new Error(`${rest}: exit ${code}\n${output}`);
    } else if (name === "WORKDIR") built = { ...built, workdir: rest };
    else if (name === "USER") built = { ...built, user: rest };
    else if (name === "VOLUME") built = { ...built, volumes: words };
    else if (name === "ENTRYPOINT") built = { ...built, entrypoint: parse(rest) as string[] };
    else if (name === "ENV")
      built = { ...built, env: Object.fromEntries(words.map((pair) => pair.split("="))) };
    else if (name !== "ARG" && name !== "CMD") throw new Error(`the test knows no instruction ${name}`);
  }
  return built;
}

function instructionsIn(text: string): { name: string; rest: string }[] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ name: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
}
