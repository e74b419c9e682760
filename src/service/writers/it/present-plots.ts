import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Il quaderno verde: {T}", "{A} e le pagine perse: {T}", "{T}: una storia di {C}"],
  opening: `
    <Questa è {A}.|Mi chiamo {A}.>
    ~<Vive|Vivo> a {C} +, una piccola città vicino [alle colline/al mare/a un lungo fiume].
    ~La città è [piccola/tranquilla/antica] +, ma c'è sempre qualcosa da vedere.
    È [lunedì/mercoledì/giovedì] mattina +, e il sole è già caldo.
    <{A} ha|Ho> un quaderno verde + con una matita in una piccola tasca.
    ~Il quaderno è sempre nella <sua|mia> borsa + accanto a una mela e alle chiavi di casa.
    ~<Ci scrive|Ci scrivo> ogni giorno + perché le parole nuove sono come piccoli regali.
    ~<Il suo|Il mio> amico si chiama {B} +, e abita nella casa di fronte.
    ^{B} ama la musica e gli scherzi +, ma arriva spesso tardi.
  `,
  want: `
    Oggi c'è molto da fare + prima della sera.
    <{A} ha|Ho> un progetto per la scuola +, e tutta la classe lo aspetta.
    Il progetto si chiama {T}.
    ~Il nome è sulla prima pagina + in grandi lettere rosse.
    ^Ma sotto la pagina è vuota +, e questo è un piccolo problema.
    «Chiedete alla gente», dice sempre la maestra.
    <{A} prende|Prendo> il quaderno ed <esce|esco> + perché le buone idee abitano per strada.
    @
  `,
  obstacle: `
    Nel pomeriggio la borsa è leggera +, e <{A} si ferma|mi fermo> in mezzo alla strada.
    <La apre|La apro> + e <guarda|guardo> dentro, una volta e poi un'altra.
    ~La mela c'è +, e ci sono anche le chiavi.
    Ma il quaderno non c'è!
    ~<Le sue|Le mie> mani sono fredde + anche se il giorno è caldo.
    ~Tutto il lavoro è nel quaderno +, e la lezione è domani.
    ~<{A} guarda|Guardo> sotto una panchina + e dietro una porta verde.
    ^C'è solo un vecchio giornale + con la foto di un cane.
    <{A} si siede|Mi siedo> su un gradino + e non <sa|so> che cosa fare.
  `,
  turn: `
    Allora {B} gira l'angolo + sulla sua vecchia bicicletta blu.
    «Perché sei così triste?», chiede.
    <{A} gli racconta|Gli racconto> tutto + dalla prima strada all'ultima.
    ~{B} non ride + perché è un buon amico.
    ~«Torniamo indietro insieme», dice.
    <Camminano|Camminiamo> piano + e <guardano|guardiamo> ogni porta e ogni finestra.
    ~{B} chiede nei negozi +, e <{A} cerca|io cerco> lungo i muri.
    ~Un gatto <li|ci> guarda + da un tetto caldo.
    Alla fermata una donna fa segno + con qualcosa di verde in mano.
    È il quaderno!
    ~«Le tue parole sono belle», dice la donna.
  `,
  ending: `
    La sera il quaderno è sul tavolo della cucina + vicino a due tazze di tè caldo.
    <{A} legge|Leggo> ogni pagina a {B} +, che ascolta con gli occhi grandi.
    @
    ~Adesso il lavoro è pronto + e pieno di voci di tutta la città.
    La mattina dopo la classe è in silenzio + perché tutti vogliono sentire la fine.
    ~{T} è sulla parete +, e tutti lo possono leggere.
    ~La maestra sorride + e chiede ancora una pagina.
    <{A} è|Sono> stanca e felice +, ed è una bella sensazione.
    ~Un quaderno si può perdere +, ma un buon amico aiuta a cercare.
    ~L'ultima pagina è per {B} + perché ogni storia ha bisogno di un amico.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Una lettera per Rosa: {T}", "{A} scrive una lunga lettera: {T}", "{T}: una lettera da {C}"],
  opening: `
    <{A} è|Io sono {A} e sono> al tavolo della cucina.
    ~<La sua|La mia> strada è a {C} +, dove quasi tutte le case sono [bianche/gialle/rosse] e piccole.
    ~Sul tavolo c'è il pane +, e la finestra è aperta.
    Una lettera arriva con la posta del mattino +, e <{A} riconosce|riconosco> subito la penna blu.
    È di nonna Rosa +, che vive molto lontano.
    ~Rosa ha ottant'anni +, ma cammina due ore ogni giorno.
    ~A Rosa non piace il telefono + perché le voci vanno via troppo presto.
    ~Rosa ama le lettere lunghe + e le tiene tutte in una scatola.
    ~<Il suo|Il mio> amico {B} porta la posta + perché è il suo lavoro d'estate.
  `,
  want: `
    Rosa fa una sola domanda + nelle sue piccole lettere blu.
    Vuole sapere tutto su {T}.
    ~<{A} legge|Leggo> la domanda due volte + perché non è facile.
    <Vuole|Voglio> mandare una risposta molto bella + con storie di tutta la città.
    ~L'ultima posta parte alle sei +, e non aspetta nessuno.
    <Mette|Metto> la carta e due matite in una borsa + e <chiude|chiudo> la porta.
    ~«La gente di qui mi può aiutare», <pensa {A}|penso>.
    @
  `,
  obstacle: `
    Alle cinque e mezza la lettera è pronta +, ed è lunga undici pagine.
    Poi il cielo sopra {C} diventa scuro +, e cadono le prime gocce.
    ~Arriva un vento forte + dall'altra parte della città.
    ~<{A} corre|Corro> lungo la strada + con la lettera sotto il braccio.
    Il vento <le|mi> strappa le pagine di mano!
    ~La carta bianca vola sopra le macchine + come grandi uccelli lenti.
    ~Una pagina è su un albero +, e un'altra è nell'acqua.
    <{A} ne prende|Ne prendo> quattro +, ma le altre sono lontane.
    ~Sono le sei meno dieci +, e la posta è ancora lontana.
  `,
  turn: `
    «Ferma! Ti aiuto io!», dice una voce.
    È {B} +, e la sua grande borsa è quasi piena.
    ~Sale sull'albero + anche se ha le scarpe bagnate.
    La gente esce dalle case + e cerca le pagine anche lei.
    ~Un bambino ne trova una sotto una macchina +, e una donna ne trova due in giardino.
    ~Un cane ha una pagina +, ma la dà via per un biscotto.
    Ora <{A} conta|conto> undici pagine +, e non ne manca nessuna.
    ~Sono bagnate +, ma si legge ogni parola.
    {B} guarda l'orologio + e poi apre di nuovo la borsa.
    «Per te la posta non parte mai troppo presto», dice.
  `,
  ending: `
    Tre giorni dopo suona il telefono +, e questa è una grande sorpresa.
    «È la lettera più bella della mia vita», dice Rosa.
    ~La legge ogni sera +, e ride della storia del cane.
    @
    ~Sulla prima pagina c'è scritto {T} + in grandi lettere scure.
    ~Sulla carta c'è ancora un po' di pioggia +, e a Rosa questo piace più di tutto.
    La prossima estate Rosa viene a {C} + perché vuole conoscere tutta questa gente.
    ~<{A} lo racconta|Lo racconto> a {B} +, che è orgoglioso della sua vecchia borsa.
    <{A} prende|Prendo> un foglio nuovo + e <comincia|comincio> la prossima lettera.
    ~Adesso il vento è calmo +, e la sera è lunga.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["Una sera a {C}: {T}", "Il cartello alla finestra: {T}", "{T}: tutti sono invitati"],
  opening: `
    A {C} c'è una piccola sala di lettura + con quaranta sedie e una grande lampada.
    <{A} ci lavora|Mi chiamo {A} e ci lavoro> [il venerdì/il sabato/la domenica] + perché <ama|amo> i libri vecchi.
    ~La sala profuma di carta + e del caffè della porta accanto.
    ~Ci lavora anche {B} +, che aggiusta tutto quello che si rompe.
    Adesso viene poca gente +, e certi giorni la sala è vuota.
    ~Le sedie aspettano +, e aspetta anche la lampada.
    ~«Ci serve una buona idea», dice {B}.
    ~<{A} guarda|Guardo> dalla finestra + e <vede|vedo> persone senza tempo.
  `,
  want: `
    Poi <{A} ha|ho> un'idea +, ed è molto semplice.
    <Dipinge|Dipingo> un cartello per la finestra + con grosse lettere blu.
    Sul cartello c'è scritto: {T}.
    ~«Stasera alle sette», c'è scritto sotto.
    <Vuole|Voglio> riempire la sala di voci + perché ogni persona ha una storia.
    ~Ma un cartello non basta + quando la gente va così di fretta.
    <Deve|Devo> invitarli uno per uno +, così la giornata comincia con una lunga passeggiata.
    @
  `,
  obstacle: `
    Alle sette la porta è aperta +, e le sedie sono tutte in fila.
    Ma non c'è nessuno.
    ~Fuori piove +, e la strada è nera e vuota.
    ~{B} guarda l'orologio + e non dice niente.
    All'improvviso la grande lampada si spegne +, e tutta la strada è buia.
    ~<{A} non vede|Non vedo> più le sedie + e nemmeno le mani.
    ~«Forse è troppo tardi», <pensa {A}|penso>.
    <Vuole|Voglio> chiudere la porta + perché fa freddo e c'è tanto silenzio.
  `,
  turn: `
    Poi nella strada c'è una piccola luce +, e dietro ne arriva una seconda.
    È un uomo anziano con una candela +, e nell'altra mano ha una torta.
    ~«A casa mia non c'è luce», dice.
    ~«Qui fa caldo?», chiede una ragazza dietro di lui.
    {B} trova una scatola di candele + e ne mette una su ogni tavolo.
    Entra sempre più gente + perché ogni casa della strada è al buio.
    ~Portano coperte +, e qualcuno porta una chitarra.
    Presto tutte le sedie sono occupate +, e i bambini siedono per terra.
    ~La sala è tutta d'oro +, e finalmente fa caldo.
  `,
  ending: `
    <{A} si alza|Mi alzo> +, e tutti tacciono.
    «Benvenuti!», <dice {A}|dico>.
    La serata con il nome {T} comincia + con una canzone molto vecchia.
    Uno dopo l'altro tutti raccontano la loro storia +, e nessuno guarda l'ora.
    @
    ~L'uomo anziano taglia la torta +, e ce n'è un pezzo per ognuno.
    Alle dieci la lampada si riaccende +, ma nessuno la vuole.
    ~{B} la spegne di nuovo +, e la gente batte le mani.
    ~«Anche la settimana prossima?», chiede una ragazza.
    <{A} guarda|Guardo> la sala piena + e <ride|rido>, perché la risposta è facile.
    ~Il cartello resta alla finestra + per molto tempo.
  `,
};

/** Told in the present, in short sentences. */
export const presentPlots: readonly Plot[] = [notebook, letter, evening];
