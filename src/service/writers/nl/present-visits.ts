import type { Visit } from "../language-pack.ts";

/** Told in the present, in short sentences. */
export const presentVisits: readonly Visit[] = [
  {
    who: "de bakker",
    at: "in de bakkerij",
    text: `
      De bakkerij staat op de hoek + naast de kleine brug.
      ~Het brood is nog heet +, en de hele straat ruikt ernaar.
      ~Binnen is het warm + omdat de oven nooit koud is.
      ~De bakker heeft meel op zijn neus +, maar niemand zegt het hem.
      “Goedemorgen!” zegt de bakker.
      <{A} koopt|Ik koop> een brood + met zaadjes erop.
      “Kunt u me helpen?” <vraagt ze|vraag ik>.
      ~De bakker denkt na + terwijl zijn handen een lange witte rol maken.
      ~De handen van de bakker stoppen nooit +, ook niet als hij praat.
      @
      ~“Ik sta om drie uur op,” zegt de bakker.
      ^“Op dat uur zijn de sterren mijn lamp.”
      ^<{A} vindt|Ik vind> dat een mooie zin + en <bewaart|bewaar> hem voor later.
      ~De volgende mensen wachten +, dus er is geen tijd meer.
      De bakker geeft <haar|mij> een klein broodje cadeau + en wil geen geld.
      ~Het is voor onderweg + omdat je van lange wandelingen honger krijgt.
    `,
  },
  {
    who: "de fruitverkoopster",
    at: "op de markt",
    text: `
      De markt is vandaag luid + omdat iedereen tegelijk praat.
      ~Er zijn appels, citroenen en eieren + in dozen van elke maat.
      ~Een man verkoopt bloemen + en zingt een oud lied.
      De fruitverkoopster kent <{A}|mij> goed + en zwaait met een grote meloen.
      ~“Vandaag is alles zoet,” zegt ze.
      ~<{A} proeft|Ik proef> een stuk meloen +, en het is echt zoet.
      “Ik heb een beetje hulp nodig,” <zegt {A}|zeg ik>.
      ~De fruitverkoopster zet haar doos neer + en komt dichterbij.
      @
      ~Een kind pakt een pruim + en rent weg.
      ^De fruitverkoopster lacht alleen maar + omdat ze genoeg pruimen heeft.
      ~“Vroeger stond mijn moeder hier,” zegt de fruitverkoopster.
      ~De hoed van de vrouw is ouder dan de markt +, en ze zet hem nooit af.
      De fruitverkoopster legt drie appels in de tas +, één voor elke goede vraag.
      ~Nu is de tas zwaar +, maar dat is geen probleem.
    `,
  },
  {
    who: "de bibliothecaris",
    at: "in de bibliotheek",
    text: `
      De bibliotheek is koel en stil +, en de vloer maakt een zacht geluid.
      ~Een vis zwemt in een kom op de balie + en kijkt naar elke bezoeker.
      ~De bibliothecaris heeft twee brillen +, één voor boeken en één voor mensen.
      “Wat zoek je?” vraagt de bibliothecaris.
      <{A} legt|Ik leg> het zachtjes uit + omdat dat hier de regel is.
      ~De bibliothecaris haalt een dun bruin boek + boven van een ladder.
      ^Sommige bladzijden zijn heel donker + omdat er koffie op zit.
      @
      ^“Lees eerst de bladzijden met koffie,” zegt de bibliothecaris.
      ^Dat zijn de beste + omdat veel mensen daar gestopt zijn.
      ^<{A} leest|Ik lees> tien minuten + en vergeet de wereld buiten.
      ~In de hoek slaapt een man + met zijn hoofd op een atlas.
      ^Hij wordt wakker + en vraagt welke dag het is.
      ^Iedereen lacht heel zachtjes +, misschien zelfs de vis.
      <{A} zegt|Ik zeg> dank u wel + en <gaat|ga> weer naar buiten, in het licht.
    `,
  },
  {
    who: "de stationschef",
    at: "op het station",
    text: `
      Er zijn maar twee treinen per dag +, dus het station is vaak leeg.
      ~De grote klok loopt vijf minuten achter +, maar in de stad weet iedereen dat.
      De stationschef staat op het perron + in zijn donkerblauwe jas.
      ~Hij heeft bloemen voor zijn kantoor + en geeft ze elk uur water.
      “Wacht je op de trein?” vraagt hij.
      “Nee, ik zoek ideeën,” <zegt {A}|zeg ik>.
      ~De stationschef lacht + omdat niemand dat ooit tegen hem zegt.
      ~Dan gaat de stationschef op een koffer zitten + die van niemand is.
      @
      ~“Hier huilen mensen, en hier lachen mensen,” zegt de stationschef.
      ^“En ik heb voor allebei een vlag.”
      ~Dan komt de trein binnen + met veel lawaai.
      ^Een oud echtpaar stapt uit + en kijkt om zich heen.
      ^<{A} zwaait|Ik zwaai> tot de trein weg is + en alleen de rails er nog zijn.
      Op het eind tilt de stationschef zijn pet op + als een koning in een oude film.
    `,
  },
  {
    who: "de tuinman",
    at: "in het park",
    text: `
      In het park zijn de bomen heel hoog +, en de paden liggen vol steentjes.
      De tuinman zit op zijn knieën + voor een bed met rozen.
      ~Zijn hond draagt een mandje + met gereedschap en een boterham.
      ~“Pas op, de grond is nat,” zegt hij.
      <{A} gaat|Ik ga> op het gras zitten + en <vraagt|vraag> hem om hulp.
      ~De tuinman geeft niet meteen antwoord + omdat hij graag eerst nadenkt.
      ~De tuinman snijdt een roos af + en haalt de doornen weg.
      @
      ~“Een tuin is langzaam,” zegt de tuinman.
      ~“Je kunt tegen een bloem niet zeggen: schiet op.”
      ~Twee jongens voetballen + tussen de banken.
      ^De bal komt in de rozen terecht +, en de jongens staan stil.
      ^De tuinman gooit hem terug +, en het is een heel goede worp.
      Dan steekt de tuinman een roosje achter <het oor van {A}|mijn oor> + en gaat verder met zijn werk.
      ~Zijn hond loopt mee tot het hek +, trots op zijn zware mandje.
    `,
  },
  {
    who: "de visser",
    at: "aan de rivier",
    text: `
      De rivier is langzaam en groen +, en er liggen bootjes aan de kant.
      De visser zit op een houten kist + met zijn voeten in het water.
      ~Hij heeft nog geen vis +, maar hij ziet er gelukkig uit.
      ^“Ze hebben vandaag geen honger,” zegt hij.
      ~<{A} doet haar|Ik doe mijn> schoenen uit + omdat het water er zo koel uitziet.
      “Mag ik u iets vragen?” <zegt {A}|zeg ik>.
      ~De visser knikt + en schuift een stukje op.
      @
      ~Een eend komt dichterbij + met zes kleine eendjes achter zich aan.
      ^De visser kent ze allemaal +, en ze hebben elk een naam.
      ~“Ik kom hier voor de stilte,” zegt de visser.
      Opeens beweegt de lijn +, en <ze|we> springen allebei op.
      Het is maar een oude laars + met een slak erin.
      <Ze|We> lachen hardop +, en de eenden zwemmen weg.
      ~De visser zet de laars in de zon + want misschien vindt hij ooit de andere.
    `,
  },
  {
    who: "de monteur",
    at: "in de fietsenwerkplaats",
    text: `
      De werkplaats ligt in een smalle straat + achter de oude stadsmuur.
      ~Er hangen wielen aan het plafond + als vreemde zwarte bloemen.
      De monteur ligt onder een rode fiets +, dus <{A} ziet|ik zie> alleen haar laarzen.
      ~De radio speelt harde muziek +, en de laarzen dansen.
      “Hallo daar beneden!” <roept {A}|roep ik>.
      ~Er komt een gezicht tevoorschijn + met een zwarte streep op één wang.
      ~De monteur zet de radio zachter + en veegt haar handen af aan een doek.
      ~“Ik kan alles repareren,” zegt ze, “zelfs slechte ideeën.”
      @
      ~Dan verliest de monteur een heel klein schroefje + en zoekt het overal.
      ^Het schroefje ligt niet op de vloer + en niet op de tafel.
      ^Het zit in haar haar +, waar het altijd zit.
      ~Nu is de rode fiets klaar +, en de bel klinkt als nieuw.
      Op de rode fiets mag <{A}|ik> één rondje rijden +, en dat voelt als vliegen.
    `,
  },
  {
    who: "de ober",
    at: "in het café",
    text: `
      Het café heeft zes tafels +, en ze zijn allemaal anders.
      <{A} kiest|Ik kies> de tafel bij het raam + omdat daar het mooiste licht is.
      ~De ober brengt een glas water + en een heel klein koekje.
      ~De ober draagt vier borden tegelijk + en kijkt nooit naar zijn voeten.
      “Je hebt het druk,” zegt de ober.
      “Ja, en ik heb hulp nodig,” <zegt {A}|zeg ik>.
      ~De ober gaat één minuut zitten + hoewel dat niet mag.
      @
      ~Aan de tafel ernaast spelen twee vrouwen kaart +, en één van hen wint altijd.
      ^“Eén kaart heeft een kromme hoek,” zegt de ober zachtjes.
      ~Een man wil betalen +, maar zijn zakken zijn leeg.
      ^De ober schrijft zijn naam op de muur + naast heel veel andere namen.
      ^“Ze komen allemaal terug,” zegt hij.
      Buiten luiden de klokken +, en de koffie is op.
    `,
  },
  {
    who: "de vrouw aan de kassa",
    at: "in de oude bioscoop",
    text: `
      De oude bioscoop is overdag gesloten +, maar de zijdeur staat open.
      ~Binnen is het donker +, en de stoelen zijn rood en zacht.
      Een vrouw telt kaartjes aan een klein tafeltje + onder een gele lamp.
      ~“De film begint vanavond,” zegt ze zonder op te kijken.
      “Ik heb vandaag geen kaartje nodig,” <zegt {A}|zeg ik>.
      ~Nu kijkt de vrouw op + omdat dat iets nieuws is.
      ~De vrouw kent het einde van elke film +, maar ze vertelt het nooit.
      @
      ~Aan de muur hangen oude foto's + van mensen met grote hoeden.
      ^Op één foto staat haar vader +, die dit huis gebouwd heeft.
      ~<{A} kijkt|Ik kijk> naar het witte doek + vanaf een stoel op de eerste rij.
      ^Er is niets op te zien +, maar je kunt er wel van dromen.
      De vrouw geeft <haar|mij> een oud blauw kaartje + met een nummer dat niemand meer nodig heeft.
      ~Het is een goede boekenlegger +, en hij ruikt nog naar het donker.
    `,
  },
];
