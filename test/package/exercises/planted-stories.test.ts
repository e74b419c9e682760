import { describe, expect, test } from "vitest";
import type { Exercise, ExerciseSheet, Item, Kind } from "../../../src/package/exercises/exercise.ts";
import { itemOf } from "../../../src/package/exercises/exercise.ts";
import { trimmed } from "../../../src/package/exercises/exercise-sheets.ts";
import { storyGaps } from "../../../src/package/exercises/kinds/gaps.ts";
import { whoSaid } from "../../../src/package/exercises/kinds/matching.ts";
import { exchangesOf } from "../../../src/package/exercises/kinds/true-false.ts";
import { isEnough } from "../../../src/package/exercises/kinds.ts";
import { isLookalike } from "../../../src/package/exercises/language-words.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { draftOf, exerciseOf, itemsOf, journey, plainStory, sheetsOf, storyIn, whole } from "./fixtures.ts";

type Made = Parameters<typeof sheetsOf>[0];

const gapsOf = ({ exercises }: ExerciseSheet): Item[] =>
  itemsOf(exercises).filter(({ given }) => given !== null);
/** The gaps of both versions, with those of what is heard. */
const gapsIn = (made: Made) => sheetsOf({ isHeard: () => true, ...made }).flatMap(gapsOf);
const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
/** The answers, or what is read, of a kind's items, sorted. */
const answersTo = (kind: Kind, made: Made) =>
  exerciseOf(kind, made)
    ?.items.map(({ answer }) => answer)
    .sort();

const frenchStory =
  "Marc attend la fin de la pluie dans la maison. Le chat dort près de la fenêtre ouverte. La boulangère apporte un grand panier de pommes. Son frère répare la vieille bicyclette bleue. Les voisins chantent une chanson dans la cour.";
const [firstParagraph = "", secondParagraph = ""] = plainStory.split("\n\n");
const story = `${firstParagraph} ${secondParagraph}`;

test("a lesson has the same exercises each time, and another lesson has others", () => {
  const of = (job: string) => sheetsOf({ text: "Ana va a la casa de Luis. ".repeat(2) + story, job });
  expect(of("market.es.2")).toEqual(of("market.es.2"));
  expect(of("market.es.2")).not.toEqual(of("lake.es.2"));
});

