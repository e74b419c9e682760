import type { FileStrings } from "./file-strings.ts";

export const spanish: FileStrings = {
  everything: "Cada archivo y para qué sirve",
  allFiles: "Todos sus archivos",
  groups: {
    reading: "Para leer y escuchar",
    paper: "En papel",
    words: "Palabras y tarjetas",
    platform: "Para una plataforma de aprendizaje",
    teacher: "Para el profesorado",
  },
  files: {
    web: {
      name: "Libro web",
      use: "Relatos, grabaciones, significados al tocar, ejercicios que responden. Se abre en cualquier navegador, sin red.",
    },
    epub: {
      name: "Libro electrónico (EPUB)",
      use: "Todo el volumen para tableta, teléfono y lector: Apple Books, Google Play Libros, Kobo, Thorium, Calibre.",
    },
    texts: {
      name: "Textos sin formato",
      use: "Para copiarlos en sus fichas. Se abren en cualquier editor de texto.",
    },
    recordings: {
      name: "Grabaciones",
      use: "Un archivo de sonido por lección, para cualquier reproductor, teléfono o altavoz.",
    },
    books: {
      name: "Libros exportados",
      use: "Tal como los dio el servicio: dentro no se encontró sonido que aquí se conozca.",
    },
    print: {
      name: "Hojas para imprimir",
      use: "Ejercicios en series A y B. Se abren en un navegador; imprímalas allí, en A4 o Carta.",
    },
    keys: { name: "Soluciones", use: "Unas por cada hoja, para su mesa." },
    wordTable: {
      name: "Lista de palabras",
      use: "Cada palabra con su significado y su lección. Se abre en Excel, LibreOffice y Hojas de cálculo de Google.",
    },
    ankiPackage: {
      name: "Tarjetas",
      use: "Para Anki: doble clic en el archivo. Una edición posterior renueva las tarjetas y no duplica ninguna.",
    },
    ankiText: {
      name: "Tarjetas como texto",
      use: "Para Archivo → Importar de Anki, si usted tiene un tipo de nota propio.",
    },
    cartridge11: {
      name: "Common Cartridge 1.1",
      use: "Páginas y cuestionarios para Moodle, Canvas, Blackboard y Open edX. Importe el archivo tal cual. Moodle suma mal los puntos de los cuestionarios importados: para calificar, use allí SCORM o un archivo de preguntas. Open edX muestra las páginas sin sonido.",
    },
    cartridge12: {
      name: "Common Cartridge 1.2",
      use: "Lo mismo para Schoology, CYPHER y otras que piden la 1.2.",
    },
    scorm: {
      name: "Lecciones SCORM",
      use: "Un archivo por lección, con puntuación. Súbalo a Moodle u otra plataforma tal cual, sin descomprimir.",
    },
    moodle: {
      name: "Preguntas de Moodle",
      use: "Los ejercicios para el banco de preguntas de Moodle: Importar, formato «Moodle XML».",
    },
    teacherCartridge11: {
      name: "Common Cartridge 1.1 con soluciones",
      use: "Las mismas páginas y cuestionarios, con las soluciones en cada módulo. Open edX las mostraría también al alumnado.",
    },
    teacherCartridge12: {
      name: "Common Cartridge 1.2 con soluciones",
      use: "Lo mismo para plataformas que piden la 1.2.",
    },
    plan: {
      name: "Plan de clases",
      use: "Un relato por semana y qué palabras repasar. Se abre en un navegador.",
    },
    recycling: {
      name: "Reaparición de las palabras",
      use: "Cuántas veces tienen los relatos cada palabra, y cuáles muy poco. Se abre en un navegador.",
    },
    recyclingTable: { name: "Lo mismo en una tabla", use: "Se abre en una hoja de cálculo." },
    level: {
      name: "Regularidad del nivel",
      use: "Si las lecciones se parecen en longitud y frases. Se abre en un navegador.",
    },
  },
  soundApart:
    "Un archivo sin sonido nombra la grabación que le corresponde; el sonido mismo está en las grabaciones.",
  extras: "Lo que vino junto con una grabación está a su lado, en la carpeta audio.",
  metadata: "Cada lección como fila de una hoja de cálculo",
  manifest: "Lo mismo y más, para programas",
};
