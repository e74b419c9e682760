import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scriptOf } from "../../../src/lessons/align/script.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { type Case, makingOf } from "./cases.ts";
import { readSound, run } from "./voices.ts";

/** Where Debian's packages put the game Fish Fillets: what two actors say in each language, and the texts (GPL 2). */
const game = "/usr/share/games/fillets-ng";

/** The actors by language, as their parts are called in the names of the files. */
const languages = { cs: "fillets-ng-data-cs", nl: "fillets-ng-data-nl" } as const;
const parts = ["m", "v"] as const;

const storiesOfActor = 4;
const sentencesOfStory = 24;

/** Shorter ones are cries rather than sentences. */
const shortestText = 30;

interface Line {
  readonly text: string;
  readonly file: string;
}

/** Stories that people speak with feeling: lines of one actor, each a whole sentence. `leaveOut` hears of each package that is not installed. */
export async function actedCases(leaveOut: (voices: string, packages: string) => void): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [lang, from] of Object.entries(languages)) {
    if (!existsSync(join(game, "sound", "city", lang)) || !existsSync("/usr/bin/oggdec")) {
      leaveOut(`the actors of ${lang}`, `fillets-ng-data ${from} vorbis-tools`);
      continue;
    }
    for (const part of parts) {
      const lines = linesOf(lang, part);
      for (let number = 0; number < storiesOfActor; number++) {
        const first = number * (sentencesOfStory + 1);
        const story = lines.slice(first, first + sentencesOfStory + 1);
        cases.push(await storyOf(story, { name: `actor-${part}`, lang, number: cases.length }));
      }
    }
  }
  return cases;
}

function linesOf(lang: string, part: string): Line[] {
  return readdirSync(join(game, "script")).flatMap((level) => {
    const path = join(game, "script", level, `dialogs_${lang}.lua`);
    const dialogs = existsSync(path) ? readFileSync(path, "utf8") : "";
    return [...dialogs.matchAll(/dialogId\("([^"]+)".*\s+dialogStr\("([^"\\]+)"\)/g)].flatMap(
      ([, id = "", text = ""]) => {
        const file = join(game, "sound", level, lang, `${id}.ogg`);
        const isTheirs = new RegExp(`(^|-)${part}-`).test(id) && existsSync(file);
        return isTheirs && isSentence(text, lang) ? [{ text, file }] : [];
      },
    );
  });
}

function isSentence(text: string, lang: string): boolean {
  if (text.length < shortestText || !/^\p{Lu}.*\p{L}[.?!]$/u.test(text)) return false;
  return scriptOf({ title: "", text: `${text} ${text}` }, languageOf(lang)).sentences.length === 2;
}

async function storyOf(
  [title, ...lines]: readonly Line[],
  { name, lang, number }: { readonly name: string; readonly lang: string; readonly number: number },
): Promise<Case> {
  if (title === undefined || lines.length < sentencesOfStory)
    throw new Error(`${name} says too little in ${lang}`);
  const text = lines.map((line) => line.text).join(" ");
  const script = scriptOf({ title: title.text, text }, languageOf(lang));
  if (script.sentences.length !== lines.length)
    throw new Error(`${name}: ${script.sentences.length} sentences`);
  const sounds = await Promise.all(
    [title, ...lines].map(async ({ file }) =>
      readSound(await run("oggdec", ["--quiet", "--output", "-", file])),
    ),
  );
  return { voice: { name, lang }, script, sounds, making: makingOf(number) };
}