describe("gaps", () => {
  test("are never in a sentence that has the word twice, and never two in one sentence", () => {
    const text = `El pan de Ana es pan negro y dulce. ${story}`;
    const made = exerciseOf("cloze", { text, words: ["pan", "negro", "queso", "sopa"] });
    expect(made?.items.find(({ answer }) => answer === "pan")?.before).toBe("Luis compra ");
    expect(made?.items.find(({ answer }) => answer === "queso")).toBeUndefined();
  });

  test("have one answer: no word of the bank yields a sentence of the story in another's gap", () => {
    const text =
      "Ana compra pan en la tienda. Ana compra queso en la tienda. El gato come pescado en la casa. Luis bebe leche en el jardín. La abuela corta fruta en la mesa. " +
      journey;
    const made = exerciseOf("cloze", { text, words: ["pan = bread", "queso = cheese", "pescado = fish"] });
    const buying = made?.items.filter(({ before }) => before === "Ana compra ") ?? [];
    expect(buying).toHaveLength(1);
    expect(made?.choices).not.toContain(buying[0]?.answer === "pan" ? "queso" : "pan");
  });

  test("fall back to words of the story if the lesson has few or none, but never to names", () => {
    const answers = answersTo("cloze", { text: story });
    expect(answers?.length).toBeGreaterThanOrEqual(5);
    for (const answer of answers ?? []) expect(answer).toMatch(/^\p{Ll}{4,}$/u);
    const one = answersTo("cloze", { text: story, words: ["queso = cheese"] });
    expect(one).toContain("queso");
    expect(one?.length).toBeGreaterThanOrEqual(5);
  });

  test("find a word in any case, and show it in the bank's form", () => {
    const made = exerciseOf("cloze", { text: story, words: ["SILLA = chair", "Queso = cheese", "TREN"] });
    expect(made?.choices).toContain("SILLA");
    expect(made?.items.map(({ answer }) => answer)).toContain("silla");
  });

  test("have a bank whose words that fit nowhere are of the same class as its answers, beside those that begin as an answer does", () => {
    const text =
      "Ana quiere mirar el viejo barco. Todos pueden beber agua en casa. Luis debe cantar en la plaza grande. El vecino va a pintar su casa. " +
      "La abuela sabe cocinar una buena sopa. El niño suele dormir en el sofá. Mi hermana prefiere nadar en el lago. El cartero tiene que subir la escalera.";
    const verbs = ["mirar", "beber", "cantar", "pintar", "cocinar", "dormir", "nadar", "subir"];
    const spare = ["mesa", "camino", "pared", "saltar", "coser"];
    const words = [...verbs, ...spare].map((word, index) => `${word} = meaning ${index}`);
    const made = exerciseOf("cloze", { text, words });
    expect(made?.items.filter(({ gloss }) => gloss !== null).length).toBeGreaterThanOrEqual(2);
    const letters = itemsOf(made === undefined ? [] : [made]).flatMap(({ cue }) => cue);
    const extra = made?.choices.filter(
      (word) =>
        !made.items.some(({ answer }) => answer === word) && !letters.some((some) => word.startsWith(some)),
    );
    expect(extra?.sort()).toEqual(["coser", "saltar"]);
  });

  test("have a bank whose words that begin as an answer does are never after an article in the story, if the gap is", () => {
    const text = `${plainStory} ${journey}`;
    const banks = ["one", "two", "three"].flatMap((job) =>
      sheetsOf({ text, job }).flatMap(({ exercises }) => exercises.filter(({ kind }) => kind === "cloze")),
    );
    const alike = banks.flatMap(({ items, choices }) =>
      items.flatMap(({ before, answer, cue: [letters = "?"] }) =>
        choices
          .filter((word) => word !== answer && word.startsWith(letters))
          .map((word) => ({ word, isAfterArticle: /\b(?:el|la|los|las|una?) $/i.test(before) })),
      ),
    );
    expect(alike.length).toBe(banks.flatMap(({ items }) => items).length);
    const nouns = alike.filter(({ isAfterArticle }) => isAfterArticle);
    expect(nouns.length).toBeGreaterThan(5);
    for (const { word } of nouns)
      expect(text).not.toMatch(new RegExp(`\\b(?:el|la|los|las|una?) ${word}\\b`, "iu"));
  });

  test("are never told by a meaning that looks like the word, nor by one beside the only noun of the bank", () => {
    const text =
      "Im Dorf beginnt kein Fest ohne Ofen und Musik. Tim will nie wieder in einem Haus ohne Mehl wohnen. " +
      "Die Enten schwimmen langsam auf dem grünen Fluss. Jetzt kommen nur wenige alte Leute. Bald sind alle kleinen Stühle besetzt. Der Angler sitzt lange auf einer leeren Kiste. Die Kinder spielen mit einem neuen Ball. Am Abend klingelt das rote Telefon dreimal. Der Bäcker wirft ein altes Brot weg. Die Lampe brennt hell über dem runden Tisch. Der Regen klopft leise gegen das Dach";
    const asked = (...words: string[]) => {
      const made = exerciseOf("cloze", { text, lang: "de", words: [...words, "sitzen = to sit"] });
      return made?.items.map(({ gloss }) => gloss) ?? [];
    };
    expect(asked("Ofen = oven", "Mehl = flour")).toEqual(expect.not.arrayContaining(["oven"]));
    expect(asked("Ofen = stove", "Mehl = flour")).toEqual(expect.arrayContaining(["stove", "flour"]));
    expect(asked("Mehl = flour")).not.toContain("flour");
  });

  test("are never in two sentences that a quotation mark joins, nor is anything else made of them", () => {
    const text = `« Un jardin est très lent. » Paul regarde encore la vieille fleur blanche. « C’est tard. » « La vieille fleur dort déjà », dit Paul. ${frenchStory}`;
    const made = ["one", "two", "three"].flatMap((job) => sheetsOf({ job, text, lang: "fr" }));
    const shown = made.flatMap(({ exercises }) => itemsOf(exercises));
    expect(shown.length).toBeGreaterThan(20);
    expect(
      shown.filter(({ before, after, answer }) => /vieille fleur/.test(before + answer + after)),
    ).toEqual([]);
  });

  test.each([
    ["a list after a colon", "En la lista está escrito: queso, sopa, tren.", /queso|sopa|tren/],
    ["a list of quotations", "La señora repite despacio: «queso», «sopa», «tren».", /queso|sopa|tren/],
    ["a list of things", "El abuelo quiere comprar queso, sopa y tren.", /queso|sopa|tren/],
    ["a word that is only named", "Los niños repiten en voz alta «queso» muchas veces.", /queso|sopa|tren/],
    ["a title that a sentence quotes", "Se llama «Un queso con poco dinero» en la escuela.", /queso|dinero/],
    ["a repetition of the title", "El tren lento cruza la niebla.", /./],
    ["a heading", "La noche en que todos buscaban queso\n\n", /./],
  ])("never stand in %s", (_, line, listed) => {
    const title = `El tren lento cruza la niebla: «Un queso con poco dinero»`;
    const words = ["queso", "sopa", "tren", "dinero", "niebla"];
    const gaps = gapsIn({ text: `${line} ${plainStory}`, title, words });
    expect(gaps.length).toBeGreaterThan(10);
    for (const gap of gaps.filter(({ answer }) => listed.test(answer)))
      expect(line).not.toContain(whole(gap));
  });

  test("never ask for articles, pronouns and the like", () => {
    const text = plainStory.replaceAll("La lluvia", "Mientras tanto la lluvia");
    const asked = ["one", "two", "three", "four"].flatMap((job) => gapsIn({ job, text }));
    for (const small of ["mientras", "entre", "hacia", "junto", "nadie"])
      expect(asked.map(({ answer }) => answer.toLowerCase())).not.toContain(small);
  });

  test("never ask in Japanese for a piece of a verb", () => {
    const text =
      "ハナは朝早く鉛筆を二本持って学校へ行きました。友達は教室の窓を静かに開けました。先生は新しい時計を机に置きました。午後は図書館の前で電車を待ちました。";
    const words = storyGaps(storyIn(text, "ja")).map(({ word }) => word);
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((word) => /[早持開置待行]$/u.test(word))).toEqual([]);
  });

  const storm = "Le carnet vert : « La fin de l’orage »";
  const stormy = frenchStory.replace("la pluie", "l’orage");
  const station = ["gato = cat", "estación = station"];

  test.each([
    ["es", "Los gatos y la estación", `${plainStory} ${journey}`, station, /gato|estación/i],
    ["fr", storm, stormy, ["orage = storm", "fenêtre", "panier", "voisins"], /orage/],
  ])("never ask in %s for a word of the title, which every page shows", (lang, title, text, words, told) => {
    const asked = sheetsOf({ lang, title, text, words }).flatMap(gapsOf);
    expect(asked.length).toBeGreaterThan(2);
    for (const { answer } of asked) expect(answer).not.toMatch(told);
  });

  test("that only give letters fit one word: not the first ones that two words of the language have, with no article before", () => {
    const text = `El jefe lleva una chaqueta azul en el andén. ${journey}`;
    const letters = sheetsOf({ text, job: "hut.es.4" }).flatMap(({ exercises }) =>
      itemsOf(exercises, "first-letter"),
    );
    expect(letters.length).toBeGreaterThan(5);
    for (const { before, given, answer } of letters) {
      expect(before).toMatch(/(?:^|\s)(?:el|la|los|las|un|una|unos|unas) $/i);
      const least = Math.min(answer.length * 2, (answer.length - 2) * 3);
      expect((given ?? "").length * 3).toBeGreaterThanOrEqual(least);
    }
  });
});

