import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Het groene schrift: {T}", "{A} en de verloren bladzijden: {T}", "{T}: een verhaal uit {C}"],
  opening: `
    <Dit is {A}.|Ik heet {A}.>
    ~<Ze woont|Ik woon> in {C} +, een kleine stad bij [de heuvels/de zee/een lange rivier].
    ~De stad is [klein/rustig/oud] +, maar er is altijd iets te zien.
    Het is [maandagochtend/woensdagochtend/donderdagochtend] +, en de zon is al warm.
    <Ze heeft|Ik heb> een groen schrift + met een potlood in een klein vakje.
    ~Het schrift zit altijd in <haar|mijn> tas + naast een appel en de huissleutels.
    ~<Ze schrijft|Ik schrijf> er elke dag in + omdat nieuwe woorden kleine cadeautjes zijn.
    ~<Haar|Mijn> vriend heet {B} +, en hij woont in het huis aan de overkant.
    ^{B} houdt van muziek en grapjes +, maar hij komt vaak te laat.
  `,
  want: `
    Vandaag is er veel te doen + voordat de avond komt.
    <{A} heeft|Ik heb> een project voor school +, en de hele klas wacht erop.
    Het project heet {T}.
    ~De naam staat op de eerste bladzijde + in grote rode letters.
    ^Maar de bladzijde eronder is leeg +, en dat is een klein probleem.
    “Vraag het aan de mensen,” zegt de lerares altijd.
    <Ze pakt|Ik pak> het schrift en <gaat|ga> naar buiten + omdat goede ideeën op straat wonen.
    @
  `,
  obstacle: `
    In de middag voelt de tas licht +, en <{A} blijft|ik blijf> midden op straat staan.
    <Ze doet|Ik doe> hem open + en <kijkt|kijk> erin, één keer en nog een keer.
    ~De appel is er +, en de sleutels zijn er ook.
    Maar het schrift is er niet!
    ~<Haar|Mijn> handen zijn koud + hoewel de dag warm is.
    ~Al het werk staat in het schrift +, en morgen is de les.
    ~<Ze kijkt|Ik kijk> onder een bank + en achter een groene deur.
    ^Daar ligt alleen een oude krant + met een foto van een hond.
    <Ze gaat|Ik ga> op een trapje zitten + en weet niet wat nu.
  `,
  turn: `
    Dan komt {B} de hoek om + op zijn oude blauwe fiets.
    “Waarom ben je zo verdrietig?” vraagt hij.
    <{A} vertelt|Ik vertel> hem alles + van de eerste straat tot de laatste.
    ~{B} lacht niet + omdat hij een goede vriend is.
    ~“Kom, we lopen samen terug,” zegt hij.
    <Ze lopen|We lopen> langzaam + en kijken naar elke deur en elk raam.
    ~{B} vraagt het in de winkels +, en <{A} zoekt|ik zoek> langs de muren.
    ~Een kat kijkt naar <hen|ons> + vanaf een warm dak.
    Bij de bushalte zwaait een vrouw + met iets groens in haar hand.
    Het is het schrift!
    ~“Je woorden zijn mooi,” zegt de vrouw.
  `,
  ending: `
    's Avonds ligt het schrift op de keukentafel + naast twee koppen hete thee.
    <{A} leest|Ik lees> elke bladzijde voor aan {B} +, en hij luistert met grote ogen.
    @
    ~Nu is het werk klaar + en vol stemmen uit de hele stad.
    De volgende ochtend is de klas heel stil + omdat iedereen het einde wil horen.
    ~{T} hangt aan de muur +, en iedereen kan het lezen.
    ~De lerares lacht + en vraagt om nog een bladzijde.
    <{A} is|Ik ben> moe en blij +, en dat is een fijn gevoel.
    ~Een schrift kan zoekraken +, maar een goede vriend helpt je zoeken.
    ~De laatste bladzijde is voor {B} + omdat elk verhaal een vriend nodig heeft.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Een brief voor Rosa: {T}", "{A} schrijft een lange brief: {T}", "{T}: een brief uit {C}"],
  opening: `
    <{A} zit|Ik ben {A} en ik zit> aan de keukentafel.
    ~<Haar|Mijn> straat ligt in {C} +, waar de meeste huizen [wit/geel/rood] en klein zijn.
    ~Er ligt brood op tafel +, en het raam staat open.
    Er komt een brief met de ochtendpost +, en <{A} herkent|ik herken> meteen de blauwe pen.
    De brief is van oma Rosa +, die heel ver weg woont.
    ~Rosa is tachtig jaar +, maar ze wandelt elke dag twee uur.
    ~Rosa houdt niet van de telefoon + omdat stemmen te snel weg zijn.
    ~Rosa houdt van lange brieven + en bewaart ze allemaal in een doos.
    ~<Haar|Mijn> vriend {B} brengt de post + omdat dat zijn zomerbaan is.
  `,
  want: `
    Rosa stelt één vraag + in haar kleine blauwe letters.
    Ze wil alles weten over {T}.
    ~<{A} leest|Ik lees> de vraag twee keer + omdat het geen makkelijke is.
    <Ze wil|Ik wil> een heel goed antwoord sturen + met verhalen uit de hele stad.
    ~De laatste post gaat om zes uur weg +, en hij wacht op niemand.
    <Ze doet|Ik doe> papier en twee potloden in een tas + en sluit de deur.
    ~“De mensen hier kunnen me helpen,” <denkt ze|denk ik>.
    @
  `,
  obstacle: `
    Om half zes is de brief klaar +, en hij is elf bladzijden lang.
    Dan wordt de lucht boven {C} donker +, en de eerste druppels vallen.
    ~Er komt een harde wind + van de andere kant van de stad.
    ~<{A} rent|Ik ren> door de straat + met de brief onder <haar|mijn> arm.
    De wind trekt de bladzijden uit <haar|mijn> hand!
    ~Wit papier vliegt over de auto's + als grote langzame vogels.
    ~Eén bladzijde hangt in een boom +, en één bladzijde ligt in het water.
    <Ze vangt|Ik vang> er vier +, maar de andere zijn weg.
    ~Het is tien voor zes +, en het postkantoor is nog ver.
  `,
  turn: `
    “Wacht! Ik help je!” zegt een stem.
    Het is {B} +, en zijn grote posttas is bijna vol.
    ~Hij klimt in de boom + hoewel zijn schoenen nat zijn.
    De mensen komen uit hun huizen + en zoeken ook naar de bladzijden.
    ~Een jongen vindt er één onder een auto +, en een vrouw vindt er twee in haar tuin.
    ~Een hond heeft één bladzijde +, maar hij ruilt hem voor een koekje.
    Nu <telt {A}|tel ik> elf bladzijden +, en er ontbreekt er niet één.
    ~Ze zijn nat +, maar je kunt elk woord lezen.
    {B} kijkt op de klok + en dan doet hij zijn tas weer open.
    “Voor jou is de post nooit te laat,” zegt hij.
  `,
  ending: `
    Drie dagen later gaat de telefoon +, en dat is een grote verrassing.
    “Dit is de mooiste brief van mijn leven,” zegt Rosa.
    ~Ze leest hem elke avond +, en ze lacht om de hond.
    @
    ~Op de eerste bladzijde staat {T} + in grote donkere letters.
    ~Er zit nog een beetje regen op het papier +, en dat vindt Rosa het mooist.
    Volgende zomer komt ze naar {C} + omdat ze al die mensen wil leren kennen.
    ~<{A} vertelt|Ik vertel> het aan {B} +, en hij is trots op zijn oude tas.
    <Ze pakt|Ik pak> een nieuw vel papier + en <begint|begin> aan de volgende brief.
    ~Nu is de wind stil +, en de avond is lang.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["Een avond in {C}: {T}", "Het bord achter het raam: {T}", "{T}: iedereen is welkom"],
  opening: `
    In {C} is een kleine leeszaal + met veertig stoelen en één grote lamp.
    <{A} werkt daar|Ik heet {A} en ik werk daar> [op vrijdag/op zaterdag/op zondag] + omdat <ze|ik> van oude boeken <houdt|houd>.
    ~De zaal ruikt naar papier + en naar de koffie van hiernaast.
    ~{B} werkt er ook + en repareert alles wat stukgaat.
    Nu komen er weinig mensen +, en soms is de zaal leeg.
    ~De stoelen wachten +, en de lamp wacht ook.
    ~“We hebben een goed idee nodig,” zegt {B}.
    ~<{A} kijkt|Ik kijk> uit het raam + en <ziet|zie> mensen zonder tijd.
  `,
  want: `
    Dan <krijgt {A}|krijg ik> een idee +, en het is heel eenvoudig.
    <Ze schildert|Ik schilder> een bord voor het raam + met dikke blauwe letters.
    Op het bord staat: {T}.
    ~“Vanavond om zeven uur,” staat eronder.
    <Ze wil|Ik wil> de zaal vullen met stemmen + omdat ieder mens een verhaal heeft.
    ~Maar een bord is niet genoeg + als de mensen zo snel lopen.
    <Ze moet|Ik moet> hen één voor één vragen +, dus de dag begint met een lange wandeling.
    @
  `,
  obstacle: `
    Om zeven uur staat de deur open +, en de stoelen staan in rijen.
    Maar er is niemand.
    ~Buiten regent het +, en de straat is zwart en leeg.
    ~{B} kijkt op de klok + en zegt niets.
    Opeens gaat de grote lamp uit +, en de hele straat is donker.
    ~<{A} ziet|Ik zie> de stoelen niet meer + en ook niet <haar|mijn> eigen handen.
    ~“Misschien is het te laat,” <denkt ze|denk ik>.
    <Ze wil|Ik wil> de deur sluiten + omdat het koud is en heel stil.
  `,
  turn: `
    Dan is er een klein licht op straat +, en daarachter komt een tweede.
    Het is een oude man met een kaars +, en in zijn andere hand heeft hij een taart.
    ~“Bij mij thuis is er geen licht,” zegt hij.
    ~“Is het hier warm?” vraagt een meisje achter hem.
    {B} vindt een doos kaarsen + en zet er één op elke tafel.
    Er komen steeds meer mensen binnen + omdat elk huis in de straat donker is.
    ~Ze brengen dekens mee +, en iemand brengt een gitaar.
    Al snel zijn alle stoelen bezet +, en kinderen zitten op de vloer.
    ~De zaal is van goud +, en eindelijk is het warm.
  `,
  ending: `
    <{A} staat|Ik sta> op +, en iedereen wordt stil.
    “Welkom!” <zegt ze|zeg ik>.
    De avond met de naam {T} begint + met een heel oud lied.
    De een na de ander vertelt een verhaal +, en niemand kijkt naar de tijd.
    @
    ~De oude man snijdt de taart +, en er is een stuk voor iedereen.
    Om tien uur gaat de lamp weer aan +, maar niemand wil hem.
    ~{B} doet hem weer uit +, en de mensen klappen in hun handen.
    ~“Volgende week weer?” vraagt een meisje.
    <{A} kijkt|Ik kijk> naar de volle zaal + en <lacht|lach>, want het antwoord is makkelijk.
    ~Het bord blijft achter het raam + voor een lange tijd.
  `,
};

/** Told in the present, in short sentences. */
export const presentPlots: readonly Plot[] = [notebook, letter, evening];
