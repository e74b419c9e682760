import type { Visit } from "../language-pack.ts";

/** Told in the past, in sentences that can grow. */
export const pastVisits: readonly Visit[] = [
  {
    who: "il fornaio",
    at: "in panetteria",
    text: `
      La panetteria stava ai piedi del ponte + e si scaldava prima di ogni altra casa della città +, perfino d'estate.
      ~Il fornaio aveva la farina sul naso +, ma nessuno glielo diceva mai +, perché gli stava bene.
      <{A} comprò|Comprai> un piccolo pane con i semi e <chiese|chiesi> aiuto + mentre il fornaio cercava il resto + e trovava due bottoni.
      ~Il fornaio continuò a impastare mentre ci pensava +, e le sue mani non rallentarono mai +, come se fossero di un altro.
      ~«Alle tre del mattino», disse, «tutta la città è mia.»
      @
      ~Aveva imparato il mestiere da una zia + che misurava tutto a occhio + e che in cinquant'anni non aveva mai sbagliato.
      ~Intanto la fila arrivava fino alla porta +, ma nessuno si lamentava +, perché quel profumo rendeva tutti pazienti.
      Alla fine il fornaio aggiunse un secondo pane + e rifiutò i soldi + scuotendo la testa infarinata.
    `,
  },
  {
    who: "la fruttivendola",
    at: "al mercato",
    text: `
      Quella mattina il mercato era così rumoroso che la gente comprava indicando con il dito + e sperando per il meglio.
      ~La fruttivendola portava un cappello più vecchio del mercato + e nessuno l'aveva mai vista senza +, nemmeno ai matrimoni.
      La fruttivendola <accolse {A}|mi accolse> con mezzo melone + e non volle sentire nemmeno una domanda + finché non fu mangiato tutto.
      ~Dietro le stesse cassette era stata sua madre + e prima ancora sua nonna +, sempre nell'angolo dove il sole arrivava per primo.
      @
      ~Un bambino piccolo prese una prugna e scappò + mentre la donna guardava dall'altra parte + con grande cortesia.
      ^«Chi ruba la mia frutta», disse, «me la sta lodando.»
      ^<{A} non ci aveva|Non ci avevo> mai pensato in quel modo + e <scrisse|scrissi> la frase + prima che potesse scappare.
      Poi la fruttivendola lasciò cadere tre mele nella borsa +, una per ogni buona domanda +, e si rivolse al cliente successivo.
    `,
  },
  {
    who: "il bibliotecario",
    at: "in biblioteca",
    text: `
      In biblioteca faceva fresco e c'era tanto silenzio che si sentiva girare il pesce rosso + nella boccia sul tavolo.
      Il bibliotecario cambiò occhiali per chiedere + e li cambiò di nuovo per ascoltare +, perché era un uomo preciso.
      ~Dalla cima di una scala prese un libro sottile e marrone + e ci soffiò sopra + come sulla minestra calda.
      @
      ^Alcune pagine avevano macchie di caffè +, e quelle, sussurrò, erano le migliori +, perché tanti lettori si erano fermati proprio lì.
      ^<{A} le lesse|Le lessi> in piedi + e <dimenticò|dimenticai> del tutto l'ora +, come si deve fare in un posto simile.
      ~In un angolo un uomo dormiva sopra un atlante + con un dito su un paese + che non esisteva più.
      ^Si svegliò e domandò che giorno fosse +, ma nessuno ne era del tutto sicuro +, nemmeno il bibliotecario.
      Uscendo <{A} portò|portai> con <sé|me> alcune buone frasi +, e questo è il bello delle frasi: non pesano niente.
    `,
  },
  {
    who: "il capostazione",
    at: "alla stazione",
    text: `
      Alla stazione si fermavano solo due treni al giorno +, e nel frattempo il binario apparteneva ai passeri + e a un uomo con la giacca blu scuro.
      ~Il grande orologio era indietro di cinque minuti da anni +, eppure nessuno aveva mai perso il treno +, perché lo sapevano tutti.
      Il capostazione domandò se <{A} aspettasse|io aspettassi> qualcuno + e fu felicissimo + di sentire che si trattava soltanto di idee.
      ~Si sedette su una valigia dimenticata lì un inverno + e che lui spolverava ogni venerdì +, nel caso tornasse il padrone.
      @
      ~«Ho visto più baci del cinema», disse, «e più pioggia.»
      ~Si ricordava di una donna che aveva aspettato per una settimana il treno sbagliato + e poi aveva sposato l'uomo + che glielo aveva detto.
      Poi il segnale si abbassò e arrivò il treno del pomeriggio +, e lui tornò a essere un uomo importante +, con il fischietto e la schiena dritta.
      ^Una vecchia coppia scese e si guardò intorno come se tutto fosse diventato più piccolo +, e il capostazione si tolse il cappello + come davanti a un re e a una regina.
    `,
  },
  {
    who: "il giardiniere",
    at: "nel parco",
    text: `
      Il giardiniere era in ginocchio davanti alle rose + quando <{A} entrò|entrai> dal cancello +, e non si alzava per nessuno.
      ~Il suo cane portava gli attrezzi in un piccolo cesto + e prendeva il lavoro molto sul serio +, come fanno i cani.
      <{A} si sedette|Mi sedetti> sull'erba e <spiegò|spiegai> di che cosa si trattava + mentre lui tagliava le foglie secche + una per una.
      ~Non rispose subito +, perché pensava come lavorava in giardino +, piano e partendo dalle radici.
      @
      ~«Un fiore non cresce se lo tiri», disse.
      ~Gli alberi alti vicino al muro li aveva piantati lui stesso +, il giorno in cui era nata sua figlia +, e adesso tutti lo superavano.
      ~All'improvviso un pallone atterrò in mezzo all'aiuola +, e lui lo rilanciò così bene che i ragazzi si dimenticarono di scappare.
      Alla fine il giardiniere scelse una rosa e le tolse le spine una per una +, poi la porse senza una parola +, come se fosse una ricevuta.
    `,
  },
  {
    who: "il pescatore",
    at: "sul fiume",
    text: `
      Il pescatore sedeva dove sedeva sempre, su una cassa di legno vicino all'acqua +, e non aveva preso proprio niente +, il che non sembrava disturbarlo.
      ~In quella stagione il fiume era basso e verde + e si muoveva il meno possibile +, come un gatto al sole.
      <{A} si tolse|Mi tolsi> le scarpe e <aspettò|aspettai> un momento adatto +, perché le domande a voce alta spaventano i pesci.
      ~Dava un nome a ogni anatra che passava + e quasi tutte parevano rispondere +, o almeno voltavano la testa.
      @
      ~«I pesci sono solo la mia scusa», confessò dopo un po'.
      ~Per quarant'anni aveva lavorato in una sala piena di macchine +, e da allora raccoglieva silenzio +, ora dopo ora, come altri raccolgono francobolli.
      ~Poi la lenza diede uno strappo così forte che <saltarono|saltammo> in piedi tutti e due +, e dall'acqua uscì un vecchio stivale + con dentro una lumaca addormentata.
      ^Mise lo stivale ad asciugare al sole +, perché a casa ne aveva già uno + che sembrava proprio suo fratello.
    `,
  },
  {
    who: "la meccanica",
    at: "nell'officina delle biciclette",
    text: `
      Nell'officina dietro le vecchie mura si vedevano soltanto due stivali +, che ballavano sotto una bicicletta rossa + al suono di una musica fortissima.
      ~La meccanica venne fuori e abbassò la radio +, poi ascoltò con la testa piegata da un lato +, come ascoltava i motori.
      ~Dal soffitto pendevano ruote di ogni misura + e si muovevano un poco nella corrente +, come l'interno di un orologio.
      ~Sosteneva di poter aggiustare qualunque cosa con due ruote + e quasi tutto ciò che ha due gambe +, se arriva in tempo.
      @
      ~<{A} tenne|Tenni> la lampada mentre la meccanica cercava una vite minuscola +, prima sul banco, poi per terra +, e alla fine, con successo, fra i propri capelli.
      ^«È sempre dove non guardi», disse, «perché lì non guardi.»
      ^La frase finì subito sulla pagina +, sotto l'impronta nera di un pollice + che non se ne andò mai più.
      Dopo <{A} poté|potei> fare un giro del cortile sulla bicicletta rossa +, e l'intera giornata corse in discesa + per un breve minuto.
    `,
  },
  {
    who: "il cameriere",
    at: "al caffè",
    text: `
      Il caffè aveva sei tavoli e non ce n'erano due uguali +, proprio come le tazze + e, a essere sinceri, gli ospiti.
      ~<{A} scelse|Scelsi> quello vicino alla finestra + e <ordinò|ordinai> la cosa più piccola del menù +, per poter restare.
      Il cameriere portava quattro piatti su un braccio + senza mai guardare in basso +, perché un tempo era stato ballerino.
      ~Quando sentì di che cosa si trattava si sedette per un minuto +, benché fosse severamente proibito +, e dimenticò la minestra.
      @
      ~Al tavolo accanto due donne giocavano a carte +, e una delle due vinceva da anni + con la stessa regina piegata.
      ^«Lo sanno tutti», sussurrò, «e nessuno lo dice: questa è amicizia.»
      ~Un uomo che aveva lasciato i soldi a casa si frugava nelle tasche +, e il cameriere scrisse semplicemente il suo nome sul muro +, sotto altri cento.
      ^Alla fine tutte quelle persone erano tornate +, alcune dopo un giorno +, e una dopo undici anni, da un altro continente.
    `,
  },
  {
    who: "la donna della biglietteria",
    at: "al vecchio cinema",
    text: `
      Il vecchio cinema dormiva tutto il giorno +, ma la porta laterale non era mai chiusa a chiave +, perché dentro non c'era da rubare altro che il buio.
      Sotto una lampada gialla una donna contava i biglietti + e disse, senza alzare gli occhi, che il film cominciava alle otto +, come da sessant'anni.
      ~Quando la donna capì che nessuno voleva un biglietto spinse indietro la sedia + e diventò curiosa +, cosa che accadeva forse due volte all'anno.
      ~Suo padre aveva costruito la casa con i propri risparmi + e aveva dipinto lui stesso le nuvole sul soffitto +, sdraiato sulla schiena come un artista famoso.
      @
      ~«Credono di venire per il finale», disse, «ma vengono per il momento in cui si spegne la luce.»
      ~<{A} poté|Potei> sedere un poco in prima fila + e guardare lo schermo bianco +, sul quale, stranamente, succedevano moltissime cose.
      ~Dalle pareti vecchi attori con cappelli enormi guardavano in basso + e sembravano approvare + un pubblico così silenzioso.
      All'uscita ci fu un regalo, un biglietto blu con un numero che non serviva più a nessuno +, e diventò un segnalibro + che per anni profumò di buio.
    `,
  },
];
