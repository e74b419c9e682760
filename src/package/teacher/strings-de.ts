import { counted } from "../../shared/counted.ts";
import type { TeacherStrings } from "./teacher-strings.ts";

export const german: TeacherStrings = {
  pages: "Für die Lehrkraft",
  plan: "Unterrichtsplan",
  planIntro:
    "Eine Geschichte je Woche. Die Wörter einer Woche kommen nach einer, zwei und vier Wochen wieder: Fragen Sie sie vor der neuen Geschichte ab.",
  week: (number) => `Woche ${number}`,
  read: "Lesen",
  review: "Wiederholen",
  fromWeek: (number) => `aus Woche ${number}`,
  practise: "Üben",
  sheet: "Arbeitsblatt",
  key: "Lösungen",
  minutesOfSound: (minutes) => `Aufnahme ${minutes}`,
  recycling: "Wiederkehr der Wörter",
  recyclingIntro: (few) =>
    `Wie oft die Geschichten jede Wortform der Listen haben. Ein Wort, das weniger als ${few} Mal vorkommt, bleibt selten haften. Gezählt wie geschrieben: Eine andere Beugung zählt nicht.`,
  word: "Wortform",
  meaning: "Bedeutung",
  encounters: "Begegnungen",
  below: (few) => `unter ${few}`,
  inLessons: "Lektionen",
  longestGap: "Längste Pause",
  gapLessons: (lessons) => counted(lessons, "Lektion", "Lektionen"),
  lessonsWith: (lessons) => `In den Lektionen ${lessons}`,
  nowhere: "In keiner Lektion",
  wordsByEncounters: "Wortformen nach Zahl der Begegnungen",
  spreadsheet: "Dasselbe als Tabelle",
  noWords: "Die Lektionen dieses Bandes haben keine Wörterlisten.",
  level: "Gleichmaß der Stufe",
  levelIntro:
    "Lektionen einer Stufe sollten einander gleichen. Hier steht, was sich zählen lässt; es benotet nichts.",
  levelRule:
    "Hervorgehoben sind Lektionen, die weiter vom Median liegen als drei Medianabweichungen und als ein Fünftel des Medians; bei weniger als fünf Lektionen keine.",
  measures: {
    length: { words: "Länge in Wörtern", characters: "Länge in Zeichen" },
    different: { words: "Verschiedene Wortformen", characters: "Verschiedene Zeichen" },
    sentence: { words: "Wörter je Satz", characters: "Zeichen je Satz" },
    speed: { words: "Gesprochene Wörter je Minute", characters: "Gesprochene Zeichen je Minute" },
  },
  lesson: "Lektion",
  title: "Titel",
  outlier: "fällt heraus",
  outliers: (count) => `${count} fallen heraus`,
  median: (value) => `Median ${value}`,
};
