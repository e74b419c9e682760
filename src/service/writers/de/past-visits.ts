import type { Visit } from "../language-pack.ts";

/** Told in the past, in sentences that can grow. */
export const pastVisits: readonly Visit[] = [
  {
    who: "der Bäcker",
    at: "in der Bäckerei",
    text: `
      Die Bäckerei lag am Fuß der Brücke + und wurde früher warm als der Rest der Stadt +, sogar im Sommer.
      ~Der Bäcker hatte Mehl auf der Nase +, aber niemand sagte es ihm je +, weil es ihm so gut stand.
      <{A} kaufte|Ich kaufte> ein kleines Brot mit Körnern und bat um Hilfe +, während er nach Kleingeld suchte + und zwei Knöpfe fand.
      ~Der Bäcker knetete beim Nachdenken weiter + und seine Hände wurden nicht langsamer +, als gehörten sie einem anderen.
      ~„Um drei Uhr früh“, sagte er, „gehört die ganze Stadt mir.“
      @
      ~Er hatte das Handwerk bei einer Tante gelernt +, die alles nach Augenmaß abwog + und sich in fünfzig Jahren nie geirrt hatte.
      ~Die Schlange reichte inzwischen bis zur Tür +, doch keiner beschwerte sich +, denn dieser Geruch machte alle geduldig.
      Am Ende legte der Bäcker ein zweites Brot dazu + und lehnte das Geld ab +, indem er den mehligen Kopf schüttelte.
    `,
  },
  {
    who: "die Obstverkäuferin",
    at: "auf dem Markt",
    text: `
      An diesem Morgen war der Markt so laut, dass man beim Kaufen nur mit dem Finger zeigte + und das Beste hoffte.
      ~Die Obstverkäuferin trug einen Hut, der älter war als die Markthalle +, und niemand hatte sie je ohne ihn gesehen +, nicht einmal auf Hochzeiten.
      Die Verkäuferin empfing <{A}|mich> mit einer halben Melone + und wollte keine einzige Frage hören +, bevor der letzte Bissen gegessen war.
      ~Schon ihre Mutter hatte hinter denselben Kisten gestanden + und davor ihre Großmutter +, immer in der Ecke mit der ersten Sonne.
      @
      ~Ein kleines Kind nahm eine Pflaume und rannte davon +, während die Verkäuferin in die andere Richtung sah + und dabei sehr höflich wirkte.
      ^„Wer mein Obst stiehlt“, sagte sie, „der lobt es.“
      ^So hatte <{A}|ich> das noch nie gesehen + und schrieb den Satz auf +, bevor er entwischen konnte.
      Dann ließ die Verkäuferin drei Äpfel in die Tasche fallen +, einen für jede gute Frage +, und wandte sich dem nächsten Kunden zu.
    `,
  },
  {
    who: "der Bibliothekar",
    at: "in der Bibliothek",
    text: `
      In der Bibliothek war es so still, dass man hörte, wie sich der Goldfisch umdrehte + in seinem Glas neben der Tür.
      Der Bibliothekar wechselte die Brille, um zu fragen +, und wechselte sie noch einmal, um zuzuhören +, denn er war ein ordentlicher Mann.
      ~Von einer hohen Leiter brachte er ein dünnes braunes Buch +, auf das er blies + wie auf heiße Suppe.
      ^Einige Seiten hatten Kaffeeflecken +, und das waren, flüsterte er, die besten +, weil so viele Leser dort geblieben waren.
      @
      ^<{A} las|Ich las> sie im Stehen + und vergaß dabei völlig die Zeit +, wie es sich an einem solchen Ort gehört.
      ~In einer Ecke schlief ein Mann über einem Atlas +, den Finger auf einem Land +, das es nicht mehr gab.
      ^Der Mann wachte auf und fragte nach dem Wochentag +, aber niemand war sich ganz sicher +, nicht einmal der Bibliothekar.
      Ein paar Sätze <gingen mit {A}|gingen mit mir> hinaus +, und das ist das Beste an Sätzen: Sie wiegen nichts.
    `,
  },
  {
    who: "der Bahnhofschef",
    at: "am Bahnhof",
    text: `
      Nur zwei Züge am Tag hielten an diesem Bahnhof + und dazwischen gehörte der Bahnsteig den Spatzen + und einem Mann in blauer Jacke.
      ~Die große Uhr ging seit Jahren fünf Minuten nach +, aber noch nie hatte jemand seinen Zug verpasst +, weil es alle wussten.
      Der Bahnhofschef fragte, auf wen <{A} warte|ich warte> +, und freute sich sehr +, als er hörte, dass es nur um Ideen ging.
      ~Er setzte sich auf einen Koffer, den jemand in einem Winter vergessen hatte + und den er jeden Freitag abstaubte +, falls der Besitzer zurückkam.
      @
      ~„Ich habe hier mehr Küsse gesehen als im Kino“, sagte er, „und mehr Regen.“
      ~Er erinnerte sich an eine Frau, die eine Woche lang auf den falschen Zug gewartet hatte + und dann den Mann heiratete +, der es ihr sagte.
      Dann läutete eine Glocke, der Nachmittagszug fuhr ein + und der Bahnhofschef wurde wieder ein Beamter +, mit Pfeife und sehr geradem Rücken.
      ~Ein altes Paar stieg aus und sah sich um, als wäre alles kleiner geworden +, und der Bahnhofschef grüßte die beiden + wie einen König und eine Königin.
    `,
  },
  {
    who: "der Gärtner",
    at: "im Park",
    text: `
      Der Gärtner kniete vor den Rosen +, als <{A}|ich> in den Park kam +, und er stand für niemanden auf.
      ~Sein Hund trug das Werkzeug in einem kleinen Korb + und nahm diese Arbeit sehr ernst +, wie Hunde das tun.
      <{A} setzte sich|Ich setzte mich> ins Gras und erklärte die Sache +, während er die trockenen Blätter abschnitt + und leise zählte.
      ~Der Gärtner antwortete nicht gleich +, denn er dachte, wie er arbeitete +: langsam und von der Wurzel her.
      @
      ~„Keine Blume wächst schneller, wenn man an ihr zieht“, sagte der Gärtner.
      ~Die hohen Bäume an der Mauer hatte er selbst gepflanzt +, am Tag, als seine Tochter geboren wurde +, und jetzt waren sie alle größer als er.
      ~Plötzlich landete ein Ball mitten in den Rosen + und der Gärtner warf ihn zurück +, und zwar so gut, dass die Jungen das Weglaufen vergaßen.
      Zum Abschied suchte er eine Rose aus und entfernte die Dornen +, bevor er sie ohne ein Wort überreichte +, als wäre sie eine Quittung.
    `,
  },
  {
    who: "der Angler",
    at: "am Fluss",
    text: `
      Der Angler saß auf seinem alten Platz, auf einer Kiste am Wasser +, und hatte überhaupt nichts gefangen +, was ihn nicht zu stören schien.
      ~Der Fluss war um diese Jahreszeit grün und niedrig + und bewegte sich so wenig wie möglich + wie eine Katze in der Sonne.
      <{A} zog|Ich zog> die Schuhe aus und wartete auf einen guten Augenblick +, weil laute Fragen die Fische erschrecken + und die Angler auch.
      ~Der Angler gab jeder Ente, die vorbeikam, einen Namen + und die meisten schienen zu antworten + oder drehten wenigstens den Kopf.
      @
      ~„Die Fische sind nur meine Ausrede“, gestand er nach einer Weile.
      ~Vierzig Jahre lang hatte er in einer Halle voller Maschinen gearbeitet + und seitdem sammelte er Stille +, Stunde um Stunde, wie andere Briefmarken sammeln.
      ~Plötzlich ruckte die Angel so stark, dass <beide|wir beide> aufsprangen +, und aus dem Wasser kam ein alter Stiefel + mit einer schlafenden Schnecke darin.
      ^Er stellte ihn zum Trocknen in die Sonne +, denn zu Hause hatte er schon einen +, der dazu passen konnte.
    `,
  },
  {
    who: "die Mechanikerin",
    at: "in der Fahrradwerkstatt",
    text: `
      In der Werkstatt hinter der alten Mauer sah man nur zwei Stiefel +, die unter einem roten Fahrrad tanzten + zu sehr lauter Musik.
      ~Die Mechanikerin kam hervor, machte das Radio leiser und hörte zu +, den Kopf zur Seite geneigt + wie bei einem kranken Motor.
      ~Von der Decke hingen Räder in allen Größen + und bewegten sich ein wenig in der Zugluft + wie das Innere einer Uhr.
      ~Die Mechanikerin behauptete, sie könne alles mit zwei Rädern reparieren + und fast alles mit zwei Beinen +, wenn es rechtzeitig komme.
      @
      ~<{A} hielt|Ich hielt> die Lampe, während die Mechanikerin eine winzige Schraube suchte +, erst auf dem Tisch, dann auf dem Boden + und schließlich, mit Erfolg, in ihrem eigenen Haar.
      ^„Sie ist immer da, wo man nicht hinsieht“, sagte sie, „weil man da nicht hinsieht.“
      ^Das kam sofort auf das Papier +, unter den schwarzen Abdruck eines Daumens +, der nie wieder herausgehen würde.
      Danach durfte <{A}|ich> auf dem roten Fahrrad um den Hof fahren + und der ganze Tag rollte bergab +, eine kurze Minute lang.
    `,
  },
  {
    who: "der Kellner",
    at: "im Café",
    text: `
      Das Café hatte sechs Tische, von denen keiner zum anderen passte +, genau wie die Tassen + und, ehrlich gesagt, auch die Gäste.
      ~<{A} wählte|Ich wählte> den Tisch am Fenster + und bestellte das Kleinste auf der Karte +, um länger bleiben zu dürfen.
      Der Kellner trug vier Teller auf einem Arm +, ohne je nach unten zu sehen +, denn früher war er Tänzer gewesen.
      ~Als er hörte, worum es ging, setzte er sich eine Minute lang hin +, obwohl das verboten war +, und vergaß die Suppe.
      @
      ~Am Nebentisch spielten zwei Frauen Karten + und eine von ihnen gewann seit Jahren + mit derselben geknickten Dame.
      ^„Alle wissen es“, flüsterte der Kellner, „und niemand sagt es; das ist Freundschaft.“
      ~Ein Mann, der sein Geld vergessen hatte, suchte in allen Taschen +, und der Kellner schrieb einfach seinen Namen an die Wand +, unter hundert andere.
      ^All diese Leute waren wiedergekommen +, manche schon am nächsten Tag + und einer elf Jahre später, von einem anderen Kontinent.
    `,
  },
  {
    who: "die Frau an der Kasse",
    at: "im alten Kino",
    text: `
      Das alte Kino schlief den ganzen Tag +, aber die kleine Tür war nie abgeschlossen +, denn zu stehlen gab es nur die Dunkelheit.
      Unter einer gelben Lampe zählte eine Frau Eintrittskarten + und sagte, ohne aufzusehen, der Film beginne um acht +, wie seit sechzig Jahren.
      ~Als die Frau begriff, dass niemand eine Karte wollte, schob sie ihren Stuhl zurück + und wurde neugierig +, was vielleicht zweimal im Jahr vorkam.
      ~Ihr Vater hatte das Kino von seinen Ersparnissen gebaut + und die Wolken an der Decke selbst gemalt +, auf dem Rücken liegend wie ein berühmter Künstler.
      @
      ~„Die Leute glauben, sie kommen wegen des Endes“, sagte sie, „aber sie kommen wegen des Augenblicks, in dem das Licht ausgeht.“
      ~<{A} durfte|Ich durfte> eine Weile in der ersten Reihe sitzen + und die weiße Leinwand ansehen +, auf der seltsamerweise sehr viel geschah.
      ~Von den Wänden blickten alte Schauspieler mit riesigen Hüten herab + und schienen zufrieden zu sein + mit einem so stillen Publikum.
      Am Ausgang gab es ein Geschenk, eine blaue Karte, deren Nummer nicht mehr galt +, und sie landete zwischen zwei Seiten +, die noch jahrelang nach Kino rochen.
    `,
  },
];
