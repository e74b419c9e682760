import type { LanguageFacts } from "../../../shared/languages/languages.ts";

// Negations, conditions, comparisons and the like: if another word is put into such a sentence, nobody can tell whether it is false.
const rows: Readonly<Record<string, string>> = {
  en: "no not nor never nobody nothing none neither nowhere without if unless whether would could should might may maybe perhaps like as than or who what where when why how dreams dreamed dreamt imagines imagined only every each any all always",
  es: "no ni nunca jamás nadie nada ningún ninguno ninguna sin si tal vez quizá quizás acaso como que qué quién dónde cuándo cómo cuál sueña soñó sólo solo cada todo toda todos todas siempre o u más menos",
  fr: "ne n pas ni jamais personne rien aucun aucune sans si peut-être comme que qu qui quoi où quand comment quel quelle rêve rêva seulement chaque tout toute tous toutes toujours ou plus moins",
  de: "nicht nie niemals niemand nichts kein keine keinen keinem keiner keines ohne wenn falls ob vielleicht wohl würde könnte wie als wer was wo wann warum träumt träumte nur jede jeder jedes jeden alle immer oder weder noch sondern dass",
  it: "non né mai nessuno nessuna niente nulla senza se forse come che chi dove quando quale sogna sognò solo soltanto ogni tutto tutta tutti tutte sempre o più meno",
  pt: "não nem nunca jamais ninguém nada nenhum nenhuma sem se talvez como que quem onde quando qual sonha sonhou só apenas cada todo toda todos todas tudo sempre ou mais menos",
  nl: "niet nooit niemand niets geen zonder als indien of misschien wellicht zou zoals wie wat waar wanneer waarom droomt droomde alleen elke elk iedere ieder alle altijd noch dan dat",
  sv: "inte ej aldrig ingen inget inga ingenting utan om kanske skulle som vem vad var när varför drömmer drömde bara varje alla alltid eller än att",
};

const sets = new Map(Object.entries(rows).map(([code, words]) => [code, new Set(words.split(" "))]));

/** A test for folded running words that make a sentence unsuitable for true or false; null for a language whose words are not known. */
export function undecidableIn({ bcp47 }: Pick<LanguageFacts, "bcp47">): ((word: string) => boolean) | null {
  const set = sets.get(bcp47.split("-")[0] ?? "");
  if (set === undefined) return null;
  return (word) => set.has(word) || word.split(/['-]/u).some((part) => set.has(part)) || word.endsWith("n't");
}
