import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Het groene schrift: {T}", "Wat {A} kwijtraakte: {T}", "{T}: bladzijden uit {C}"],
  opening: `
    <{A} woonde|Ik heet {A}, en ik woonde> pas [één jaar/twee jaar] in {C} + toen het groene schrift verdween +, en daarmee de halve stad.
    ~Het was zo'n plaats waar de bus twee keer per dag komt + en de mensen nog opkijken +, alsof er iemand beroemds kan uitstappen.
    ~<{A} nam|Ik nam> het schrift overal mee naartoe + uit wantrouwen tegen het eigen geheugen +, dat al betere dingen had laten lopen.
    ~De hoeken waren zacht na jaren in dezelfde tas + en de laatste bladzijden roken naar appel +, omdat het middageten er meestal naast zat.
    ~{B}, <haar|mijn> oudste vriend, zei dat het schrift op een baksteen leek + die iemand in de regen had laten liggen +, maar hij zei het vriendelijk.
    ~Die [maandag/woensdag/donderdag] begon met een heldere hemel + en veel te veel te doen + voordat de winkels dichtgingen.
  `,
  want: `
    <De avondcursus van {A}|Mijn avondcursus> wachtte op een project + dat weken geleden was beloofd +, op een moedig moment.
    De naam ervan was {T}.
    ~Die stond al in rode letters op de eerste bladzijde + en keek neer op een leeg vel +, wat de leegte nog erger maakte.
    ~Boeken hadden tot nu toe niet geholpen + omdat ze allemaal hetzelfde zeiden +, alleen in een andere volgorde.
    “Vraag het aan mensen, niet aan boeken,” had de lerares gezegd.
    Dus <stopte {A}|stopte ik> twee potloden in de tas en ging op weg + om op elke deur van de stad te kloppen + die open wilde gaan.
    @
  `,
  obstacle: `
    Laat in de middag voelde de tas opeens te licht +, en <{A} bleef|ik bleef> midden op straat staan + terwijl de auto's eromheen reden.
    <Ze legde|Ik legde> alles op een laag muurtje + en telde de spullen twee keer +, alsof er door het tellen iets terug kon komen.
    ~De sleutels waren er en de appel ook +, maar het schrift was weg + en had de hele dag meegenomen.
    ~Een koud gevoel kroop over <haar|mijn> rug + hoewel de stenen nog warm waren + van zo veel uren zon.
    ~<Ze keek|Ik keek> onder banken en achter twee tuinhekken +, waar alleen een hond van het bezoek opkeek + en daarna wilde spelen.
    ~De les was de volgende ochtend +, en niemand kan zo'n dag twee keer schrijven +, zelfs niet met een perfect geheugen.
    ~Ten slotte <ging ze|ging ik> op de trap van de kerk zitten + en keek naar de duiven +, die helemaal geen huiswerk hadden.
  `,
  turn: `
    Daar werd <ze|ik> gevonden door {B} + toen hij op zijn oude fiets de hoek om kwam + met een brood onder zijn arm.
    ~Hij luisterde naar het hele verhaal zonder te lachen +, wat niet makkelijk voor hem was +, zoals <ze|we> allebei wisten.
    ~“Dan lopen we jouw dag achterstevoren,” zei hij.
    Zo gingen <ze|we> in de verkeerde volgorde van deur tot deur +, met steeds dezelfde vraag + tot die op een liedje begon te lijken.
    ~Iedereen herinnerde zich het schrift +, en iedereen was er nog iets te binnen geschoten + sinds de ochtend.
    ~{B} schreef het allemaal op een papieren zak + omdat er niets anders bij de hand was +, zelfs geen schone mouw.
    Bij de bushalte leunde de chauffeur uit zijn raam + en hield iets groens omhoog + dat hij tussen twee stoelen had gevonden.
    ~“Ik heb drie bladzijden gelezen,” gaf hij toe, “en toen miste ik mijn eigen halte.”
  `,
  ending: `
    Die avond <legde {A}|legde ik> de bladzijden op de keukentafel + terwijl de thee koud werd + en het raam langzaam donker.
    ~Het schrift was dikker dan 's ochtends + en rook behalve naar appel ook naar brood +, en dat kunnen de meeste schriften niet zeggen.
    @
    De volgende ochtend hing {T} aan de muur van het lokaal +, en zelfs de drukste mensen bleven tot de laatste regel +, wat nog nooit gebeurd was.
    ~De lerares las alles + voordat ze haar bril afzette + en vroeg waarom het naar brood rook.
    ^{B}, die alleen was gekomen om de tas te dragen, werd rood + en zocht met zijn ogen de deur +, maar het was te laat.
    ~Het schrift verliezen was het ergste uur van de dag geweest + en misschien het nuttigste +, omdat de tweede ronde meer had opgeleverd dan de eerste.
    Een week later <kocht {A}|kocht ik> een nieuw schrift + maar het oude bleef in de tas +, voor het geval dat het nog eens kwijt wilde raken.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Elf bladzijden: {T}", "Een brief tegen de wind: {T}", "{T}: een brief uit {C}"],
  opening: `
    De brief van oma Rosa kwam op een [warme/winderige/heldere] ochtend +, tussen twee rekeningen en een tuinfolder + waar niemand om had gevraagd.
    ~Rosa woonde ver weg en vertrouwde de telefoon niet + omdat stemmen, zei ze, uitgaan als lucifers +, terwijl papier zijn warmte bewaart.
    ~Rosa schreef met een blauwe pen in piepkleine letters +, zodat één bladzijde van haar een heel ontbijt duurde + en soms een tweede kop koffie.
    ~Die zomer bracht {B} de post rond in {C} + en hij kende haar handschrift zo goed als het zijne +, al zou hij nooit een regel hebben gelezen.
    ^Hij wachtte even bij het hek + omdat een brief van Rosa meestal een avontuur betekende +, of op zijn minst een taart.
    <{A} maakte|Ik heet {A}, en ik maakte> de envelop open met een botermes + en begon te lezen + voordat het water kookte.
  `,
  want: `
    Deze keer stond er maar één vraag in +, en die vulde het midden van de bladzijde + als een steen in een rivier.
    Rosa wilde alles weten over {T}.
    ~Daar kon niemand alleen antwoord op geven +, in elk geval niet goed +, en Rosa merkte elke luie zin.
    ~<{A} dacht|Ik dacht> aan iets wat Rosa graag zei: dat een stad meer weet dan al haar bewoners apart +, als je het maar beleefd vraagt.
    De laatste post ging om zes uur 's avonds weg + en had nog nooit op iemand gewacht + in dertig jaar.
    Dus <pakte {A}|pakte ik> papier, twee potloden en een appel in + en ging het aan de stad vragen + zolang de ochtend nog jong was.
    @
  `,
  obstacle: `
    Om half zes was het antwoord elf bladzijden lang + en de envelop ging nauwelijks dicht +, hoe hard er ook op gedrukt werd.
    ~Toen werd de lucht boven {C} zo donker als leisteen +, en de eerste zware druppels vielen + voordat iemand een paraplu kon vinden.
    ~Een windvlaag kwam de hoek om als een grote hond + die niets kwaads wil + maar nooit heeft leren stoppen.
    Midden op het plein rukte de wind de brief uit <haar|mijn> handen + en gooide de bladzijden over de daken van de auto's +, steeds hoger.
    ~Eén vel bleef boven in een boom hangen + en een ander zeilde over de fontein + alsof het daar een afspraak had.
    ~<Ze ving|Ik ving> er rennend vier +, maar de klok van het stadhuis wees al tien voor zes + en liet niet met zich praten.
  `,
  turn: `
    ~“Niet bewegen, en niet op de inkt huilen!” riep iemand.
    Dat was het moment van {B}, die zijn fiets tegen de fontein liet vallen + en op zijn goede schoenen in de boom klom + alsof hij jaren op die kans had gewacht.
    Rond het plein gingen ramen open +, en wildvreemden renden achter hetzelfde vel aan + alsof het van henzelf was.
    ~Een jongen kroop onder een bestelwagen + terwijl een hond zijn bladzijde afstond voor een half koekje +, hoewel hij een heel koekje had gewild.
    Om twee minuten voor zes <telde {A}|telde ik> elf bladzijden +, allemaal nat + en niet één verloren.
    ~Hier en daar was de inkt een beetje uitgelopen +, en sommige zinnen zagen eruit alsof ze hadden gehuild +, wat hun goed stond.
    {B} keek op de klok en deed toen zijn tas nog één keer open +, zuchtend als een man die voor het eerst een regel breekt.
  `,
  ending: `
    Vier dagen later belde Rosa op +, wat al vreemd genoeg was +, want dat had ze in twintig jaar niet gedaan.
    ~“Het is de mooiste brief die ik ooit heb gekregen,” zei ze, “en de vuilste.”
    @
    ~Ze had de bladzijden aan een lijn in haar keuken gedroogd + en van links naar rechts gelezen +, langzaam lopend, als in een museum.
    ~De eerste, met {T} in grote donkere letters, hing boven haar bed +, en ze had hem aan iedereen laten zien + die bij haar binnenkwam.
    ~Wat haar het meest beviel, waren de sporen van de regen +, omdat een brief volgens haar een ongelukje nodig heeft + om helemaal waar te zijn.
    Ze had ook besloten om in de lente naar {C} te komen + om elke bewoner de hand te schudden +, de hond niet vergeten.
    ~Toen <{A}|ik> het hem vertelde, poetste {B} een uur lang zijn oude tas + en floot daarbij +, een beetje vals.
    ~De wind gedroeg zich die avond netjes +, en op de keukentafel lag een nieuw vel papier +, dat wachtte op de volgende vraag.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["De avond dat de lamp uitging: {T}", "Veertig stoelen: {T}", "{T}: iedereen is welkom"],
  opening: `
    De leeszaal van {C} had veertig stoelen + en op de meeste avonden waren er negenendertig vrij +, omdat er altijd iemand was die de kat gezelschap hield.
    <{A} zorgde|Ik heet {A}, en ik zorgde> er al sinds [de lente/de herfst/de winter] voor + en kende elke krakende plank + tussen de deur en de laatste kast.
    ~{B} kwam bijna elke dag langs om te repareren wat stuk was +, en als er niets stuk was, repareerde hij het toch +, voor de zekerheid.
    ~De stad wilde de zaal sluiten + als de stoelen nog een jaar leeg bleven +, zo stond het in een brief die onder de theepot lag.
    ~Niemand in {C} had iets tegen lezen +; de mensen waren 's avonds alleen moe + en hadden thuis een lekkere bank.
    ~Er moest iets gebeuren +, en het moest snel gebeuren +, voordat ook de laatste lezer thuisbleef.
  `,
  want: `
    Het idee kwam bij een kop koude thee + en was zo eenvoudig dat {B} moest lachen + tot hij merkte dat het ernst was.
    <{A} schilderde|Ik schilderde> een bord met dikke blauwe letters en hing het achter het raam +, waar de avondzon erop zou vallen + voor bijna een uur.
    Daarop stond {T}.
    ~Daaronder, in kleinere letters, stond dat iedereen een verhaal moest meebrengen +, hoe kort ook +, en dat de kat ook zou luisteren.
    ~Maar de mensen liepen langs het bord zoals ze altijd langs het raam waren gelopen +, met opgezette kraag + en hun gedachten al thuis.
    ~“Een bord kan geen hand geven,” zei {B}.
    Dus <ging {A}|ging ik> de stad persoonlijk uitnodigen +, van deur tot deur +, terwijl hij de stoelen nog eens telde.
    @
  `,
  obstacle: `
    Om zeven uur stond de deur wijd open +, en de thee was klaar + in een pot voor veertig mensen.
    Er kwam niemand.
    ~De regen liep langs het raam achter de blauwe letters +, die langzaam leken te vertrekken +, de een na de ander.
    ~{B} wond de klok op, wat niet nodig was +, en keek de straat in + ongeveer elke halve minuut.
    Om kwart over zeven flikkerde de grote lamp één keer en ging toen uit +, en daarmee elk licht in de straat +, zover je kon kijken.
    ~In het donker <hoorde {A}|hoorde ik> de kat van haar stoel springen + en het was alsof dit het einde was +, en niet eens een luid einde.
    ~<Ze zocht|Ik zocht> de sleutel in <haar|mijn> zak +, want er viel niets meer te doen dan af te sluiten + en naar huis te gaan.
  `,
  turn: `
    Toen verscheen er aan het eind van de straat een piepklein licht + dat heen en weer zwierf +, en al maar groter werd.
    ~Het was een oude man met een kaars in de ene hand en een taart in de andere +, die wilde weten of de uitnodiging nog gold +, donker of niet.
    ^“Thuis kan ik mijn eigen soep niet zien,” legde hij uit.
    ^Achter hem kwamen een meisje met een deken en daarna twee zussen + die het al jaren nergens over eens waren + behalve, nu, dat het koud was.
    {B} herinnerde zich een doos kaarsen in de kelder + en zette er één op elke tafel + tot de kasten glansden als goud.
    De hele straat zat zonder licht +, en dus kwam de hele straat +, de regen van de jassen schuddend.
    ~Om acht uur was er geen stoel meer vrij +, en de kat verhuisde naar de bovenkant van een boekenkast +, diep beledigd.
  `,
  ending: `
    Toen het stil was, <stond {A}|stond ik> op + en zei de naam van de avond, {T} +, en meer was er niet nodig.
    ~Het ene verhaal riep het andere op +, zoals de ene geeuw de andere oproept +, alleen was niemand moe.
    @
    ~Een oude man vertelde een heel lang verhaal over een geit + en raakte twee keer de draad kwijt +, en beide keren hielp de zaal hem die terug te vinden.
    Kort na tienen kwam de lamp terug +, hard en wit +, en veertig mensen hielden kreunend hun handen voor hun ogen.
    ~{B} deed hem weer uit zonder dat iemand het vroeg +, en ze klapten voor hem + zoals ze nog voor niemand hadden geklapt.
    ~De volgende ochtend ging er een brief naar het stadhuis + met een lijst van drieënveertig namen + en een kleine vlek kaarsvet.
    Het bord bleef achter het raam + omdat de avond een gewoonte was geworden +, en de goede stoelen verdeeld moesten worden.
  `,
};

/** Told in the past, in sentences that can grow. */
export const pastPlots: readonly Plot[] = [notebook, letter, evening];
