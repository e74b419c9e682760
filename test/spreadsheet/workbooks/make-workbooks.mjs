// Writes the workbooks of this folder with LibreOffice, in three locales: `node test/spreadsheet/workbooks/make-workbooks.mjs`. Needs `soffice`; the tests don't.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const day = (value) => ({ type: "date", value });

// The same course as people of three countries write it.
const courses = {
  "en-US": {
    course: [
      ["Name", "Value"],
      ["Title", "Everyday Spanish"],
      ["Course ID", "everyday"],
      ["Publisher", "Sol Press"],
      ["Publication date", day("2026-12-01")],
      ["Reader", "English"],
      ["Edition", 1],
      ["Budget", 1500],
      ["Budget per month", 3000],
      ["Languages", "Spanish, French"],
      ["Levels", "2; 4"],
      ["Length", "Short"],
      ["Audiobook", true],
    ],
    topics: [
      ["Topic", "ID", "Topic (fr)", "Levels", "Word lists", "Length", "Questions", "Languages", "Room"],
      [
        "Una mañana en el mercado",
        "market",
        "Un matin au marché",
        2,
        "Market",
        "",
        "¿Dónde?\n¿Cuándo?",
        "es, fr",
        "12b",
      ],
      ["", "", "", "", "", "", "", "", ""],
      ["El tren nocturno", "", "", "2; 4", "", "medium", "", "Spanish", ""],
      ["1984", "book", "", 4, "", "", "", "es", ""],
    ],
    Market: [
      ["Word", "Meaning", "Language"],
      ["el puesto", "stall", "es"],
      ["barato, -a", "cheap", "es"],
      ["le stand", "stall", "fr"],
      ["=SUM", "a sum", "fr"],
    ],
    Room: [["Plan of the room"], ["12b"]],
  },
  "de-DE": {
    Kurs: [
      ["Name", "Wert"],
      ["Titel", "Everyday Spanish"],
      ["Kurskennung", "everyday"],
      ["Verlag", "Sol Press"],
      ["Erscheinungsdatum", day("2026-12-01")],
      ["Lesesprache", "Englisch"],
      ["Ausgabe", 1],
      ["Budget", "1.500,00"],
      ["Budget pro Monat", 3000],
      ["Sprachen", "Spanisch; Französisch"],
      ["Stufen", "2; 4"],
      ["Länge", "kurz"],
      ["Hörbuch", true],
    ],
    Themen: [
      ["Thema", "Kennung", "Thema (fr)", "Stufen", "Wortlisten", "Länge", "Fragen", "Sprachen", "Raum"],
      [
        "Una mañana en el mercado",
        "market",
        "Un matin au marché",
        2,
        "market",
        "",
        "¿Dónde? | ¿Cuándo?",
        "es; fr",
        "12b",
      ],
      ["El tren nocturno", "", "", "2;4", "", "mittel", "", "spanisch", ""],
      ["1984", "book", "", 4, "", "", "", "es", ""],
    ],
    Market: [
      ["Wort", "Bedeutung", "Sprache"],
      ["el puesto", "stall", "es"],
      ["barato, -a", "cheap", "es"],
      ["le stand", "stall", "Französisch"],
      ["=SUM", "a sum", "fr"],
    ],
    Raum: [["Plan des Raums"], ["12b"]],
  },
  "fr-FR": {
    Cours: [
      ["nom", "valeur"],
      ["Titre", "Everyday Spanish"],
      ["Identifiant du cours", "everyday"],
      ["Éditeur", "Sol Press"],
      ["Date de publication", "01.12.2026"],
      ["Langue du lecteur", "anglais"],
      ["Édition", 1],
      ["Budget", "1 500"],
      ["Budget par mois", "3 000,0"],
      ["Langues", "espagnol, français"],
      ["Niveaux", "2, 4"],
      ["Longueur", "court"],
      ["Livre audio", "oui"],
    ],
    Sujets: [
      [
        "Sujet",
        "Identifiant",
        "Sujet (français)",
        "Niveaux",
        "Mots",
        "Longueur",
        "Questions",
        "Langues",
        "Salle",
      ],
      [
        "Una mañana en el mercado",
        "market",
        "Un matin au marché",
        2,
        "MARKET",
        "",
        "¿Dónde?\n\n¿Cuándo?",
        "es / fr",
        "12b",
      ],
      ["El tren nocturno", "", "", "2, 4", "", "moyen", "", "espagnol", ""],
      ["1984", "book", "", 4, "", "", "", "es", ""],
    ],
    Market: [
      ["Mot", "Traduction", "Langue"],
      ["el puesto", "stall", "espagnol"],
      ["barato, -a", "cheap", "es"],
      ["le stand", "stall", "fr"],
      ["=SUM", "a sum", "fr"],
    ],
    Salle: [["Plan de la salle"], ["12b"]],
  },
};

