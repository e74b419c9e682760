import type { FileStrings } from "./file-strings.ts";

export const german: FileStrings = {
  everything: "Jede Datei und wozu sie da ist",
  allFiles: "Alle Dateien",
  groups: {
    reading: "Lesen und hören",
    paper: "Auf Papier",
    words: "Wörter und Karten",
    platform: "Für eine Lernplattform",
    teacher: "Für die Lehrkraft",
  },
  files: {
    web: {
      name: "Web-Buch",
      use: "Geschichten, Aufnahmen, Bedeutungen zum Antippen, Übungen mit Antwort. Öffnet sich in jedem Browser, ohne Netz.",
    },
    epub: {
      name: "E-Book (EPUB)",
      use: "Der ganze Band für Tablet, Telefon und Lesegerät: Apple Books, Google Play Bücher, Kobo, Thorium, Calibre.",
    },
    texts: { name: "Reine Texte", use: "Für eigene Blätter. Öffnen sich in jedem Texteditor." },
    recordings: {
      name: "Aufnahmen",
      use: "Eine Tondatei je Lektion, für jeden Player, jedes Telefon, jeden Lautsprecher.",
    },
    books: {
      name: "Exportierte Bücher",
      use: "Wie der Dienst sie gab: Darin fand sich kein Ton, der hier bekannt ist.",
    },
    print: {
      name: "Arbeitsblätter",
      use: "Übungen in den Reihen A und B. Im Browser öffnen und von dort drucken, auf A4 oder Letter.",
    },
    keys: { name: "Lösungen", use: "Zu jedem Arbeitsblatt eine, für das Pult." },
    wordTable: {
      name: "Wörterliste",
      use: "Jedes Wort mit Bedeutung und Lektion. Öffnet sich in Excel, LibreOffice und Google Tabellen.",
    },
    ankiPackage: {
      name: "Lernkarten",
      use: "Für Anki: Datei doppelt anklicken. Eine spätere Ausgabe erneuert die Karten und verdoppelt keine.",
    },
    ankiText: {
      name: "Lernkarten als Text",
      use: "Für Ankis Datei → Importieren, wo es einen eigenen Notiztyp gibt.",
    },
    cartridge11: {
      name: "Common Cartridge 1.1",
      use: "Seiten und Tests für Moodle, Canvas, Blackboard und Open edX. Die Datei importieren, wie sie ist. Moodle rechnet die Punkte importierter Tests falsch zusammen: Wo Noten zählen, nehmen Sie dort SCORM oder eine Fragendatei. Open edX zeigt die Seiten ohne Ton.",
    },
    cartridge12: {
      name: "Common Cartridge 1.2",
      use: "Dasselbe für Schoology, CYPHER und andere, die 1.2 verlangen.",
    },
    scorm: {
      name: "SCORM-Lektionen",
      use: "Eine Datei je Lektion, mit Punktzahl. Ungeöffnet in Moodle oder eine andere Plattform geben.",
    },
    moodle: {
      name: "Moodle-Fragen",
      use: "Die Übungen für Moodles Fragensammlung: Import, Format „Moodle XML“.",
    },
    teacherCartridge11: {
      name: "Common Cartridge 1.1 mit Lösungen",
      use: "Dieselben Seiten und Tests, dazu Lösungen in jedem Modul. Open edX würde sie auch den Lernenden zeigen.",
    },
    teacherCartridge12: {
      name: "Common Cartridge 1.2 mit Lösungen",
      use: "Dasselbe für Plattformen, die 1.2 verlangen.",
    },
    plan: {
      name: "Unterrichtsplan",
      use: "Eine Geschichte je Woche, und welche Wörter wieder drankommen. Öffnet sich im Browser.",
    },
    recycling: {
      name: "Wiederkehr der Wörter",
      use: "Wie oft die Geschichten jedes Wort haben, und welche zu selten. Öffnet sich im Browser.",
    },
    recyclingTable: { name: "Dasselbe als Tabelle", use: "Öffnet sich in der Tabellenkalkulation." },
    level: {
      name: "Gleichmaß der Stufe",
      use: "Ob sich die Lektionen in Länge und Sätzen gleichen. Öffnet sich im Browser.",
    },
  },
  soundApart:
    "Eine Datei ohne Ton nennt die Aufnahme, die zu ihr gehört; der Ton selbst ist bei den Aufnahmen.",
  extras: "Was mit einer Aufnahme zusammen kam, liegt bei ihr im Ordner audio.",
  metadata: "Jede Lektion als Zeile einer Tabelle",
  manifest: "Dasselbe und mehr, für Programme",
};
