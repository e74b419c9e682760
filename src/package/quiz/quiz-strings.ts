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
  readonly wrong: string;
  /** Asks for the right answers, and says what that means for the score. */
  readonly reveal: string;
  /** Said when the right answers are shown: whatever is answered now is for practice. */
  readonly settled: string;
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
  wrong: "Not quite",
  reveal: "Show the answers and keep this score",
  settled: "The answers are shown. Your score stays as it is; you can go on for practice.",
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
  wrong: "No exactamente",
  reveal: "Mostrar las soluciones y quedarme con esta puntuación",
  settled: "Se muestran las soluciones. Tu puntuación queda como está; puedes seguir practicando.",
  score: (right, of) => `${right} de ${of} correctas`,
  recording: (file) => `La grabación es el archivo ${file} del paquete del curso.`,
};

const french: QuizStrings = {
  tag: "fr",
  story: "Récit",
  words: "Mots",
  exercises: (version) => `Exercices ${version}`,
  key: "Corrigé pour l’enseignant",
  whichFirst: "Laquelle de ces phrases vient en premier dans le récit\u202f?",
  choose: "Choisis",
  check: "Vérifier mes réponses",
  again: "Changer les réponses et vérifier encore",
  right: "Juste",
  wrong: "Pas tout à fait",
  reveal: "Montrer les réponses et garder ce score",
  settled: "Les réponses sont montrées. Ton score reste tel quel\u202f; tu peux continuer pour t’entraîner.",
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
  wrong: "Nicht ganz",
  reveal: "Lösungen zeigen und diese Punktzahl behalten",
  settled: "Die Lösungen sind zu sehen. Deine Punktzahl bleibt, wie sie ist; du kannst weiter üben.",
  score: (right, of) => `${right} von ${of} richtig`,
  recording: (file) => `Die Aufnahme ist die Datei ${file} des Kurspakets.`,
};

const known: Readonly<Record<string, QuizStrings>> = { en: english, es: spanish, fr: french, de: german };

/** The strings of the pages' own language. */
export function quizStringsFor({ tag }: { readonly tag: string }): QuizStrings {
  return known[tag] ?? english;
}
