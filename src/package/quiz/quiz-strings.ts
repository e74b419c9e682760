/** The words that quizzes on learning platforms need beyond the exercises' own, in one language. */
export interface QuizStrings {
  readonly tag: string;
  readonly story: string;
  readonly words: string;
  readonly exercises: (version: string) => string;
  readonly key: string;
  readonly whichFirst: string;
  readonly choose: string;
  readonly check: string;
  readonly again: string;
  readonly right: string;
  readonly wrong: (answer: string) => string;
  readonly score: (right: string, of: string) => string;
  /** Where the recording is, in a file that holds none. */
  readonly recording: (file: string) => string;
}

const english: QuizStrings = {
  tag: "en",
  story: "Story",
  words: "Words",
  exercises: (version) => `Exercises ${version}`,
  key: "Answer key for the teacher",
  whichFirst: "Which of these sentences comes first in the story?",
  choose: "Choose",
  check: "Check my answers",
  again: "Change answers and check again",
  right: "Right",
  wrong: (answer) => `Not quite: ${answer}`,
  score: (right, of) => `${right} of ${of} right`,
  recording: (file) => `The recording is the file ${file} of the course package.`,
};

const spanish: QuizStrings = {
  tag: "es",
  story: "Relato",
  words: "Palabras",
  exercises: (version) => `Ejercicios ${version}`,
  key: "Soluciones para el docente",
  whichFirst: "¿Cuál de estas frases aparece primero en el relato?",
  choose: "Elige",
  check: "Comprobar mis respuestas",
  again: "Cambiar las respuestas y comprobar otra vez",
  right: "Correcto",
  wrong: (answer) => `No exactamente: ${answer}`,
  score: (right, of) => `${right} de ${of} correctas`,
  recording: (file) => `La grabación es el archivo ${file} del paquete del curso.`,
};

const french: QuizStrings = {
  tag: "fr",
  story: "Récit",
  words: "Mots",
  exercises: (version) => `Exercices ${version}`,
  key: "Corrigé pour l’enseignant",
  whichFirst: "Laquelle de ces phrases vient en premier dans le récit ?",
  choose: "Choisis",
  check: "Vérifier mes réponses",
  again: "Changer les réponses et vérifier encore",
  right: "Juste",
  wrong: (answer) => `Pas tout à fait : ${answer}`,
  score: (right, of) => `${right} sur ${of} justes`,
  recording: (file) => `L’enregistrement est le fichier ${file} du paquet du cours.`,
};

const german: QuizStrings = {
  tag: "de",
  story: "Geschichte",
  words: "Wörter",
  exercises: (version) => `Übungen ${version}`,
  key: "Lösungen für die Lehrkraft",
  whichFirst: "Welcher dieser Sätze kommt in der Geschichte zuerst?",
  choose: "Wähle",
  check: "Antworten prüfen",
  again: "Antworten ändern und noch einmal prüfen",
  right: "Richtig",
  wrong: (answer) => `Nicht ganz: ${answer}`,
  score: (right, of) => `${right} von ${of} richtig`,
  recording: (file) => `Die Aufnahme ist die Datei ${file} des Kurspakets.`,
};

const known: Readonly<Record<string, QuizStrings>> = { en: english, es: spanish, fr: french, de: german };

/** The strings of the pages' own language. */
export function quizStringsFor({ tag }: { readonly tag: string }): QuizStrings {
  return known[tag] ?? english;
}
