import type { LanguagePack } from "../language-pack.ts";
import { pastPlots } from "./past-plots.ts";
import { pastVisits } from "./past-visits.ts";
import { presentPlots } from "./present-plots.ts";
import { presentVisits } from "./present-visits.ts";

/** German. No name ends in a hissing sound, so that each takes a plain s in the genitive. */
export const german: LanguagePack = {
  codes: ["de"],
  protagonists: ["Lena", "Mara", "Clara", "Nora", "Emma", "Greta"],
  friends: ["Paul", "Emil", "Tim", "Ben", "Karim"],
  towns: ["Seefeld", "Lindenau", "Altbruck", "Hohenstein"],
  unnamed: "Noch ohne Namen",
  quote: (text) => `„${text}“`,
  wordSeparator: ", ",
  typeset: (sentence) => sentence,
  interviewer: "Frage:",
  colon: ":",
  present: {
    plots: presentPlots,
    visits: presentVisits,
    walks: [
      "Die nächste Straße ist eng + und voller Wäsche auf langen Leinen.",
      "Die Kirchenglocke läutet + und ein Hund antwortet.",
      "Jetzt steht die Sonne hoch + und die Schatten sind kurz.",
      "<{A} geht|Ich gehe> schneller +, denn es gibt noch viel zu tun.",
      "Auf einer Mauer schläft eine schwarze Katze + auf dem besten Platz von allen.",
      "Jemand spielt Klavier + hinter einem offenen Fenster.",
      "Der Weg führt bergab + und an einem alten Brunnen vorbei.",
      "Ein Junge auf einem Fahrrad grüßt + und klingelt dreimal.",
      "Zwei alte Männer sitzen auf einer Bank + und reden über das Wetter.",
    ],
    wordLines: {
      want: [
        "In der Tasche ist auch eine Liste, und darauf steht: {W}.",
        "Auf eine kleine Karte <schreibt {A}|schreibe ich>, was wichtig ist: {W}.",
        "Das sind die ersten Notizen: {W}.",
      ],
      visit: [
        "„Schreiben Sie das auf“, sagt {P}: {W}.",
        "„Das ist etwas für Ihre Liste“, sagt {P}: {W}.",
        "Dann sagt {P} langsam und deutlich: {W}.",
        "Auf eine Papiertüte schreibt {P}: {W}.",
        "„Kennen Sie das schon?“, fragt {P}: {W}.",
        "<{A} wiederholt|Ich wiederhole> es, bis es gut klingt: {W}.",
        "Mit dem Bleistift <ergänzt {A}|ergänze ich> die Liste: {W}.",
        "Auf einem Schild neben der Tür <liest {A}|lese ich>: {W}.",
        "„Das kann man immer brauchen“, sagt {P}: {W}.",
        "Auf einer Postkarte aus {C} steht: {W}.",
        "<{A} sagt|Ich sage> es laut, und {P} nickt: {W}.",
        "„Und vergessen Sie das nicht“, sagt {P}: {W}.",
      ],
      ending: [
        "„Alle zusammen!“, <sagt {A}|sage ich>, und alle sagen: {W}.",
        "{B} will den besten Teil noch einmal hören: {W}.",
        "Jetzt <kann {A}|kann ich> es auswendig: {W}.",
        "Noch Wochen später sagen die Leute in {C}: {W}.",
      ],
    },
    moods: {
      everyday: [
        "Es ist ein Tag wie jeder andere, oder fast.",
        "Manche Tage sind klein, und man vergisst sie nie.",
      ],
      mystery: [
        "Aber heute ist etwas seltsam: In {C} zeigt jede Uhr eine andere Zeit.",
        "Und die Uhren? Um Mitternacht zeigen alle wieder dieselbe Zeit, und niemand weiß, warum.",
      ],
      adventure: [
        "Das Herz klopft laut: Heute beginnt ein Abenteuer.",
        "Es ist ein großes Abenteuer, und kein Schritt ist zu weit.",
      ],
      wonder: [
        "Am Fenster sitzt ein kleiner Vogel aus silbernem Licht und zwinkert.",
        "Hoch oben in der Nacht singt ein silberner Vogel, aber nur für die, die zuhören.",
      ],
      heart: [
        "Etwas Schönes liegt in der Luft, wie vor einem ersten Treffen.",
        "Jetzt gibt es Freunde in jeder Straße, und das macht das Herz weit.",
      ],
      fun: [
        "Die Katze sitzt wieder im Suppentopf, also wird es ein guter Tag.",
        "Und die Katze? Sie schläft natürlich im Suppentopf.",
      ],
    },
    dayLine: "Das ist ein ganzer Tag, von der ersten Stunde bis zur letzten.",
    questions: {
      opening: "Wer sind Sie, {A}, und wo beginnt Ihre Geschichte?",
      want: "Was möchten Sie an diesem Tag tun?",
      visits: ["Was passiert {at}?", "Und dann, {at}?", "Wer hilft Ihnen {at}?", "Was finden Sie {at}?"],
      obstacle: "Wann wird es schwierig?",
      turn: "Wer hilft Ihnen dann?",
      ending: "Und wie geht es aus?",
    },
  },
  past: {
    plots: pastPlots,
    visits: pastVisits,
    walks: [
      "Die nächste Straße war so eng, dass die Wäsche beider Seiten an derselben Leine hing.",
      "Irgendwo läutete eine Glocke + und ein Hund gab Antwort +, wie zu jeder vollen Stunde.",
      "Inzwischen stand die Sonne ganz oben + und die Schatten hatten sich unter die Autos verkrochen.",
      "<{A} ging|Ich ging> ein wenig schneller +, weil der Tag kürzer wurde.",
      "Auf einer Gartenmauer schlief eine schwarze Katze +, die ein Auge öffnete +, aber nur eines.",
      "Hinter einem offenen Fenster spielte jemand Klavier + und blieb immer am selben Ton hängen.",
      "Der Weg führte bergab, vorbei an einem alten Brunnen +, in den seit Jahren niemand mehr eine Münze geworfen hatte.",
      "Ein Junge klingelte dreimal mit seiner Fahrradklingel +, ohne Grund +, außer dass sie neu war.",
      "Auf einer Bank stritten zwei alte Männer über das Wetter +, als ließe es sich noch ändern.",
    ],
    wordLines: {
      want: [
        "In der Tasche lag auch eine Liste, und ganz oben stand: {W}.",
        "Auf einer kleinen Karte stand, was nicht vergessen werden durfte: {W}.",
        "Die ersten Notizen waren schon da: {W}.",
      ],
      visit: [
        "„Schreiben Sie das auf, bevor ich es vergesse“, sagte {P}: {W}.",
        "„Auf Ihrer Liste fehlt etwas“, sagte {P}: {W}.",
        "Dann sagte {P} zweimal, langsam und deutlich: {W}.",
        "Auf die Rückseite einer alten Rechnung schrieb {P} in Großbuchstaben: {W}.",
        "„Danach fragt mich heute niemand mehr“, sagte {P}: {W}.",
        "<{A} wiederholte|Ich wiederholte> es, bis es richtig klang: {W}.",
        "Vor dem Abschied kam noch etwas auf die Liste: {W}.",
        "Jemand hatte mit Kreide an die Wand geschrieben: {W}.",
        "„In meiner Familie fängt man immer damit an“, sagte {P}: {W}.",
        "Auf einer Karte, die {P} in einer Schublade aufbewahrte, stand: {W}.",
        "<{A} buchstabierte|Ich buchstabierte> es laut, und {P} nickte: {W}.",
        "„Und das ist für unterwegs“, sagte {P}: {W}.",
      ],
      ending: [
        "„Und jetzt alle zusammen“, <sagte {A}|sagte ich>, und alle wiederholten: {W}.",
        "{B} bestand darauf, den besten Teil noch einmal zu hören: {W}.",
        "Inzwischen konnte <{A}|ich> alles auswendig: {W}.",
        "Noch Wochen später hörte man die Leute in {C} sagen: {W}.",
      ],
    },
    moods: {
      everyday: [
        "Es versprach, ein Tag wie jeder andere zu werden.",
        "Es war ein kleiner Tag gewesen, aber einer von denen, die bleiben.",
      ],
      mystery: [
        "Nur eines war seltsam: An diesem Morgen zeigte jede Uhr in {C} eine andere Zeit.",
        "Um Mitternacht waren sich alle Uhren wieder einig, und bis heute kann es niemand erklären.",
      ],
      adventure: [
        "Man spürte es bis in die Schuhsohlen: Ein Abenteuer stand bevor.",
        "Es gibt längere Abenteuer, aber wenige, von denen man so reich nach Hause kommt.",
      ],
      wonder: [
        "Auf dem Fensterbrett putzte ein Vogel aus silbernem Licht sein Gefieder, wie immer vor wichtigen Tagen.",
        "Hoch über den Dächern sang der silberne Vogel ein einziges Mal, und wer noch wach war, tat überrascht.",
      ],
      heart: [
        "An diesem Morgen lag etwas in der Luft wie vor einer lange erwarteten Begegnung.",
        "Von da an gab es hinter jeder Tür einen Freund, und die Straßen von {C} kamen allen kürzer vor.",
      ],
      fun: [
        "Die Katze hatte wieder im Suppentopf geschlafen, was als gutes Zeichen galt.",
        "Was die Katze betrifft, so hatte sie alles verpasst, weil jemand den Deckel vom Suppentopf genommen hatte.",
      ],
    },
    dayLine: "Es folgt der Bericht von einem einzigen Tag, Stunde für Stunde.",
    questions: {
      opening: "Erzählen Sie, {A}: Wo hat alles angefangen?",
      want: "Was hatten Sie vor?",
      visits: [
        "Was geschah {at}?",
        "Und wie war es {at}?",
        "Was haben Sie {at} gelernt?",
        "Was hat Ihnen {at} am besten gefallen?",
      ],
      obstacle: "Wann ging es schief?",
      turn: "Und was hat alles geändert?",
      ending: "Wie ging die Geschichte aus?",
    },
  },
};
