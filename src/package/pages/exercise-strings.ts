import type { Exercise } from "../exercises/exercise.ts";

/** The words around exercises, on screens and on paper, in one language. */
export interface ExerciseStrings {
  readonly tag: string;
  readonly exercises: string;
  readonly set: (version: string) => string;
  readonly answers: string;
  readonly kinds: Readonly<Record<Exercise["kind"], { readonly title: string; readonly task: string }>>;
  readonly gap: (number: number) => string;
  readonly letters: (count: number) => string;
  readonly otherOrders: string;
}

const english: ExerciseStrings = {
  tag: "en",
  exercises: "Exercises",
  set: (version) => `Set ${version}`,
  answers: "Answers",
  kinds: {
    cloze: {
      title: "Fill the gaps",
      task: "Take each word from the box. Some words in it fit nowhere.",
    },
    matching: { title: "Match", task: "Which meaning belongs to which word?" },
    "first-letter": {
      title: "Complete the words",
      task: "The first letter is given. Write the word.",
    },
    "letter-scramble": { title: "Unscramble", task: "Put the letters of each word in order." },
    "word-order": { title: "Build the sentences", task: "Put the words of each sentence in order." },
    "sentence-order": {
      title: "Order the story",
      task: "Put these sentences in the order of the story.",
    },
  },
  gap: (number) => `Gap ${number}`,
  letters: (count) => `${count} letters`,
  otherOrders: "The story’s own order is asked for; another may be good language too.",
};

const spanish: ExerciseStrings = {
  tag: "es",
  exercises: "Ejercicios",
  set: (version) => `Serie ${version}`,
  answers: "Soluciones",
  kinds: {
    cloze: {
      title: "Completa los huecos",
      task: "Toma cada palabra del recuadro. Algunas no van en ningún hueco.",
    },
    matching: { title: "Relaciona", task: "¿Qué significado corresponde a cada palabra?" },
    "first-letter": {
      title: "Completa las palabras",
      task: "Tienes la primera letra. Escribe la palabra.",
    },
    "letter-scramble": { title: "Letras revueltas", task: "Ordena las letras de cada palabra." },
    "word-order": { title: "Construye las frases", task: "Ordena las palabras de cada frase." },
    "sentence-order": {
      title: "Ordena el relato",
      task: "Pon estas frases en el orden del relato.",
    },
  },
  gap: (number) => `Hueco ${number}`,
  letters: (count) => `${count} letras`,
  otherOrders: "Se pide el orden del relato; otro también puede ser correcto.",
};

const french: ExerciseStrings = {
  tag: "fr",
  exercises: "Exercices",
  set: (version) => `Série ${version}`,
  answers: "Corrigé",
  kinds: {
    cloze: {
      title: "Remplis les trous",
      task: "Prends chaque mot dans l’encadré. Certains ne vont nulle part.",
    },
    matching: { title: "Relie", task: "Quel sens correspond à quel mot\u202f?" },
    "first-letter": {
      title: "Complète les mots",
      task: "La première lettre est donnée. Écris le mot.",
    },
    "letter-scramble": {
      title: "Lettres mêlées",
      task: "Remets les lettres de chaque mot dans l’ordre.",
    },
    "word-order": {
      title: "Construis les phrases",
      task: "Remets les mots de chaque phrase dans l’ordre.",
    },
    "sentence-order": {
      title: "Remets le récit en ordre",
      task: "Mets ces phrases dans l’ordre du récit.",
    },
  },
  gap: (number) => `Trou ${number}`,
  letters: (count) => `${count} lettres`,
  otherOrders: "C’est l’ordre du récit qui est demandé\u202f; un autre peut être correct aussi.",
};

const german: ExerciseStrings = {
  tag: "de",
  exercises: "Übungen",
  set: (version) => `Reihe ${version}`,
  answers: "Lösungen",
  kinds: {
    cloze: {
      title: "Lücken füllen",
      task: "Nimm jedes Wort aus dem Kasten. Einige passen nirgends.",
    },
    matching: { title: "Zuordnen", task: "Welche Bedeutung gehört zu welchem Wort?" },
    "first-letter": {
      title: "Wörter ergänzen",
      task: "Der erste Buchstabe steht da. Schreib das Wort.",
    },
    "letter-scramble": {
      title: "Buchstabensalat",
      task: "Bring die Buchstaben jedes Wortes in die richtige Reihenfolge.",
    },
    "word-order": {
      title: "Sätze bauen",
      task: "Bring die Wörter jedes Satzes in die richtige Reihenfolge.",
    },
    "sentence-order": {
      title: "Die Geschichte ordnen",
      task: "Bring diese Sätze in die Reihenfolge der Geschichte.",
    },
  },
  gap: (number) => `Lücke ${number}`,
  letters: (count) => `${count} Buchstaben`,
  otherOrders: "Gefragt ist die Reihenfolge der Geschichte; eine andere kann auch richtig sein.",
};

const known: Readonly<Record<string, ExerciseStrings>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
};

/** The strings of the pages' own language. */
export function exerciseStringsFor({ tag }: { readonly tag: string }): ExerciseStrings {
  return known[tag] ?? english;
}