describe("true or false", () => {
  const sheets = sheetsOf({ text: journey });
  const items = sheets.flatMap(({ exercises }) => itemsOf(exercises, "true-false"));

  test("has as many true statements as false ones, in the order of the story; a false one differs by one word in its place", () => {
    for (const { exercises } of sheets) {
      const own = itemsOf(exercises, "true-false");
      const right = own.filter(({ correct }) => correct === 0).length;
      expect(right).toBeGreaterThanOrEqual(2);
      expect(own.length).toBe(2 * right);
      const places = own.map(({ answer }) => journey.indexOf(answer));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const { before, correct, answer } of own)
        expect(wordsIn(before).filter((word, at) => word !== wordsIn(answer)[at])).toHaveLength(correct);
    }
  });

  test.each([
    ["es", "Rosa compra tres manzanas verdes en la tienda.", "tres"],
    ["es", "Siete turistas esperan en la calle.", "Siete"],
    ["en", "The nurse drinks tea in the garden.", "tea"],
    ["en", "It is Monday, and the water is warm.", "Monday"],
    ["de", "Maria stellt das grüne Fahrrad vor das Haus.", "grüne"],
    ["fr", "Le facteur apporte la première lettre.", "première"],
    ["it", "Fuori piove, e Marco prende un ombrello.", "piove"],
    ["nl", "De bakker heeft twaalf broden verkocht.", "twaalf"],
    ["fr", "La rue suivante est étroite.", "étroite"],
    ["de", "Der Boden in der Küche ist nass.", "nass"],
  ])("says in %s another number, colour, time or the like: %s", (lang, text, word) => {
    const own = exchangesOf(storyIn(text, lang))(0).find(({ was }) => was.includes(word));
    const [before = "", after = ""] = text.split(own?.was ?? "?");
    expect(own?.statement.startsWith(before) && own.statement.endsWith(after)).toBe(true);
    expect(own?.statement).not.toBe(text);
  });

  test.each([
    ["another of its kind beside it", "Mira la primera página y la última foto del cuaderno."],
    ["another meaning", "La maestra llega tarde a la reunión."],
    ["nothing in the story that it contradicts", "Por la noche el cuaderno está en la mesa de la cocina."],
    ["a habit that may be one of several", "Manon trabaja allí los martes."],
  ])("exchanges no expression with %s", (_, text) => {
    expect(exchangesOf(storyIn(text))(0)).toEqual([]);
  });

  test("says of a number hardly more or less, which can be believed", () => {
    const made = exchangesOf(storyIn("Dos señores mayores hablan del tiempo."))(0);
    expect(made.map(({ is }) => is)).toEqual(["tres", "cuatro"]);
  });

  test("changes no half of a contrast, which would contradict the other", () => {
    const text = `${journey} De día el cine está cerrado, pero la puerta está abierta.`;
    const made = ["one", "two", "three", "four", "five"].flatMap((job) => sheetsOf({ job, text }));
    const asked = made.flatMap(({ exercises }) => itemsOf(exercises, "true-false"));
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter(({ answer }) => answer.includes("pero"))).toEqual([]);
  });

  test("makes no false statement that is true elsewhere in the story, and none of negations or speech", () => {
    // The umbrella is looked for in one place and found in another: neither makes a false statement of the other.
    for (const { before, answer } of items) {
      expect(before).not.toMatch(/paraguas en el (?:garaje|mercado|parque|puente|restaurante)/u);
      expect(["Nadie come en la biblioteca.", "—El médico duerme en la cocina."]).not.toContain(answer);
    }
    expect(exerciseOf("true-false", { text: journey.replaceAll(/(?<=[.]) /g, " —Sí. —") })).toBeUndefined();
  });

  test("is left out for languages whose undecidable words are not known", () => {
    expect(exerciseOf("true-false", { text: journey, lang: "eu" })).toBeUndefined();
  });
});

