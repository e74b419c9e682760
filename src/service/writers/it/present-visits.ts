import type { Visit } from "../language-pack.ts";

/** Told in the present, in short sentences. */
export const presentVisits: readonly Visit[] = [
  {
    who: "il fornaio",
    at: "in panetteria",
    text: `
      La panetteria è all'angolo + accanto al piccolo ponte.
      ~Il pane è ancora caldo +, e tutta la strada ne profuma.
      ~Dentro fa caldo + perché il forno non è mai freddo.
      ~Il fornaio ha la farina sul naso +, ma nessuno glielo dice.
      «Buongiorno!», dice il fornaio.
      <{A} compra|Compro> del pane + con i semi sopra.
      «Mi può aiutare?», <chiede {A}|chiedo>.
      ~Il fornaio pensa + mentre le mani fanno un lungo rotolo bianco.
      ~Le mani del fornaio non si fermano mai +, nemmeno quando parla.
      @
      ~«Mi alzo alle tre», dice il fornaio.
      ^«A quell'ora le stelle sono la mia lampada.»
      ^<A {A} piace|Mi piace> questa frase + e la <tiene|tengo> per dopo.
      ~Altra gente aspetta +, quindi non c'è più tempo.
      Il fornaio <le|mi> regala un piccolo pane + e non vuole soldi.
      ~È per la strada + perché le lunghe passeggiate fanno venire fame.
    `,
  },
  {
    who: "la fruttivendola",
    at: "al mercato",
    text: `
      Oggi il mercato è rumoroso + perché parlano tutti insieme.
      ~Ci sono mele, limoni e uova + in cassette di ogni misura.
      ~Un uomo vende fiori + e canta una vecchia canzone.
      La fruttivendola <conosce bene {A}|mi conosce bene> + e saluta con un grande melone.
      ~«Oggi è tutto dolce», dice.
      ~<{A} assaggia|Assaggio> una fetta di melone +, ed è davvero dolce.
      «Ho bisogno di un piccolo aiuto», <dice {A}|dico>.
      ~La fruttivendola posa la cassetta + e viene più vicino.
      @
      ~Un bambino prende una prugna + e scappa via.
      ^La fruttivendola ride soltanto + perché di prugne ne ha abbastanza.
      ~«Prima di me qui stava mia madre», dice la fruttivendola.
      ~Il cappello della donna è più vecchio del mercato +, e lei non lo toglie mai.
      La fruttivendola mette tre mele nella borsa +, una per ogni buona domanda.
      ~Adesso la borsa è pesante +, ma non è un problema.
    `,
  },
  {
    who: "il bibliotecario",
    at: "in biblioteca",
    text: `
      La biblioteca è fresca e silenziosa +, e il pavimento fa un suono leggero.
      ~Un pesce nuota in una boccia sul tavolo + e guarda ogni visitatore.
      ~Il bibliotecario porta due paia di occhiali +, uno per i libri e uno per le persone.
      «Che cosa cerchi?», chiede il bibliotecario.
      <{A} lo spiega|Lo spiego> a bassa voce + perché qui la regola è questa.
      ~Il bibliotecario porta un libro sottile e marrone + dalla cima di una scala.
      ^Alcune pagine sono molto scure + perché sono sporche di caffè.
      @
      ^«Leggi prima le pagine con il caffè», dice il bibliotecario.
      ^Sono le migliori + perché molta gente si è fermata lì.
      ^<{A} legge|Leggo> per dieci minuti + e <dimentica|dimentico> il mondo di fuori.
      ~In un angolo un uomo dorme + con la testa su un atlante.
      ^Poi si sveglia + e chiede che giorno è.
      ^Tutti ridono molto piano +, forse anche il pesce.
      <{A} ringrazia|Ringrazio> + ed <esce|esco> di nuovo nella luce.
    `,
  },
  {
    who: "il capostazione",
    at: "alla stazione",
    text: `
      Ci sono solo due treni al giorno +, così la stazione è spesso vuota.
      ~Il grande orologio è indietro di cinque minuti +, ma in città lo sanno tutti.
      Il capostazione è sul binario + con la sua giacca blu scuro.
      ~Ha dei fiori davanti all'ufficio + e li bagna ogni ora.
      «Aspetti il treno?», chiede.
      «No, cerco delle idee», <dice {A}|dico>.
      ~Il capostazione sorride + perché nessuno glielo dice mai.
      ~Poi il capostazione si siede su una valigia + che non è di nessuno.
      @
      ~«Qui la gente piange, e qui la gente ride», dice il capostazione.
      ^«E io ho una bandiera per tutti e due.»
      ~Poi arriva il treno + con molto rumore.
      ^Scende una vecchia coppia + e si guarda intorno.
      ^<{A} saluta|Saluto> finché il treno è lontano + e restano solo i binari.
      Alla fine il capostazione alza il cappello + come un re in un vecchio film.
    `,
  },
  {
    who: "il giardiniere",
    at: "nel parco",
    text: `
      Nel parco gli alberi sono molto alti +, e i sentieri sono pieni di sassolini.
      Il giardiniere è in ginocchio + davanti a un'aiuola di rose.
      ~Il suo cane porta un piccolo cesto + con gli attrezzi e un panino.
      ~«Attenzione, la terra è bagnata», dice.
      <{A} si siede|Mi siedo> sull'erba + e <gli chiede|gli chiedo> aiuto.
      ~Il giardiniere non risponde subito + perché prima gli piace pensare.
      ~Il giardiniere taglia una rosa + e toglie le spine.
      @
      ~«Un giardino è lento», dice il giardiniere.
      ~«A un fiore non si può dire di fare in fretta.»
      ~Due ragazzi giocano a pallone + fra le panchine.
      ^Il pallone cade fra le rose +, e i ragazzi restano fermi.
      ^Il giardiniere lo rilancia +, ed è un gran bel tiro.
      Poi il giardiniere <mette a {A}|mi mette> una piccola rosa dietro l'orecchio + e continua il suo lavoro.
      ~Il suo cane viene fino al cancello +, fiero del suo cesto pesante.
    `,
  },
  {
    who: "il pescatore",
    at: "sul fiume",
    text: `
      Il fiume è lento e verde +, e sulla riva ci sono piccole barche.
      Il pescatore siede su una cassa di legno + con i piedi nell'acqua.
      ~Non ha ancora nessun pesce +, ma sembra felice.
      ^«Oggi non hanno fame», dice.
      ~<{A} si toglie|Mi tolgo> le scarpe + perché l'acqua sembra così fresca.
      «Posso chiederle una cosa?», <dice {A}|dico>.
      ~Il pescatore fa sì con la testa + e si sposta sulla sua cassa.
      @
      ~Un'anatra si avvicina + con sei piccole anatre dietro.
      ^Il pescatore le conosce tutte +, e ognuna ha un nome.
      ~«Io vengo qui per il silenzio», dice il pescatore.
      All'improvviso il filo si muove +, e <saltano|saltiamo> in piedi tutti e due.
      È solo un vecchio stivale + con una lumaca dentro.
      <Ridono|Ridiamo> forte +, e le anatre nuotano via.
      ~Il pescatore mette lo stivale al sole + perché forse un giorno trova l'altro.
    `,
  },
  {
    who: "la meccanica",
    at: "nell'officina delle biciclette",
    text: `
      L'officina è in una strada stretta + dietro le vecchie mura.
      ~Dal soffitto pendono ruote + come strani fiori neri.
      La meccanica è sotto una bicicletta rossa +, così <{A} vede|vedo> solo i suoi stivali.
      ~La radio suona musica forte +, e gli stivali ballano.
      «Ehi, laggiù!», <chiama {A}|chiamo>.
      ~Esce un viso + con una riga nera su una guancia.
      ~La meccanica abbassa la radio + e si pulisce le mani con uno straccio.
      ~«So aggiustare tutto», dice, «anche le cattive idee.»
      @
      ~Poi la meccanica perde una vite molto piccola + e la cerca dappertutto.
      ^La vite non è per terra + e non è sul tavolo.
      ^È nei suoi capelli +, dov'è sempre.
      ~Ora la bicicletta rossa è pronta +, e il campanello suona come nuovo.
      La meccanica <lascia {A}|mi lascia> fare un giro del cortile sulla bicicletta rossa +, ed è come volare.
    `,
  },
  {
    who: "il cameriere",
    at: "al caffè",
    text: `
      Il caffè ha sei tavoli +, e ognuno è diverso dagli altri.
      <{A} prende|Prendo> il tavolo vicino alla finestra + perché ha la luce migliore.
      ~Il cameriere porta un bicchiere d'acqua + e un biscotto molto piccolo.
      ~Il cameriere porta quattro piatti alla volta + e non si guarda mai i piedi.
      «Hai tanto da fare», dice il cameriere.
      «Sì, e ho bisogno di aiuto», <dice {A}|dico>.
      ~Il cameriere si siede per un minuto + anche se non è permesso.
      @
      ~Al tavolo accanto due donne giocano a carte +, e vince sempre la stessa.
      ^«Una delle carte ha un angolo piegato», dice il cameriere a bassa voce.
      ~Un uomo vuole pagare +, ma ha le tasche vuote.
      ^Il cameriere scrive il suo nome sul muro + accanto a molti altri nomi.
      ^«Tornano tutti», dice.
      Fuori suonano le campane +, e il caffè nella tazza è finito.
    `,
  },
  {
    who: "la donna della biglietteria",
    at: "al vecchio cinema",
    text: `
      Di giorno il vecchio cinema è chiuso +, ma la porta laterale è aperta.
      ~Dentro è buio +, e i sedili sono rossi e morbidi.
      Una donna conta i biglietti a un piccolo banco + sotto una luce gialla.
      ~«Il film comincia stasera», dice senza alzare gli occhi.
      «Oggi non mi serve un biglietto», <dice {A}|dico>.
      ~Adesso la donna alza gli occhi + perché questa è una cosa nuova.
      ~La donna conosce la fine di tutti i film +, ma non la racconta mai.
      @
      ~Alla parete ci sono vecchie fotografie + di persone con grandi cappelli.
      ^In una fotografia c'è suo padre +, che ha costruito questa casa.
      ~<{A} guarda|Guardo> lo schermo bianco + da un posto in prima fila.
      ^Non c'è niente sopra +, ma si può sognare qualcosa.
      La donna <regala a {A}|mi regala> un vecchio biglietto blu + con un numero che non serve più a nessuno.
      ~È un buon segnalibro +, e profuma ancora di buio.
    `,
  },
];