// The French one after a month: topics reworded and in another order, and one word more.
const french = courses["fr-FR"];
const [head, market, train, book] = french.Sujets;
const changed = {
  ...french,
  Sujets: [
    head,
    ["1984", "", ...book.slice(2)],
    ["Una mañana en el gran mercado", "", ...market.slice(2)],
    ["El gran tren nocturno", ...train.slice(1)],
  ],
  Market: [...french.Market, ["pan", "bread", "espagnol"]],
};

// What a teacher types, and what a program with a decimal comma makes of it.
const typed = [
  "Thema;Stufen;Kennung;Wortlisten",
  "Ein Morgen auf dem Markt;2,4;markt;",
  "Der Nachtzug;2-4;1.3.;",
  "Die Prüfung;2;wahr;",
  "=1+1;2;rechnung;",
  "Das Ende;zwei;ende;Markt",
].join("\n");

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function cellOf(value) {
  if (value === "") return "<table:table-cell/>";
  const { type, value: own } = typeof value === "object" ? value : { type: typeof value, value };
  if (type === "number") return `<table:table-cell office:value-type="float" office:value="${own}"/>`;
  if (type === "boolean")
    return `<table:table-cell office:value-type="boolean" office:boolean-value="${own}"/>`;
  if (type === "date")
    return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${own}"/>`;
  const paragraphs = own.split("\n").map((line) => `<text:p>${escaped(line)}</text:p>`);
  return `<table:table-cell office:value-type="string">${paragraphs.join("")}</table:table-cell>`;
}

const space = "urn:oasis:names:tc:opendocument:xmlns";
const workbookOf = (sheets) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="${space}:office:1.0" xmlns:table="${space}:table:1.0" xmlns:text="${space}:text:1.0" xmlns:style="${space}:style:1.0" xmlns:number="${space}:datastyle:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><number:date-style style:name="dayformat"><number:day number:style="long"/><number:text>.</number:text><number:month number:style="long"/><number:text>.</number:text><number:year number:style="long"/></number:date-style><style:style style:name="day" style:family="table-cell" style:data-style-name="dayformat"/></office:automatic-styles>
<office:body><office:spreadsheet>${Object.entries(sheets)
  .map(
    ([name, rows]) =>
      `<table:table table:name="${name}">${rows.map((row) => `<table:table-row>${row.map(cellOf).join("")}</table:table-row>`).join("")}</table:table>`,
  )
  .join("")}</office:spreadsheet></office:body></office:document>
`;

const settings = (locale) => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item></oor:items>
`;

const here = import.meta.dirname;
const german = "1031";

for (const [locale, sheets] of Object.entries(courses)) {
  const work = mkdtempSync(join(tmpdir(), "workbooks-"));
  mkdirSync(join(work, "profile", "user"), { recursive: true });
  writeFileSync(join(work, "profile", "user", "registrymodifications.xcu"), settings(locale));
  const convert = (...args) =>
    execFileSync("soffice", [
      `-env:UserInstallation=${pathToFileURL(join(work, "profile"))}`,
      "--headless",
      ...args.slice(0, -1),
      "--outdir",
      work,
      args.at(-1),
    ]);
  writeFileSync(join(work, "course.fods"), workbookOf(sheets));
  convert("--convert-to", "xlsx:Calc MS Excel 2007 XML", join(work, "course.fods"));
  copyFileSync(join(work, "course.xlsx"), join(here, `${locale}.xlsx`));
  if (locale === "fr-FR") {
    writeFileSync(join(work, "course.fods"), workbookOf(changed));
    convert("--convert-to", "xlsx:Calc MS Excel 2007 XML", join(work, "course.fods"));
    copyFileSync(join(work, "course.xlsx"), join(here, "fr-FR-changed.xlsx"));
  }
  const [topics] = Object.values(sheets).slice(1);
  writeFileSync(join(work, "topics.fods"), workbookOf({ topics }));
  const separator = locale === "en-US" ? 44 : 59;
  convert("--convert-to", `csv:Text - txt - csv (StarCalc):${separator},34,76`, join(work, "topics.fods"));
  copyFileSync(join(work, "topics.csv"), join(here, `${locale}.csv`));
  if (locale === "de-DE") {
    writeFileSync(join(work, "typed.csv"), typed);
    convert(
      `--infilter=CSV:59,34,76,1,,${german},false,true,false,true`,
      "--convert-to",
      "xlsx:Calc MS Excel 2007 XML",
      join(work, "typed.csv"),
    );
    copyFileSync(join(work, "typed.xlsx"), join(here, "typed.xlsx"));
  }
  rmSync(work, { recursive: true });
}
