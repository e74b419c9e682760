/** What the reader's controls and the feedback on exercises say, in one language. */
export interface WebStrings {
  readonly display: string;
  readonly smaller: string;
  readonly larger: string;
  readonly night: string;
  readonly back: string;
  readonly meaning: string;
  readonly close: string;
  readonly wordList: string;
  readonly backToStory: string;
  readonly choose: string;
  readonly right: string;
  readonly wrong: string;
  /** With `{right}` and `{all}` in it. */
  readonly score: string;
  readonly check: string;
  readonly up: string;
  readonly down: string;
  readonly yourSentence: string;
  readonly otherSet: (version: string) => string;
}

const english: WebStrings = {
  display: "Display",
  smaller: "Smaller text",
  larger: "Larger text",
  night: "Night mode",
  back: "Back 5 seconds",
  meaning: "Meaning",
  close: "Close",
  wordList: "In the word list",
  backToStory: "Back to the story",
  choose: "choose",
  right: "Right",
  wrong: "Not yet",
  score: "{right} of {all} right",
  check: "Check",
  up: "Move up",
  down: "Move down",
  yourSentence: "Your sentence",
  otherSet: (version) => `Another set: ${version}`,
};

const spanish: WebStrings = {
  display: "Presentación",
  smaller: "Texto más pequeño",
  larger: "Texto más grande",
  night: "Modo nocturno",
  back: "Atrás 5 segundos",
  meaning: "Significado",
  close: "Cerrar",
  wordList: "En la lista de palabras",
  backToStory: "Volver al relato",
  choose: "elige",
  right: "Bien",
  wrong: "Todavía no",
  score: "{right} de {all} bien",
  check: "Comprobar",
  up: "Subir",
  down: "Bajar",
  yourSentence: "Tu frase",
  otherSet: (version) => `Otra serie: ${version}`,
};

const french: WebStrings = {
  display: "Affichage",
  smaller: "Texte plus petit",
  larger: "Texte plus grand",
  night: "Mode nuit",
  back: "Reculer de 5 secondes",
  meaning: "Sens",
  close: "Fermer",
  wordList: "Dans la liste de mots",
  backToStory: "Retour au récit",
  choose: "choisis",
  right: "Juste",
  wrong: "Pas encore",
  score: "{right} sur {all} justes",
  check: "Vérifier",
  up: "Monter",
  down: "Descendre",
  yourSentence: "Ta phrase",
  otherSet: (version) => `Autre série\u202f: ${version}`,
};

const german: WebStrings = {
  display: "Darstellung",
  smaller: "Kleinere Schrift",
  larger: "Größere Schrift",
  night: "Nachtmodus",
  back: "5 Sekunden zurück",
  meaning: "Bedeutung",
  close: "Schließen",
  wordList: "In der Wörterliste",
  backToStory: "Zurück zur Geschichte",
  choose: "wählen",
  right: "Richtig",
  wrong: "Noch nicht",
  score: "{right} von {all} richtig",
  check: "Prüfen",
  up: "Nach oben",
  down: "Nach unten",
  yourSentence: "Dein Satz",
  otherSet: (version) => `Andere Reihe: ${version}`,
};

const known: Readonly<Record<string, WebStrings>> = { en: english, es: spanish, fr: french, de: german };

/** The strings of the pages' own language. */
export function webStringsFor({ tag }: { readonly tag: string }): WebStrings {
  return known[tag] ?? english;
}
