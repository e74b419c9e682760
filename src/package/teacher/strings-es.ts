import { counted } from "../../shared/counted.ts";
import type { TeacherStrings } from "./teacher-strings.ts";

export const spanish: TeacherStrings = {
  pages: "Para el profesor",
  plan: "Plan de clases",
  planIntro:
    "Un relato por semana. Las palabras de una semana vuelven después de una, dos y cuatro semanas: pregúntelas antes del relato nuevo.",
  week: (number) => `Semana ${number}`,
  read: "Leer",
  review: "Repaso",
  fromWeek: (number) => `de la semana ${number}`,
  practise: "Practicar",
  sheet: "Hoja para imprimir",
  key: "Soluciones",
  minutesOfSound: (minutes) => `grabación ${minutes}`,
  recycling: "Reaparición de las palabras",
  recyclingIntro: (few) =>
    `Cuántas veces tienen los relatos cada forma de las listas. Una palabra que se encuentra menos de ${few} veces rara vez se queda. Se cuenta tal como está escrita: otra flexión no cuenta.`,
  word: "Forma",
  meaning: "Significado",
  encounters: "Encuentros",
  below: (few) => `menos de ${few}`,
  inLessons: "Lecciones",
  longestGap: "Mayor intervalo",
  gapLessons: (lessons) => counted(lessons, "lección", "lecciones"),
  lessonsWith: (lessons) => `En las lecciones ${lessons}`,
  nowhere: "En ninguna lección",
  wordsByEncounters: "Formas según el número de encuentros",
  spreadsheet: "Lo mismo como hoja de cálculo",
  noWords: "Las lecciones de este volumen no tienen listas de palabras.",
  level: "Regularidad del nivel",
  levelIntro:
    "Las lecciones de un nivel deberían parecerse. Aquí está lo que se puede contar; no califica nada.",
  levelRule:
    "Se marcan las lecciones más alejadas de la mediana que tres desviaciones medianas y que un quinto de la mediana; con menos de cinco lecciones, ninguna.",
  measures: {
    length: { words: "Extensión en palabras", characters: "Extensión en caracteres" },
    different: { words: "Formas distintas", characters: "Caracteres distintos" },
    sentence: { words: "Palabras por frase", characters: "Caracteres por frase" },
    speed: { words: "Palabras grabadas por minuto", characters: "Caracteres grabados por minuto" },
  },
  lesson: "Lección",
  title: "Título",
  outlier: "distinta de las demás",
  outliers: (count) => counted(count, "distinta de las demás", "distintas de las demás"),
  median: (value) => `mediana ${value}`,
};
