import type { Visit } from "../language-pack.ts";

/** Told in the past, in sentences that can grow. */
export const pastVisits: readonly Visit[] = [
  {
    who: "o padeiro",
    at: "na padaria",
    text: `
      A padaria ficava ao pé da ponte + e aquecia antes de qualquer outra casa da cidade +, até no verão.
      ~O padeiro tinha farinha no nariz +, mas nunca ninguém lhe dizia +, porque lhe ficava bem.
      <{A} comprou|Comprei> um pequeno pão com sementes e <pediu|pedi> ajuda + enquanto o padeiro procurava o troco + e encontrava dois botões.
      ~O padeiro continuou a amassar enquanto pensava no assunto +, e as mãos nunca abrandaram +, como se fossem de outra pessoa.
      ~«Às três da manhã», disse, «a cidade é toda minha.»
      @
      ~Tinha aprendido o ofício com uma tia + que media tudo a olho + e que em cinquenta anos nunca se enganara.
      ~Entretanto a fila já chegava à porta +, mas ninguém se queixava +, porque aquele cheiro tornava todos pacientes.
      No fim o padeiro juntou um segundo pão + e recusou o dinheiro + abanando a cabeça enfarinhada.
    `,
  },
  {
    who: "a vendedora de fruta",
    at: "no mercado",
    text: `
      Naquela manhã o mercado estava tão barulhento que as pessoas compravam apontando com o dedo + e esperando o melhor.
      ~A vendedora de fruta usava um chapéu mais velho que o mercado + e nunca ninguém a tinha visto sem ele +, nem sequer em casamentos.
      A vendedora <recebeu {A}|recebeu-me> com meio melão + e não quis ouvir uma única pergunta + antes de ele estar comido.
      ~Atrás das mesmas caixas tinha estado a mãe dela + e antes disso a avó +, sempre no canto onde o sol chegava primeiro.
      @
      ~Uma criança pequena tirou uma ameixa e fugiu + enquanto a mulher olhava para o outro lado + com grande delicadeza.
      ^«Quem rouba a minha fruta», disse, «está a elogiá-la.»
      ^<{A} nunca tinha|Eu nunca tinha> pensado nisso dessa maneira + e <escreveu|escrevi> a frase + antes que ela fugisse.
      Depois a vendedora deixou cair três maçãs na bolsa +, uma por cada boa pergunta +, e voltou-se para o cliente seguinte.
    `,
  },
  {
    who: "o bibliotecário",
    at: "na biblioteca",
    text: `
      Na biblioteca estava fresco e havia tanto silêncio que se ouvia o peixe dourado dar a volta + no vidro em cima da mesa.
      O bibliotecário mudou de óculos para perguntar + e mudou outra vez para escutar +, porque era um homem rigoroso.
      ~Do alto de uma escada tirou um livro fino e castanho + e soprou sobre ele + como sobre uma sopa quente.
      @
      ^Algumas páginas tinham manchas de café +, e essas, sussurrou, eram as melhores +, porque tantos leitores tinham parado ali.
      ^<{A} leu-as|Li-as> de pé + e <esqueceu|esqueci> completamente as horas +, como se deve fazer num sítio assim.
      ~A um canto um homem dormia sobre um atlas + com um dedo num país + que já não existia.
      ^Acordou e perguntou que dia era +, mas ninguém tinha bem a certeza +, nem sequer o bibliotecário.
      À saída <{A} levava|eu levava> na cabeça algumas boas frases +, e isso é o melhor das frases: não pesam nada.
    `,
  },
  {
    who: "o chefe da estação",
    at: "na estação",
    text: `
      Na estação só paravam dois comboios por dia +, e entre eles a linha pertencia aos pardais + e a um homem de casaco azul-escuro.
      ~O grande relógio andava há anos cinco minutos atrasado +, e no entanto nunca ninguém tinha perdido o comboio +, porque todos sabiam.
      O chefe da estação perguntou se <{A} esperava|eu esperava> alguém + e ficou encantado + por saber que se tratava apenas de ideias.
      ~Sentou-se numa mala que alguém lá deixara num inverno + e que ele limpava todas as sextas-feiras +, não fosse o dono voltar.
      @
      ~«Vi mais beijos do que o cinema», disse, «e mais chuva.»
      ~Lembrava-se de uma mulher que esperara uma semana pelo comboio errado + e que depois casara com o homem + que a avisou.
      Depois o sinal desceu e chegou o comboio da tarde +, e ele voltou a ser um homem importante +, de apito na mão e costas direitas.
      ^Um velho casal desceu e olhou à volta como se tudo tivesse encolhido +, e o chefe da estação tirou-lhes o chapéu + como a um rei e a uma rainha.
    `,
  },
  {
    who: "o jardineiro",
    at: "no parque",
    text: `
      O jardineiro estava de joelhos diante das rosas + quando <{A} entrou|entrei> pelo portão do parque +, e não se levantava por ninguém.
      ~O seu cão levava as ferramentas num pequeno cesto + e fazia o trabalho muito a sério +, como fazem os cães.
      <{A} sentou-se|Sentei-me> na relva e <explicou|expliquei> de que se tratava + enquanto ele cortava as folhas secas + uma a uma.
      ~Não respondeu logo +, porque pensava como tratava do jardim +, devagar e a partir da raiz.
      @
      ~«Uma flor não cresce por a puxarmos», disse.
      ~As árvores altas junto ao muro tinha-as plantado ele próprio +, no dia em que nasceu a filha +, e agora todas eram maiores do que ele.
      ~De repente uma bola aterrou no meio do canteiro +, e ele atirou-a de volta tão bem que os rapazes se esqueceram de fugir.
      No fim o jardineiro escolheu uma rosa e tirou-lhe os espinhos um a um +, depois entregou-a sem uma palavra +, como se fosse um recibo.
    `,
  },
  {
    who: "o pescador",
    at: "à beira do rio",
    text: `
      O pescador estava sentado onde sempre se sentava, numa caixa de madeira junto à água +, e não tinha apanhado nada +, o que não parecia incomodá-lo.
      ~Naquela época do ano o rio ia baixo e verde + e mexia-se o menos possível +, como um gato ao sol.
      <{A} tirou|Tirei> os sapatos e <esperou|esperei> por um bom momento +, porque as perguntas em voz alta assustam os peixes.
      ~Dava um nome a cada pato que passava + e quase todos pareciam responder +, ou pelo menos viravam a cabeça.
      @
      ~«Os peixes são só a minha desculpa», confessou ao fim de um bocado.
      ~Durante quarenta anos tinha trabalhado numa sala cheia de máquinas +, e desde então juntava silêncio +, hora após hora, como outros juntam selos.
      ~Então a linha deu um puxão tão forte que os dois <saltaram|saltámos> +, e da água saiu uma bota velha + com um caracol a dormir lá dentro.
      ^Pôs a bota a secar ao sol +, porque em casa já tinha uma + que parecia mesmo irmã dela.
    `,
  },
  {
    who: "a mecânica",
    at: "na oficina de bicicletas",
    text: `
      Na oficina atrás da antiga muralha viam-se apenas duas botas +, que dançavam debaixo de uma bicicleta vermelha + ao som de uma música altíssima.
      ~A mecânica veio cá para fora e baixou o rádio +, depois escutou com a cabeça inclinada +, como escutava os motores.
      ~Do teto pendiam rodas de todos os tamanhos + e mexiam-se um pouco com a corrente de ar +, como o interior de um relógio.
      ~Garantia que sabia arranjar tudo o que tem duas rodas + e quase tudo o que tem duas pernas +, se chegar a tempo.
      @
      ~<{A} segurou|Segurei> a lâmpada enquanto a mecânica procurava um parafuso minúsculo +, primeiro na bancada, depois no chão +, e por fim, com sucesso, no próprio cabelo.
      ^«Está sempre onde não se olha», disse, «porque lá não se olha.»
      ^A frase foi logo para a página +, por baixo da marca preta de um polegar + que nunca mais saiu.
      Depois <{A} pôde|pude> dar uma volta ao pátio na bicicleta vermelha +, e o dia inteiro correu pela encosta abaixo + durante um breve minuto.
    `,
  },
  {
    who: "o empregado de mesa",
    at: "no café",
    text: `
      O café tinha seis mesas e não havia duas iguais +, tal como as chávenas + e, para dizer a verdade, os clientes.
      ~<{A} escolheu|Escolhi> a que ficava à janela + e <pediu|pedi> a coisa mais pequena da lista +, para poder ficar.
      O empregado de mesa levava quatro pratos num braço + sem nunca olhar para baixo +, porque em tempos tinha sido bailarino.
      ~Quando ouviu de que se tratava sentou-se por um minuto +, embora fosse rigorosamente proibido +, e esqueceu-se da sopa.
      @
      ~Na mesa ao lado duas mulheres jogavam às cartas +, e uma delas ganhava há anos + com a mesma dama dobrada.
      ^«Todos sabem», sussurrou, «e ninguém diz nada: isso é amizade.»
      ~Um homem que deixara o dinheiro em casa procurava nos bolsos +, e o empregado escreveu simplesmente o nome dele na parede +, por baixo de outros cem.
      ^No fim todas aquelas pessoas tinham voltado +, algumas passado um dia +, e uma passados onze anos, vinda de outro continente.
    `,
  },
  {
    who: "a mulher da bilheteira",
    at: "no velho cinema",
    text: `
      O velho cinema dormia o dia inteiro +, mas a porta lateral nunca estava trancada +, porque lá dentro não havia nada para roubar a não ser o escuro.
      Debaixo de uma lâmpada amarela uma mulher contava bilhetes + e disse, sem levantar os olhos, que o filme começava às oito +, como há sessenta anos.
      ~Quando a mulher percebeu que ninguém queria um bilhete empurrou a cadeira para trás + e ficou curiosa +, coisa que acontecia talvez duas vezes por ano.
      ~O pai dela tinha construído a casa com as suas poupanças + e pintado ele próprio as nuvens do teto +, deitado de costas como um artista famoso.
      @
      ~«Julgam que vêm pelo fim», disse, «mas vêm pelo momento em que se apaga a luz.»
      ~<{A} pôde sentar-se|Pude sentar-me> um pouco na primeira fila + e olhar para a tela branca +, na qual, estranhamente, acontecia muita coisa.
      ~Das paredes velhos atores de chapéus enormes olhavam para baixo + e pareciam aprovar + um público tão silencioso.
      À saída houve um presente, um bilhete azul com um número que já não servia a ninguém +, e ele tornou-se um marcador de livros + que durante anos cheirou a escuro.
    `,
  },
];
