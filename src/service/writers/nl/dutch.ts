import type { LanguagePack } from "../language-pack.ts";
import { pastPlots } from "./past-plots.ts";
import { pastVisits } from "./past-visits.ts";
import { presentPlots } from "./present-plots.ts";
import { presentVisits } from "./present-visits.ts";

/** Dutch, in words that are at home north and south. */
export const dutch: LanguagePack = {
  codes: ["nl"],
  protagonists: ["Anna", "Eva", "Lotte", "Sanne", "Julia", "Nora"],
  friends: ["Tom", "Daan", "Bram", "Lucas", "Pieter"],
  towns: ["Molenbeek", "Waterdam", "Zonneveld", "Steenbrug"],
  unnamed: "Nog zonder naam",
  quote: (text) => `“${text}”`,
  wordSeparator: ", ",
  typeset: (sentence) => sentence.replaceAll("'", "’"),
  interviewer: "Interviewer:",
  colon: ":",
  present: {
    plots: presentPlots,
    visits: presentVisits,
    walks: [
      "De volgende straat is smal + en hangt vol met was.",
      "De kerkklok luidt + en een hond geeft antwoord.",
      "Nu staat de zon hoog + en zijn de schaduwen kort.",
      "<{A} loopt|Ik loop> sneller + omdat er nog veel te doen is.",
      "Op een muur slaapt een zwarte kat + op de beste plek van allemaal.",
      "Iemand speelt piano + achter een open raam.",
      "De weg gaat omlaag + en langs een oude put.",
      "Een jongen op een fiets zegt hallo + en belt drie keer.",
      "Twee oude mannen zitten op een bank + en praten over het weer.",
    ],
    wordLines: {
      want: [
        "In de tas zit ook een lijst, en daarop <schrijft ze|schrijf ik>: {W}.",
        "Op een kaartje <schrijft ze|schrijf ik> wat je niet mag vergeten: {W}.",
        "Dit zijn de eerste notities: {W}.",
      ],
      visit: [
        "“Schrijf dit op,” zegt {P}: {W}.",
        "“Hier is iets voor je lijst,” zegt {P}: {W}.",
        "Dan zegt {P} het langzaam en heel duidelijk: {W}.",
        "Op een papieren zak schrijft {P}: {W}.",
        "“Ken je dit al?” vraagt {P}: {W}.",
        "<{A} herhaalt|Ik herhaal> het tot het goed klinkt: {W}.",
        "Met het potlood <zet ze|zet ik> op de lijst: {W}.",
        "Op een bord bij de deur <leest ze|lees ik>: {W}.",
        "“Dat is altijd handig,” zegt {P}: {W}.",
        "Op een kaart uit {C} staat: {W}.",
        "<{A} zegt|Ik zeg> het hardop en {P} knikt: {W}.",
        "“En vergeet dit niet,” zegt {P}: {W}.",
      ],
      ending: [
        "“Zeg het met mij mee,” <zegt {A}|zeg ik>, en iedereen zegt: {W}.",
        "{B} wil het mooiste stuk nog een keer horen: {W}.",
        "Nu <kent ze|ken ik> het uit het hoofd: {W}.",
        "Weken later zeggen de mensen in {C} nog steeds: {W}.",
      ],
    },
    moods: {
      everyday: [
        "Het is een dag als alle andere, zo lijkt het.",
        "Sommige dagen zijn klein en blijven toch altijd bij je.",
      ],
      mystery: [
        "Maar vandaag is er iets vreemds: elke klok in {C} wijst een andere tijd aan.",
        "En de klokken? Om middernacht wijzen ze weer allemaal dezelfde tijd aan, en niemand weet waarom.",
      ],
      adventure: [
        "<{A} voelt haar|Ik voel mijn> hart kloppen: vandaag begint er een avontuur.",
        "Het is een groot avontuur, en geen stap is te ver.",
      ],
      wonder: [
        "Bij het raam zit een vogeltje van zilver licht, en het knipoogt.",
        "Hoog in de nacht zingt een zilveren vogel, maar alleen voor wie luistert.",
      ],
      heart: [
        "Er hangt iets zoets in de lucht, als voor een eerste ontmoeting.",
        "Nu <heeft {A}|heb ik> vrienden in elke straat, en dat maakt het hart groot.",
      ],
      fun: [
        "De kat zit weer in de soeppan, dus het wordt een goede dag.",
        "En de kat? Die slaapt natuurlijk in de soeppan.",
      ],
    },
    dayLine: "Dit is één hele dag, van het eerste uur tot het laatste.",
    questions: {
      opening: "Wie ben je, {A}, en waar begint je verhaal?",
      want: "Wat wil je die dag doen?",
      visits: ["Wat gebeurt er {at}?", "En daarna, {at}?", "Wie helpt je {at}?", "Wat vind je {at}?"],
      obstacle: "Wanneer wordt het moeilijk?",
      turn: "Wie helpt je dan?",
      ending: "En hoe loopt het af?",
    },
  },
  past: {
    plots: pastPlots,
    visits: pastVisits,
    walks: [
      "De volgende straat was zo smal dat de was van beide kanten aan dezelfde lijn hing.",
      "Ergens luidde een kerkklok + en een hond gaf antwoord +, zoals elk uur.",
      "Intussen stond de zon hoog + en waren de schaduwen onder de geparkeerde auto's gekropen.",
      "<{A} ging|Ik ging> een beetje sneller lopen + omdat de dag korter werd.",
      "Op een tuinmuur sliep een zwarte kat + die één oog opendeed +, maar ook niet meer dan één.",
      "Achter een open raam speelde iemand piano + en stopte steeds bij dezelfde noot.",
      "De weg liep omlaag langs een oude put + waar niemand meer muntjes in gooide + sinds vele jaren.",
      "Een jongen op een fiets belde drie keer zonder enige reden +, behalve dat de bel nieuw was.",
      "Op een bank bespraken twee oude mannen het weer + alsof daar nog iets aan te veranderen was.",
    ],
    wordLines: {
      want: [
        "Er zat ook een lijst in de tas, en bovenaan stond: {W}.",
        "Op een kaartje <had ze|had ik> genoteerd wat niet vergeten mocht worden: {W}.",
        "De eerste notities stonden er al: {W}.",
      ],
      visit: [
        "“Schrijf dit op voor ik het vergeet,” zei {P}: {W}.",
        "“Er ontbreekt iets op je lijst,” zei {P}: {W}.",
        "Toen zei {P} het twee keer, langzaam en heel duidelijk: {W}.",
        "Op de achterkant van een oude rekening schreef {P} in hoofdletters: {W}.",
        "“Hier vraagt nooit meer iemand naar,” zei {P}: {W}.",
        "<{A} herhaalde|Ik herhaalde> het tot het goed klonk: {W}.",
        "Voor het afscheid <zette ze|zette ik> op de lijst: {W}.",
        "Iemand had met krijt op de muur geschreven: {W}.",
        "“In mijn familie beginnen we altijd hiermee,” zei {P}: {W}.",
        "Op een kaartje dat {P} in een la bewaarde, was te lezen: {W}.",
        "<{A} spelde|Ik spelde> het hardop en {P} knikte: {W}.",
        "“En dit is voor onderweg,” zei {P}: {W}.",
      ],
      ending: [
        "“Nu allemaal samen,” <zei {A}|zei ik>, en iedereen herhaalde: {W}.",
        "{B} wilde per se het mooiste stuk nog een keer horen: {W}.",
        "Tegen die tijd <kende ze|kende ik> het uit het hoofd: {W}.",
        "Weken later hoorde je de mensen in {C} nog steeds zeggen: {W}.",
      ],
    },
    moods: {
      everyday: [
        "Het beloofde een dag als alle andere te worden.",
        "Het was een kleine dag geweest, maar wel een die blijft.",
      ],
      mystery: [
        "Eén ding was vreemd: die ochtend wees elke klok in {C} een andere tijd aan.",
        "Om middernacht waren alle klokken het weer eens, en tot vandaag kan niemand het verklaren.",
      ],
      adventure: [
        "<{A} voelde|Ik voelde> het onder <haar|mijn> schoenzolen: er stond een avontuur te beginnen.",
        "Er bestaan langere avonturen, maar van weinige kom je zo rijk weer thuis.",
      ],
      wonder: [
        "Op de vensterbank poetste een vogel van zilver licht zijn veren, zoals altijd voor belangrijke dagen.",
        "Hoog boven de daken zong de zilveren vogel één keer, en wie nog wakker was, deed alsof hij verbaasd was.",
      ],
      heart: [
        "Er hing die ochtend iets in de lucht, als voor een ontmoeting waar je te lang op hebt gewacht.",
        "Sindsdien woonde er achter elke deur een vriend, en de straten van {C} leken korter.",
      ],
      fun: [
        "De kat had weer in de soeppan geslapen, wat als een goed teken gold.",
        "De kat had trouwens alles gemist, omdat iemand het deksel niet op de soeppan had gedaan.",
      ],
    },
    dayLine: "Wat volgt is het verslag van één enkele dag, van uur tot uur.",
    questions: {
      opening: "Vertel eens, {A}: waar begon het allemaal?",
      want: "Wat was je van plan?",
      visits: [
        "Wat gebeurde er {at}?",
        "En hoe was het {at}?",
        "Wat heb je geleerd {at}?",
        "Wat herinner je je het best van dat uur {at}?",
      ],
      obstacle: "Op welk moment ging het mis?",
      turn: "En wat veranderde alles?",
      ending: "Hoe liep het verhaal af?",
    },
  },
};
