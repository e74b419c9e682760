import type { Visit } from "../language-pack.ts";

/** Told in the past, in sentences that can grow. */
export const pastVisits: readonly Visit[] = [
  {
    who: "de bakker",
    at: "in de bakkerij",
    text: `
      De bakkerij stond aan de voet van de brug + en werd eerder warm dan de rest van de stad +, zelfs in de zomer.
      ~De bakker had meel op zijn neus +, maar niemand zei het hem ooit +, omdat het hem zo goed stond.
      <{A} kocht|Ik kocht> een klein brood met zaadjes en vroeg om hulp + terwijl de bakker naar wisselgeld zocht + en twee knopen vond.
      ~De bakker kneedde gewoon door terwijl hij nadacht +, en zijn handen werden niet langzamer +, alsof ze van iemand anders waren.
      ~“Om drie uur 's nachts,” zei hij, “is de hele stad van mij.”
      @
      ~Hij had het vak geleerd van een tante + die alles op het oog afwoog + en zich in vijftig jaar nooit had vergist.
      ~De rij reikte intussen tot de deur +, maar niemand klaagde +, want die geur maakte iedereen geduldig.
      Aan het eind legde de bakker er een tweede brood bij + en weigerde het geld + door zijn melige hoofd te schudden.
    `,
  },
  {
    who: "de fruitverkoopster",
    at: "op de markt",
    text: `
      Die ochtend was de markt zo luid dat je bij het kopen alleen maar kon wijzen + en er het beste van hoopte.
      ~De fruitverkoopster droeg een hoed die ouder was dan de markthal + en niemand had haar ooit zonder gezien +, zelfs niet op bruiloften.
      De fruitverkoopster ontving <{A}|mij> met een halve meloen + en wilde geen enkele vraag horen + voordat die helemaal op was.
      ~Achter dezelfde kisten had haar moeder al gestaan + en daarvoor haar grootmoeder +, altijd in de hoek waar de zon het eerst kwam.
      @
      ~Een klein kind pakte een pruim en rende weg + terwijl de vrouw de andere kant op keek + met grote beleefdheid.
      ^“Wie mijn fruit steelt,” zei ze, “die prijst het.”
      ^Zo <had {A}|had ik> er nog nooit over gedacht + en de zin werd meteen opgeschreven +, voordat hij kon ontsnappen.
      Toen liet de fruitverkoopster drie appels in de tas vallen +, één voor elke goede vraag +, en wendde zich tot de volgende klant.
    `,
  },
  {
    who: "de bibliothecaris",
    at: "in de bibliotheek",
    text: `
      In de bibliotheek was het koel en zo stil dat je de goudvis kon horen keren + in zijn kom op de balie.
      De bibliothecaris wisselde van bril om iets te vragen + en wisselde nog een keer om te luisteren +, want hij was een ordelijk man.
      ~Van boven op een ladder haalde hij een dun bruin boek + en blies erop + als op hete soep.
      @
      ^Op sommige bladzijden zaten koffievlekken +, en dat waren, fluisterde hij, de beste +, omdat zo veel lezers daar waren blijven hangen.
      ^<{A} las|Ik las> ze staand + en vergat de tijd volledig +, zoals het op zo'n plek hoort.
      ~In de hoek sliep een man boven een atlas + met één vinger op een land + dat niet meer bestond.
      ^Hij werd wakker en vroeg welke dag het was +, maar niemand wist het helemaal zeker +, zelfs de bibliothecaris niet.
      Er gingen een paar goede zinnen mee naar buiten +, en dat is het mooie van zinnen: ze wegen niets.
    `,
  },
  {
    who: "de stationschef",
    at: "op het station",
    text: `
      Op het station stopten maar twee treinen per dag +, en daartussen was het perron van de mussen + en van één man in een donkerblauwe jas.
      ~De grote klok liep al jaren vijf minuten achter +, en toch had nog nooit iemand een trein gemist +, omdat iedereen het wist.
      De stationschef vroeg of <{A} op iemand wachtte|ik op iemand wachtte> + en was verrukt + toen hij hoorde dat het alleen om ideeën ging.
      ~Hij ging op een koffer zitten die daar op een winterdag was vergeten + en die hij elke vrijdag afstofte +, voor het geval dat de eigenaar terugkwam.
      @
      ~“Ik heb meer kussen gezien dan de bioscoop,” zei hij, “en meer regen.”
      ~Hij herinnerde zich een vrouw die een week lang op de verkeerde trein had gewacht + en daarna met de man was getrouwd + die haar dat vertelde.
      Toen viel het sein en reed de middagtrein binnen +, en hij werd weer een belangrijk man +, met een fluitje en een kaarsrechte rug.
      ^Een oud echtpaar stapte uit en keek rond alsof alles gekrompen was +, en de stationschef nam zijn pet voor hen af + als voor een koning en een koningin.
    `,
  },
  {
    who: "de tuinman",
    at: "in het park",
    text: `
      De tuinman zat geknield voor de rozen + toen <{A}|ik> door het hek van het park kwam +, en hij stond voor niemand op.
      ~Zijn hond droeg het gereedschap in een mandje + en nam het werk heel serieus +, zoals honden dat doen.
      <{A} ging|Ik ging> op het gras zitten en legde uit waar het om ging + terwijl hij de dorre blaadjes wegknipte +, één voor één.
      ~Hij gaf niet meteen antwoord +, want hij dacht na zoals hij tuinierde +, langzaam en vanaf de wortel.
      @
      ~“Een bloem groeit niet door eraan te trekken,” zei hij.
      ~De hoge bomen bij de muur had hij zelf geplant +, op de dag dat zijn dochter werd geboren +, en nu waren ze allemaal groter dan hij.
      ~Opeens landde er een voetbal midden in het bed +, en hij gooide hem zo goed terug dat de jongens vergaten weg te rennen.
      Tot slot koos de tuinman een roos en haalde de doornen er één voor één af +, en gaf hem toen zonder een woord te zeggen +, alsof het een bonnetje was.
    `,
  },
  {
    who: "de visser",
    at: "aan de rivier",
    text: `
      De visser zat waar hij altijd zat, op een houten kist bij het water +, en had helemaal niets gevangen +, wat hem niet leek te storen.
      ~De rivier stond in die tijd van het jaar laag en groen + en bewoog zo weinig mogelijk +, als een kat in de zon.
      <{A} trok haar|Ik trok mijn> schoenen uit en wachtte op een goed moment +, want luide vragen maken de vissen bang.
      ~Elke eend die voorbijkwam gaf hij een naam + en de meeste leken antwoord te geven +, of draaiden in elk geval hun kop om.
      @
      ~“De vissen zijn alleen mijn smoes,” bekende hij na een tijdje.
      ~Veertig jaar lang had hij in een hal vol machines gewerkt +, en sindsdien verzamelde hij stilte +, uur na uur, zoals anderen postzegels verzamelen.
      ~Toen trok de lijn zo hard dat <ze|we> allebei opsprongen +, en uit het water kwam een oude laars + met een slapende slak erin.
      ^Hij zette de laars in de zon te drogen +, want thuis had hij er al één + die er sprekend op leek.
    `,
  },
  {
    who: "de monteur",
    at: "in de fietsenwerkplaats",
    text: `
      In de werkplaats achter de oude muur waren alleen twee laarzen te zien +, en die dansten onder een rode fiets + op heel harde muziek.
      ~De monteur kwam naar buiten gerold en zette de radio zachter +, en luisterde toen met haar hoofd schuin +, zoals ze naar motoren luisterde.
      ~Aan het plafond hingen wielen in alle maten + en die bewogen een beetje in de tocht +, als het binnenste van een klok.
      ~Ze beweerde dat ze alles kon repareren wat twee wielen had + en bijna alles met twee benen +, als het maar op tijd kwam.
      @
      ~<{A} hield|Ik hield> de lamp vast terwijl de monteur een piepklein schroefje zocht +, eerst op de werkbank, toen op de vloer +, en ten slotte, met succes, in haar eigen haar.
      ^“Het ligt altijd waar je niet kijkt,” zei ze, “omdat je daar niet kijkt.”
      ^Dat ging meteen op papier +, onder de zwarte afdruk van een duim + die er nooit meer uit zou gaan.
      Daarna mocht <{A}|ik> een rondje rijden op de rode fiets +, en de hele dag ging bergaf + één korte minuut lang.
    `,
  },
  {
    who: "de ober",
    at: "in het café",
    text: `
      Het café had zes tafels en er waren er geen twee gelijk +, net als de kopjes + en, eerlijk gezegd, de gasten.
      ~<{A} koos|Ik koos> die bij het raam en bestelde het kleinste van de kaart +, om te kunnen blijven + zo lang het nodig was.
      De ober droeg vier borden op één arm + zonder ooit naar beneden te kijken +, want vroeger was hij danser geweest.
      ~Toen hij hoorde waar het om ging, kwam hij een minuutje zitten +, hoewel dat streng verboden was +, en vergat de soep.
      @
      ~Aan de tafel ernaast kaartten twee vrouwen +, en één van hen won al jaren + met dezelfde kromme vrouw.
      ^“Iedereen weet het,” fluisterde hij, “en niemand zegt het: dat is vriendschap.”
      ~Een man die zijn geld thuis had laten liggen, zocht in zijn zakken +, en de ober schreef gewoon zijn naam op de muur +, onder honderd andere.
      ^Al die mensen waren uiteindelijk teruggekomen +, sommigen na een dag +, en één na elf jaar, uit een ander werelddeel.
    `,
  },
  {
    who: "de vrouw aan de kassa",
    at: "in de oude bioscoop",
    text: `
      De oude bioscoop sliep de hele dag +, maar de zijdeur was nooit op slot +, omdat er niets te stelen viel behalve het donker.
      Onder een gele lamp telde een vrouw kaartjes + en zei zonder op te kijken dat de film om acht uur begon +, zoals al zestig jaar.
      ~Toen de vrouw begreep dat niemand een kaartje wilde, schoof ze haar stoel naar achteren + en werd nieuwsgierig +, wat misschien twee keer per jaar gebeurde.
      ~Haar vader had het huis van zijn spaargeld gebouwd + en zelf de wolken op het plafond geschilderd +, liggend op zijn rug als een beroemde kunstenaar.
      @
      ~“Ze denken dat ze voor het einde komen,” zei ze, “maar ze komen voor het moment waarop het licht uitgaat.”
      ~<{A} mocht|Ik mocht> even op de eerste rij zitten + en naar het witte doek kijken +, waarop vreemd genoeg heel veel gebeurde.
      ~Vanaf de muren keken oude acteurs met enorme hoeden toe + en leken tevreden te zijn + over zo'n stil publiek.
      Bij het weggaan was er een cadeau, een blauw kaartje met een nummer dat niemand meer nodig had +, en het werd een boekenlegger + die nog jaren naar het donker rook.
    `,
  },
];
