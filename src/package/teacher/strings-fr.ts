import { counted } from "../../shared/counted.ts";
import type { TeacherStrings } from "./teacher-strings.ts";

export const french: TeacherStrings = {
  pages: "Pour l’enseignant",
  plan: "Plan des leçons",
  planIntro:
    "Un récit par semaine. Les mots d’une semaine reviennent après une, deux et quatre semaines\u202f: demandez-les avant le nouveau récit.",
  week: (number) => `Semaine ${number}`,
  read: "Lire",
  review: "Révision",
  fromWeek: (number) => `de la semaine ${number}`,
  practise: "S’exercer",
  sheet: "Fiche à imprimer",
  key: "Corrigé",
  minutesOfSound: (minutes) => `enregistrement ${minutes}`,
  recycling: "Retour des mots",
  recyclingIntro: (few) =>
    `Combien de fois les récits contiennent chaque forme des listes. Un mot rencontré moins de ${few} fois reste rarement. Compté tel qu’il est écrit\u202f: une autre flexion ne compte pas.`,
  word: "Forme",
  meaning: "Sens",
  encounters: "Rencontres",
  below: (few) => `moins de ${few}`,
  inLessons: "Leçons",
  longestGap: "Plus long intervalle",
  gapLessons: (lessons) => counted(lessons, "leçon", "leçons"),
  lessonsWith: (lessons) => `Dans les leçons ${lessons}`,
  nowhere: "Dans aucune leçon",
  wordsByEncounters: "Formes selon le nombre de rencontres",
  spreadsheet: "La même chose en tableur",
  noWords: "Les leçons de ce volume n’ont pas de listes de mots.",
  level: "Régularité du niveau",
  levelIntro:
    "Les leçons d’un niveau devraient se ressembler. Voici ce qui se compte\u202f; rien n’y est noté.",
  levelRule:
    "Sont signalées les leçons plus éloignées de la médiane que trois écarts médians et qu’un cinquième de la médiane\u202f; à moins de cinq leçons, aucune.",
  measures: {
    length: { words: "Longueur en mots", characters: "Longueur en caractères" },
    different: { words: "Formes différentes", characters: "Caractères différents" },
    sentence: { words: "Mots par phrase", characters: "Caractères par phrase" },
    speed: { words: "Mots enregistrés par minute", characters: "Caractères enregistrés par minute" },
  },
  lesson: "Leçon",
  title: "Titre",
  outlier: "à part",
  outliers: (count) => `${count} à part`,
  median: (value) => `médiane ${value}`,
};
