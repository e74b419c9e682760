import type { LanguagePack } from "../language-pack.ts";
import { pastPlots } from "./past-plots.ts";
import { pastVisits } from "./past-visits.ts";
import { presentPlots } from "./present-plots.ts";
import { presentVisits } from "./present-visits.ts";

/** Italian. Names and towns begin with a consonant, so that no preposition before them changes. */
export const italian: LanguagePack = {
  codes: ["it"],
  protagonists: ["Giulia", "Marta", "Chiara", "Sofia", "Lucia", "Bianca"],
  friends: ["Paolo", "Marco", "Luca", "Tommaso", "Dario"],
  towns: ["Pontechiaro", "Valdoro", "Montefreddo", "Belporto"],
  unnamed: "Ancora senza nome",
  quote: (text) => `«${text}»`,
  wordSeparator: ", ",
  typeset: (sentence) => sentence.replaceAll("'", "’"),
  interviewer: "Intervistatore:",
  colon: ":",
  present: {
    plots: presentPlots,
    visits: presentVisits,
    walks: [
      "La strada dopo è stretta + e piena di panni stesi al sole.",
      "Suona la campana della chiesa + e un cane risponde.",
      "Adesso il sole è alto + e le ombre sono corte.",
      "<{A} cammina|Cammino> più in fretta + perché c'è ancora molto da fare.",
      "Su un muro dorme un gatto nero + nel posto migliore di tutti.",
      "Qualcuno suona il pianoforte + dietro una finestra aperta.",
      "La strada scende + e passa accanto a un vecchio pozzo.",
      "Un bambino in bicicletta saluta + e suona il campanello tre volte.",
      "Due signori anziani siedono su una panchina + e parlano del tempo.",
    ],
    wordLines: {
      want: [
        "Nella borsa c'è anche una lista, e sulla lista <scrive|scrivo>: {W}.",
        "Su un cartoncino <segna|segno> quello che non si deve dimenticare: {W}.",
        "Questi sono i primi appunti: {W}.",
      ],
      visit: [
        "«Scrivi questo», dice {P}: {W}.",
        "«Ecco qualcosa per la tua lista», dice {P}: {W}.",
        "Poi {P} lo dice piano e molto chiaro: {W}.",
        "Su un sacchetto di carta {P} scrive: {W}.",
        "«Questo lo conosci già?», chiede {P}: {W}.",
        "<{A} lo ripete|Lo ripeto> finché suona bene: {W}.",
        "Con la matita <{A} aggiunge|aggiungo> alla lista: {W}.",
        "Su un cartello vicino alla porta <{A} legge|leggo>: {W}.",
        "«Questo serve sempre», dice {P}: {W}.",
        "Su una cartolina di {C} c'è scritto: {W}.",
        "<{A} lo dice|Lo dico> ad alta voce e {P} fa sì con la testa: {W}.",
        "«E non dimenticare questo», dice {P}: {W}.",
      ],
      ending: [
        "«Tutti insieme», <dice {A}|dico>, e tutti ripetono: {W}.",
        "{B} vuole sentire ancora la parte più bella: {W}.",
        "Ora <{A} lo sa|lo so> a memoria: {W}.",
        "Dopo molte settimane la gente di {C} dice ancora: {W}.",
      ],
    },
    moods: {
      everyday: [
        "È un giorno come tutti gli altri, o così sembra.",
        "Certi giorni sono piccoli, ma non si dimenticano più.",
      ],
      mystery: [
        "Ma oggi c'è qualcosa di strano: a {C} ogni orologio segna un'ora diversa.",
        "E gli orologi? A mezzanotte segnano di nuovo tutti la stessa ora, e nessuno sa perché.",
      ],
      adventure: [
        "<A {A} batte|Mi batte> forte il cuore: oggi comincia un'avventura.",
        "È una grande avventura, e nessun passo è troppo lungo.",
      ],
      wonder: [
        "Alla finestra c'è un uccellino di luce d'argento che strizza un occhio.",
        "In alto nella notte canta un uccello d'argento, ma solo per chi ascolta.",
      ],
      heart: [
        "Nell'aria c'è qualcosa di dolce, come prima di un primo incontro.",
        "Adesso <{A} ha|ho> amici in ogni strada, e il cuore diventa grande.",
      ],
      fun: [
        "Il gatto è di nuovo nella pentola della minestra: sarà una bella giornata.",
        "E il gatto? Dorme nella pentola della minestra, naturalmente.",
      ],
    },
    dayLine: "Questa è una giornata intera, dalla prima ora all'ultima.",
    questions: {
      opening: "Chi sei, {A}, e dove comincia la tua storia?",
      want: "Che cosa vuoi fare quel giorno?",
      visits: ["Che cosa succede {at}?", "E poi, {at}?", "Chi ti aiuta {at}?", "Che cosa trovi {at}?"],
      obstacle: "Quando diventa difficile?",
      turn: "Chi ti aiuta allora?",
      ending: "E come finisce?",
    },
  },
  past: {
    plots: pastPlots,
    visits: pastVisits,
    walks: [
      "La strada successiva era così stretta che i panni dei due lati pendevano dallo stesso filo.",
      "Da qualche parte suonò una campana + e un cane le rispose +, come faceva a ogni ora.",
      "Ormai il sole era alto + e le ombre si erano nascoste sotto le macchine ferme.",
      "<{A} affrettò|Affrettai> un poco il passo + perché la giornata si stava accorciando.",
      "Sul muro di un giardino dormiva un gatto nero + che aprì un occhio +, ma uno soltanto.",
      "Dietro una finestra aperta qualcuno suonava il pianoforte + e si fermava sempre sulla stessa nota.",
      "La strada scendeva accanto a un vecchio pozzo + nel quale nessuno gettava monete + da anni.",
      "Un bambino in bicicletta suonò il campanello tre volte senza alcun motivo +, se non che era nuovo.",
      "Su una panchina due signori anziani discutevano del tempo + come se si potesse ancora cambiare.",
    ],
    wordLines: {
      want: [
        "Nella borsa c'era anche una lista, e in cima si leggeva: {W}.",
        "Su un cartoncino <{A} aveva|avevo> segnato quello che non si doveva dimenticare: {W}.",
        "I primi appunti c'erano già: {W}.",
      ],
      visit: [
        "«Scrivi questo prima che me ne dimentichi», disse {P}: {W}.",
        "«Alla tua lista manca qualcosa», disse {P}: {W}.",
        "Allora {P} lo disse due volte, piano e molto chiaro: {W}.",
        "Sul retro di un vecchio conto {P} scrisse in maiuscolo: {W}.",
        "«Ormai nessuno mi chiede più di questo», disse {P}: {W}.",
        "<{A} lo ripeté|Lo ripetei> finché suonò bene: {W}.",
        "Prima di uscire <{A} aggiunse|aggiunsi> alla lista: {W}.",
        "Qualcuno aveva scritto sul muro con il gesso: {W}.",
        "«Nella mia famiglia si comincia sempre da qui», disse {P}: {W}.",
        "Su un biglietto che {P} teneva in un cassetto si leggeva: {W}.",
        "<{A} lo sillabò|Lo sillabai> ad alta voce e {P} annuì: {W}.",
        "«E questo è per la strada», disse {P}: {W}.",
      ],
      ending: [
        "«Adesso tutti insieme», <disse {A}|dissi>, e tutti ripeterono: {W}.",
        "{B} insistette per sentire ancora la parte più bella: {W}.",
        "A quel punto <{A} lo sapeva|lo sapevo> a memoria: {W}.",
        "Ancora settimane dopo si sentiva dire alla gente di {C}: {W}.",
      ],
    },
    moods: {
      everyday: [
        "Prometteva di essere un giorno come tutti gli altri.",
        "Era stata una giornata piccola, ma di quelle che restano.",
      ],
      mystery: [
        "Una sola cosa era strana: quella mattina a {C} ogni orologio segnava un'ora diversa.",
        "A mezzanotte tutti gli orologi si rimisero d'accordo, e ancora oggi nessuno sa spiegarlo.",
      ],
      adventure: [
        "<{A} lo sentiva|Lo sentivo> sotto le suole delle scarpe: stava per cominciare un'avventura.",
        "Esistono avventure più lunghe, ma da poche si torna a casa così ricchi.",
      ],
      wonder: [
        "Sul davanzale un uccello di luce d'argento si lisciava le penne, come faceva prima dei giorni importanti.",
        "Alto sopra i tetti l'uccello d'argento cantò una volta sola, e chi era ancora sveglio finse di stupirsi.",
      ],
      heart: [
        "Quella mattina c'era qualcosa nell'aria, come prima di un incontro atteso troppo a lungo.",
        "Da allora ci fu un amico dietro ogni porta, e le strade di {C} sembrarono più corte.",
      ],
      fun: [
        "Il gatto aveva dormito di nuovo nella pentola della minestra, il che era considerato un buon segno.",
        "Quanto al gatto, si era perso tutto, perché qualcuno aveva lasciato la pentola senza coperchio.",
      ],
    },
    dayLine: "Quello che segue è il racconto di un solo giorno, ora per ora.",
    questions: {
      opening: "Raccontaci, {A}: dove è cominciato tutto?",
      want: "Che cosa avevi in mente?",
      visits: [
        "Che cosa accadde {at}?",
        "E come andò {at}?",
        "Che cosa hai imparato {at}?",
        "Che cosa ricordi meglio dell'ora passata {at}?",
      ],
      obstacle: "A che punto andò tutto storto?",
      turn: "E che cosa cambiò ogni cosa?",
      ending: "Come finì la storia?",
    },
  },
};
