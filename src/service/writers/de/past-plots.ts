import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Das grüne Heft: {T}", "Was {A} verlor: {T}", "{T}: Seiten aus {C}"],
  opening: `
    <{A} wohnte|Ich heiße {A}, und ich wohnte> erst seit [einem Jahr/zwei Jahren] in {C} +, als das grüne Heft verschwand + und mit ihm die halbe Stadt.
    ~Es war ein Ort, an dem der Bus zweimal am Tag hielt + und die Leute noch aufsahen +, als könnte jemand Berühmtes aussteigen.
    ~<{A} hatte|Ich hatte> das grüne Heft überall dabei +, weil <ihr|mein> Gedächtnis nicht das beste war + und schon wertvollere Dinge verloren hatte.
    ~Die Ecken des Heftes waren vom Tragen weich geworden + und die letzten Seiten rochen nach Apfel +, denn das Mittagessen reiste meistens daneben.
    ~{B}, <ihr|mein> ältester Freund, meinte, das Heft sehe aus wie ein Ziegelstein +, den jemand im Regen vergessen hatte +, aber er sagte es freundlich.
    ~Dieser [Montag/Mittwoch/Donnerstag] begann mit einem klaren Himmel + und mit viel zu vielen Plänen +, von denen kaum einer in einen einzigen Tag passte.
  `,
  want: `
    Im Abendkurs wartete man auf eine Arbeit +, die <{A}|ich> vor Wochen versprochen hatte +, in einem mutigen Augenblick.
    Die Arbeit hieß {T}.
    ~Der Titel stand schon auf der ersten Seite + und blickte auf ein leeres Blatt herab +, was dieses noch leerer machte.
    ~Die Bücher hatten bisher wenig geholfen +, weil sie alle dasselbe sagten +, nur in anderer Reihenfolge.
    „Fragen Sie Menschen, nicht Bücher“, hatte die Lehrerin gesagt.
    Also steckte <{A}|ich> zwei Bleistifte in die Tasche und ging los +, um an jede Tür der Stadt zu klopfen +, die sich öffnen ließ.
    @
  `,
  obstacle: `
    Am späten Nachmittag fühlte sich die Tasche plötzlich zu leicht an + und <{A} blieb|ich blieb> mitten auf der Straße stehen +, während die Autos einen Bogen machten.
    <Sie leerte|Ich leerte> alles auf eine niedrige Mauer und zählte die Dinge zweimal +, als könnte das Zählen eines davon zurückbringen + oder zwei.
    ~Der Schlüssel und der Apfel lagen da +, aber das Heft war verschwunden + und hatte den ganzen Tag mitgenommen.
    ~Ein seltsamer Schauer lief <ihr|mir> über den Rücken +, obwohl die Steine noch warm waren + von so vielen Stunden Sonne.
    ~<Sie suchte|Ich suchte> unter Bänken und hinter zwei Gartentoren +, fand dort aber nur einen Hund +, der spielen wollte.
    ~Der Kurs war schon am nächsten Abend + und einen solchen Tag schreibt niemand zweimal auf +, nicht einmal mit dem besten Gedächtnis.
    ~Am Ende <setzte sie sich|setzte ich mich> auf die Stufen der Kirche + und sah den Tauben zu +, die keinerlei Hausaufgaben hatten.
  `,
  turn: `
    Dort fand {B} <sie|mich> +, als er auf seinem alten Fahrrad um die Ecke bog + und ein Brot unter dem Arm hielt.
    ~Er hörte sich die ganze Geschichte an, ohne zu lachen +, was ihm nicht leichtfiel +, wie er später zugab.
    ~„Dann gehen wir deinen Tag eben rückwärts“, sagte er.
    So zogen <sie|wir> in der falschen Reihenfolge von Tür zu Tür + und stellten immer dieselbe Frage +, bis sie wie ein Lied klang.
    ~Alle erinnerten sich an das Heft + und jedem war seit dem Morgen noch etwas eingefallen +, das unbedingt hineingehörte.
    ~{B} schrieb alles auf eine Papiertüte +, weil nichts anderes zur Hand war +, nicht einmal ein sauberer Ärmel.
    An der Haltestelle lehnte sich der Busfahrer aus dem Fenster + und hielt etwas Grünes hoch +, das er zwischen zwei Sitzen gefunden hatte.
    ~„Ich habe drei Seiten gelesen“, gestand er, „und fast die Abfahrt vergessen.“
  `,
  ending: `
    An diesem Abend breitete <{A}|ich> die Seiten auf dem Küchentisch aus +, während der Tee kalt wurde + und das Fenster langsam dunkel.
    ~Das Heft war dicker als am Morgen + und roch jetzt nicht nur nach Apfel, sondern auch nach Brot +, was wenige Hefte von sich sagen können.
    @
    Am nächsten Abend hing {T} an der Wand des Kursraums + und sogar die Eiligen blieben bis zur letzten Zeile stehen +, was noch nie vorgekommen war.
    ~Die Lehrerin las alles +, bevor sie die Brille abnahm + und fragte, warum es nach Brot rieche.
    ^{B}, der nur die Tasche getragen hatte, wurde rot + und suchte mit den Augen die Tür +, aber da war es schon zu spät.
    ~Der Verlust des Heftes war die schlimmste Stunde des Tages gewesen + und vielleicht auch die nützlichste +, denn der zweite Weg hatte mehr gebracht als der erste.
    Eine Woche später kaufte <{A}|ich> ein neues Heft +, doch das alte blieb in der Tasche +, falls es noch einmal verloren gehen wollte.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Elf Seiten: {T}", "Ein Brief gegen den Wind: {T}", "{T}: ein Brief aus {C}"],
  opening: `
    Der Brief von <{A}s|meiner> Großmutter kam an einem [windigen/hellen/kühlen] Morgen +, zwischen zwei Rechnungen und einem Gartenkatalog +, den niemand bestellt hatte.
    ~Großmutter Rosa lebte weit weg und traute dem Telefon nicht +, weil Stimmen, wie sie sagte, ausgehen wie Streichhölzer +, während Papier die Wärme hält.
    ~Rosa schrieb mit blauer Tinte und in winzigen Buchstaben +, sodass eine Seite von ihr ein ganzes Frühstück dauerte + und manchmal eine zweite Tasse Kaffee.
    ~{B} trug in diesem Sommer in {C} die Post aus + und kannte Rosas Schrift so gut wie seine eigene +, hätte aber niemals eine Zeile gelesen.
    ^{B} wartete einen Augenblick an der Tür +, weil ein Brief von Rosa meistens ein Abenteuer ankündigte + oder wenigstens einen Kuchen.
    <{A} öffnete|Ich heiße {A}, und ich öffnete> den Umschlag mit einem Küchenmesser + und begann zu lesen +, noch bevor das Wasser kochte.
  `,
  want: `
    Diesmal stand nur eine einzige Frage darin +, und sie lag mitten auf der Seite + wie ein Stein im Fluss.
    Rosa wollte alles über dieses Thema wissen: {T}.
    ~Niemand konnte so etwas allein beantworten +, jedenfalls nicht gut +, und Rosa bemerkte jeden faulen Satz.
    ~<{A} erinnerte sich|Ich erinnerte mich> an eine alte Regel von Rosa +, nach der eine Stadt mehr weiß als jeder ihrer Bewohner +, wenn man sie höflich fragt.
    Die letzte Post ging um sechs Uhr abends + und hatte noch nie auf jemanden gewartet +, seit dreißig Jahren nicht.
    Also packte <{A}|ich> Papier, zwei Bleistifte und einen Apfel ein + und ging los, um die Stadt zu fragen +, solange der Morgen noch jung war.
    @
  `,
  obstacle: `
    Um halb sechs war die Antwort elf Seiten lang + und der Umschlag ließ sich kaum noch schließen +, so fest man auch drückte.
    ~Dann wurde der Himmel über {C} dunkel wie Schiefer + und die ersten Tropfen fielen +, bevor irgendjemand einen Schirm finden konnte.
    ~Eine Böe kam um die Ecke wie ein großer Hund +, der niemandem etwas tun will +, aber nie gelernt hat anzuhalten.
    Mitten auf dem Platz riss der Wind <ihr|mir> den Brief aus den Händen + und warf die Seiten über die Dächer der Autos +, immer höher.
    ~Ein Blatt blieb in der Spitze eines Baumes hängen + und ein anderes segelte quer über den Brunnen +, als hätte es dort eine Verabredung.
    ~<{A} fing|Ich fing> im Laufen vier Seiten auf +, aber die Rathausuhr zeigte schon zehn vor sechs + und ließ nicht mit sich reden.
  `,
  turn: `
    ~„Bleib stehen, und wein nicht auf die Tinte!“, rief jemand.
    Das war der große Augenblick von {B}, der sein Fahrrad am Brunnen fallen ließ + und in seinen guten Schuhen auf den Baum kletterte +, als hätte er jahrelang darauf gewartet.
    Rund um den Platz gingen Fenster auf + und Fremde liefen demselben Blatt Papier nach +, als wäre es ihr eigenes.
    ~Ein Junge kroch unter einen Lieferwagen +, während ein Hund seine Seite für einen halben Keks hergab +, obwohl er einen ganzen wollte.
    Um zwei vor sechs zählte <{A}|ich> elf Seiten +, alle nass +, aber keine einzige verloren.
    ~An manchen Stellen war die Tinte verlaufen + und die Sätze sahen aus, als hätten sie geweint +, was ihnen gut stand.
    {B} sah auf die Uhr und öffnete noch einmal seine Tasche +, mit dem Seufzer eines Mannes, der zum ersten Mal eine Regel bricht.
  `,
  ending: `
    Vier Tage später rief Rosa an +, was merkwürdig genug war +, denn das hatte sie seit zwanzig Jahren nicht getan.
    ~„Es ist der schönste Brief, den ich je bekommen habe“, sagte sie, „und der schmutzigste.“
    @
    ~Rosa hatte die Seiten in der Küche auf einer Leine getrocknet + und von links nach rechts gelesen +, langsam gehend, wie im Museum.
    ~Die erste Seite, auf der groß und dunkel {T} stand, hing über ihrem Bett + und wurde jedem gezeigt +, der zu Besuch kam.
    ~Am besten gefielen ihr die Spuren des Regens +, weil ein Brief einen Unfall braucht +, um ganz wahr zu sein.
    Außerdem hatte sie beschlossen, {C} im Frühling zu besuchen +, um allen Bewohnern die Hand zu geben +, auch dem Hund.
    ~Als {B} davon hörte, putzte er eine Stunde lang seine alte Tasche + und pfiff dabei ein Lied +, ein wenig falsch.
    ~Der Wind benahm sich an diesem Abend + und auf dem Küchentisch lag ein neues Blatt Papier +, das auf die nächste Frage wartete.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["Die Nacht, in der die Lampe ausging: {T}", "Vierzig Stühle: {T}", "{T}: alle sind eingeladen"],
  opening: `
    Der Lesesaal von {C} hatte vierzig Stühle + und fast jeden Abend waren neununddreißig davon frei +, denn irgendjemand leistete immer der Katze Gesellschaft.
    <{A} kümmerte sich|Ich heiße {A} und kümmerte mich> seit dem [Frühling/Herbst/Winter] um den Saal + und kannte jedes knarrende Brett + zwischen der Tür und dem letzten Regal.
    ~{B} kam fast jeden Tag vorbei, um Kaputtes zu reparieren +, und wenn nichts kaputt war, reparierte er es trotzdem +, nur zur Sicherheit.
    ~Die Stadt wollte den Saal schließen +, wenn die Stühle noch ein Jahr leer blieben +, wie in einem Brief unter der Teekanne stand.
    ~Niemand in {C} hatte etwas gegen das Lesen +; die Leute waren abends nur müde + und hatten sehr bequeme Sofas.
    ~Etwas musste geschehen +, und zwar bald +, bevor auch der letzte Leser zu Hause blieb.
  `,
  want: `
    Die Idee kam bei einer Tasse Tee + und war so einfach, dass {B} lachte +, bis er merkte, dass sie ernst gemeint war.
    <{A} malte|Ich malte> mit dicken blauen Buchstaben ein Schild für das Fenster +, wo die Abendsonne es beleuchtete +, fast eine Stunde lang.
    Auf dem Schild stand: {T}.
    ~Darunter wurde in kleinerer Schrift jeder gebeten, eine Geschichte mitzubringen +, und sei sie noch so kurz +, denn auch die Katze werde zuhören.
    ~Aber die Leute gingen an dem Schild vorbei, wie sie immer am Fenster vorbeigegangen waren +, mit hochgeschlagenem Kragen + und in Gedanken schon zu Hause.
    ~„Ein Schild kann keine Hände schütteln“, sagte {B}.
    Also ging <{A}|ich> los, um die Stadt persönlich einzuladen +, von Tür zu Tür +, während er noch einmal die Stühle zählte.
    @
  `,
  obstacle: `
    Um sieben Uhr stand die Tür weit offen + und der Tee wartete + in einer Kanne für vierzig Leute.
    Niemand kam.
    ~Der Regen lief hinter den blauen Buchstaben über die Scheibe + und es sah aus, als gingen sie langsam fort +, einer nach dem anderen.
    ~{B} zog die Uhr auf, die es nicht nötig hatte, + und schaute auf die Straße + alle halbe Minute.
    Um Viertel nach sieben flackerte die große Lampe und erlosch + und mit ihr alle Lichter der Straße +, so weit man sehen konnte.
    ~Im Dunkeln hörte <{A}|ich> die Katze von ihrem Stuhl springen + und dachte, dass dies wohl das Ende war +, und nicht einmal ein lautes.
    ~<{A} suchte|Ich suchte> in der Tasche nach dem Schlüssel +, denn es blieb nur noch, abzuschließen + und nach Hause zu gehen.
  `,
  turn: `
    Da erschien am Ende der Straße ein winziges Licht + und schwankte von einer Seite zur anderen +, wobei es immer größer wurde.
    ~Es war ein alter Mann mit einer Kerze in der einen und einem Kuchen in der anderen Hand +, der wissen wollte, ob die Einladung noch galt +, mit oder ohne Licht.
    ^„Zu Hause sehe ich nicht einmal meine Suppe“, erklärte er.
    ^Hinter ihm kamen ein Mädchen mit einer Decke und zwei Schwestern +, die sich seit Jahren über nichts einig waren +, außer jetzt über die Kälte.
    {B} fiel eine Schachtel Kerzen ein, und er stellte auf jeden Tisch eine +, bis die Regale leuchteten +, als wären sie aus Gold.
    Die ganze Straße lag im Dunkeln + und so kam die ganze Straße herein +, den Regen von den Mänteln schüttelnd.
    ~Um acht Uhr war kein einziger Stuhl mehr frei + und die Katze zog auf das höchste Regal um +, zutiefst beleidigt.
  `,
  ending: `
    Als es still war, stand <{A}|ich> auf und nannte den Namen des Abends, {T} +, und mehr war nicht nötig +, um anzufangen.
    ~Eine Geschichte rief die nächste +, so wie ein Gähnen das nächste ruft +, nur dass niemand müde war.
    @
    ~Ein alter Mann erzählte eine sehr lange über eine Ziege + und verlor zweimal den Faden +, und zweimal half ihm der Saal beim Suchen.
    Kurz nach zehn ging die Lampe wieder an +, hart und weiß +, und vierzig Leute hielten sich stöhnend die Augen zu.
    ^{B} machte sie unaufgefordert wieder aus + und bekam einen Applaus +, wie ihn hier noch niemand bekommen hatte.
    ~Am nächsten Morgen ging ein Brief ans Rathaus + mit einer Liste von dreiundvierzig Namen + und einem kleinen Fleck Kerzenwachs.
    Das Schild blieb im Fenster +, weil der Abend zur Gewohnheit wurde + und man sich die guten Stühle teilen musste.
  `,
};

/** Told in the past, in sentences that can grow. */
export const pastPlots: readonly Plot[] = [notebook, letter, evening];
