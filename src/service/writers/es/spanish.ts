import type { LanguagePack } from "../language-pack.ts";
import { pastPlots } from "./past-plots.ts";
import { pastVisits } from "./past-visits.ts";
import { presentPlots } from "./present-plots.ts";
import { presentVisits } from "./present-visits.ts";

/** Spanish, in words and forms that are at home on both sides of the ocean. */
export const spanish: LanguagePack = {
  codes: ["es", "es-ar", "es-cl", "es-419", "es-es"],
  protagonists: ["Ana", "Lucía", "Marta", "Elena", "Sofía", "Carmen"],
  friends: ["Pablo", "Diego", "Mateo", "Julio", "Bruno"],
  towns: ["Valdeluz", "Puertoclaro", "Montefrío", "Aguaverde"],
  unnamed: "Todavía sin nombre",
  quote: (text) => `«${text}»`,
  wordSeparator: ", ",
  typeset: (sentence) => sentence,
  interviewer: "Entrevistador:",
  colon: ":",
  present: {
    plots: presentPlots,
    visits: presentVisits,
    walks: [
      "La calle siguiente es estrecha + y está llena de ropa tendida.",
      "Suena la campana de la iglesia + y un perro contesta.",
      "Ahora el sol está alto + y las sombras son cortas.",
      "<{A} camina|Camino> más rápido + porque todavía hay mucho que hacer.",
      "En un muro duerme un gato negro + en el mejor sitio de todos.",
      "Alguien toca el piano + detrás de una ventana abierta.",
      "El camino baja + y pasa al lado de un pozo antiguo.",
      "Un niño en bicicleta saluda + y toca el timbre tres veces.",
      "Dos señores mayores están en un banco + y hablan del tiempo.",
    ],
    wordLines: {
      want: [
        "En el bolso hay también una lista, y en ella <escribe|escribo>: {W}.",
        "En una tarjeta <apunta|apunto> lo que no hay que olvidar: {W}.",
        "Estas son las primeras notas: {W}.",
      ],
      visit: [
        "«Escribe esto», dice {P}: {W}.",
        "«Aquí hay algo para tu lista», dice {P}: {W}.",
        "Entonces {P} lo dice despacio y muy claro: {W}.",
        "En una bolsa de papel {P} escribe: {W}.",
        "«¿Conoces esto?», pregunta {P}: {W}.",
        "<{A} lo repite|Lo repito> hasta que suena bien: {W}.",
        "Con el lápiz <{A} añade|añado> a la lista: {W}.",
        "En un cartel junto a la puerta <{A} lee|leo>: {W}.",
        "«Esto siempre es útil», dice {P}: {W}.",
        "En una tarjeta de {C} pone: {W}.",
        "<{A} lo dice|Lo digo> en voz alta y {P} dice que sí con la cabeza: {W}.",
        "«Y no olvides esto», dice {P}: {W}.",
      ],
      ending: [
        "«Todos juntos», <dice {A}|digo>, y todos repiten: {W}.",
        "{B} quiere oír otra vez la mejor parte: {W}.",
        "Ahora <{A} se lo sabe|me lo sé> de memoria: {W}.",
        "Semanas después la gente de {C} todavía dice: {W}.",
      ],
    },
    moods: {
      everyday: ["Es un día como todos, o eso parece.", "Algunos días son pequeños y no se olvidan nunca."],
      mystery: [
        "Pero hoy pasa algo extraño: en {C} cada reloj marca una hora diferente.",
        "¿Y los relojes? A medianoche todos marcan otra vez la misma hora, y nadie sabe por qué.",
      ],
      adventure: [
        "<A {A} le|Me> late fuerte el corazón: hoy empieza una aventura.",
        "Es una gran aventura, y ningún paso es demasiado largo.",
      ],
      wonder: [
        "En la ventana hay un pájaro de luz plateada que guiña un ojo.",
        "En lo alto de la noche canta un pájaro de plata, pero solo para quien escucha.",
      ],
      heart: [
        "En el aire hay algo dulce, como antes de un primer encuentro.",
        "Ahora <{A} tiene|tengo> amigos en todas las calles, y eso hace grande el corazón.",
      ],
      fun: [
        "El gato está otra vez dentro de la olla de la sopa: será un buen día.",
        "¿Y el gato? Duerme en la olla de la sopa, claro.",
      ],
    },
    dayLine: "Este es un día entero, desde la primera hora hasta la última.",
    questions: {
      opening: "¿Quién eres, {A}, y dónde empieza tu historia?",
      want: "¿Qué quieres hacer ese día?",
      visits: ["¿Qué pasa {at}?", "¿Y luego, {at}?", "¿Quién te ayuda {at}?", "¿Qué encuentras {at}?"],
      obstacle: "¿Cuándo se pone difícil?",
      turn: "¿Quién te ayuda entonces?",
      ending: "¿Y cómo termina?",
    },
  },
  past: {
    plots: pastPlots,
    visits: pastVisits,
    walks: [
      "La calle siguiente era tan estrecha que la ropa de los dos lados colgaba de la misma cuerda.",
      "En algún sitio sonó una campana + y un perro contestó +, como todas las horas.",
      "A esas alturas el sol estaba en lo más alto + y las sombras se habían escondido debajo de los autos.",
      "<{A} apretó|Apreté> un poco el paso + porque el día se iba haciendo corto.",
      "Sobre el muro de un jardín dormía un gato negro + que abrió un ojo +, pero solo uno.",
      "Detrás de una ventana abierta alguien tocaba el piano + y se paraba siempre en la misma nota.",
      "El camino bajaba junto a un pozo antiguo + en el que nadie echaba monedas + desde hacía años.",
      "Un niño en bicicleta tocó el timbre tres veces sin motivo alguno +, salvo que era nuevo.",
      "En un banco dos señores mayores discutían sobre el tiempo + como si todavía se pudiera cambiar.",
    ],
    wordLines: {
      want: [
        "En el bolso había también una lista, y arriba del todo ponía: {W}.",
        "En una tarjeta <{A} había|yo había> apuntado lo que no se debía olvidar: {W}.",
        "Las primeras notas ya estaban escritas: {W}.",
      ],
      visit: [
        "«Apunta esto antes de que se me olvide», dijo {P}: {W}.",
        "«A tu lista le falta algo», dijo {P}: {W}.",
        "Entonces {P} lo dijo dos veces, despacio y muy claro: {W}.",
        "En el dorso de una factura vieja {P} escribió con mayúsculas: {W}.",
        "«Ya nadie me pregunta por esto», dijo {P}: {W}.",
        "<{A} lo repitió|Lo repetí> hasta que sonó bien: {W}.",
        "Antes de salir, <{A} añadió|añadí> a la lista: {W}.",
        "Alguien había escrito con tiza en la pared: {W}.",
        "«En mi familia siempre empezamos por esto», dijo {P}: {W}.",
        "En una tarjeta que {P} guardaba en un cajón se leía: {W}.",
        "<{A} lo deletreó|Lo deletreé> en voz alta y {P} asintió: {W}.",
        "«Y esto, para el camino», dijo {P}: {W}.",
      ],
      ending: [
        "«Ahora todos juntos», <dijo {A}|dije>, y todos repitieron: {W}.",
        "{B} insistió en oír otra vez la mejor parte: {W}.",
        "Para entonces <{A} ya se lo sabía|yo ya me lo sabía> de memoria: {W}.",
        "Semanas después todavía se oía decir a la gente de {C}: {W}.",
      ],
    },
    moods: {
      everyday: [
        "Prometía ser un día como cualquier otro.",
        "Había sido un día pequeño, pero de los que se quedan.",
      ],
      mystery: [
        "Solo una cosa era extraña: aquella mañana cada reloj de {C} marcaba una hora distinta.",
        "A medianoche todos los relojes volvieron a estar de acuerdo, y hasta hoy nadie sabe explicarlo.",
      ],
      adventure: [
        "<{A} lo notaba|Yo lo notaba> en la suela de los zapatos: estaba a punto de empezar una aventura.",
        "Hay aventuras más largas, pero de pocas se vuelve a casa con tanto.",
      ],
      wonder: [
        "En el alféizar un pájaro de luz plateada se limpiaba las plumas, como hacía antes de los días importantes.",
        "Muy por encima de los tejados cantó una vez el pájaro de plata, y los que aún estaban despiertos fingieron sorpresa.",
      ],
      heart: [
        "Aquella mañana había algo en el aire, como antes de un encuentro muy esperado.",
        "Desde entonces hubo un amigo detrás de cada puerta, y las calles de {C} parecieron más cortas.",
      ],
      fun: [
        "El gato había dormido otra vez en la olla de la sopa, lo que se consideraba una buena señal.",
        "En cuanto al gato, se lo perdió todo, porque alguien había dejado destapada la olla de la sopa.",
      ],
    },
    dayLine: "Lo que sigue es el relato de un solo día, hora por hora.",
    questions: {
      opening: "Cuéntanos, {A}: ¿dónde empezó todo?",
      want: "¿Qué te proponías?",
      visits: [
        "¿Qué pasó {at}?",
        "¿Y cómo te fue {at}?",
        "¿Qué aprendiste {at}?",
        "¿Qué recuerdas mejor de aquel rato {at}?",
      ],
      obstacle: "¿En qué momento se torció todo?",
      turn: "¿Y qué lo cambió?",
      ending: "¿Cómo acabó la historia?",
    },
  },
};
