import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { foldAnswer } from "../answer.ts";
import { type Draft, fairShare } from "../draft.ts";
import { type Exercise, itemOf } from "../exercise.ts";
import { asShown, showsWord } from "../shown.ts";
import { inLowerCase, runningWordsOf, type Story } from "../story.ts";

const most = 5;
const fewest = 3;
const fewestWords = 2;
const mostCharacters = 160;

interface Speech {
  readonly quote: string;
  readonly speaker: string;
  readonly sentence: number;
}

/**
 * Direct speech whose speaker the same sentence names, as in `«No», dice Ana.`, to be matched with that name. Leaves out speech that names
 * a speaker, and speech that occurs twice in the story. None for languages whose speaking verbs aren't known.
 */
export function whoSaid({ story, shown, chance, newFirst }: Draft): Exercise {
  const all = speechesIn(story);
  const names = [...new Set(all.map(({ speaker }) => speaker))];
  const fold = (text: string) => foldAnswer(text, story.language);
  const folds = all.map(({ quote }) => fold(quote));
  const whole = fold(story.sentences.join(" "));
  const fit = all.filter(({ quote, sentence }, index) => {
    const text = asShown(quote, story);
    return (
      !shown.sentences.has(sentence) &&
      story.alike(sentence).length === 1 &&
      whole.split(folds[index] ?? "").length === 2 &&
      !names.some((name) => showsWord(text, asShown(name, story))) &&
      !shown.answers.some((answer) => showsWord(text, answer))
    );
  });
  const chosen = newFirst(chance.shuffle(fit), ({ sentence }) => sentence)
    .slice(0, fairShare(fit.length, most, fewest))
    .sort((a, b) => a.sentence - b.sentence);
  const choices = chance.shuffle([...new Set(chosen.map(({ speaker }) => speaker))]);
  const items = chosen.map(({ quote, speaker, sentence }) =>
    itemOf({
      before: quote,
      answer: speaker,
      correct: choices.indexOf(speaker),
      sentences: [sentence],
    }),
  );
  return { kind: "who-said", choices, items };
}

function speechesIn(story: Story): Speech[] {
  const verbs = speakingWords(story.language);
  if (verbs.length === 0) return [];
  const verb = `(?:${verbs.join("|")})`;
  const name = "(\\p{Lu}[\\p{L}\\p{M}]+)";
  // The name ends the tag: after `dice Ana García` or `said Ana’s mother` somebody else might have spoken.
  const tag = `(?:${verb} ${name}|${name} ${verb})(?=\\s?[.,;:!?…—–]|$)`;
  const forms = [
    new RegExp(`^[«“„"]\\s?([^«»“”„"]+?)\\s?[»”“"],? ${tag}`, "u"),
    new RegExp(`^[—–]\\s?([^—–]+?)\\s?[—–]${tag}`, "u"),
  ];
  return story.sentences.flatMap((text, sentence) => {
    const [, said = "", behind, before] =
      forms.map((form) => form.exec(text)).find((match) => match !== null) ?? [];
    const speaker = behind ?? before ?? "";
    const quote = said.replace(/,$/, "");
    if (!isName(speaker, story) || quote.length > mostCharacters) return [];
    return runningWordsOf(quote).length < fewestWords ? [] : [{ quote, speaker, sentence }];
  });
}

// A capital inside a sentence, and never without it.
function isName(word: string, story: Story): boolean {
  return word !== "" && story.inside.has(word) && !story.inside.has(inLowerCase(word, story));
}

// Forms of verbs that name a speaker, as stories use them beside direct speech.
const rows: Readonly<Record<string, string>> = {
  en: "said says asked asks replied replies answered answers shouted shouts whispered whispers cried cries called calls",
  es: "dijo dice preguntó pregunta respondió responde contestó contesta gritó grita exclamó exclama susurró susurra murmuró murmura",
  fr: "dit demanda demande répondit répond cria crie murmura murmure chuchota chuchote",
  de: "sagte sagt fragte fragt antwortete antwortet rief ruft flüsterte flüstert schrie schreit",
  it: "disse dice chiese chiede domandò domanda rispose risponde gridò grida esclamò esclama sussurrò sussurra",
  pt: "disse diz perguntou pergunta respondeu responde gritou grita exclamou exclama sussurrou sussurra",
  nl: "zei zegt vroeg vraagt antwoordde antwoordt riep roept fluisterde fluistert",
  sv: "sa sade säger frågade frågar svarade svarar ropade ropar viskade viskar",
};

/** The words that name a speaker beside direct speech; none for a language without a list here. */
function speakingWords({ bcp47 }: Pick<LanguageFacts, "bcp47">): readonly string[] {
  return rows[bcp47.split("-")[0] ?? ""]?.split(" ") ?? [];
}