const some =
  "pan = bread, barra = Bread, mesa = table, mar = sea, sol = sun, taxi = taxi, red =, tren = train";
const french =
  "enveloppe = envelope, port = port, chat = cat, solitude = being alone, four = oven, clef = key, sac = bag, vélo = bike";
const german = "Ofen = oven, Mehl = flour, Teig = dough, gähnen = to yawn, Tisch = table, Koffer = suitcase";
const articles = "la nube = cloud, mojado = wet, el paraguas = umbrella, el trueno = thunder, la olla = pot";
const alone = "timbre = stamp, aube = dawn, brume = mist, avouer = to confess";

test.each([
  ["a repeated gloss, a gloss that is the word itself, no gloss", "es", some, "mar, mesa, pan, sol"],
  ["a meaning or a spelling that the reader knows by its look", "fr", french, "clef, four, sac, vélo"],
  ["a verb among nouns", "de", german, "Koffer, Mehl, Teig, Tisch"],
  ["no article among those with one", "es", articles, "el paraguas, el trueno, la nube, la olla"],
  ["another of their class", "fr", alone, undefined],
  ["no letters, which can be matched", "es", "€ = euro, 🍎 = apple, + = plus, pan = bread", "€, 🍎, +, pan"],
  ["too few others to match", "es", some.split(", ").slice(0, 4).join(", "), undefined],
])("words are matched without those that have %s", (_, lang, words, matched) => {
  const answers = answersTo("matching", { text: story, lang, words: words.split(", ") });
  expect(answers).toEqual(matched?.split(", ").sort());
});

