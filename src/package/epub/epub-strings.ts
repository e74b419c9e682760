import type { PageStrings } from "../pages/page-strings.ts";

/** The sentences that only a book has, beside those of the package's pages. Plain text. */
export interface EpubStrings {
  readonly cover: (title: string) => string;
  readonly titlePage: string;
  readonly glossary: string;
  readonly glossaryHint: string;
  readonly inLessons: string;
  readonly toStory: (word: string, lesson: number) => string;
  readonly rights: string;
  readonly publishedBy: string;
  readonly license: string;
  readonly noLicense: string;
  readonly identifier: string;
  readonly recordingBeside: string;
  readonly recordingMissing: string;
  readonly readable: string;
  readonly readableWithSound: string;
}

const english: EpubStrings = {
  cover: (title) => `Cover: ${title}`,
  titlePage: "Title page",
  glossary: "Glossary",
  glossaryHint:
    "The words of the lessons in the order in which they are met. A number leads back to the story.",
  inLessons: "In lessons",
  toStory: (word, lesson) => `${word}: back to the story of lesson ${lesson}`,
  rights: "Rights",
  publishedBy: "Published by",
  license: "License",
  noLicense: "The publisher has not stated a license. All rights stay with their holders.",
  identifier: "Identifier of this book",
  recordingBeside: "The recording is beside this book in the course package:",
  recordingMissing: "Your reading app can’t play this recording here.",
  readable:
    "All content is text in reading order with headings, a table of contents and a linked glossary. The language of every text is marked. The only image is the cover, which is described.",
  readableWithSound:
    "The stories are also recordings that can be played; nothing is said in a recording that is not in the text.",
};

const spanish: EpubStrings = {
  cover: (title) => `Cubierta: ${title}`,
  titlePage: "Portada",
  glossary: "Glosario",
  glossaryHint:
    "Las palabras de las lecciones en el orden en que aparecen. El número lleva de vuelta al cuento.",
  inLessons: "En las lecciones",
  toStory: (word, lesson) => `${word}: volver al cuento de la lección ${lesson}`,
  rights: "Derechos",
  publishedBy: "Publicado por",
  license: "Licencia",
  noLicense:
    "La editorial no ha indicado ninguna licencia. Todos los derechos siguen siendo de sus titulares.",
  identifier: "Identificador de este libro",
  recordingBeside: "La grabación está junto a este libro en el paquete del curso:",
  recordingMissing: "Tu aplicación de lectura no puede reproducir aquí esta grabación.",
  readable:
    "Todo el contenido es texto en orden de lectura, con títulos, índice y un glosario enlazado. Cada texto lleva marcado su idioma. La única imagen es la cubierta, que está descrita.",
  readableWithSound:
    "Los cuentos están también grabados y se pueden escuchar; ninguna grabación dice nada que no esté en el texto.",
};

const french: EpubStrings = {
  cover: (title) => `Couverture\u202f: ${title}`,
  titlePage: "Page de titre",
  glossary: "Glossaire",
  glossaryHint: "Les mots des leçons dans l’ordre où on les rencontre. Un numéro ramène à l’histoire.",
  inLessons: "Dans les leçons",
  toStory: (word, lesson) => `${word}\u202f: retour à l’histoire de la leçon ${lesson}`,
  rights: "Droits",
  publishedBy: "Publié par",
  license: "Licence",
  noLicense: "L’éditeur n’a pas indiqué de licence. Tous les droits restent à leurs titulaires.",
  identifier: "Identifiant de ce livre",
  recordingBeside: "L’enregistrement est à côté de ce livre dans le paquet du cours\u202f:",
  recordingMissing: "Votre application de lecture ne peut pas lire cet enregistrement ici.",
  readable:
    "Tout le contenu est du texte dans l’ordre de lecture, avec des titres, une table des matières et un glossaire lié. La langue de chaque texte est indiquée. La seule image est la couverture, qui est décrite.",
  readableWithSound:
    "Les histoires sont aussi enregistrées et peuvent être écoutées\u202f; aucun enregistrement ne dit rien qui ne soit dans le texte.",
};

const german: EpubStrings = {
  cover: (title) => `Umschlag: ${title}`,
  titlePage: "Titelseite",
  glossary: "Glossar",
  glossaryHint:
    "Die Wörter der Lektionen in der Reihenfolge, in der sie vorkommen. Eine Nummer führt zurück zur Geschichte.",
  inLessons: "In den Lektionen",
  toStory: (word, lesson) => `${word}: zurück zur Geschichte von Lektion ${lesson}`,
  rights: "Rechte",
  publishedBy: "Verlegt von",
  license: "Lizenz",
  noLicense: "Der Verlag hat keine Lizenz angegeben. Alle Rechte bleiben bei ihren Inhabern.",
  identifier: "Kennung dieses Buchs",
  recordingBeside: "Die Aufnahme liegt neben diesem Buch im Kurspaket:",
  recordingMissing: "Diese Aufnahme lässt sich in Ihrer Lese-App nicht abspielen.",
  readable:
    "Der ganze Inhalt ist Text in Leserichtung mit Überschriften, Inhaltsverzeichnis und verlinktem Glossar. Die Sprache jedes Textes ist ausgezeichnet. Das einzige Bild ist der Umschlag, der beschrieben ist.",
  readableWithSound:
    "Die Geschichten gibt es auch als Aufnahmen zum Abspielen; keine Aufnahme sagt etwas, das nicht im Text steht.",
};

const known: Readonly<Record<string, EpubStrings>> = { en: english, es: spanish, fr: french, de: german };

/** A book's own sentences in the language of the package's pages. */
export function epubStringsFor(strings: PageStrings): EpubStrings {
  return known[strings.tag] ?? english;
}
