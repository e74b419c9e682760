import { type Mistake, planText } from "../fixtures.ts";

const list = (source: string) =>
  planText({ topics: "topics: [{ topic: A walk, words: [w] }]" }, `words: { w: ${source} }`);
const fromFile = (name: string) => list(`{ es: { file: ${name} } }`);

/** Word lists, inline and in files. */
export const mistakesOfLists: readonly Mistake[] = [
  {
    says: "a word list that does not exist",
    plan: planText(
      { topics: "topics: [{ topic: A walk, words: [travle] }, { topic: A ride, words: [travel] }]" },
      "words: { travel: { es: [billete] } }",
    ),
    lines: ['plan.yaml:6:35: error: no word list is called "travle" (did you mean "travel"?)'],
  },
  {
    says: "a word list without the language of a job",
    plan: planText(
      { languages: "languages: [es-419]", topics: "topics: [{ topic: A walk, words: [travel] }]" },
      "words: { travel: { es: [billete] } }",
    ),
    lines: [
      'plan.yaml:6:35: error: the word list "travel" has no "es-419", which the topic "a-walk" needs; it has "es": the service takes "es" and "es-419" for two languages, so give the list both (a YAML alias repeats one)',
    ],
  },
  {
    says: "a word list that no topic uses",
    plan: planText({}, "words: { travel: { es: [billete] } }"),
    lines: [
      'plan.yaml:7:10: warning: no topic uses the word list "travel"; name it under a topic\'s words, or remove it',
    ],
  },
  {
    says: "a file of words that is not there",
    plan: fromFile("words.csv"),
    lines: [
      'plan.yaml:7:27: error: can\'t read "words.csv": there is no such file; check its name and folder',
    ],
  },
  {
    says: "a folder in place of a file",
    plan: fromFile("words.csv"),
    files: { "words.csv/x.txt": "" },
    lines: ['plan.yaml:7:27: error: can\'t read "words.csv": it is not an ordinary file; name a file'],
  },
  {
    says: "a file of words of an unknown kind",
    plan: fromFile("words.ods"),
    files: { "words.ods": "" },
    lines: [
      'plan.yaml:7:27: error: "words.ods" is not a word list; use a .csv, .tsv or .xlsx file with the columns word and gloss, or a .txt file with one word a line',
    ],
  },
  {
    says: "a spreadsheet that is none",
    plan: fromFile("words.xlsx"),
    files: { "words.xlsx": "word,gloss\n" },
    lines: [
      'words.xlsx:1:1: error: "words.xlsx" can\'t be read: it is no Excel workbook, or a damaged one; save it again as .xlsx, or as .csv',
    ],
  },
  {
    says: "a file of words outside the plan's folder",
    plan: fromFile("../words.csv"),
    lines: [
      'plan.yaml:7:27: error: "../words.csv" leads out of the plan\'s folder with ".."; name a file below the plan\'s folder',
    ],
  },
  {
    says: "a file of words by its absolute path",
    plan: fromFile("/etc/passwd.txt"),
    lines: [
      'plan.yaml:7:27: error: "/etc/passwd.txt" is an absolute path; name a file below the plan\'s folder',
    ],
  },
  {
    says: "a table without the column word",
    plan: fromFile("words.csv"),
    files: { "words.csv": "palabra;gloss\npan;bread\n" },
    lines: [
      'words.csv:1:1: error: the first row names no column "word" between commas, only "palabra;gloss"; start the file with "word,gloss"',
    ],
  },
  {
    says: "a row with a comma that was meant as text",
    plan: fromFile("words.csv"),
    files: { "words.csv": "word,gloss\npan,bread\nprobar,to taste, to try\n" },
    lines: [
      "words.csv:3:17: error: this row has 3 fields, the first row 2; put a text with a separator in it in double quotes",
    ],
  },
  {
    says: "a quote that is never closed in a table",
    plan: fromFile("words.csv"),
    files: { "words.csv": 'word,gloss\npan,"bread\n' },
    lines: [
      "words.csv:2:5: error: this double quote is never closed; close it, or double it if it is meant as a character",
    ],
  },
  {
    says: "a row without a word",
    plan: fromFile("words.csv"),
    files: { "words.csv": "gloss,word\nbread,pan\nwater,\n" },
    lines: ['words.csv:3:7: error: "word" is empty once it is cleaned; write at least one character'],
  },
  {
    says: "a file of words that is not UTF-8, at the byte",
    plan: fromFile("words.csv"),
    files: { "words.csv": Buffer.from("word,gloss\nni\u00f1o,boy\n", "latin1") },
    lines: ['words.csv:2:3: error: "words.csv" is not UTF-8 from here on; save it as UTF-8'],
  },
  {
    says: "a file without a word",
    plan: fromFile("words.txt"),
    files: { "words.txt": "# none yet\n\n" },
    lines: ['plan.yaml:7:27: error: "file" is empty; give it at least one value (the file has no words)'],
  },
  {
    says: "a word that a list has twice",
    plan: list("{ es: [pan, agua, Pan] }"),
    lines: ['plan.yaml:7:31: warning: the word "Pan" was there before, at plan.yaml:7:20; it is used once'],
  },
  {
    says: "an invisible control in a word",
    plan: list('{ es: ["pan\\u202e"] }'),
    lines: [
      'plan.yaml:7:20: warning: invisible control characters were removed from "word"; check that the text is what you meant',
    ],
  },
];
