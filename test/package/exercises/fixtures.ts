import type { Question } from "../../../src/lessons/questions/question.ts";
import { paragraphsOf } from "../../../src/lessons/text/sentences.ts";
import { lessonWords } from "../../../src/package/contents/lesson-words.ts";
import { chanceOf, type Draft, nothingShown, roomIn } from "../../../src/package/exercises/draft.ts";
import type { Exercise, ExerciseSheet, Item, Kind } from "../../../src/package/exercises/exercise.ts";
import { exerciseSheets, type HeardAt } from "../../../src/package/exercises/exercise-sheets.ts";
import { kindsOf } from "../../../src/package/exercises/kinds/cloze.ts";
import { listedGaps, storyGaps } from "../../../src/package/exercises/kinds/gaps.ts";
import { exchangesOf } from "../../../src/package/exercises/kinds/true-false.ts";
import { type Story, storyOf } from "../../../src/package/exercises/story.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

interface Made {
  readonly text: string;
  readonly lang?: string;
  /** `word` or `word = gloss`. */
  readonly words?: readonly string[];
  readonly job?: string;
  readonly title?: string;
  /** Whether a sentence of the text has times. By default none has. */
  readonly isHeard?: (sentence: string) => boolean;
  readonly questions?: readonly Question[];
}

/** The sheets of a lesson that is described in one line. */
export function sheetsOf(made: Made): ExerciseSheet[] {
  const { text, lang = "es", words = [], job = "market.es.2", title = "", isHeard = () => false } = made;
  const { questions = [] } = made;
  const language = languageOf(lang);
  const listed = words.map((line) => {
    const [word = "", gloss = null] = line.split(" = ");
    return { word, gloss };
  });
  const paragraphs = paragraphsOf(text);
  const found = lessonWords(paragraphs, { words: listed }, { language, reader: languageOf("en") });
  // One second for each character before the sentence.
  const heardAt: HeardAt = ({ paragraph, from, to }) =>
    isHeard(paragraphs[paragraph]?.slice(from, to) ?? "")
      ? { startMs: (paragraph * 10_000 + from) * 1_000, endMs: (paragraph * 10_000 + to) * 1_000 }
      : null;
  const source = { course: "weekly", job, title, heardAt, questions };
  return exerciseSheets({ ...source, ...found, language, reader: languageOf("en") });
}

/** The exercise of one kind in version A. */
export function exerciseOf(kind: Kind, made: Made): Exercise | undefined {
  return sheetsOf(made)[0]?.exercises.find((each) => each.kind === kind);
}

/** A sentence with its gap filled. */
export const whole = ({ before, answer, after }: Pick<Item, "before" | "answer" | "after">) =>
  `${before}${answer}${after}`;

/** A story of plain paragraphs, without words of a list. */
export function storyIn(text: string | readonly string[], lang = "es"): Story {
  const paragraphs = [text].flat().map((each) => ({ text: each, marks: [], cuts: null, occurrences: [] }));
  return storyOf({ paragraphs, words: [] }, languageOf(lang));
}

/** The items of some exercises, or of those of one kind. */
export function itemsOf(exercises: readonly Exercise[] = [], kind: Kind | null = null): Item[] {
  return exercises.filter((each) => kind === null || each.kind === kind).flatMap(({ items }) => items);
}

/** What an exercise is made from where no other has taken any of the story. */
export function draftOf(story: Story, some: Partial<Draft> = {}): Draft {
  return {
    story,
    chance: chanceOf("seed"),
    newFirst: (candidates) => [...candidates],
    shown: nothingShown,
    room: { ...roomIn(story), wordOrder: 5 },
    reader: languageOf("en"),
    verdicts: ["True", "False"],
    listed: listedGaps(story),
    others: storyGaps(story),
    kindOf: kindsOf(story, languageOf("en")),
    questions: [],
    exchanges: exchangesOf(story),
    heard: new Map(),
    ...some,
  };
}

/** A story of short sentences that is suitable for every exercise. */
export const plainStory = `El gato negro duerme en la silla. Luis compra pan y queso en la tienda. La abuela prepara una sopa caliente.

Por la tarde los niños juegan en el jardín. El tren sale temprano de la estación. Ana lee un libro junto a la ventana.

Mi hermana busca las llaves verdes. El perro mira la puerta cerrada. Nadie contesta el teléfono viejo. La lluvia golpea los cristales grandes.

El vecino canta canciones antiguas. Las hojas amarillas caen despacio. Pedro guarda los zapatos nuevos. La maestra escribe palabras difíciles. El camarero trae platos enormes.

Los pájaros duermen entre las ramas. Una mujer espera junto al semáforo. El cartero sube escaleras estrechas. La niña dibuja barcos azules. Mañana llega el circo famoso.

El médico cierra la consulta. Tres amigos caminan hacia la playa. El molino gira sin descanso. Su padre arregla bicicletas rotas. La vela alumbra el cuarto oscuro.`;

/** A story of people and places, of which statements can be made. */
export const journey = `Marta vive en una casa pequeña. Su padre trabaja en la panadería. Por la mañana Marta deja su bicicleta en el garaje. Después compra tomates en el mercado.

El cartero duerme en la cocina. Su hermano pinta un barco rojo en la terraza. La vecina toca la guitarra en el parque. Un pájaro canta en la ventana. El médico pierde su sombrero en el tren.

Por la tarde llueve mucho. Marta busca su paraguas en el sótano. El gato juega con la pelota. La abuela corta cebollas con la navaja. Un niño escribe seis cartas con la pluma.

La maestra guarda galletas en la caja verde. Los turistas cenan en el restaurante. Tres soldados descansan en el puente. Nadie come en la biblioteca. Al final Marta encuentra su paraguas en el autobús. La luna brilla sobre el tejado. Los perros ladran en el jardín. El pescador vende sardinas en el puerto. La reina visita la ciudad. El panadero silba canciones alegres. Dos estudiantes leen periódicos antiguos. Una señora alquila habitaciones baratas.`;