test.each([
  ["de", "Ofen", "oven", true],
  ["nl", "de kapitein", "captain", true],
  ["es", "el mercado", "market", true],
  ["de", "das Haus", "a house", true],
  ["fr", "confesser", "to confess", true],
  ["it", "l’ulivo", "olive tree", true],
  ["nl", "dijk", "dike", true],
  ["nl", "de brug", "bridge", true],
  ["nl", "het ijs", "ice", true],
  ["fr", "solitude", "being alone", true],
  ["fr", "classe", null, true],
  ["es", "música", null, true],
  ["de", "Mehl", "flour", false],
  ["fr", "vague", "wave", false],
  ["es", "mesa", "table", false],
  ["es", "pan", "bread", false],
  ["ru", "дом", "home", false],
])("a reader of English who sees %s %s (%s) knows it by its look: %s", (lang, word, gloss, known) => {
  expect(isLookalike({ word, gloss }, { language: languageOf(lang), reader: languageOf("en") })).toBe(known);
});

test("no gap asks for a word of the story that the reader knows by its look", () => {
  const gap = (word: string) => `Luis mira otra vez la ${word} grande de su casa.`;
  const text = ["música", "plaza", "persona", "guitarra", "página", "rosa"].map(gap).join(" ");
  for (const job of ["one", "two", "three"])
    for (const { answer } of gapsIn({ job, text: `${text} ${journey}` }))
      expect(["música", "plaza", "persona", "rosa"]).not.toContain(answer);
});

test("two verbs are matched with two nouns if the list has too few of either", () => {
  const words = "timbre = stamp, avouer = to confess, inconnu = stranger, nier = to deny, aube = dawn".split(
    ", ",
  );
  const matched = answersTo("matching", { text: story, lang: "fr", words });
  expect(matched).toHaveLength(4);
  expect(matched).toEqual(expect.arrayContaining(["avouer", "nier"]));
});

