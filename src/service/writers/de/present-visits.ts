import type { Visit } from "../language-pack.ts";

/** Told in the present, in short sentences. */
export const presentVisits: readonly Visit[] = [
  {
    who: "der Bäcker",
    at: "in der Bäckerei",
    text: `
      Die Bäckerei ist an der Ecke + neben der kleinen Brücke.
      ~Das Brot ist noch heiß + und die ganze Straße riecht danach.
      ~Drinnen ist es warm +, weil der Ofen nie kalt ist.
      ~Der Bäcker hat Mehl auf der Nase +, aber niemand sagt es ihm.
      „Guten Morgen!“, sagt der Bäcker.
      <{A} kauft|Ich kaufe> ein kleines Brot + mit Körnern.
      „Können Sie mir helfen?“, <fragt sie|frage ich>.
      ~Der Bäcker denkt nach +, während seine Hände ein langes weißes Brot machen.
      ~Die Hände des Bäckers sind nie still +, auch nicht beim Sprechen.
      @
      ~„Ich stehe um drei Uhr auf“, sagt der Bäcker.
      ^„Dann sind die Sterne meine Lampe.“
      ^<{A} mag|Ich mag> diesen Satz + und <schreibt|schreibe> ihn auf.
      ~Andere Leute warten schon + und es gibt keine Zeit mehr.
      Der Bäcker schenkt <ihr|mir> noch ein Brot + und will kein Geld dafür.
      ~Es ist für den Weg +, denn langes Gehen macht hungrig.
    `,
  },
  {
    who: "die Obstverkäuferin",
    at: "auf dem Markt",
    text: `
      Heute ist es laut auf dem Markt +, weil alle gleichzeitig sprechen.
      ~Es gibt Äpfel, Zitronen und Eier + in kleinen und großen Kisten.
      ~Ein Mann verkauft Blumen + und singt ein altes Lied.
      Die Obstverkäuferin kennt <{A}|mich> gut + und winkt mit einer großen Melone.
      ~„Heute ist alles süß“, sagt die Verkäuferin.
      ~<{A} probiert|Ich probiere> ein Stück Melone + und es stimmt: Sie ist sehr süß.
      „Ich brauche ein wenig Hilfe“, <sagt {A}|sage ich>.
      ~Die Verkäuferin stellt ihre Kiste ab + und kommt näher.
      @
      ~Ein Kind nimmt eine Pflaume + und läuft weg.
      ^Die Verkäuferin lacht nur +, denn sie hat viele Pflaumen.
      ~„Auch meine Mutter verkauft Obst“, sagt die Frau.
      ~Der Hut der Verkäuferin ist sehr alt +, aber sie nimmt ihn nie ab.
      Zum Schluss legt die Verkäuferin drei Äpfel in die Tasche +, einen für jede gute Frage.
      ~Jetzt ist die Tasche schwer +, aber das ist kein Problem.
    `,
  },
  {
    who: "der Bibliothekar",
    at: "in der Bibliothek",
    text: `
      In der Bibliothek ist es kühl und ruhig + und der Boden macht ein leises Geräusch.
      ~Ein Fisch schwimmt in einem großen Glas + und sieht alle Besucher an.
      ~Der Bibliothekar hat zwei Brillen +, eine für die Bücher und eine für die Menschen.
      „Was suchen Sie?“, fragt der Bibliothekar.
      <{A} erklärt|Ich erkläre> es mit leiser Stimme +, denn das ist hier die Regel.
      ~Der Bibliothekar bringt ein dünnes braunes Buch + von ganz oben.
      ^Einige Seiten sind sehr dunkel +, weil Kaffee darauf ist.
      @
      ^„Lesen Sie zuerst die Seiten mit Kaffee“, sagt der Bibliothekar.
      ^Das sind die besten +, weil viele Leser dort bleiben.
      ^<{A} liest|Ich lese> zehn Minuten lang + und <vergisst|vergesse> die Welt draußen.
      ~Ein Mann schläft in der Ecke + mit dem Kopf auf einer Landkarte.
      ^Der Mann wacht auf + und fragt nach dem Wochentag.
      ^Alle lachen sehr leise +, vielleicht sogar der Fisch.
      <{A} bedankt sich|Ich bedanke mich> + und <geht|gehe> wieder hinaus ins Licht.
    `,
  },
  {
    who: "der Bahnhofschef",
    at: "am Bahnhof",
    text: `
      Hier fahren nur zwei Züge am Tag +, deshalb ist der Bahnhof oft leer.
      ~Die große Uhr geht fünf Minuten nach +, aber das wissen alle in der Stadt.
      Der Bahnhofschef steht am Gleis + in seiner dunkelblauen Jacke.
      ~Vor seinem Büro stehen Blumen + und er gibt ihnen jede Stunde Wasser.
      „Warten Sie auf den Zug?“, fragt der Bahnhofschef.
      „Nein, ich suche Ideen“, <sagt {A}|sage ich>.
      ~Der Bahnhofschef lächelt +, denn das sagt sonst nie jemand.
      ~Dann setzt sich der Bahnhofschef auf einen Koffer +, der niemandem gehört.
      @
      ~„Hier weinen die Leute, und hier lachen sie“, sagt der Bahnhofschef.
      ^„Und ich habe für beides eine Fahne.“
      ~Dann kommt der Zug + mit viel Lärm.
      ^Ein altes Paar steigt aus + und sieht sich um.
      ^<{A} winkt|Ich winke> lange +, bis der Zug nicht mehr zu sehen ist.
      Am Ende hebt der Bahnhofschef seine Mütze + wie ein König in einem alten Film.
    `,
  },
  {
    who: "der Gärtner",
    at: "im Park",
    text: `
      Im Park sind die Bäume sehr hoch + und auf den Wegen liegen kleine Steine.
      Der Gärtner kniet auf dem Boden + vor den Rosen.
      ~Sein Hund trägt einen kleinen Korb + mit Werkzeug und einem Brötchen.
      ~„Vorsicht, der Boden ist nass“, sagt der Gärtner.
      <{A} setzt sich|Ich setze mich> ins Gras + und <bittet|bitte> ihn um Hilfe.
      ~Der Gärtner antwortet nicht sofort +, denn er denkt gern zuerst nach.
      ~Der Gärtner schneidet eine Rose ab + und macht die Dornen weg.
      @
      ~„Ein Garten ist langsam“, sagt der Gärtner.
      ^„Eine Blume hat niemals Eile.“
      ~Zwei Jungen spielen Ball + zwischen den Bänken.
      ^Der Ball fällt in die Rosen + und die Jungen stehen ganz still.
      ^Der Gärtner wirft den Ball zurück + und es ist ein sehr guter Wurf.
      Am Ende schenkt der Gärtner <ihr|mir> eine kleine Rose + und arbeitet weiter.
      ~Sein Hund kommt bis zum Tor mit + und ist stolz auf seinen Korb.
    `,
  },
  {
    who: "der Angler",
    at: "am Fluss",
    text: `
      Der Fluss ist langsam und grün + und am Ufer liegen kleine Boote.
      Der Angler sitzt auf einer Kiste + mit den Füßen im Wasser.
      ~Er hat noch keinen Fisch +, aber er sieht glücklich aus.
      ^„Sie haben heute keinen Hunger“, sagt der Angler.
      ~<{A} zieht die|Ich ziehe die> Schuhe aus +, weil das Wasser so kühl aussieht.
      „Darf ich Sie etwas fragen?“, <sagt {A}|sage ich>.
      ~Der Angler nickt + und macht auf seiner Kiste Platz.
      @
      ~Eine Ente kommt näher + mit sechs kleinen Enten.
      ^Der Angler kennt sie alle + und jede hat einen Namen.
      ~„Ich komme wegen der Ruhe“, erzählt der Angler.
      Plötzlich bewegt sich die Angel + und <beide|wir beide> springen auf.
      Es ist nur ein alter Stiefel + mit einer Schnecke darin.
      <Sie lachen|Wir lachen> laut + und die Enten schwimmen weg.
      ~Der Angler stellt den Stiefel in die Sonne +, denn vielleicht findet er eines Tages den anderen.
    `,
  },
  {
    who: "die Mechanikerin",
    at: "in der Fahrradwerkstatt",
    text: `
      Die Werkstatt ist in einer engen Straße + hinter der alten Stadtmauer.
      ~Räder hängen von der Decke + wie seltsame schwarze Blumen.
      Die Mechanikerin liegt unter einem roten Fahrrad + und man sieht nur ihre Stiefel.
      ~Das Radio ist sehr laut + und die Stiefel tanzen.
      „Hallo! Ist da unten jemand?“, <ruft {A}|rufe ich>.
      ~Ein Gesicht kommt hervor + mit einem schwarzen Strich auf der Wange.
      ~Die Mechanikerin macht das Radio leiser + und putzt sich die Hände ab.
      ~„Ich repariere alles“, sagt sie, „auch schlechte Ideen.“
      @
      ~Dann verliert die Mechanikerin eine winzige Schraube + und sucht sie überall.
      ^Die Schraube ist nicht auf dem Boden + und auch nicht auf dem Tisch.
      ^Sie ist in ihrem Haar +, wie immer.
      ~Jetzt ist das rote Fahrrad fertig + und die Klingel klingt wie neu.
      Am Ende <darf {A}|darf ich> eine Runde auf dem roten Fahrrad fahren + und das ist wie Fliegen.
    `,
  },
  {
    who: "der Kellner",
    at: "im Café",
    text: `
      Das Café hat sechs Tische + und alle sind verschieden.
      <{A} setzt sich|Ich setze mich> ans Fenster +, weil es dort am hellsten ist.
      ~Der Kellner bringt ein Glas Wasser + und einen winzigen Keks.
      ~Der Kellner trägt vier Teller auf einmal + und schaut nie auf seine Füße.
      „Sie haben viel zu tun“, sagt der Kellner.
      „Ja, und ich brauche Hilfe“, <sagt {A}|sage ich>.
      ~Der Kellner setzt sich für eine Minute +, obwohl das verboten ist.
      @
      ~Zwei Frauen spielen Karten + und immer gewinnt dieselbe.
      ^„Eine Karte hat eine krumme Ecke“, sagt der Kellner leise.
      ~Ein Mann will zahlen +, aber er hat kein Geld dabei.
      ^Der Kellner schreibt seinen Namen an die Wand + neben viele andere Namen.
      ^„Sie kommen alle wieder“, sagt er.
      Draußen läuten die Glocken + und der Kaffee ist ausgetrunken.
    `,
  },
  {
    who: "die Frau an der Kasse",
    at: "im alten Kino",
    text: `
      Am Tag ist das alte Kino geschlossen +, aber die kleine Tür ist offen.
      ~Drinnen ist es dunkel + und die Sitze sind rot und weich.
      An der Kasse zählt eine Frau die Karten + unter einem gelben Licht.
      ~„Der Film beginnt heute Abend“, sagt die Frau leise.
      „Ich brauche heute keine Karte“, <sagt {A}|sage ich>.
      ~Jetzt hebt die Frau den Kopf +, denn das ist etwas Neues.
      ~Die Frau kennt das Ende von jedem Film +, aber sie erzählt es nie.
      @
      ~An der Wand hängen alte Fotos + von Leuten mit großen Hüten.
      ^Auf einem Foto ist ihr Vater +, der dieses Haus gebaut hat.
      ~<{A} sieht|Ich sehe> die weiße Leinwand an + von einem Platz in der ersten Reihe.
      ^Auf der Leinwand ist nichts +, aber man kann träumen.
      Am Ende schenkt die Frau <ihr|mir> eine alte blaue Karte + mit einer Nummer, die nicht mehr gilt.
      ~Die Karte liegt jetzt zwischen zwei Seiten + und riecht noch nach Kino.
    `,
  },
];
