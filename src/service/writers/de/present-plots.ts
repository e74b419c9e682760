import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Das grüne Heft: {T}", "{A} und die verlorenen Seiten: {T}", "{T}: eine Geschichte aus {C}"],
  opening: `
    <Das ist {A}.|Ich heiße {A}.>
    ~<Sie wohnt|Ich wohne> in {C} +, einer kleinen Stadt [am Meer/am Fluss/in den Bergen].
    ~Die Stadt ist [ruhig/klein/alt] +, aber es gibt immer etwas zu sehen.
    Es ist [Montag/Mittwoch/Donnerstag] + und die Sonne ist schon warm.
    <{A} hat|Ich habe> ein grünes Heft + mit einem Bleistift in einer kleinen Tasche.
    ~Das Heft ist immer in <ihrer|meiner> Tasche + neben einem Apfel und dem Hausschlüssel.
    ~<Sie schreibt|Ich schreibe> jeden Tag in das Heft +, denn neue Wörter sind wie kleine Geschenke.
    ~<Ihr|Mein> Freund heißt {B} + und wohnt im Haus gegenüber.
    ^{B} mag Musik und Witze +, aber er kommt oft zu spät.
  `,
  want: `
    Heute gibt es viel zu tun +, bevor der Abend kommt.
    <{A} hat|Ich habe> ein Projekt für die Schule + und die ganze Klasse wartet darauf.
    Das Projekt heißt {T}.
    ~Der Name steht auf der ersten Seite + in großen roten Buchstaben.
    ^Aber die Seite ist leer + und das ist ein kleines Problem.
    „Frag die Leute“, sagt die Lehrerin immer.
    <{A} nimmt|Ich nehme> das Heft und <geht|gehe> los +, denn gute Ideen wohnen auf der Straße.
    @
  `,
  obstacle: `
    Am Nachmittag ist die Tasche sehr leicht + und <{A} bleibt|ich bleibe> mitten auf der Straße stehen.
    <Sie macht|Ich mache> die Tasche auf + und <schaut|schaue> hinein, einmal und noch einmal.
    ~Der Apfel ist da + und der Schlüssel ist auch da.
    Aber das Heft ist nicht da!
    ~<Ihre|Meine> Hände sind kalt +, obwohl der Tag so schön ist.
    ~Die ganze Arbeit ist in dem Heft + und der Unterricht ist schon morgen.
    ~<Sie sucht|Ich suche> unter einer Bank + und hinter einer grünen Tür.
    ^Dort liegt nur eine alte Zeitung + mit dem Foto von einem Hund.
    <Sie setzt sich|Ich setze mich> auf eine Treppe + und weiß nicht weiter.
  `,
  turn: `
    Da kommt {B} + auf seinem alten blauen Fahrrad.
    „Warum bist du so traurig?“, fragt er.
    <{A} erzählt|Ich erzähle> ihm alles + von der ersten Straße bis zur letzten.
    ~{B} lacht nicht +, denn er ist ein guter Freund.
    ~„Wir suchen zusammen“, sagt er.
    <Sie gehen|Wir gehen> langsam zurück + und schauen auf jede Tür und in jedes Fenster.
    ~{B} fragt in den Geschäften + und <{A} sucht|ich suche> an den Mauern.
    ~Eine Katze sieht zu + von einem warmen Dach.
    An der Haltestelle winkt eine Frau + mit etwas Grünem in der Hand.
    Es ist das Heft!
    ~„Das sind schöne Wörter“, sagt die Frau.
  `,
  ending: `
    Am Abend liegt das Heft auf dem Küchentisch + neben zwei Tassen Tee.
    <{A} liest|Ich lese> alle Seiten laut vor + und {B} hört mit großen Augen zu.
    @
    ~Jetzt ist die Arbeit fertig + und voll von Stimmen aus der ganzen Stadt.
    Am nächsten Morgen ist die Klasse ganz still +, weil alle das Ende hören wollen.
    ~{T} hängt an der Wand + und jeder kann es sehen.
    ~Die Lehrerin lächelt + und möchte noch eine Seite lesen.
    <{A} ist|Ich bin> müde und froh + und das ist ein gutes Gefühl.
    ~Ein Heft kann verloren gehen +, aber ein guter Freund hilft beim Suchen.
    ~Die letzte Seite ist für {B} +, denn jede Geschichte braucht einen Freund.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Ein Brief für Rosa: {T}", "{A} schreibt einen langen Brief: {T}", "{T}: ein Brief aus {C}"],
  opening: `
    <{A} sitzt|Ich heiße {A} und sitze> am Küchentisch.
    ~<Ihre|Meine> Straße ist in {C} +, wo fast alle Häuser klein und [weiß/gelb/rot] sind.
    ~Auf dem Tisch steht Brot + und das Fenster ist offen.
    Ein Brief kommt + und <{A} kennt|ich kenne> die blaue Schrift sofort.
    Er ist von <ihrer|meiner> Großmutter Rosa +, die weit weg wohnt.
    ~Rosa ist achtzig Jahre alt +, aber sie geht jeden Tag zwei Stunden spazieren.
    ~Rosa mag das Telefon nicht +, weil die Stimmen zu schnell verschwinden.
    ~Rosa liebt lange Briefe + und legt sie alle in eine Schachtel.
    ~<Ihr|Mein> Freund {B} bringt die Post +, denn das ist seine Arbeit im Sommer.
  `,
  want: `
    Rosa stellt nur eine Frage + in ihrer kleinen blauen Schrift.
    Sie will alles über dieses Thema wissen: {T}.
    ~<{A} liest|Ich lese> die Frage zweimal +, weil sie nicht leicht ist.
    <{A} möchte|Ich möchte> eine sehr gute Antwort schicken + mit Geschichten aus der ganzen Stadt.
    ~Die letzte Post geht um sechs Uhr + und wartet auf niemanden.
    <Sie packt|Ich packe> Papier und zwei Bleistifte ein + und <macht|mache> die Tür zu.
    ~„Die Leute hier können mir helfen“, <denkt sie|denke ich>.
    @
  `,
  obstacle: `
    Um halb sechs ist der Brief fertig + und er ist elf Seiten lang.
    Dann wird der Himmel über {C} dunkel + und die ersten Tropfen fallen.
    ~Ein starker Wind kommt + von der anderen Seite der Stadt.
    ~<{A} läuft|Ich laufe> die Straße entlang + mit dem Brief unter dem Arm.
    Der Wind nimmt die Seiten mit!
    ~Das weiße Papier fliegt über die Autos + wie große, langsame Vögel.
    ~Eine Seite hängt in einem Baum + und eine Seite liegt im Wasser.
    <Sie fängt|Ich fange> vier Seiten +, aber die anderen sind weg.
    ~Es ist zehn vor sechs + und die Post ist noch weit.
  `,
  turn: `
    „Warte! Ich helfe dir!“, ruft eine Stimme.
    Es ist {B} + mit seiner großen Posttasche.
    ~{B} klettert auf den Baum +, obwohl seine Schuhe nass sind.
    Die Leute kommen aus den Häusern + und suchen auch nach den Seiten.
    ~Ein Junge findet eine Seite unter einem Auto + und eine Frau findet zwei in ihrem Garten.
    ~Ein Hund hat auch eine Seite +, aber er gibt sie für einen Keks zurück.
    Jetzt <zählt {A}|zähle ich> elf Seiten + und keine fehlt.
    ~Sie sind nass +, aber man kann jedes Wort lesen.
    {B} schaut auf die Uhr + und macht seine Tasche noch einmal auf.
    „Für dich kommt die Post nie zu spät“, sagt er.
  `,
  ending: `
    Drei Tage später klingelt das Telefon + und das ist eine große Überraschung.
    „Das ist der schönste Brief in meinem Leben“, sagt Rosa.
    ~Sie liest ihn jeden Abend + und lacht über den Hund.
    @
    ~Auf der ersten Seite steht {T} + in großen dunklen Buchstaben.
    ~Auf dem Papier ist noch ein wenig Regen + und das gefällt Rosa am besten.
    Im nächsten Sommer kommt Rosa nach {C} +, weil sie alle diese Leute kennenlernen will.
    ~<{A} erzählt|Ich erzähle> es {B} + und er ist stolz auf seine alte Tasche.
    <{A} nimmt|Ich nehme> ein neues Blatt Papier + und <beginnt|beginne> den nächsten Brief.
    ~Der Wind ist jetzt ruhig + und der Abend ist lang.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["Ein Abend in {C}: {T}", "Das Schild im Fenster: {T}", "{T}: alle sind eingeladen"],
  opening: `
    In {C} gibt es einen kleinen Lesesaal + mit vierzig Stühlen und einer großen Lampe.
    <{A} arbeitet|Ich heiße {A} und arbeite> dort am [Freitag/Samstag/Sonntag] +, weil <sie|ich> alte Bücher so gern <liest|lese>.
    ~Im Saal riecht es nach Papier + und nach dem Kaffee von nebenan.
    ~{B} arbeitet auch dort + und repariert alle kaputten Dinge.
    Jetzt kommen nur wenige Leute + und manchmal kommt niemand.
    ~Die Stühle warten + und die Lampe wartet auch.
    ~„Wir brauchen eine gute Idee“, sagt {B}.
    ~<{A} schaut|Ich schaue> aus dem Fenster + und <sieht|sehe> Leute, die keine Zeit haben.
  `,
  want: `
    Dann <hat {A}|habe ich> eine Idee + und sie ist ganz einfach.
    <Sie malt|Ich male> ein Schild für das Fenster + mit dicken blauen Buchstaben.
    Auf dem Schild steht: {T}.
    ~„Heute um sieben Uhr“, steht darunter.
    <{A} möchte|Ich möchte> den Saal mit Stimmen füllen +, denn jeder Mensch hat eine Geschichte.
    ~Aber ein Schild ist nicht genug +, wenn die Leute so schnell gehen.
    <Sie muss|Ich muss> mit allen sprechen + und so beginnt der Tag mit einem langen Spaziergang.
    @
  `,
  obstacle: `
    Um sieben Uhr ist die Tür offen + und die Stühle stehen in Reihen.
    Aber niemand ist da.
    ~Draußen regnet es + und die Straße ist schwarz und leer.
    ~{B} schaut auf die Uhr + und sagt nichts.
    Plötzlich geht die große Lampe aus + und die ganze Straße ist dunkel.
    ~<{A} sieht|Ich sehe> die Stühle nicht mehr + und auch nicht <ihre|meine> eigenen Hände.
    ~„Vielleicht ist es zu spät“, <denkt sie|denke ich>.
    <{A} will|Ich will> die Tür zumachen +, weil es kalt und sehr still ist.
  `,
  turn: `
    Da kommt ein kleines Licht die Straße entlang + und dahinter ein zweites.
    Es ist ein alter Mann mit einer Kerze + und mit einem Kuchen in der anderen Hand.
    ~„Bei mir zu Hause ist kein Licht“, sagt er.
    ~„Ist es hier warm?“, fragt ein Mädchen.
    {B} findet eine Schachtel mit Kerzen + und stellt eine auf jeden Tisch.
    Immer mehr Leute kommen herein +, weil alle Häuser in der Straße dunkel sind.
    ~Sie bringen Decken mit + und jemand bringt eine Gitarre.
    Bald sind alle Stühle besetzt + und die Kinder sitzen auf dem Boden.
    ~Der Saal leuchtet golden + und endlich ist es warm.
  `,
  ending: `
    <{A} steht|Ich stehe> auf + und alle werden still.
    „Willkommen!“, <sagt sie|sage ich>.
    Der Abend heißt {T} + und beginnt mit einem sehr alten Lied.
    Alle erzählen ihre Geschichten + und niemand schaut auf die Uhr.
    @
    ~Ein alter Mann schneidet einen Kuchen an + und jeder bekommt ein Stück.
    Um zehn Uhr geht die Lampe wieder an +, aber niemand will sie.
    ^{B} macht sie noch einmal aus + und alle klatschen.
    ~„Nächste Woche wieder?“, fragt ein Mädchen.
    <{A} schaut|Ich schaue> in den vollen Saal + und <lacht|lache>, denn die Antwort ist leicht.
    ~Das Schild bleibt im Fenster + für eine lange Zeit.
  `,
};

/** Told in the present, in short sentences. */
export const presentPlots: readonly Plot[] = [notebook, letter, evening];
