import type { LanguageFacts } from "../../../shared/languages/languages.ts";

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
export function speakingWords({ bcp47 }: Pick<LanguageFacts, "bcp47">): readonly string[] {
  return rows[bcp47.split("-")[0] ?? ""]?.split(" ") ?? [];
}