test("the speakers of a story are asked for, if the story itself names them", () => {
  const talk =
    "«¿Dónde está el perro?», pregunta Ana. «No lo sé, mira en el jardín», dice Luis. «Aquí no hay nada», contesta Ana. " +
    "Después Ana abre la puerta y ve a Luis. «Tengo mucha hambre», dice él. «Mañana vamos a la playa», grita Luis. «Ven, Ana», dice Luis.";
  const saidIn = (text: string) => {
    const made = whoSaid(draftOf(storyIn(text)));
    return isEnough(made) ? made : undefined;
  };
  expect(saidIn(talk)?.items.map(({ before: quote, answer }) => [quote, answer])).toEqual([
    ["¿Dónde está el perro?", "Ana"],
    ["No lo sé, mira en el jardín", "Luis"],
    ["Aquí no hay nada", "Ana"],
    ["Mañana vamos a la playa", "Luis"],
  ]);
  expect(saidIn(talk)?.choices.toSorted()).toEqual(["Ana", "Luis"]);
  expect(saidIn(talk.replaceAll("Luis", "Ana"))).toBeUndefined();
});

test("no other exercise shows or asks for an answer or an option of an editor's question", () => {
  const options = ["un libro", "pan y queso", "llaves"];
  const questions = [{ question: "¿Qué compra Luis?", options, right: 1, evidence: "" }];
  for (const job of ["one", "two", "three"])
    for (const { exercises } of sheetsOf({ job, text: `${plainStory} ${journey}`, questions })) {
      const others = exercises.filter(({ kind }) => kind !== "comprehension");
      expect(others.length).toBe(exercises.length - 1);
      for (const { before, given, after, answer, cue } of itemsOf(others)) {
        const read = given === null ? [before, ...cue, answer] : [before, after];
        expect(read.join("|")).not.toContain("pan y queso");
        if (given !== null) expect(["libro", "pan", "queso", "llaves"]).not.toContain(answer);
      }
    }
});

describe("a lesson with little material", () => {
  test("has empty sheets, not broken ones", () => {
    for (const text of ["", "Sí.", "…", "!!!!", "1 2 3", "a ".repeat(4000), "\u202e\u0007"])
      for (const lang of ["es", "ar", "zh", "th", "ja", "bo", "el"])
        for (const { exercises, retell } of sheetsOf({ text, lang, words: ["…", "x = y"] }))
          expect([exercises, retell.length < 3]).toEqual([[], true]);
  });

  test("is processed quickly, however odd its text", () => {
    const odd = [
      "! ".repeat(50_000),
      `"${"a. ".repeat(30_000)}`,
      "«".repeat(90_000),
      `${"…".repeat(90_000)}a`,
    ];
    for (const text of odd) expect(sheetsOf({ text, words: ["a", "pan"] })).toHaveLength(2);
  });
});

const items = (...rights: number[]) => rights.map((correct) => itemOf({ answer: "", correct }));

test.each<[Kind, readonly string[], readonly number[], number, readonly string[], readonly number[]]>([
  ["cloze", ["c", "spare", "a", "b"], [2, 3, 0], 2, ["spare", "a", "b"], [1, 2]],
  ["matching", ["C", "A", "B"], [1, 2, 0], 2, ["A", "B"], [0, 1]],
  ["story-order", [], [4, 0, 1, 2, 3], 4, [], [3, 2, 1, 0]],
  ["who-said", ["Luis", "Ana"], [1, 0], 1, ["Ana"], [0]],
  ["true-false", ["True", "False"], [0, 1, 1, 0], 2, ["True", "False"], [0, 1]],
])(
  "what is cut off %s leaves no word, meaning or name that belongs to nothing",
  (kind, choices, rights, count, left, now) => {
    const cut: Exercise = trimmed({ kind, choices, items: items(...rights) }, count);
    expect([cut.choices, cut.items.map(({ correct }) => correct)]).toEqual([left, now]);
  },
);
