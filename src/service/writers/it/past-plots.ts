import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["Il quaderno verde: {T}", "Quello che {A} aveva perso: {T}", "{T}: pagine da {C}"],
  opening: `
    <{A} viveva|Mi chiamo {A}, e vivevo> a {C} da soli [dodici mesi/due anni] + quando il quaderno verde sparì +, e con lui mezza città.
    ~Era uno di quei posti dove l'autobus passa due volte al giorno + e la gente alza ancora gli occhi +, come se potesse scendere qualcuno di famoso.
    ~<{A} portava|Portavo> il quaderno dappertutto + perché non <si fidava|mi fidavo> della memoria +, che aveva già lasciato andare cose migliori.
    ~Gli angoli erano morbidi dopo anni nella stessa borsa + e le ultime pagine sapevano di mela +, perché di solito gli viaggiava accanto la merenda.
    ~{B}, <il suo|il mio> amico più vecchio, diceva che il quaderno sembrava un mattone + lasciato sotto la pioggia +, ma lo diceva con affetto.
    ~Quel [lunedì/mercoledì/giovedì] cominciò con un cielo limpido + e con troppe cose da fare + prima che chiudessero i negozi.
  `,
  want: `
    <Il corso serale di {A}|Il mio corso serale> aspettava un progetto + promesso settimane prima +, in un momento di coraggio.
    Il suo nome era {T}.
    ~Era già scritto in rosso sulla prima pagina + e guardava dall'alto un foglio vuoto +, il che rendeva il vuoto ancora peggiore.
    ~Finora i libri non erano serviti + perché dicevano tutti le stesse cose +, soltanto in un ordine diverso.
    «Chiedete alla gente, non ai libri», aveva detto la maestra.
    Così <{A} mise|misi> due matite nella borsa e <uscì|uscii> + a bussare a ogni porta della città + disposta ad aprirsi.
    @
  `,
  obstacle: `
    Nel tardo pomeriggio la borsa sembrò all'improvviso troppo leggera +, e <{A} si fermò|mi fermai> in mezzo alla strada + mentre le macchine passavano intorno.
    <Svuotò|Svuotai> tutto su un muretto + e <contò|contai> le cose due volte +, come se contando ne potesse tornare una.
    ~C'erano le chiavi e c'era la mela +, ma il quaderno era sparito + e si era portato via tutta la giornata.
    ~Un brivido freddo <le|mi> salì lungo la schiena + sebbene le pietre fossero ancora calde + dopo tante ore di sole.
    ~<Cercò|Cercai> sotto le panchine e dietro due cancelli +, dove soltanto un cane si stupì della visita + e poi volle giocare.
    ~La lezione era la mattina dopo +, e nessuno può scrivere due volte una giornata simile +, nemmeno con una memoria perfetta.
    ~Alla fine <{A} si sedette|mi sedetti> sui gradini della chiesa + e <guardò|guardai> i piccioni +, che non avevano nessun compito da fare.
  `,
  turn: `
    Fu lì che {B} <la|mi> trovò + quando girò l'angolo sulla sua vecchia bicicletta + con un filone di pane sotto il braccio.
    ~Ascoltò tutta la storia senza ridere +, cosa che non gli era facile +, come <sapevano|sapevamo> tutti e due.
    ~«Allora ripercorriamo la tua giornata al contrario», disse.
    Così <andarono|andammo> di porta in porta nell'ordine sbagliato +, facendo sempre la stessa domanda + finché sembrò una canzone.
    ~Tutti si ricordavano del quaderno +, e a tutti era venuta in mente un'altra cosa da dire + dopo la mattina.
    ~{B} scrisse tutto su un sacchetto di carta + perché non c'era altro a portata di mano +, nemmeno una manica pulita.
    Alla fermata l'autista si sporse dal finestrino + e mostrò qualcosa di verde + che aveva trovato fra due sedili.
    ~«Ho letto tre pagine», ammise, «e poi ho saltato la mia fermata.»
  `,
  ending: `
    Quella sera <{A} stese|stesi> le pagine sul tavolo della cucina + mentre il tè si raffreddava + e la finestra diventava piano piano scura.
    ~Il quaderno era più grosso della mattina + e sapeva di pane oltre che di mela +, che è più di quanto possa dire la maggior parte dei quaderni.
    @
    La mattina dopo {T} era appeso alla parete dell'aula +, e anche i più impegnati rimasero fino all'ultima riga +, cosa mai successa prima.
    ~La maestra lesse tutto + prima di togliersi gli occhiali + e di domandare perché sapesse di pane.
    ^{B}, che era venuto soltanto a portare la borsa, diventò rosso + e cercò con gli occhi la porta +, ma era troppo tardi.
    ~Perdere il quaderno era stata l'ora peggiore della giornata + e forse la più utile +, perché il secondo giro aveva dato più del primo.
    La settimana dopo <{A} comprò|comprai> un quaderno nuovo + ma <tenne|tenni> il vecchio nella borsa +, nel caso volesse perdersi ancora.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Undici pagine: {T}", "Una lettera contro il vento: {T}", "{T}: una lettera da {C}"],
  opening: `
    La lettera di nonna Rosa arrivò in una mattina [calda/ventosa/luminosa] +, fra due conti e un catalogo di giardini + che nessuno aveva chiesto.
    ~Rosa viveva lontano e non si fidava del telefono + perché le voci, diceva, si spengono come fiammiferi +, mentre la carta resta calda.
    ~Rosa scriveva con una penna blu a lettere minuscole +, cosicché una sua pagina durava un'intera colazione + e a volte anche una seconda tazza di caffè.
    ~Quell'estate era {B} a portare la posta a {C} + e conosceva la scrittura di Rosa quanto la propria +, anche se non ne avrebbe mai letto una riga.
    ^Aspettò un momento al cancello + perché una lettera di Rosa voleva dire di solito un'avventura +, o almeno una torta.
    <{A} aprì|Mi chiamo {A}, e aprii> la busta con un coltello da burro + e <cominciò|cominciai> a leggere + prima che l'acqua bollisse.
  `,
  want: `
    Questa volta c'era dentro una sola domanda +, e riempiva il centro della pagina + come un sasso in un fiume.
    Rosa voleva sapere tutto su {T}.
    ~A quello nessuno poteva rispondere da solo +, almeno non bene +, e Rosa si accorgeva di ogni frase pigra.
    ~<A {A} venne|Mi venne> in mente una cosa che Rosa diceva volentieri: che una città sa più di ognuno dei suoi abitanti +, se glielo si chiede con garbo.
    L'ultima posta partiva alle sei di sera + e non aveva mai aspettato nessuno + in trent'anni.
    Così <{A} prese|presi> carta, due matite e una mela + e <uscì|uscii> a interrogare la città + finché la mattina era giovane.
    @
  `,
  obstacle: `
    Alle cinque e mezza la risposta era lunga undici pagine + e la busta si chiudeva appena +, per quanto la si premesse.
    ~Poi il cielo sopra {C} diventò scuro come l'ardesia +, e caddero le prime gocce pesanti + prima che qualcuno trovasse un ombrello.
    ~Una raffica girò l'angolo come un grosso cane + che non vuole fare del male + ma non ha mai imparato a fermarsi.
    In mezzo alla piazza il vento <le|mi> strappò la lettera di mano + e gettò le pagine sopra i tetti delle macchine +, sempre più in alto.
    ~Un foglio restò impigliato in cima a un albero + e un altro attraversò la fontana in volo + come se avesse lì un appuntamento.
    ~Correndo <{A} ne prese|ne presi> quattro +, ma l'orologio del municipio segnava già le sei meno dieci + e non voleva sentire ragioni.
  `,
  turn: `
    ~«Non muoverti, e non piangere sull'inchiostro!», gridò qualcuno.
    Quello era il momento di {B}, che lasciò cadere la bicicletta contro la fontana + e salì sull'albero con le scarpe buone + come se aspettasse da anni l'occasione.
    Intorno alla piazza si aprirono le finestre +, e degli sconosciuti corsero dietro allo stesso foglio + come se fosse stato loro.
    ~Un bambino strisciò sotto un furgone + mentre un cane cedeva la sua pagina per mezzo biscotto +, benché ne volesse uno intero.
    Alle sei meno due <{A} contò|contai> undici pagine +, tutte bagnate + e nessuna perduta.
    ~Qua e là l'inchiostro era colato un poco +, e certe frasi sembravano aver pianto +, il che stava loro bene.
    {B} guardò l'orologio e poi aprì ancora una volta la borsa +, sospirando come chi infrange una regola per la prima volta.
  `,
  ending: `
    Quattro giorni dopo Rosa telefonò +, cosa già abbastanza strana +, perché non lo faceva da vent'anni.
    ~«È la lettera più bella che abbia mai ricevuto», disse, «e la più sporca.»
    @
    ~Aveva messo ad asciugare le pagine su un filo in cucina + e le aveva lette da sinistra a destra +, camminando piano, come in un museo.
    ~La prima, con {T} in grandi lettere scure, era appesa sopra il suo letto +, e l'aveva mostrata a tutti + quelli che entravano in casa.
    ~Più di tutto le piacevano i segni della pioggia +, perché una lettera, secondo lei, ha bisogno di un incidente + per essere del tutto vera.
    Aveva anche deciso di venire a {C} in primavera + per stringere la mano a ognuno dei suoi abitanti +, cane compreso.
    ~Quando <{A} glielo raccontò|glielo raccontai>, {B} lucidò la vecchia borsa per un'ora + e intanto fischiava +, un po' stonato.
    ~Quella sera il vento si comportava bene +, e sul tavolo della cucina c'era un foglio nuovo +, in attesa della prossima domanda.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["La notte in cui si spense la lampada: {T}", "Quaranta sedie: {T}", "{T}: tutti sono invitati"],
  opening: `
    La sala di lettura di {C} aveva quaranta sedie + e quasi tutte le sere trentanove erano libere +, perché qualcuno faceva sempre compagnia al gatto.
    <{A} se ne occupava|Mi chiamo {A}, e me ne occupavo> [dalla primavera/dall'autunno/dall'inverno] + e <conosceva|conoscevo> ogni asse che scricchiolava + fra la porta e l'ultimo scaffale.
    ~Quasi ogni giorno passava {B} ad aggiustare quello che era rotto +, e quando niente era rotto lo aggiustava lo stesso +, per sicurezza.
    ~Il comune voleva chiudere la sala + se le sedie restavano vuote un altro anno +, come diceva una lettera che stava sotto la teiera.
    ~Nessuno a {C} aveva qualcosa contro la lettura +; erano solo stanchi la sera + e avevano in casa divani comodi.
    ~Bisognava fare qualcosa +, e bisognava farlo presto +, prima che restasse a casa anche l'ultimo lettore.
  `,
  want: `
    L'idea venne davanti a una tazza di tè freddo + ed era così semplice che {B} rise + finché capì che era detta sul serio.
    <{A} dipinse|Dipinsi> un cartello a grosse lettere blu e lo <appese|appesi> alla finestra +, dove il sole della sera lo avrebbe illuminato + per quasi un'ora.
    Sopra c'era scritto {T}.
    ~Sotto, in lettere più piccole, si diceva che ognuno doveva portare una storia +, anche brevissima +, e che avrebbe ascoltato pure il gatto.
    ~Ma la gente passava davanti al cartello come era sempre passata davanti alla finestra +, con il bavero alzato + e i pensieri già a casa.
    ~«Un cartello non stringe la mano a nessuno», disse {B}.
    Così <{A} uscì|uscii> a invitare la città di persona +, di porta in porta +, mentre lui contava ancora una volta le sedie.
    @
  `,
  obstacle: `
    Alle sette la porta era spalancata +, e il tè era pronto + in una teiera per quaranta persone.
    Non venne nessuno.
    ~La pioggia scorreva sul vetro dietro le lettere blu +, che sembravano andarsene piano piano +, una dopo l'altra.
    ~{B} caricò l'orologio, che non ne aveva bisogno +, e guardò nella strada + circa ogni mezzo minuto.
    Alle sette e un quarto la grande lampada tremò una volta e si spense +, e con lei ogni luce della strada +, fin dove arrivava lo sguardo.
    ~Nel buio <{A} sentì|sentii> il gatto saltare giù dalla sedia + e <pensò|pensai> che probabilmente quella era la fine +, e nemmeno una fine rumorosa.
    ~<Cercò|Cercai> la chiave nella tasca +, perché non restava altro da fare che chiudere + e andare a casa.
  `,
  turn: `
    Fu allora che in fondo alla strada apparve una luce minuscola + che vagava da una parte all'altra +, facendosi sempre più grande.
    ~Era un uomo anziano con una candela in una mano e una torta nell'altra +, che voleva sapere se l'invito valeva ancora +, buio o non buio.
    ^«A casa non vedo nemmeno la mia minestra», spiegò.
    ^Dietro di lui venivano una ragazza con una coperta e poi due sorelle + che da anni non erano d'accordo su niente + tranne, adesso, che faceva freddo.
    {B} si ricordò di una scatola di candele in cantina + e ne mise una su ogni tavolo + finché gli scaffali brillarono come l'oro.
    Tutta la strada era senza luce +, e così venne tutta la strada +, scuotendo la pioggia dai cappotti.
    ~Alle otto non c'era più una sedia vuota +, e il gatto si trasferì in cima a una libreria +, profondamente offeso.
  `,
  ending: `
    Quando si fece silenzio <{A} si alzò|mi alzai> + e <disse|dissi> il nome della serata, {T} +, e non servì altro.
    ~Una storia chiamava l'altra +, come uno sbadiglio chiama l'altro +, solo che nessuno era stanco.
    @
    ~Un vecchio ne raccontò una lunga su una capra + e perse il filo due volte +, e due volte la sala lo aiutò a ritrovarlo.
    Poco dopo le dieci la lampada tornò +, dura e bianca +, e quaranta persone si coprirono gli occhi con un lamento.
    ~{B} la spense di nuovo senza che nessuno glielo chiedesse +, e lo applaudirono + come non avevano mai applaudito nessuno.
    ~La mattina dopo partì per il municipio una lettera + con una lista di quarantatré nomi + e una piccola macchia di cera.
    Il cartello rimase alla finestra + perché la serata era diventata un'abitudine +, e le sedie buone bisognava dividersele.
  `,
};

/** Told in the past, in sentences that can grow. */
export const pastPlots: readonly Plot[] = [notebook, letter, evening];
